"""Who sends too much, or takes nothing: the others go on, and the server keeps no more for it."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from quarterdeck.settings import Settings
from quarterdeck.web.serving.sockets import MOST_FRAMES
from quarterdeck.web.transport.heartbeat import PAUSE
from tests.servers import Server, running
from tests.tables.tables import until
from tests.web.desk import JSON, Desk, another, desk

TEXT, BINARY, CONTINUATION, PING, PONG = 1, 2, 0, 9, 10


# -- floods of what is refused


def test_who_is_refused_over_a_socket_is_not_heard_again_at_once(ann: Desk) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as flooding, ann.listening(match, "0", 0) as quiet:
        began = time.monotonic()
        for _message in range(5):
            flooding.send_text("{")
        # Somebody else is answered meanwhile.
        quiet.send_json({"act": 1, "seat": "0", "version": "0", "action": "offer 1"})
        assert {"act": "1", "version": 1} in [quiet.receive_json(), quiet.receive_json()]
        answers = [flooding.receive_json() for _message in range(6)]
        assert time.monotonic() - began >= 4 * PAUSE
    assert sum("error" in answer for answer in answers) == 5


def test_who_floods_with_tables_keeps_nobody_else_from_making_one(tmp_path: Path) -> None:
    settings = Settings.model_validate({"limit_tables": "5/hour", "open_tables": 3})
    with desk(tmp_path, settings=settings) as flooding:
        quick = {"quick": "meuterer"}
        statuses = [flooding.post("/tables", quick, **JSON).status_code for _table in range(8)]
        assert statuses == [200] * 3 + [403] * 2 + [429] * 3
        assert len(flooding.on_loop(flooding.room.listed, flooding.owner)) == 3
        assert another(flooding).post("/tables", quick).status_code == 303


# -- who takes nothing


def test_a_page_that_takes_nothing_holds_nobody_up_and_fills_no_memory(ann: Desk) -> None:
    """It is sent one message at a time, and then what is new all in all: nothing waits for it in a line."""
    match = ann.table(humans=4)

    async def play_on() -> tuple[list[Any], int]:
        taking, sent = asyncio.Event(), list[Any]()

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                await taking.wait()
                sent.append(json.loads(message["text"]))

        async def receive() -> Any:
            if first:
                return first.pop()
            await asyncio.Event().wait()
            raise AssertionError

        first = [{"type": "websocket.connect"}]
        scope = {
            "type": "websocket",
            "path": f"/table/{match.id}/live",
            "query_string": b"seat=&version=x",
            "headers": [(b"host", b"localhost")],
            "client": ("127.0.0.1", 1),
            "scheme": "ws",
            "subprotocols": [],
        }
        serving = asyncio.ensure_future(ann.client.app(scope, receive, send))
        while match.version < 40:
            seat = match.to_act[0]
            await ann.room.submit(match, seat, match.version, match.position.legal(seat)[0])
        stood = match.version
        taking.set()
        await until(lambda: bool(sent) and sent[-1].get("version") == stood)
        serving.cancel()
        return sent, stood

    sent, stood = ann.on_loop(play_on)
    assert stood >= 40
    assert len(sent) <= 2


# -- floods that a server's own protocol has to stand


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("flooded")) as server:
        yield server


@contextmanager
def upgraded(server: Server) -> Iterator[socket.socket]:
    """The raw end of a socket at a table of its own."""
    with httpx2.Client(base_url=server.address, timeout=20) as client:
        found = re.search(r'name="csrf" value="([^"]+)"', client.get("/").text)
        assert found
        form = {"csrf": found[1], "quick": "meuterer"}
        table = client.post("/tables", data=form).headers["location"]
    host, port = server.address.removeprefix("http://").split(":")
    wanted = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    wanted += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    with closing(socket.create_connection((host, int(port)), timeout=20)) as end:
        end.sendall(f"GET {table}/live?seat= HTTP/1.1\r\nHost: {host}:{port}\r\n{wanted}\r\n".encode())
        assert b"101" in end.recv(1000)
        yield end


def frame(opcode: int, data: bytes = b"", final: bool = True) -> bytes:
    """A frame as clients send it."""
    head = bytes([opcode | (0x80 if final else 0)])
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + struct.pack(">H", len(data))
    return head + size + bytes(4) + data


def hung_up(end: socket.socket) -> bool:
    """Whether the other side ends the connection."""
    try:
        while end.recv(65536):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    ("first", "flood"),
    [
        (b"", frame(PING, b"x" * 100)),
        (b"", frame(PONG, b"x" * 100)),
        (frame(TEXT, b"{", final=False), frame(CONTINUATION, final=False)),
    ],
    ids=["pings", "pongs", "fragments"],
)
def test_a_flood_of_what_is_no_message_is_hung_up_on(server: Server, first: bytes, flood: bytes) -> None:
    with upgraded(server) as end:
        end.sendall(first + flood * MOST_FRAMES)
        end.settimeout(0.5)
        assert not hung_up(end)
        end.settimeout(20)
        end.sendall(flood)
        assert hung_up(end)
    assert httpx2.get(f"{server.address}/healthz", timeout=20).status_code == 200


def test_a_message_that_is_too_long_is_hung_up_on(server: Server) -> None:
    with upgraded(server) as end:
        end.sendall(frame(TEXT, b"x" * 5000))
        assert hung_up(end)
    assert httpx2.get(f"{server.address}/healthz", timeout=20).status_code == 200
