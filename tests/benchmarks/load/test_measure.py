"""A measurement at tables that are only pretended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from benchmarks.load.figures import Figures
from benchmarks.load.measure import Plan, measure
from benchmarks.load.servers import Server
from benchmarks.load.table import SCREENS, Table, Target
from tests.benchmarks.load.pretended import CLOCK, LENGTH, Pretended, on_its_own_time

# Moves of a match that ends within the first load.
BRIEF = 70


class Idle:
    """A server that has nothing to do."""

    def busy(self) -> tuple[float, float]:
        return 0.0, 0.0

    def memory(self) -> int:
        return 0

    def complaints(self) -> str:
        return ""

    def stop(self) -> None:
        pass


class Shown(Pretended):
    """Its screens need no stream."""

    async def connect(self, screen: int) -> None:
        pass


class Brief(Target):
    """The first matches end before the second load."""

    name = "brief"

    def __init__(self) -> None:
        self.opened = list[Shown]()

    def start(self, folder: Path, cores: Sequence[set[int]]) -> list[Server]:
        return [cast(Server, Idle())]

    async def enter(self, servers: Sequence[Server]) -> None:
        pass

    async def table(self) -> Table:
        self.opened.append(Shown([0.001] * SCREENS, BRIEF if len(self.opened) < 2 else LENGTH))
        return self.opened[-1]

    def leave(self) -> None:
        pass


def test_a_load_whose_matches_have_ended_goes_on_at_new_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("drive", "measure"):
        monkeypatch.setattr(f"benchmarks.load.{module}.time", CLOCK)
    target, told = Brief(), dict[str, Figures]()
    plan = Plan([{0}], tables=2, rate=100, seconds=0.3, most=LENGTH, viewers=[])

    async def run() -> None:
        assert await measure(target, plan, told.__setitem__) == ""

    on_its_own_time(run())
    assert told["2 tables, as fast as it goes"].rate > 0
    assert len(target.opened) == 4
