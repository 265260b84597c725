"""Protects the server's WebSockets from hostile clients."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

__all__ = ["MOST_FRAMES", "PINGS", "PONGS", "SPAN", "Socket", "notice_dead_peers"]

# Limit on control frames and fragments per time span in seconds. Browsers send none.
MOST_FRAMES: Final = 100
SPAN: Final = 10.0
# Ping interval and ping timeout, in seconds.
PINGS: Final = 20.0
PONGS: Final = 20.0
# Maximum time for a peer's TCP acknowledgements, in milliseconds: a dead peer sends none.
UNCONFIRMED: Final = 60_000
# Number of cached frames, for tables that have just changed.
KEPT: Final = 64


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that disconnects clients that flood it.

    Messages wait until the application takes them, and reading pauses meanwhile. Pings and fragments don't
    wait. So they are limited: otherwise answers would pile up for clients that send many and read nothing.

    A text sent to many clients is one shared frame, so that slow clients hold no copies of it.
    """

    # Called when the connection has ended.
    leave: Callable[[], None] | None = None

    _span_began = 0.0
    _frames_in_span = 0

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.leave is not None:
            self.leave()

    def handle_ping(self) -> None:
        if self._count_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._count_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._count_frame():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_utf8(b"".join(self.frames)):
            # Otherwise uvicorn would log a traceback for each invalid text.
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    async def send(self, message: ASGISendEvent) -> None:
        if (
            message["type"] != "websocket.send"
            or (text := message.get("text")) is None
            or not self._can_write_directly()
        ):
            await super().send(message)
            if message["type"] == "websocket.http.response.body":
                # A refusal is an answer, too: uvicorn would log it as a fault.
                self.handshake_complete = True
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(_cached_frame(text))

    def keepalive_timeout(self) -> None:
        """A peer that misses a ping is dead: abort, since pending data would keep the socket open for
        minutes.
        """
        super().keepalive_timeout()
        self.transport.abort()

    def _can_write_directly(self) -> bool:
        """Whether the socket is open and a plain frame can be written directly."""
        idle = not (self.close_sent or self.conn.writes or self.conn.extensions)
        return idle and self.handshake_complete and self.initial_response is None

    def _count_frame(self) -> bool:
        """Count a control frame or fragment; False, and the connection is aborted, after too many."""
        now = self.loop.time()
        if now > self._span_began + SPAN:
            self._span_began, self._frames_in_span = now, 0
        self._frames_in_span += 1
        if self._frames_in_span == MOST_FRAMES + 1:
            self.transport.abort()
        return self._frames_in_span <= MOST_FRAMES


def notice_dead_peers(listening: socket.socket) -> None:
    """Set a TCP user timeout on accepted connections, so that dead peers are detected. Otherwise a stream
    that is only written to would stay open for a quarter of an hour. Does nothing outside Linux.
    """
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNCONFIRMED)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


@lru_cache(maxsize=KEPT)
def _cached_frame(text: str) -> bytes:
    """A text message as the bytes of its WebSocket frame."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
