"""What lies between a browser and its server, and what can go wrong there: lines that go silent without
closing, and proxies that take no sockets or hold answers back.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

REFUSAL = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
CHUNK = 65536


class Line:
    """One connection through a proxy. A silent one passes on nothing more, and stays open."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.ends = (client, server)
        self.silent = False

    def close(self) -> None:
        for end in self.ends:
            # Another thread may wait for what comes.
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Proxy:
    """Passes everything on between its own address and a server's, unless it is told otherwise.

    `sockets`: whether it takes WebSockets; `whole`: whether it passes on an answer only once it has all of
    it; `dead`: whether nothing gets through, neither over the lines that are there nor over new ones.
    """

    def __init__(self, server: str) -> None:
        host, port = server.removeprefix("http://").split(":")
        self._server = (host, int(port))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.sockets = True
        self.whole = False
        self.dead = False
        self._lines: list[Line] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def silence(self) -> None:
        """Let the lines that are there go silent, as a router does that forgets them; new ones work."""
        for line in self._lines:
            line.silent = True

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for line in self._lines:
            line.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self._listening.accept()
                line = Line(client, socket.create_connection(self._server))
                self._lines.append(line)
                for pump in (self._up, self._down):
                    threading.Thread(target=pump, args=(line,), daemon=True).start()

    def _lost(self, line: Line) -> bool:
        # A line that has lost something stays silent, even once the proxy is alive again.
        line.silent = line.silent or self.dead
        return line.silent

    def _up(self, line: Line) -> None:
        client, server = line.ends
        with suppress(OSError):
            while data := client.recv(CHUNK):
                if self._lost(line):
                    continue
                if not self.sockets and b"upgrade: websocket" in data.lower():
                    client.sendall(REFUSAL)
                    break
                if self.whole:
                    data = data.replace(b"Connection: keep-alive", b"Connection: close")
                server.sendall(data)
        line.close()

    def _down(self, line: Line) -> None:
        client, server = line.ends
        held = b""
        with suppress(OSError):
            while data := server.recv(CHUNK):
                if self._lost(line):
                    continue
                if self.whole:
                    held += data
                else:
                    client.sendall(data)
            client.sendall(held)
        if not line.silent:
            line.close()


@contextmanager
def between(server: str) -> Iterator[Proxy]:
    """A proxy before a server, for a while."""
    proxy = Proxy(server)
    try:
        yield proxy
    finally:
        proxy.close()
