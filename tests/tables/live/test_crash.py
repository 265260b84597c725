"""Servers under load are killed at random moments: what they had acknowledged is there, once, and nobody
waits for ever. `make crash` does it two hundred times.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from benchmarks.crash.course import Plan, run

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Servers are ended as on Linux.")


def survives(folder: Path, kills: int, database: str | None = None, processes: int = 1) -> None:
    plan = Plan(kills, life=0.1, groups=3, database=database, processes=processes)
    report = asyncio.run(run(plan, folder))
    assert report.wrong == []
    assert report.kills == kills
    assert report.games >= 3
    assert report.moves > 100


def test_on_sqlite_nothing_acknowledged_is_lost_with_the_server(tmp_path: Path) -> None:
    survives(tmp_path, 5)


def test_on_postgresql_nothing_acknowledged_is_lost_with_the_server(
    tmp_path: Path, postgres_url: str
) -> None:
    survives(tmp_path, 4, postgres_url)


def test_of_two_servers_one_goes_on_with_all_games_when_the_other_dies(
    tmp_path: Path, postgres_url: str
) -> None:
    survives(tmp_path, 4, postgres_url, processes=2)
