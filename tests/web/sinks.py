"""Where notices end up in tests: a mail server, and a service for web push or of a chat."""

from __future__ import annotations

import email.message
import email.policy
import http.client
import http.server
import socket
import socketserver
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import BytesParser

import pytest

from quarterdeck.web.notices import outbound


class MailServer(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it gets; `refusals` are what it answers first, by command."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, trust: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Mail)
        self.port: int = self.server_address[1]
        self.trust = trust
        self.emails: list[email.message.EmailMessage] = []
        self.raw: list[bytes] = []
        self.recipients: list[str] = []
        self.said: list[str] = []
        self.refusals: dict[str, list[str]] = {}


class _Mail(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self._say("220 sink")
        while line := self.rfile.readline():
            said = line.decode().rstrip("\r\n")
            self.server.said.append(said)
            verb = said.split(" ")[0].upper()
            if self.server.refusals.get(verb):
                self._say(self.server.refusals[verb].pop(0))
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._answer(verb, said)

    def finish(self) -> None:
        super().finish()
        # What came in its place is closed by nobody else.
        self.connection.close()

    def _answer(self, verb: str, said: str) -> None:
        if verb == "EHLO":
            self._say("250-sink\r\n250-AUTH PLAIN\r\n250 STARTTLS")
        elif verb == "STARTTLS" and self.server.trust is not None:
            self._say("220 go on")
            self.connection = self.server.trust.wrap_socket(self.connection, server_side=True)
            self.rfile = self.connection.makefile("rb")
            self.wfile = self.connection.makefile("wb", 0)
        elif verb == "AUTH":
            self._say("235 come in")
        elif verb == "DATA":
            self._say("354 go on")
            self._take()
        else:
            if verb == "RCPT":
                self.server.recipients.append(said.partition(":")[2].strip("<> "))
            self._say("250 fine")

    def _take(self) -> None:
        data = b""
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            data += line
        self.server.raw.append(data)
        parsed = BytesParser(policy=email.policy.default).parsebytes(data)
        assert isinstance(parsed, email.message.EmailMessage)
        self.server.emails.append(parsed)
        self._say("250 fine")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class PostedService(http.server.ThreadingHTTPServer):
    """A service that keeps what is posted to it and answers with `status`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Posted)
        self.status = 201
        self.got: list[tuple[str, dict[str, str], bytes]] = []


class _Posted(http.server.BaseHTTPRequestHandler):
    server: PostedService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.got.append(
            (self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        )
        self.send_response(self.server.status)
        self.send_header("location", "http://127.0.0.1/elsewhere")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        pass


@contextmanager
def mail_server(trust: ssl.SSLContext | None = None) -> Iterator[MailServer]:
    """A mail server for a while."""
    with MailServer(trust) as server, _running(server):
        yield server


@contextmanager
def posted_service() -> Iterator[PostedService]:
    """For a while, a service that gets what the server posts, whatever host it is for."""
    with PostedService() as server, _running(server), pytest.MonkeyPatch.context() as patch:
        address = str(server.server_address[0]), int(server.server_address[1])
        patch.setattr(outbound, "connect", lambda _host, _patience: plain_connection(address))
        yield server


def plain_connection(address: tuple[str, int]) -> http.client.HTTPConnection:
    """An open connection without TLS."""
    connection = http.client.HTTPConnection(*address, timeout=10)
    connection.connect()
    return connection


class Dripping:
    """A server that answers its first client with `begin`, then with a byte every 50 ms for some seconds, and
    at last with `end`. `cut`: the client did not wait for the end.
    """

    def __init__(self, begin: bytes, end: bytes) -> None:
        self.cut = False
        self._answer = (begin, *[b"a"] * 100, end)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(10)
        self._thread = threading.Thread(target=self._serve)

    @property
    def address(self) -> tuple[str, int]:
        host, port = self._listening.getsockname()
        return host, port

    def _serve(self) -> None:
        client, _address = self._listening.accept()
        with client:
            client.recv(65536)
            for piece in self._answer:
                try:
                    client.sendall(piece)
                except OSError:
                    self.cut = True
                    return
                time.sleep(0.05)

    def __enter__(self) -> Dripping:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._thread.join()
        self._listening.close()


@contextmanager
def _running(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
