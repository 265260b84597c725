"""Live events of a table: as server-sent events, or over a WebSocket that also takes moves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import Annotated, Any, get_args

import orjson
from fastapi import APIRouter, Header, Query
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.errors import IllegalAction, QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.tables.match.match import OPEN
from quarterdeck.web.answers import Refused
from quarterdeck.web.api.feed import Views
from quarterdeck.web.api.follow import HEARTBEAT, Ear, Told, follow, place_of
from quarterdeck.web.api.playing import Eyes, made_by
from quarterdeck.web.api.problems import problem, status_in
from quarterdeck.web.api.service import Operations, Service, check_holder, refusals
from quarterdeck.web.api.tokens import SECURED, Asking, Caller, caller_of
from quarterdeck.web.heartbeat import PAUSE, Heartbeat
from quarterdeck.web.wire import as_json, close, receive, send

__all__ = ["Streams", "routes"]

MOST_ID = 100

log = logging.getLogger(__name__)

After = Annotated[
    str,
    Query(
        max_length=20,
        description="The version, or the id of the message, after which to go on; without it the first "
        "message tells how things stand.",
        examples=["17"],
    ),
]
ViewsAsked = Annotated[
    Views, Query(description="Whether messages hold a view when the seat may act, always, or never.")
]


def routes(service: Service) -> APIRouter:
    """The stream of a table."""
    streams = Streams(service)
    router = APIRouter(prefix="/tables/{id}", tags=["streams"])
    router.get(
        "/events",
        response_class=Response,
        responses={
            **refusals(401, 404, 409),
            200: {
                "description": "Server-sent events; docs/api.md has the messages.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
        },
        dependencies=SECURED,
    )(streams.events)
    return router


class Streams(Operations):
    """Handlers of what follows a table."""

    async def events(
        self,
        id: str,
        caller: Asking,
        seat: Eyes = None,
        after: After = "",
        views: ViewsAsked = "turn",
        last_event_id: Annotated[str, Header(max_length=20)] = "",
    ) -> Response:
        """A table's events, as server-sent events. A client that reconnects with the id of its last message
        (`Last-Event-ID`) misses nothing.
        """
        ear = await self._ear(id, caller, seat, last_event_id or after, views)
        return StreamingResponse(self._sent(ear), media_type="text/event-stream")

    async def _sent(self, ear: Ear) -> AsyncIterator[str]:
        async with aclosing(follow(self._service.room, ear, HEARTBEAT)) as news:
            async for told in news:
                yield _event(told)

    async def _ear(self, id_: str, caller: Caller, seat: str | None, after: str, views: Views) -> Ear:
        match = await self._service.match(id_, caller.owner)
        viewer = self._service.viewer(match, caller, seat)
        if viewer == OPEN or (isinstance(viewer, int) and viewer not in match.held(caller.owner)):
            raise Refused(_("A stream is for a seat that the token holds, or for a spectator."), 403)
        place = place_of(after)
        if place.version is not None and place.version > match.version:
            # Another server may have announced it.
            match = await self._service.room.peers.reach(match.id, place.version)
        if place.version is not None and place.version > match.version:
            raise Refused(_("“after” is a version that this table has not come to."), 422)
        assert not isinstance(viewer, str)
        return Ear(match.id, caller.owner, viewer, views, place)

    async def socket(self, socket: WebSocket) -> None:
        """The same messages over a WebSocket, which also takes moves; `{"pong": 7}` answers `{"ping": 7}`."""
        asked = socket.query_params
        try:
            views = _views(asked.get("views", "turn"))
            caller = caller_of(socket, self._service.tokens)
            place = asked.get("after", "")
            ear = await self._ear(socket.path_params["id"], caller, asked.get("seat"), place, views)
        except QuarterdeckError as error:
            await socket.send_denial_response(problem(error))
            return
        await socket.accept()
        telling = asyncio.create_task(self._tell(socket, ear))
        try:
            heartbeat = Heartbeat()
            while True:
                answer = await self._heard(await receive(socket), ear.table, caller)
                await send(socket, as_json(answer))
                if "error" in answer:
                    # Slows down programs that send invalid messages.
                    await asyncio.sleep(PAUSE)
                elif "pong" in answer:
                    await heartbeat.given()
        except KeyError:
            # Bytes instead of text.
            await close(socket, 1003)
        except WebSocketDisconnect:
            pass
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    async def _tell(self, socket: WebSocket, ear: Ear) -> None:
        try:
            async with aclosing(follow(self._service.room, ear)) as news:
                async for told in news:
                    await send(socket, told.text)
            await close(socket, 1008)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("A socket was told nothing more")
            await close(socket, 1011)

    async def _heard(self, text: str, table: str, caller: Caller) -> dict[str, Any]:
        """Answer a ping, or make a move: {"id", "seat", "version", "action"}; the answer repeats the id."""
        id_: object = None
        try:
            message = _message(text)
            if "ping" in message:
                return {"pong": _short(message, "ping")}
            sent = _move(message)
            id_ = sent["id"]
            self._service.limit("move", caller)
            match = await self._service.room.get(table)
            check_holder(match, caller.owner, sent["seat"])
            action = match.game.action(sent["action"])
            command = made_by(caller.owner, sent["seat"], sent["version"], action)
            return {"id": id_, "version": await self._service.room.execute(match, command)}
        except QuarterdeckError as error:
            told = {"id": id_, "error": str(error), "status": status_in(error)}
            return {**told, "rule": error.rule} if isinstance(error, IllegalAction) else told


def _views(asked: str) -> Views:
    """When messages include a view. Refused."""
    for known in get_args(Views):
        if asked == known:
            found: Views = known
            return found
    raise Refused(_("“views” has to be turn, all or none."), 422)


def _event(told: Told) -> str:
    """A message as a server-sent event."""
    if not told.kind:
        return ":\n\n"
    name = "" if told.kind == "table" else f"event: {told.kind}\n"
    return f"{name}id: {told.place}\ndata: {told.text}\n\n"


def _message(text: str) -> dict[str, Any]:
    """Parse a JSON object from a WebSocket. Refused."""
    try:
        sent = orjson.loads(text)
    except ValueError:
        sent = None
    if not isinstance(sent, dict):
        raise Refused(_("A message is a JSON object with “id”, “seat”, “version” and “action”."), 400)
    return sent


def _short(sent: Mapping[str, Any], field: str) -> int | str | None:
    """The id of a message, repeated in its answer: a number, a short text or nothing. Refused."""
    value = sent.get(field)
    if not (value is None or type(value) in (int, str)) or len(str(value)) > MOST_ID:
        raise Refused(_("“{field}” has to be a number or a short text.").format(field=field), 422)
    known: int | str | None = value
    return known


def _move(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Parse a move from a WebSocket. Refused."""
    known: dict[str, Any] = {"id": _short(sent, "id")}
    for name in ("seat", "version"):
        known[name] = sent.get(name)
        if type(known[name]) is not int or not 0 <= known[name] < 2**31:
            raise Refused(_("“{field}” has to be a whole number from 0 on.").format(field=name), 422)
    known["action"] = sent.get("action")
    if not isinstance(known["action"], str) or len(known["action"]) > 200:
        raise Refused(_("“action” has to be an action's text."), 422)
    return known
