"""Several processes of one server: they serve the same tables, and one that dies is replaced."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx2
import pytest

from tests.servers import FORKS, Server, csrf
from tests.web.test_app_serve import BUTTON, JSON
from tests.web.test_opened import FILE

pytestmark = pytest.mark.skipif(not FORKS, reason="processes are found in /proc")

# So many connections reach both of two processes but for once in a million times.
ENOUGH = 21
MOST = 500


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of two processes on SQLite."""
    begun = Server(tmp_path, processes="2", metrics="on")
    until(lambda: len(processes(begun)) == 2)
    yield begun
    if begun.process.poll() is None:
        begun.stop()


@pytest.fixture
def browser(server: Server) -> Iterator[httpx2.Client]:
    """A browser whose every request may come to another process."""
    limits = httpx2.Limits(max_keepalive_connections=0)
    with httpx2.Client(base_url=server.address, limits=limits, timeout=20) as client:
        yield client


def until(true: Callable[[], bool]) -> None:
    for _attempt in range(1200):
        if true():
            return
        time.sleep(0.05)
    pytest.fail("It did not happen within a minute.")


def processes(server: Server) -> list[int]:
    """The numbers of the processes that serve."""
    parent = server.process.pid
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def replaced(server: Server, before: list[int]) -> bool:
    """Whether one of these processes has been replaced."""
    return len({*processes(server)} - {*before}) == 1


def made(browser: httpx2.Client) -> str:
    """The address of a new table among bots that think in the server: workers may take a minute to start."""
    form = {"csrf": csrf(browser), "quick": "meuterer", "bots-meuterer": "rule-of-thumb"}
    return str(browser.post("/tables", data=form).headers["location"])


def version(page: str) -> int:
    found = re.search(r'data-version="(\d+)"', page)
    assert found
    return int(found[1])


def play(browser: httpx2.Client, table: str, moves: int) -> int:
    """Make so many moves; returns the last version told. Who is shown an old page looks again."""
    token, told = csrf(browser), 0
    for _attempt in range(MOST):
        page = browser.get(table).text
        buttons = [button[1] for button in BUTTON.finditer(page) if "aria-disabled" not in button[0]]
        if buttons:
            form = {"csrf": token, "seat": "0", "version": str(version(page)), "action": buttons[-1]}
            answer = browser.post(f"{table}/act", data=form, headers=JSON)
            if answer.status_code == 200:
                told, moves = max(told, int(answer.json()["version"])), moves - 1
        if not moves:
            return told
        if not buttons:
            time.sleep(0.05)
    pytest.fail("the match does not go on")


def everywhere(browser: httpx2.Client, table: str, told: int) -> bool:
    """Whether each process shows the table at this version or a later one."""
    return min(version(browser.get(table).text) for _connection in range(ENOUGH)) >= told


def test_a_table_is_the_same_at_all_processes(server: Server, browser: httpx2.Client) -> None:
    table = made(browser)
    told = play(browser, table, 6)
    until(lambda: everywhere(browser, table, told))
    assert server.stop() == ""


def test_a_process_that_is_killed_is_replaced_and_what_it_told_is_kept(
    server: Server, browser: httpx2.Client
) -> None:
    table, told = made(browser), 0
    for number in range(2):
        told = max(told, play(browser, table, 3))
        before = processes(server)
        os.kill(before[number], signal.SIGKILL)
        until(partial(replaced, server, before))
        until(partial(everywhere, browser, table, told))
    play(browser, table, 2)
    assert server.stop().count("has died (exit code -9): another takes its place") == 2


def test_the_figures_are_those_of_all_processes(server: Server, browser: httpx2.Client) -> None:
    told = play(browser, made(browser), 3)

    def stored() -> set[int]:
        pages = [browser.get("/metrics").text for _connection in range(ENOUGH)]
        found = [re.search(r"^quarterdeck_moves_stored_total (\d+)", page, re.M) for page in pages]
        return {int(one[1]) if one else 0 for one in found}

    until(lambda: min(stored()) >= told)


def test_a_file_that_was_opened_is_shown_by_all_processes(server: Server, browser: httpx2.Client) -> None:
    files = {"match": ("a.qd", FILE.encode())}
    replay = browser.post("/open", data={"csrf": csrf(browser)}, files=files).headers["location"]
    assert {browser.get(replay).status_code for _connection in range(ENOUGH)} == {200}


def test_processes_end_with_their_parent_and_leave_nothing(server: Server) -> None:
    left = processes(server)
    mapped = Path(f"/proc/{left[0]}/maps").read_text()
    found = re.search(r"/\S*/quarterdeck-[^/\s]+(?=/metrics/)", mapped)
    assert found
    server.kill()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))
    assert not Path(found[0]).exists()


def test_what_keeps_it_from_starting_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "quarterdeck.sqlite3").write_text("no database")
    refused = Server(tmp_path, processes="2")
    assert refused.address == ""
    assert len(refused.process.communicate(timeout=20)[1].splitlines()) == 1
    assert refused.process.poll() == 1
