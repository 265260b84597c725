"""The WebSockets of the server, where the other end may be hostile."""

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

# So many frames that are no message of their own, in so many seconds. Browsers send none.
MOST_FRAMES: Final = 100
SPAN: Final = 10.0
# How often a socket is pinged, and how long its answer may take, in seconds.
PINGS: Final = 20.0
PONGS: Final = 20.0
# How long a peer may leave unconfirmed what it was sent, in milliseconds: who has gone confirms nothing.
UNCONFIRMED: Final = 60_000
# Frames that are kept: of the tables that have just moved on.
KEPT: Final = 64


class Socket(WebSocketsSansIOProtocol):
    """A socket that hangs up on whoever floods it.

    Messages wait until the application takes them, and nothing more is read meanwhile. Pings and fragments
    are no messages: they would be taken as fast as they come, and the answers of who reads none pile up.

    A text goes out as one and the same frame to all who get it, so that those who are slow to take it keep no
    copies of it waiting.
    """

    # Called when the connection has ended.
    leave: Callable[[], None] | None = None

    _since = 0.0
    _frames = 0

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.leave is not None:
            self.leave()

    def handle_ping(self) -> None:
        if self._few():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._few():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._few():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent and not _readable(b"".join(self.frames)):
            # uvicorn would log a traceback for each of them.
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    async def send(self, message: ASGISendEvent) -> None:
        if message["type"] != "websocket.send" or (text := message.get("text")) is None or not self._plain():
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(_frame(text))

    def keepalive_timeout(self) -> None:
        """A peer that answers no ping is gone: what waits for it would keep the socket open for minutes."""
        super().keepalive_timeout()
        self.transport.abort()

    def _plain(self) -> bool:
        """Whether the socket is open, and what is sent goes out as it is, behind nothing else."""
        idle = not (self.close_sent or self.conn.writes or self.conn.extensions)
        return idle and self.handshake_complete and self.initial_response is None

    def _few(self) -> bool:
        now = self.loop.time()
        if now > self._since + SPAN:
            self._since, self._frames = now, 0
        self._frames += 1
        if self._frames == MOST_FRAMES + 1:
            self.transport.abort()
        return self._frames <= MOST_FRAMES


def notice_dead_peers(listening: socket.socket) -> None:
    """Have the connections that a socket accepts end when their peers are gone, which a stream that is only
    written to would not find out for a quarter of an hour. Where the system can't (it is not Linux) nothing
    changes.
    """
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNCONFIRMED)


def _readable(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


@lru_cache(maxsize=KEPT)
def _frame(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
