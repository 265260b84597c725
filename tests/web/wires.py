"""Connections to an application on the event loop it runs on: every byte that comes over them is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from starlette.types import ASGIApp, Message, Scope

HOST = "localhost"
PATIENCE = 60


class Wire:
    """One connection: a request with its answer, a stream, or a socket. It is open from the beginning."""

    def __init__(
        self, app: ASGIApp, target: str, headers: Mapping[str, str], socket: bool = False, body: bytes = b""
    ) -> None:
        self.target = target
        self._in: asyncio.Queue[Message] = asyncio.Queue()
        self._came = asyncio.Event()
        self._heard: list[bytes] = []
        self._taken = 0
        self._gone = False
        self.missed = asyncio.Event()
        if socket:
            self._in.put_nowait({"type": "websocket.connect"})
        else:
            self._in.put_nowait({"type": "http.request", "body": body, "more_body": False})
        scope = scope_of(target, headers, socket, body)
        self._serving = asyncio.create_task(self._serve(app, scope))

    async def _serve(self, app: ASGIApp, scope: Scope) -> None:
        await app(scope, self._in.get, self._receive)

    async def _receive(self, message: Message) -> None:
        if self._gone:
            self.missed.set()
            raise OSError
        self._heard.append(bytes_of(message))
        self._came.set()

    def say(self, message: Mapping[str, Any]) -> None:
        """Send JSON over a socket."""
        self._in.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def until(self, mark: str) -> None:
        """Until something new has come with this in it."""
        async with asyncio.timeout(PATIENCE):
            while not any(mark.encode() in heard for heard in self._heard[self._taken :]):
                self._came.clear()
                await self._came.wait()

    async def answered(self) -> None:
        """Until a request has got its whole answer."""
        async with asyncio.timeout(PATIENCE):
            await self._serving

    def take(self) -> list[bytes]:
        """What has come since the last time; sorted, as an answer may overtake the news of it."""
        taken, self._taken = self._taken, len(self._heard)
        return sorted(self._heard[taken:])

    def lose(self) -> None:
        """Hang up without a word: what is sent from now on is `missed`, and fails as it does in uvicorn."""
        self._gone = True
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def close(self) -> None:
        """Hang up."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        self._serving.cancel()
        await asyncio.gather(self._serving, return_exceptions=True)


def scope_of(target: str, headers: Mapping[str, str], socket: bool = False, body: bytes = b"") -> Scope:
    """What a server tells an application of a request."""
    path, _mark, query = target.partition("?")
    sent = {"host": HOST, **headers}
    if body:
        sent |= {"content-length": str(len(body)), "content-type": "application/x-www-form-urlencoded"}
    kind = (
        {"type": "websocket", "scheme": "ws", "subprotocols": []}
        if socket
        else {"type": "http", "scheme": "http", "method": "POST" if body else "GET"}
    )
    return {
        **kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        "client": ("127.0.0.1", 50000),
        "server": (HOST, 80),
    }


def bytes_of(message: Message) -> bytes:
    """What a server sends for a message of its application: the status and headers, or the content."""
    kind = message["type"]
    if kind == "http.response.start":
        headers = b"\n".join(name + b": " + value for name, value in message["headers"])
        return b"%d\n%s" % (message["status"], headers)
    if kind == "http.response.body":
        return bytes(message.get("body", b""))
    if kind == "websocket.send":
        text = message.get("text")
        return bytes(message["bytes"]) if text is None else str(text).encode()
    return repr(sorted(message.items())).encode()
