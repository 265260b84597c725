"""The connections of the server, where the other end may be hostile: how long a request's head may be, how
much time it has to come, and how many connections an address may have.

uvicorn itself reads a head however long it is, and waits for the rest of it for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from quarterdeck.i18n import N_, _
from quarterdeck.web.limits import Crowd
from quarterdeck.web.sockets import Socket

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application, ASGISendCallable

__all__ = ["BODY_SECONDS", "HEAD_SECONDS", "MOST_FIELDS", "MOST_HEAD", "Connection", "connection_of"]

# A request's line and fields in bytes; its fields; the body of one that does not say how long that is.
MOST_HEAD: Final = 64 * 1024
MOST_FIELDS: Final = 200
MOST_CHUNKED: Final = 64 * 1024
# How long a head and a body may take to come, in seconds.
HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 30.0
# How long who is refused is left to read so, in seconds: what else comes from there is thrown away.
LINGER: Final = 2.0
# So many bytes are looked at before they are counted again.
PIECE: Final = 4096

BETWEEN, HEAD, BODY = "between", "head", "body"
REFUSALS: Final = {
    400: N_("This request can't be read."),
    408: N_("This request took too long to come."),
    413: N_("That is more than this server takes."),
    414: N_("This address is too long."),
    429: N_("There are too many connections from your network: close some of them first."),
    431: N_("The head of this request is too long."),
}


class Connection(HttpToolsProtocol):
    """A connection that is refused as soon as it asks too much, and closed when it does not get on.

    The same holds for the head that opens a WebSocket: it comes here first.
    """

    crowd = Crowd(None, ())

    _stage = BETWEEN
    _begun = 0
    _size = 0
    _asked = False
    _refused = False
    _watched: tuple[int, str] | None = None
    _timer: asyncio.TimerHandle | None = None
    _leave: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._leave = self.crowd.enter(self.client[0] if self.client else "")
        if self._leave is None:
            # Nothing has been sent yet, so that nothing need be waited for.
            self._refused = True
            self.transport.write(_answer(429))
            self.transport.close()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_watch()
        super().connection_lost(exc)
        if self._leave is not None:
            self._leave()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self._refused or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            piece = data[start : start + PIECE]
            self._size += len(piece)
            if status := self._too_much():
                self._refuse(status)
                return
            super().data_received(piece)
        self._watch()

    def _too_much(self) -> int | None:
        """The status by which this connection is to be refused for what it has sent; None if it is not."""
        if self._stage == BODY:
            # Of others the length is known, and the application refuses them by it.
            return 413 if self._size > MOST_CHUNKED and self._chunked() else None
        if self._size <= MOST_HEAD:
            return None
        return 431 if self._stage == HEAD and self.headers else 414

    def _chunked(self) -> bool:
        return any(name == b"transfer-encoding" for name, _value in self.headers)

    # -- what the parser finds

    def on_message_begin(self) -> None:
        self._stage = HEAD
        self._begun += 1
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._stage == BODY:
            # Fields behind a body would be taken for fields of the head.
            return
        if len(self.headers) <= MOST_FIELDS:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._stage, self._size = BODY, 0
        if len(self.headers) > MOST_FIELDS:
            self.app = _refusing(431)
        elif not self._names_one_host():
            self.app = _refusing(400)
        super().on_headers_complete()
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            self._asked = True

    def _names_one_host(self) -> bool:
        """Whether the head says for which host the request is (RFC 9112, 3.2). Of two, a proxy in front may
        have checked the other one.
        """
        hosts = sum(name == b"host" for name, _value in self.headers)
        return hosts == 1 or (hosts == 0 and self.parser.get_http_version() == "1.0")

    def on_message_complete(self) -> None:
        self._stage, self._size = BETWEEN, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        if self._answering():
            # The rest of that answer would stand among the frames of the socket.
            self._end_watch()
            self.transport.abort()
            return
        if not self._names_one_host():
            self._refuse(400)
            return
        self._end_watch()
        leave, self._leave = self._leave, None
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, Socket)
        socket.leave = leave
        if not socket.handshake_initiated:
            # Its parser bounds each field by itself, and says nothing of what it can't read.
            self.transport.write(_answer(400))
            self.transport.close()

    # -- time

    def _watch(self) -> None:
        """Measure the time from when a head or body begins to be waited for until it is there."""
        waiting = None
        if not (self._refused or self.transport.is_closing() or self.transport.get_protocol() is not self):
            if self._stage == BODY:
                waiting = (self._begun, BODY)
            elif self._stage == HEAD or not self._answering():
                waiting = (self._begun, HEAD)
        if waiting == self._watched:
            return
        self._end_watch()
        if waiting is not None:
            self._watched = waiting
            seconds = BODY_SECONDS if self._stage == BODY else HEAD_SECONDS
            self._timer = self.loop.call_later(seconds, self._too_slow)

    def _answering(self) -> bool:
        return self._asked and not self.cycle.response_complete

    def _end_watch(self) -> None:
        self._watched = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if self._stage == BETWEEN:
            self.transport.abort()
        else:
            self._refuse(408)

    # -- refusals

    def _refuse(self, status: int) -> None:
        """Say why, and hear nothing more."""
        self._refused = True
        self._end_watch()
        answering = self._answering()
        if answering and (self._stage != BODY or self.cycle.response_started):
            # It would stand in the middle of an answer.
            self.transport.abort()
            return
        if answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(_answer(status))
        # Closed at once, with more to read, the other end might never see the answer.
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.abort)


def _refusing(status: int) -> ASGI3Application:
    """An application that refuses whatever it is asked, with this status."""

    async def refuse(_scope: object, _receive: object, send: ASGISendCallable) -> None:
        sentence = _(REFUSALS[status]).encode()
        fields = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(sentence))]
        headers = [*fields, (b"cache-control", b"no-store"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": sentence})

    return refuse


def _answer(status: int) -> bytes:
    sentence = _(REFUSALS[status]).encode()
    fields = (
        b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
        b"cache-control: no-store\r\nconnection: close\r\n\r\n" % len(sentence)
    )
    return STATUS_LINE[status] + fields + sentence


def connection_of(crowd: Crowd) -> type[Connection]:
    """Connections of which each address has as many as this crowd lets in."""

    class Counted(Connection):
        """A connection of a crowd."""

    Counted.crowd = crowd
    return Counted
