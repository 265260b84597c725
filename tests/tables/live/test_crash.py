"""Servers under load are killed at random moments: what they had acknowledged is there, once, and nobody
waits for ever. `make crash` does it two hundred times.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from benchmarks.crash.course import Plan, Report, run
from benchmarks.upgrade import ROOT, Upgrade, play_through_upgrade, sources

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Servers are ended as on Linux.")


def survives(folder: Path, plan: Plan) -> Report:
    report = asyncio.run(run(plan, folder))
    assert report.wrong == []
    assert report.kills == plan.kills
    assert report.games >= 3
    assert report.moves > 100
    return report


def test_on_sqlite_nothing_acknowledged_is_lost_with_the_server(tmp_path: Path) -> None:
    survives(tmp_path, Plan(5, life=0.1, groups=3))


def test_workers_may_die_as_well_as_servers(tmp_path: Path) -> None:
    report = survives(tmp_path, Plan(3, life=0.1, groups=3, bots=2))
    assert report.workers > 0


def test_on_postgresql_nothing_acknowledged_is_lost_with_the_server(
    tmp_path: Path, postgres_url: str
) -> None:
    survives(tmp_path, Plan(4, life=0.1, groups=3, database=postgres_url))


def test_of_two_servers_one_goes_on_with_all_games_when_the_other_dies(
    tmp_path: Path, postgres_url: str
) -> None:
    survives(tmp_path, Plan(4, life=0.1, groups=3, database=postgres_url, processes=2))


def test_a_server_that_is_stopped_and_started_anew_goes_on_with_all_games(tmp_path: Path) -> None:
    ledger, before = asyncio.run(
        play_through_upgrade(ROOT / "src", Upgrade(seconds=0.5, groups=2, bots=0), tmp_path)
    )
    assert ledger.wrong == []
    assert len(ledger.finished) >= 2
    assert 0 < before < ledger.moves


def test_a_revision_that_git_does_not_know_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="git knows no revision of-old"):
        sources("of-old", tmp_path)
