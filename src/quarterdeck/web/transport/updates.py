"""How updates get to a page: over a WebSocket, or as server-sent events where sockets are blocked.

Both carry a heartbeat, an empty message, so that a page can detect a dead connection. WebSocket pages request
it; event streams send it on their own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.live.bell import Bell
from quarterdeck.tables.live.room import Room
from quarterdeck.web.rendering.assets import build
from quarterdeck.web.transport.heartbeat import BEAT
from quarterdeck.web.transport.wire import close, send

__all__ = ["News", "head", "streamed", "tell"]

# The next update of a page; None if it is current. QuarterdeckError.
News = Callable[[], Awaitable[str | None]]

# Seconds between a stream's heartbeats. Pages take a connection for dead after 11 (static/line.js).
BEATS: Final = 5.0
# Maximum seconds of a stream. Behind a proxy we can't see that a page has gone, so pages must reconnect.
LASTS: Final = 60.0
EVENTS: Final = "text/event-stream"
# Tells a page of another build to reload.
RENEWED: Final = '{"renewed":true}'
# Proxies may buffer a stream; this tells nginx not to.
UNBUFFERED: Final = {"x-accel-buffering": "no"}

log = logging.getLogger(__name__)


async def tell(socket: WebSocket, news: News, bell: Bell) -> None:
    """Send updates whenever the bell rings, until the socket closes. It is closed here if an update fails."""
    try:
        if _is_of_another_build(socket):
            await send(socket, RENEWED)
        while True:
            if update := await news():
                await send(socket, update)
            # Drop the reference to the last message while waiting: it is most of a viewer's memory.
            del update
            await bell.wait()
    except WebSocketDisconnect:
        pass
    except QuarterdeckError:
        # The page reconnects by itself, and then sees what it has missed.
        await close(socket, 1013)
    except Exception:
        # A bug. The page would take an open socket, which answers heartbeats, for one that tells all.
        log.exception("A page could not be updated")
        await close(socket, 1011)


def head() -> Response:
    """The answer to a HEAD request for a stream: it has no body."""
    return Response(media_type=EVENTS, headers=UNBUFFERED)


def streamed(request: Request, room: Room, news: News, watch: AbstractContextManager[Bell]) -> Response:
    """Updates as server-sent events, for a minute; then the page reconnects.

    With `once` in the query the response ends after the first update, or after a heartbeat if there is none
    for some seconds: such responses pass proxies that buffer them. `once=now` does not wait.
    """
    first = RENEWED if _is_of_another_build(request) else None
    events = _events(room, news, watch, request.query_params.get("once"), first)
    return StreamingResponse(events, media_type=EVENTS, headers=UNBUFFERED)


def _is_of_another_build(page: HTTPConnection) -> bool:
    return page.query_params.get("build", build()) != build()


async def _events(
    room: Room, news: News, watch: AbstractContextManager[Bell], once: str | None, first: str | None
) -> AsyncIterator[str]:
    if first is not None:
        yield f"data: {first}\n\n"
    loop = asyncio.get_running_loop()
    until = loop.time() + (LASTS if once is None else 0 if once == "now" else BEATS)
    # Sent at once, to show the page that the stream gets through.
    due = until if once else loop.time()
    with suppress(QuarterdeckError), watch as bell:
        while not room.parting:
            if (update := await news()) is None and loop.time() >= due:
                update = BEAT
            if update is not None:
                yield f"data: {update}\n\n"
                del update
                due = loop.time() + BEATS
                if once is not None or due > until:
                    break
            await bell.rung_by(due)
