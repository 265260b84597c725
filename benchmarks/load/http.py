"""A minimal HTTP/1.1 client with keep-alive, cheap enough not to affect the measured server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import NamedTuple, cast

__all__ = ["Answer", "Pool", "parse"]

ENDS = b"\r\n\r\n"


class Answer(NamedTuple):
    """A response; the names of its headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


def parse(data: bytes) -> Answer | None:
    """Parse a response; None if it is incomplete. Raises ValueError if its length is not given."""
    head, ends, body = data.partition(ENDS)
    if not ends:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _colon, value in (line.partition(":") for line in lines)}
    if "content-length" not in headers:
        raise ValueError(f"a response without content-length: {first}")
    if len(body) < int(headers["content-length"]):
        return None
    return Answer(int(first.split(" ", 2)[1]), headers, body)


class _Connection(asyncio.Protocol):
    """One connection, for one request at a time."""

    def __init__(self) -> None:
        self.open = True
        self._transport: asyncio.Transport | None = None
        self._read = b""
        self._answer: asyncio.Future[Answer] | None = None

    def ask(self, request: bytes) -> asyncio.Future[Answer]:
        """Send a request and return the response.

        Raises ConnectionError if the server closes the connection.
        """
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return self._answer

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclass of it.
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._read += data
        answer = parse(self._read)
        if answer is not None and self._answer is not None:
            self._read = b""
            if answer.headers.get("connection") == "close":
                self.open = False
            if not self._answer.done():
                self._answer.set_result(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open = False
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server hung up"))


class Pool:
    """Connections to one server, one for each concurrent request."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._idle: list[_Connection] = []

    async def get(self, path: str, headers: Mapping[str, str]) -> Answer:
        """Answer to a GET. Raises ConnectionError."""
        return await self._request("GET", path, headers, b"")

    async def post(self, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Answer to a POST. Raises ConnectionError."""
        return await self._request("POST", path, headers, body)

    def close(self) -> None:
        """Hang up everywhere."""
        for connection in self._idle:
            connection.close()
        self._idle.clear()

    async def _request(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        all_headers = {"host": f"{self._host}:{self._port}", "content-length": str(len(body)), **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
        request = "\r\n".join(lines).encode() + ENDS + body
        connection = next((idle for idle in iter(self._take_idle, None) if idle.open), None)
        if connection is not None:
            try:
                return await self._request_over(connection, request)
            except ConnectionError:
                # The server closed it while idle, so the request was not executed.
                connection.close()
        loop = asyncio.get_running_loop()
        _transport, opened = await loop.create_connection(_Connection, self._host, self._port)
        return await self._request_over(opened, request)

    def _take_idle(self) -> _Connection | None:
        return self._idle.pop() if self._idle else None

    async def _request_over(self, connection: _Connection, request: bytes) -> Answer:
        answer = await connection.ask(request)
        if connection.open:
            self._idle.append(connection)
        return answer
