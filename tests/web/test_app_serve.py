"""The server as a process: how it starts, what keeps it from starting, how it stops, and what survives a
kill.
"""

from __future__ import annotations

import io
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from sqlalchemy.exc import DatabaseError
from starlette.applications import Starlette
from starlette.types import Message

from quarterdeck.cli.main import main
from quarterdeck.play import Record
from quarterdeck.settings import Settings
from quarterdeck.tables.live.people import People
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.folder import DataFolder
from quarterdeck.web.serving.lifespan import Lifespan
from quarterdeck.web.serving.logs import write_log
from quarterdeck.web.serving.serve import serve
from tests.servers import SOURCE, Server, csrf, running

BUTTON = re.compile(r'<button[^>]*name="action" value="([^"]+)"[^>]*>')
MOST = 5000
JSON = {"accept": "application/json"}
SEED = "swordfish"


@pytest.fixture
def browser() -> Iterator[Callable[[str], httpx2.Client]]:
    """A browser that keeps its cookie, whichever server it goes to."""
    clients: list[httpx2.Client] = []

    def at(address: str) -> httpx2.Client:
        kept = clients[-1].cookies if clients else None
        clients.append(httpx2.Client(base_url=address, cookies=kept, timeout=20))
        return clients[-1]

    yield at
    for client in clients:
        client.close()


Browser = Callable[[str], httpx2.Client]


def play(client: httpx2.Client, table: str, until: int) -> int:
    """Play the last possible action whenever there is one, up to that version or the end; returns the last
    version told.
    """
    token, told = csrf(client), 0
    for _ in range(MOST):
        page = client.get(table).text
        found = re.search(r'data-version="(\d+)"', page)
        assert found
        told = max(told, int(found[1]))
        if told >= until or 'class="after"' in page:
            return told
        buttons = [button[1] for button in BUTTON.finditer(page) if "aria-disabled" not in button[0]]
        if buttons:
            form = {"csrf": token, "seat": "0", "version": found[1], "action": buttons[-1]}
            told = max(told, int(client.post(f"{table}/act", data=form, headers=JSON).json()["version"]))
        else:
            time.sleep(0.01)
    raise AssertionError("the match does not go on")


def told_at(client: httpx2.Client, table: str, ply: int) -> str:
    """The log as the owner sees it after so many moves."""
    page = client.get(f"{table}/replay?ply={ply}").text
    found = re.search(r'id="region_log_1">(.*?)<div id="region_deal"', page, re.S)
    assert found
    return found[1]


def test_a_killed_server_goes_on_exactly_where_it_was(tmp_path: Path, browser: Browser) -> None:
    # `play` asks far more often than a person.
    table, logs = "", list[str]()
    # Bots that think in the server: a busy machine starts no workers in time.
    offer = {"quick": "meuterer", "bots-meuterer": "rule-of-thumb"}
    for until in (7, 23, 41):
        with running(tmp_path, limit_requests="off") as server:
            client = browser(server.address)
            if not table:
                table = client.post("/tables", data={"csrf": csrf(client), **offer}).headers["location"]
            assert [told_at(client, table, ply) for ply in range(len(logs))] == logs
            told = play(client, table, until)
            server.kill()
        with running(tmp_path, limit_requests="off") as server:
            client = browser(server.address)
            logs = [told_at(client, table, ply) for ply in range(told + 1)]
    with running(tmp_path, limit_requests="off") as server:
        client = browser(server.address)
        play(client, table, MOST)
        assert Record.loads(client.get(f"{table}/match.qd").text).verify().over
        assert [told_at(client, table, ply) for ply in range(len(logs))] == logs


def test_bots_go_on_by_themselves_after_a_kill(tmp_path: Path, browser: Browser) -> None:
    with running(tmp_path) as server:
        client = browser(server.address)
        form = {"csrf": csrf(client), **{f"kind{seat}": "random" for seat in range(4)}}
        table = client.post("/tables", data=form).headers["location"]
        server.kill()
    with running(tmp_path) as server:
        client = browser(server.address)
        # Their worker runs at the lowest priority, and has a minute to start.
        for _ in range(600):
            if client.get(f"{table}/match.qd").status_code == 200:
                break
            time.sleep(0.2)
        assert Record.loads(client.get(f"{table}/match.qd").text).verify().over


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert serve(Settings(port=port, data=tmp_path), open_browser=False) == 1
    said = capsys.readouterr()
    assert said.err == f"Port {port} is taken, perhaps by another Quarterdeck: try --port {port + 1}.\n"
    assert said.out == ""


@pytest.mark.parametrize(("host", "port"), [("no.such.host.invalid", 0), ("203.0.113.1", 0)])
def test_an_address_that_is_not_ours_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str, port: int
) -> None:
    assert serve(Settings(host=host, port=port, data=tmp_path), open_browser=False) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"The server can't listen at {host}, port {port} (")
    assert said.count("\n") == 1


def test_a_folder_in_use_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held = DataFolder(tmp_path)
    assert serve(Settings(port=0, data=tmp_path), open_browser=False) == 1
    held.close()
    said = capsys.readouterr().err
    assert said.startswith("Another Quarterdeck is using the data folder")
    assert said.count("\n") == 1


def test_a_file_in_place_of_the_database_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "quarterdeck.sqlite3").write_text("no database " * 100)
    assert serve(Settings(port=0, data=tmp_path), open_browser=False) == 1
    assert capsys.readouterr().err.count("\n") == 1
    DataFolder(tmp_path).close()


def test_a_damaged_database_is_one_sentence_without_its_statements(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_people: People) -> None:
        raise DatabaseError(f"SELECT {SEED}", {}, sqlite3.DatabaseError("database disk image is malformed"))

    monkeypatch.setattr(People, "read", fail)
    assert serve(Settings(port=0, data=tmp_path), open_browser=False) == 1
    assert capsys.readouterr().err == (
        f"The database {tmp_path / 'quarterdeck.sqlite3'} can't be used (database disk image is malformed): "
        "name another one.\n"
    )
    DataFolder(tmp_path).close()


def test_a_fault_at_the_start_is_one_sentence_without_its_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_room: Room) -> None:
        raise RuntimeError(f"the seed is {SEED}")

    monkeypatch.setattr(Room, "resume", fail)
    assert main(["--no-browser", "--port", "0", "--data", str(tmp_path)]) == 70
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("Quarterdeck has a fault (RuntimeError, test_app_serve.py:")
    assert said.err.count("\n") == 1
    assert SEED not in said.err


@pytest.mark.anyio
async def test_a_fault_at_the_end_is_logged_without_its_words() -> None:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        raise RuntimeError(f"the seed is {SEED}")

    told = list[object]()
    events = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive() -> Message:
        return {"type": next(events)}

    async def send(message: Message) -> None:
        told.append(message)

    stream = io.StringIO()
    with write_log("text", "info", stream), pytest.raises(RuntimeError):
        await Lifespan(Starlette(lifespan=lifespan))({"type": "lifespan", "state": {}}, receive, send)
    assert told == [{"type": "lifespan.startup.complete"}, {"type": "lifespan.shutdown.failed"}]
    assert "The server has not ended well" in stream.getvalue()
    assert SEED not in stream.getvalue()


def test_the_server_starts_without_the_compiler() -> None:
    compiler = "'numba' in sys.modules or 'llvmlite' in sys.modules"
    code = f"import sys, quarterdeck.web.serving.serve; sys.exit({compiler})"
    assert (
        subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}, check=False).returncode
        == 0
    )


def test_an_open_page_does_not_keep_the_server_from_stopping(tmp_path: Path, browser: Browser) -> None:
    with running(tmp_path) as server:
        client = browser(server.address)
        form = {"csrf": csrf(client), **{f"kind{seat}": "human" for seat in range(4)}}
        table = client.post("/tables", data=form).headers["location"]
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as page:
            key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            key += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            page.sendall(f"GET {table}/live?seat= HTTP/1.1\r\nHost: {host}:{port}\r\n{key}\r\n".encode())
            assert b"101" in page.recv(1000)
            # Raises an error if that takes a minute.
            assert server.stop() == ""


@pytest.mark.parametrize("pause", [0, 0.001, 0.02, 0.2])
def test_ctrl_c_pressed_several_times_ends_quietly(tmp_path: Path, pause: float) -> None:
    # A new Python takes longer to end than a forked one: there is more time to be hit.
    server = Server(tmp_path, before="")
    assert server.address
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))):
        for _ in range(4):
            server.process.send_signal(signal.SIGINT)
            time.sleep(pause)
        assert server.process.communicate(timeout=15) == ("", "")
    assert server.process.returncode == 0
    DataFolder(tmp_path).close()


def test_ctrl_c_is_its_owner_s_again_after_the_server_could_not_start(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    assert serve(Settings(host="203.0.113.1", port=0, data=tmp_path), open_browser=False) == 1
    assert signal.getsignal(signal.SIGINT) is before


def test_a_server_compiles_the_rules_beside_its_matches(tmp_path: Path) -> None:
    server = Server(tmp_path, compiled="on", metrics="on")
    try:
        told = ""
        while "quarterdeck_rules_compiled 1" not in told:
            told = httpx2.get(server.address + "/metrics", timeout=20).text
            time.sleep(0.2)
    finally:
        complaints = server.stop()
    assert complaints == ""


def test_a_server_that_is_stopped_while_it_compiles_says_nothing_of_it(tmp_path: Path) -> None:
    assert Server(tmp_path, compiled="on").stop() == ""
