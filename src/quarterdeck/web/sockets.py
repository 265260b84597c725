"""The WebSockets of the server, where the other end may be hostile."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

__all__ = ["MOST_FRAMES", "SPAN", "Socket"]

# So many frames that are no message of their own, in so many seconds. Browsers send none.
MOST_FRAMES: Final = 100
SPAN: Final = 10.0


class Socket(WebSocketsSansIOProtocol):
    """A socket that hangs up on whoever floods it.

    Messages wait until the application takes them, and nothing more is read meanwhile. Pings and fragments
    are no messages: they would be taken as fast as they come, and the answers of who reads none pile up.
    """

    _since = 0.0
    _frames = 0

    def handle_ping(self) -> None:
        if self._few():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._few():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._few():
            super().handle_cont(event)

    def _few(self) -> bool:
        now = self.loop.time()
        if now > self._since + SPAN:
            self._since, self._frames = now, 0
        self._frames += 1
        if self._frames == MOST_FRAMES + 1:
            self.transport.abort()
        return self._frames <= MOST_FRAMES
