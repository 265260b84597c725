"""Connections that ask too much, or never get on: each is refused at once, and nobody else waits for it."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx2
import pytest

from quarterdeck.web.limits import ConnectionLimit
from quarterdeck.web.serving.connections import MOST_CHUNKED, MOST_FIELDS, MOST_HEAD
from tests.servers import Server, running

UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
SOCKET = b"GET /table/example/live HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE
TWO_HOSTS = b"Host: localhost\r\nHost: club.example\r\n"
# What a process with short times is told to have: nobody waits ten seconds for a test.
IMPATIENT = """
import quarterdeck.web.serving.connections as connections
connections.HEAD_SECONDS = connections.BODY_SECONDS = 0.5
"""

# What a process is told whose log is not to tell of input that is no HTTP.
UNTOLD = """
import logging
logging.getLogger("uvicorn.error").addFilter(lambda record: "Invalid HTTP" not in record.getMessage())
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("connections")) as server:
        yield server


@contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    host, port = server.address.removeprefix("http://").split(":")
    with closing(socket.create_connection((host, int(port)), timeout=20)) as end:
        yield end


def answer_of(end: socket.socket) -> bytes:
    """The answer, once the other side has ended the connection."""
    answer = b""
    while part := end.recv(65536):
        answer += part
    return answer


def status_of(end: socket.socket) -> int:
    """The status of the answer, once the other side has ended the connection."""
    return int(answer_of(end).split(b" ", 2)[1])


def asked(server: Server, *parts: bytes) -> int:
    """The status by which a request is answered; what the server does not take is not sent."""
    with connected(server) as end:
        for part in parts:
            end.sendall(part)
        return status_of(end)


def line(path: bytes = b"/rules/meuterer") -> bytes:
    return b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"


LONG = b"a" * (MOST_HEAD + 1)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /" + LONG, 414),
        (line() + b"X-Long: " + LONG, 431),
        (line() + b"X-" + LONG, 431),
        (line() + b"X: y\r\n" * (MOST_FIELDS + 1) + b"\r\n", 431),
        (line() + b"Cookie: " + b"a" * 9000 + b"\r\n\r\n", 200),
        (b"POST /tables HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + b"X-Long: " + LONG, 431),
        (SOCKET + b"X-Long: " + LONG, 431),
        (
            b"GET /table/x/live HTTP/1.1\r\nHost: localhost\r\n"
            + UPGRADE
            + b"X: "
            + LONG[:9000]
            + b"\r\n\r\n",
            400,
        ),
        (b"GET /table/x/live HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + b"X: y\r\n" * 150 + b"\r\n", 400),
    ],
    ids=[
        "address",
        "value",
        "name",
        "fields",
        "cookie",
        "post",
        "socket",
        "socket's field",
        "socket's fields",
    ],
)
def test_a_head_that_is_too_long_is_refused_before_it_ends(server: Server, head: bytes, status: int) -> None:
    assert asked(server, head) == status


def test_a_second_request_of_a_connection_has_no_longer_head(server: Server) -> None:
    with connected(server) as end:
        end.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert end.recv(65536).startswith(b"HTTP/1.1 200")
        end.sendall(line() + b"X-Long: " + LONG)
        assert status_of(end) == 431


def test_who_leaves_before_all_the_answers_is_no_fault_of_the_server(tmp_path: Path) -> None:
    # It would complain of a fault at its end.
    with running(tmp_path) as server:
        for _ in range(5):
            with connected(server) as end:
                end.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
                end.recv(1)
        assert asked(server, line() + b"\r\n") == 200


def test_a_socket_that_is_refused_is_no_fault_of_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        begun = b"GET /api/v1/tables/nowhere/socket HTTP/1.1\r\nHost: localhost\r\n"
        assert asked(server, begun + UPGRADE + b"\r\n") == 404


def test_fields_behind_a_body_are_bounded_and_count_for_nothing(server: Server) -> None:
    start = b"POST /tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    trailer = b"0\r\nX-Long: " + b"a" * (MOST_CHUNKED + MOST_HEAD)
    assert asked(server, start + trailer) in (403, 413)


@pytest.mark.parametrize("root", ["", "/quarterdeck"])
@pytest.mark.parametrize(
    ("rest", "status"),
    [
        (b"Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n11171\r\n" + b"a" * 0x11171, 413),
        (b"Host: localhost\r\nX-Long: " + LONG, 431),
        (b"Host: localhost\r\n" + b"X: y\r\n" * (MOST_FIELDS + 1) + b"\r\n", 431),
        (TWO_HOSTS + b"\r\n", 400),
    ],
    ids=["chunks", "value", "fields", "two hosts"],
)
def test_programs_are_refused_in_json(server: Server, rest: bytes, status: int, root: str) -> None:
    with connected(server) as end:
        end.sendall(f"POST {root}/api/v1/tables?game=mutiny HTTP/1.1\r\n".encode() + rest)
        check_problem(answer_of(end), status)


def test_a_program_whose_body_is_no_http_is_refused_in_json(tmp_path: Path) -> None:
    broken = b"Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n"
    with running(tmp_path, before=UNTOLD) as server, connected(server) as end:
        end.sendall(b"POST /api/v1/tables HTTP/1.1\r\n" + broken)
        check_problem(answer_of(end), 400)


def check_problem(answer: bytes, status: int) -> None:
    head, _empty, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"\r\ncontent-type: application/json\r\n" in head
    assert list(json.loads(body)) == ["error"]


def test_a_flood_of_head_holds_nobody_else_up(server: Server) -> None:
    """The whole head took half a minute to read, in which nobody was answered."""
    sent = 0
    with connected(server) as end, suppress(ConnectionError):
        end.sendall(line() + b"X-Long: ")
        while sent < 100_000_000:
            sent += end.send(b"a" * 1_000_000)
            httpx2.get(f"{server.address}/healthz", timeout=20)
    assert sent < 100_000_000


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("impatient"), before=IMPATIENT) as server:
        yield server


@pytest.mark.parametrize(
    "begun",
    [
        line(),
        line() + b"X-Slow: a",
        b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\ncsrf",
        b"POST /tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ncs",
    ],
    ids=["head", "field", "body", "chunk"],
)
def test_what_never_ends_is_given_up(impatient: Server, begun: bytes) -> None:
    assert asked(impatient, begun) == 408


def test_drops_do_not_keep_a_head_alive(impatient: Server) -> None:
    with connected(impatient) as end:
        end.settimeout(0.05)
        end.sendall(line() + b"X-Slow: ")
        answer = b""
        for _drop in range(200):
            try:
                end.sendall(b"a")
                answer += end.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                break
            if answer:
                break
        assert answer.startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("sent", [b"", b"\r\n", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n\r\n"])
def test_a_client_that_sends_no_request_is_disconnected(impatient: Server, sent: bytes) -> None:
    with connected(impatient) as end:
        end.sendall(sent)
        while end.recv(65536):
            pass


def test_an_address_has_so_many_connections_and_then_again(tmp_path: Path) -> None:
    # The proxies may have any number, and by default this computer is one.
    with running(tmp_path, limit_connections="3", proxies="192.0.2.1") as server, ExitStack() as stack:
        ends = [stack.enter_context(connected(server)) for _connection in range(3)]
        with connected(server) as fourth:
            assert status_of(fourth) == 429
        ends[0].sendall(line() + b"\r\n")
        assert status_of(ends[0]) == 200
        ends[0].close()
        with connected(server) as fourth:
            fourth.sendall(line() + b"\r\n")
            assert status_of(fourth) == 200


def test_a_socket_is_a_connection_until_it_ends(tmp_path: Path) -> None:
    with running(tmp_path, limit_connections="1", proxies="192.0.2.1") as server:
        with connected(server) as end:
            end.sendall(SOCKET + b"\r\n")
            assert b" 101 " in end.recv(1000)
            with connected(server) as second:
                assert status_of(second) == 429
        # It may take the server a moment to notice.
        assert 200 in (asked(server, line() + b"\r\n") for _attempt in range(1000))


def test_connections_are_counted_by_network_and_those_of_proxies_are_not() -> None:
    limit = ConnectionLimit(1, ["192.0.2.0/24", "2001:db8:f::/48"])
    leave = limit.enter("2001:db8::1")
    assert leave is not None
    assert limit.enter("2001:db8::2") is None
    assert limit.enter("2001:db8:0:1::1") is not None
    for proxy in ("192.0.2.7", "192.0.2.7", "::ffff:192.0.2.7", "2001:db8:f::1", "2001:db8:f::1"):
        assert limit.enter(proxy) is not None
    leave()
    assert limit.enter("2001:db8::2") is not None
    assert all(ConnectionLimit(None, ()).enter("a") is not None for _ in range(1000))


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /healthz HTTP/1.1\r\n" + TWO_HOSTS, 400),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\n", 400),
        (b"GET /table/example/live HTTP/1.1\r\n" + TWO_HOSTS + UPGRADE, 400),
        # HTTP/1.0 needs none, but then it is none of the names under which this server answers.
        (b"GET /healthz HTTP/1.0\r\n", 421),
    ],
    ids=["two", "twice", "none", "socket", "old"],
)
def test_a_request_names_one_host(server: Server, request_: bytes, status: int) -> None:
    assert asked(server, request_ + b"\r\n") == status


def test_a_socket_is_not_opened_in_the_middle_of_an_answer(server: Server) -> None:
    with connected(server) as end:
        end.sendall(b"GET /table/example/live HTTP/1.1\r\nHost: localhost\r\n\r\n" + SOCKET + b"\r\n")
        answer = b""
        with suppress(ConnectionError):
            while part := end.recv(65536):
                answer += part
    assert b" 101 " not in answer
