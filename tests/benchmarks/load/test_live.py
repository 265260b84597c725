"""The load at a real server, small: it plays, it measures, and it leaves nothing running."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.load import servers
from benchmarks.load.__main__ import arguments
from benchmarks.load.figures import Figures
from benchmarks.load.measure import Plan, measure
from benchmarks.load.pages import Pages
from benchmarks.load.programs import Programs
from benchmarks.load.servers import NotStarted, Server, cores

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the load generator is for Linux"
)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Server]:
    """The processes that were started."""
    found: list[Server] = []
    begin = Pages.start

    def remember(pages: Pages, folder: Path, cores: Sequence[set[int]]) -> list[Server]:
        servers = begin(pages, folder, cores)
        found.extend(servers)
        return servers

    monkeypatch.setattr(Pages, "start", remember)
    return found


def gone(server: Server) -> bool:
    try:
        os.kill(server.number, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("kind", [Pages, Programs])
def test_two_tables_are_played_at_measured_and_stopped(kind: type[Pages], started: list[Server]) -> None:
    # The second server is a new one, to which nobody is known any more.
    target, told = kind("meuterer", people=1), dict[str, Figures]()
    # So many moves that not all can be bots', who are not timed: at one table they make up to nine in a row.
    plan = Plan(cores(1)[0], tables=2, rate=10, seconds=1, most=60, viewers=[4, 12])
    complaints = asyncio.run(asyncio.wait_for(measure(target, plan, told.__setitem__), 300))
    assert complaints == ""
    assert list(told) == [
        "nobody there",
        "2 tables, 10 moves/s",
        "2 tables, as fast as it goes",
        "1 tables, 10 moves/s",
        "3 tables, 10 moves/s",
    ]
    for figures in list(told.values())[1:]:
        assert figures.rate > 0
        assert 0 < figures.p50 <= figures.p99 <= figures.most < 30
        assert figures.refused == figures.lost == 0
        assert 0 < figures.server < 1.5
        assert 0 <= figures.workers < 1.5
    # A Python with the server's libraries in it, and nothing that only a leak explains.
    assert all(20 * 2**20 < figures.memory < 500 * 2**20 for figures in told.values())
    assert [figures.viewers for figures in told.values()] == [0, 8, 8, 4, 12]
    assert len(started) == 2
    assert all(gone(server) for server in started)


def test_a_thread_that_ends_while_its_server_is_looked_at_has_no_children(tmp_path: Path) -> None:
    assert servers.child_ids(tmp_path / "4711") == []
    (tmp_path / "children").write_text("12 13 ")
    assert servers.child_ids(tmp_path) == ["12", "13"]


def test_a_load_that_is_cut_off_leaves_no_server_running(started: list[Server]) -> None:
    target, told = Pages("meuterer", people=1), dict[str, Figures]()
    plan = Plan(cores(1)[0], tables=2, rate=10, seconds=600, most=10_000, viewers=[])
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(measure(target, plan, told.__setitem__), 2))
    assert len(started) == 1
    assert all(gone(server) for server in started)


def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('No room at the inn')"]
    with pytest.raises(NotStarted, match="No room at the inn"):
        Server(command, cores(1)[0][0], tmp_path)


@pytest.mark.parametrize(
    "given",
    [
        ["tables"],
        ["--rate", "0"],
        ["--seconds", "-1"],
        ["--tables", "-1"],
        ["--processes", "0"],
        ["--keep", "/nowhere/load.jsonl"],
    ],
)
def test_a_command_line_that_makes_no_sense_is_refused(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        arguments(given)
    assert "error: " in capsys.readouterr().err
