"""Protects the server's connections from hostile clients: limits the length of a request's head, the time it
may take, and the connections per address.

uvicorn itself accepts heads of any length, and waits for them without limit.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from quarterdeck.i18n import N_, _
from quarterdeck.web.limits import ConnectionLimit
from quarterdeck.web.paths import API
from quarterdeck.web.serving.sockets import Socket

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application, ASGISendCallable

__all__ = ["BODY_SECONDS", "HEAD_SECONDS", "MOST_FIELDS", "MOST_HEAD", "Connection", "connection_of"]

# Limits: bytes of a request's head; its header fields; bytes of a chunked body.
MOST_HEAD: Final = 64 * 1024
MOST_FIELDS: Final = 200
MOST_CHUNKED: Final = 64 * 1024
# Seconds that a head and a body may take to arrive.
HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 30.0
# Seconds that a refused client gets to read the response; its further input is discarded.
LINGER: Final = 2.0
# Bytes parsed between two checks of the limits.
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
    """A connection that is refused when it exceeds a limit, and closed when it is too slow.

    WebSocket handshakes also pass through here first.
    """

    limit = ConnectionLimit(None, ())
    # The address of the request in progress, as far as it has come.
    url = b""

    _stage = BETWEEN
    _requests_begun = 0
    _bytes_read = 0
    _was_asked = False
    _refused = False
    # The request that is being answered; `cycle` is the last that has come.
    _answered: RequestResponseCycle | None = None
    _timed_stage: tuple[int, str] | None = None
    _timer: asyncio.TimerHandle | None = None
    _leave: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._leave = self.limit.enter(self.client[0] if self.client else "")
        if self._leave is None:
            # No response is under way, so close at once.
            self._refused = True
            self.transport.write(_raw_refusal(429, self.url))
            self.transport.close()
        else:
            self._limit_time()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timer()
        super().connection_lost(exc)
        if self._answered is not None:
            # uvicorn tells only the last request that has come: the answer to another would be a fault.
            self._answered.disconnected = True
            self._answered.message_event.set()
        if self._leave is not None:
            self._leave()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self._refused or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            piece = data[start : start + PIECE]
            self._bytes_read += len(piece)
            if status := self._excess_status():
                self._refuse(status)
                return
            super().data_received(piece)
        self._limit_time()

    def _excess_status(self) -> int | None:
        """The status for refusing this connection because of its input so far; None if it is fine."""
        if self._stage == BODY:
            # Other bodies have a known length, which the application checks.
            return 413 if self._bytes_read > MOST_CHUNKED and self._is_chunked() else None
        if self._bytes_read <= MOST_HEAD:
            return None
        return 431 if self._stage == HEAD and self.headers else 414

    def _is_chunked(self) -> bool:
        return any(name == b"transfer-encoding" for name, _value in self.headers)

    # -- parser events

    def on_message_begin(self) -> None:
        self._stage = HEAD
        self._requests_begun += 1
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._stage == BODY:
            # Trailer fields would be taken for header fields.
            return
        if len(self.headers) <= MOST_FIELDS:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._stage, self._bytes_read = BODY, 0
        if len(self.headers) > MOST_FIELDS:
            self.app = _refusing_app(431, self.url)
        elif not self._names_one_host():
            self.app = _refusing_app(400, self.url)
        super().on_headers_complete()
        if not self.pipeline:
            self._answered = self.cycle
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            self._was_asked = True

    def _names_one_host(self) -> bool:
        """Whether the head names exactly one host (RFC 9112, 3.2). With two, a proxy may have checked the
        other one.
        """
        hosts = sum(name == b"host" for name, _value in self.headers)
        return hosts == 1 or (hosts == 0 and self.parser.get_http_version() == "1.0")

    def on_message_complete(self) -> None:
        self._stage, self._bytes_read = BETWEEN, 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.pipeline:
            self._answered = self.pipeline[-1][0]
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        if self._is_answering():
            # The rest of the previous response would mix with the WebSocket's frames.
            self._cancel_timer()
            self.transport.abort()
            return
        if not self._names_one_host():
            self._refuse(400)
            return
        self._cancel_timer()
        leave, self._leave = self._leave, None
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, Socket)
        socket.leave = leave
        if not socket.handshake_initiated:
            # The WebSocket parser limits each field itself, and reports unreadable input without details.
            self.transport.write(_raw_refusal(400, self.url))
            self.transport.close()

    # -- time

    def _limit_time(self) -> None:
        """Limit the time until the head or body in progress is complete."""
        waiting = None
        if not (self._refused or self.transport.is_closing() or self.transport.get_protocol() is not self):
            if self._stage == BODY:
                waiting = (self._requests_begun, BODY)
            elif self._stage == HEAD or not self._is_answering():
                waiting = (self._requests_begun, HEAD)
        if waiting == self._timed_stage:
            return
        self._cancel_timer()
        if waiting is not None:
            self._timed_stage = waiting
            seconds = BODY_SECONDS if self._stage == BODY else HEAD_SECONDS
            self._timer = self.loop.call_later(seconds, self._on_timeout)

    def _is_answering(self) -> bool:
        return self._was_asked and not self.cycle.response_complete

    def _cancel_timer(self) -> None:
        self._timed_stage = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        self._timer = None
        if self._stage == BETWEEN:
            self.transport.abort()
        else:
            self._refuse(408)

    # -- refusals

    def send_400_response(self, msg: str) -> None:
        """Refuse input that is no HTTP, in our own words."""
        self.transport.write(_raw_refusal(400, self.url))
        self.transport.close()

    def _refuse(self, status: int) -> None:
        """Send an error response and ignore further input."""
        self._refused = True
        self._cancel_timer()
        answering = self._is_answering()
        if answering and (self._stage != BODY or self.cycle.response_started):
            # It would end up in the middle of a response.
            self.transport.abort()
            return
        if answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(_raw_refusal(status, self.url))
        # If closed at once with unread input, the client might never see the response.
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.abort)


def _refusing_app(status: int, url: bytes) -> ASGI3Application:
    """An application that refuses every request with this status."""

    async def refuse(_scope: object, _receive: object, send: ASGISendCallable) -> None:
        kind, body = _refusal(status, url)
        fields = [(b"content-type", kind), (b"content-length", b"%d" % len(body))]
        headers = [*fields, (b"cache-control", b"no-store"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return refuse


def _raw_refusal(status: int, url: bytes) -> bytes:
    kind, body = _refusal(status, url)
    fields = (
        b"content-type: %b\r\ncontent-length: %d\r\n"
        b"cache-control: no-store\r\nconnection: close\r\n\r\n" % (kind, len(body))
    )
    return STATUS_LINE[status] + fields + body


def _refusal(status: int, url: bytes) -> tuple[bytes, bytes]:
    """The content type and body that refuse a request for this address: JSON in the API, else plain text."""
    sentence = _(REFUSALS[status])
    # The API may lie below a root path.
    if API.encode() in url.partition(b"?")[0]:
        return b"application/json", json.dumps({"error": sentence}, ensure_ascii=False).encode()
    return b"text/plain; charset=utf-8", sentence.encode()


def connection_of(limit: ConnectionLimit) -> type[Connection]:
    """A connection class that keeps to this limit on the connections of an address."""

    class Limited(Connection):
        """A connection that counts towards this limit."""

    Limited.limit = limit
    return Limited
