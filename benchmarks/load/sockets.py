"""WebSockets that pass messages directly to a function, without a task and a queue for each of thousands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

__all__ = ["Socket"]

DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


class Socket(asyncio.Protocol):
    """A client's end; made by `open`. `heard` is called with the bytes of each message."""

    def __init__(self, protocol: ClientProtocol, heard: Callable[[bytes], None]) -> None:
        self._protocol = protocol
        self._receiver = heard
        self._message_parts: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(
        cls, address: str, heard: Callable[[bytes], None], headers: Mapping[str, str] | None = None
    ) -> Socket:
        """Connect to an address, ws://…. Raises ConnectionError if the server rejects the WebSocket."""
        uri = parse_uri(address)
        socket = cls(ClientProtocol(uri, max_size=None), heard)
        request = socket._protocol.connect()
        request.headers.update(headers or {})
        await asyncio.get_running_loop().create_connection(lambda: socket, uri.host, uri.port)
        socket._protocol.send_request(request)
        socket._flush()
        await socket._opened
        return socket

    def send(self, message: bytes) -> None:
        """Send a text."""
        self._protocol.send_text(message)
        self._flush()

    def close(self) -> None:
        """Close without a closing handshake."""
        self._receiver = lambda _message: None
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclass of it.
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if not isinstance(event, Frame):
                self._finish_handshake()
            elif event.opcode in DATA:
                self._message_parts.append(bytes(event.data))
                if event.fin:
                    message, self._message_parts = b"".join(self._message_parts), []
                    self._receiver(message)
        # The pending output is a pong.
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("the server closed the socket"))

    def _finish_handshake(self) -> None:
        if self._protocol.state is State.OPEN:
            self._opened.set_result(None)
        else:
            reason = self._protocol.handshake_exc
            self._opened.set_exception(ConnectionError(f"the server wants no WebSocket: {reason}"))

    def _flush(self) -> None:
        assert self._transport is not None
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
