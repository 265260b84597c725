"""The server's application: its addresses, and what is around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.room import Room
from quarterdeck.web.answers import on_error, on_http_error, on_refusal
from quarterdeck.web.browser import Keyring
from quarterdeck.web.desk import Desk
from quarterdeck.web.guard import Guard
from quarterdeck.web.handlers import about, company, history, home, table

__all__ = ["create_app"]


def create_app(room: Room, key: str, local: bool = True) -> ASGIApp:
    """The server's application. `key` signs cookies; `local`: it answers to this computer's names only."""
    keyring = Keyring(key)
    desk = Desk(room, keyring)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        room.show(history.example_match())
        room.resume()
        yield
        await room.close()

    app = Starlette(
        routes=[
            *home.routes(desk),
            *table.routes(desk),
            *company.routes(desk),
            *history.routes(desk),
            *about.routes(),
            Route("/healthz", healthz),
        ],
        exception_handlers={
            QuarterdeckError: on_refusal,
            HTTPException: on_http_error,
            Exception: on_error,
        },
        lifespan=lifespan,
    )
    return Guard(app, keyring, local)


async def healthz(_request: Request) -> Response:
    """Whether the server is there."""
    return JSONResponse({"ok": True})
