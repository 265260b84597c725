"""A proxy that puts a server under a path, as nginx does with `proxy_pass`: it takes the path away from the
addresses it passes on, or leaves it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

__all__ = ["proxied"]

NOT_FOUND: Final = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@contextmanager
def proxied(server: str, path: str, strips: bool) -> Iterator[str]:
    """A proxy in a thread, in front of the server at this address; yields its own, without the path."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    proxy = _Proxy(server, path, strips)
    try:
        listening = asyncio.run_coroutine_threadsafe(asyncio.start_server(proxy.serve, "127.0.0.1", 0), loop)
        own = listening.result()
        try:
            yield f"http://127.0.0.1:{own.sockets[0].getsockname()[1]}"
        finally:
            asyncio.run_coroutine_threadsafe(_end(own, proxy), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(own: asyncio.Server, proxy: _Proxy) -> None:
    # What was just accepted becomes a stream first: a closed server would lose its socket.
    while accepting := asyncio.all_tasks() - proxy.tasks - {asyncio.current_task()}:
        await asyncio.gather(*accepting)
    own.close()
    for task in proxy.tasks:
        task.cancel()
    await asyncio.gather(*proxy.tasks, return_exceptions=True)
    for writer in proxy.writers:
        writer.transport.abort()
    await asyncio.gather(*(writer.wait_closed() for writer in proxy.writers), return_exceptions=True)


class _Proxy:
    def __init__(self, server: str, path: str, strips: bool) -> None:
        parts = urlsplit(server)
        self._host, self._port = parts.hostname, parts.port
        self._path = path.encode()
        self._strips = strips
        self.writers: list[asyncio.StreamWriter] = []
        # The event loop itself would let go of a task that waits.
        self.tasks: set[asyncio.Task[None]] = set()

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request of a browser, or one socket: connections are not used again."""
        self.writers.append(writer)
        self.tasks.add(asyncio.create_task(self._answer(reader, writer)))

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            await self._pass_on(head, reader, writer)
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    async def _pass_on(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line, _end, fields = head.partition(b"\r\n")
        method, target, version = line.split(b" ")
        if not (target + b"/").startswith(self._path + b"/"):
            writer.write(NOT_FOUND)
            return
        if self._strips:
            target = target.removeprefix(self._path) or b"/"
        kept = [
            field
            for field in fields.split(b"\r\n")
            if not field.lower().startswith(b"connection:") or b"upgrade" in field.lower()
        ]
        if b"upgrade:" not in fields.lower():
            kept.insert(0, b"Connection: close")
        there, back = await asyncio.open_connection(self._host, self._port)
        self.writers.append(back)
        back.write(b" ".join((method, target, version)) + b"\r\n" + b"\r\n".join(kept))
        asking = asyncio.create_task(_copy(reader, back))
        self.tasks.add(asking)
        try:
            await _copy(there, writer)
        finally:
            asking.cancel()
            back.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while part := await reader.read(65536):
        writer.write(part)
        await writer.drain()
