"""The API as an application: its routes, its OpenAPI page, and limits on request bodies."""

from __future__ import annotations

from typing import Any

from fastapi import Depends, FastAPI
from fastapi.encoders import jsonable_encoder
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quarterdeck import __version__
from quarterdeck.i18n import SOURCE_LANGUAGE, _, use
from quarterdeck.tables.live.regatta import Organizer
from quarterdeck.web.api import (
    BASE,
    agreeing,
    daily,
    friends,
    logbook,
    playing,
    puzzles,
    regatta,
    seats,
    streams,
    tables,
    talking,
)
from quarterdeck.web.api.models import Error
from quarterdeck.web.api.page import page_of
from quarterdeck.web.api.problems import check_query, handle
from quarterdeck.web.api.service import Service
from quarterdeck.web.api.streams import Streams
from quarterdeck.web.api.tokens import Tokens
from quarterdeck.web.context import AppContext
from quarterdeck.web.friends import Friends
from quarterdeck.web.limits import MOST_BYTES
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates

__all__ = ["Api"]

ABOUT = (
    "Tables for programs: make a table or sit down at one, get views, make moves, follow events. The token "
    "of a seat lets a program act for the seat and see its view. Without a token a program sees what "
    "spectators see."
)


class Api:
    """The API for the tables of a room; `key` signs tokens, `daily_key` decides the deals of the day,
    `organizer` runs regattas, `friends` asks friends.
    """

    def __init__(
        self, app: AppContext, key: str, daily_key: str, organizer: Organizer, friends: Friends
    ) -> None:
        tokens = Tokens(key)
        service = Service(app, tokens, friends)
        self.answer: ASGIApp = BodyLimit(_build_api(service, tokens, daily_key, organizer))
        self.socket = Streams(service).socket


def _build_api(service: Service, tokens: Tokens, daily_key: str, organizer: Organizer) -> FastAPI:
    api = FastAPI(
        title="Quarterdeck",
        version=__version__,
        description=ABOUT,
        root_path_in_servers=False,
        dependencies=[Depends(check_query)],
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # Never report requests to a telemetry exporter that happens to be configured on the machine.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        generate_unique_id_function=lambda route: route.name,
    )
    api.state.tokens, api.state.base = tokens, BASE
    for part in (tables, seats, agreeing, playing, streams, talking, friends, logbook, puzzles):
        api.include_router(part.routes(service))
    api.include_router(daily.routes(service, daily_key))
    api.include_router(regatta.routes(service, organizer))
    api.add_route("/openapi.json", _Documentation(api).schema)
    api.add_route("/docs", _Documentation(api).page)
    handle(api)
    return api


class _Documentation:
    """The OpenAPI schema, and the page that shows it."""

    def __init__(self, api: FastAPI) -> None:
        self._api = api

    def _schema(self) -> dict[str, Any]:
        schema = self._api.openapi()
        # As FastAPI writes all other shapes, without what is null.
        error = jsonable_encoder(Error.model_json_schema(), exclude_none=True)
        schemas = {**schema["components"]["schemas"], Error.__name__: error}
        components = {**schema["components"], "schemas": dict(sorted(schemas.items()))}
        return {**schema, "components": components, "servers": [{"url": url(BASE)}]}

    async def schema(self, _request: Request) -> Response:
        return JSONResponse(self._schema())

    async def page(self, _request: Request) -> Response:
        # In English, like the rest of the documentation and the schema's descriptions.
        with use(SOURCE_LANGUAGE):
            return HTMLResponse(templates.render("api.html", page_of(self._schema())))


class BodyLimit:
    """Middleware that limits request bodies to MOST_BYTES, whatever their Content-Length says."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        received = 0

        async def receive_bounded() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b"")) if message["type"] == "http.request" else 0
            if received > MOST_BYTES:
                sentence = _("That is more than this server takes: {most} bytes.")
                raise HTTPException(413, sentence.format(most=MOST_BYTES))
            return message

        await self._app(scope, receive_bounded, send)
