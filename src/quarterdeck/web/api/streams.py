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
from quarterdeck.web.api.feed import Views
from quarterdeck.web.api.follow import HEARTBEAT, FeedMessage, TableFollower, follow, read_cursor
from quarterdeck.web.api.playing import ViewerAsked, move_command
from quarterdeck.web.api.problems import problem, status_in
from quarterdeck.web.api.service import Operations, Service, check_holder, refusals
from quarterdeck.web.api.tokens import SECURED, AnyCaller, Caller, caller_of
from quarterdeck.web.errors import Refused
from quarterdeck.web.transport.heartbeat import PAUSE, Heartbeat
from quarterdeck.web.transport.wire import NoText, as_json, close, receive, send

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
        caller: AnyCaller,
        seat: ViewerAsked = None,
        after: After = "",
        views: ViewsAsked = "turn",
        last_event_id: Annotated[str, Header(max_length=20)] = "",
    ) -> Response:
        """A table's events, as server-sent events. A client that reconnects with the id of its last message
        (`Last-Event-ID`) misses nothing.
        """
        follower = await self._read_follower(id, caller, seat, last_event_id or after, views)
        return StreamingResponse(self._server_sent_events(follower), media_type="text/event-stream")

    async def _server_sent_events(self, follower: TableFollower) -> AsyncIterator[str]:
        async with aclosing(follow(self._service.room, follower, HEARTBEAT)) as feed:
            async for message in feed:
                yield _format_event(message)

    async def _read_follower(
        self, id_: str, caller: Caller, seat: str | None, after: str, views: Views
    ) -> TableFollower:
        match = await self._service.match(id_, caller.owner)
        viewer = self._service.viewer(match, caller, seat)
        if viewer == OPEN or (isinstance(viewer, int) and viewer not in match.seats_of(caller.owner)):
            raise Refused(_("A stream is for a seat that the token holds, or for a spectator."), 403)
        cursor = read_cursor(after)
        if cursor.version is not None and cursor.version > match.version:
            # Another server may have announced it.
            match = await self._service.room.peers.reach(match.id, cursor.version)
        if cursor.version is not None and cursor.version > match.version:
            raise Refused(_("“after” is a version that this table has not come to."), 422)
        assert not isinstance(viewer, str)
        return TableFollower(match.id, caller.owner, viewer, views, cursor)

    async def socket(self, socket: WebSocket) -> None:
        """The same messages over a WebSocket, which also takes moves; `{"pong": 7}` answers `{"ping": 7}`."""
        query = socket.query_params
        try:
            views = _parse_views(query.get("views", "turn"))
            caller = caller_of(socket, self._service.tokens)
            after = query.get("after", "")
            follower = await self._read_follower(
                socket.path_params["id"], caller, query.get("seat"), after, views
            )
        except QuarterdeckError as error:
            await socket.send_denial_response(problem(error))
            return
        await socket.accept()
        telling = asyncio.create_task(self._send_feed(socket, follower))
        try:
            heartbeat = Heartbeat()
            while True:
                answer = await self._answer_message(await receive(socket), follower.table, caller)
                await send(socket, as_json(answer))
                if "error" in answer:
                    # Slows down programs that send invalid messages.
                    await asyncio.sleep(PAUSE)
                elif "pong" in answer:
                    await heartbeat.pace()
        except NoText:
            await close(socket, 1003)
        except WebSocketDisconnect:
            pass
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    async def _send_feed(self, socket: WebSocket, follower: TableFollower) -> None:
        try:
            async with aclosing(follow(self._service.room, follower)) as feed:
                async for message in feed:
                    await send(socket, message.text)
            await close(socket, 1008)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("A socket was told nothing more")
            await close(socket, 1011)

    async def _answer_message(self, text: str, table: str, caller: Caller) -> dict[str, Any]:
        """Answer a ping, or make a move: {"id", "seat", "version", "action"}; the answer repeats the id."""
        id_: object = None
        try:
            message = _parse_message(text)
            if "ping" in message:
                return {"pong": _read_short(message, "ping")}
            # Before the rest is checked, so that the sender finds the refusal's message.
            id_ = _read_short(message, "id")
            move = _parse_move(message)
            self._service.limit("move", caller)
            match = await self._service.room.get(table)
            check_holder(match, caller.owner, move["seat"])
            action = match.game.action(move["action"])
            command = move_command(caller.owner, move["seat"], move["version"], action)
            return {"id": id_, "version": await self._service.room.execute(match, command)}
        except QuarterdeckError as error:
            failure = {"id": id_, "error": str(error), "status": status_in(error)}
            return {**failure, "rule": error.rule} if isinstance(error, IllegalAction) else failure


def _parse_views(text: str) -> Views:
    """When messages include a view. Raises Refused."""
    for choice in get_args(Views):
        if text == choice:
            views: Views = choice
            return views
    raise Refused(_("“views” has to be turn, all or none."), 422)


def _format_event(message: FeedMessage) -> str:
    """A message as a server-sent event."""
    if not message.kind:
        return ":\n\n"
    name = "" if message.kind == "table" else f"event: {message.kind}\n"
    return f"{name}id: {message.cursor}\ndata: {message.text}\n\n"


def _parse_message(text: str) -> dict[str, Any]:
    """Parse a JSON object from a WebSocket. Raises Refused."""
    try:
        message = orjson.loads(text)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        raise Refused(_("A message is a JSON object with “id”, “seat”, “version” and “action”."), 400)
    return message


def _read_short(message: Mapping[str, Any], field: str) -> int | str | None:
    """A field of a message that its answer repeats: a number, a short text or nothing. Raises Refused."""
    value = message.get(field)
    if not (value is None or type(value) in (int, str)) or len(str(value)) > MOST_ID:
        raise Refused(_("“{field}” has to be a number or a short text.").format(field=field), 422)
    short: int | str | None = value
    return short


def _parse_move(message: Mapping[str, Any]) -> dict[str, Any]:
    """Parse a move from a WebSocket. Raises Refused."""
    move: dict[str, Any] = {}
    for name in ("seat", "version"):
        move[name] = message.get(name)
        if type(move[name]) is not int or not 0 <= move[name] < 2**31:
            raise Refused(_("“{field}” has to be a whole number from 0 on.").format(field=name), 422)
    move["action"] = message.get("action")
    if not isinstance(move["action"], str) or len(move["action"]) > 200:
        raise Refused(_("“action” has to be an action's text."), 422)
    return move
