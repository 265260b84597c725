"""The load at tables that are only pretended: what is counted, what is timed and when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial

import pytest

from benchmarks.load.drive import Span, flat_out, paced
from benchmarks.load.table import SCREENS
from tests.benchmarks.load.pretended import CLOCK, LENGTH, Pretended, on_its_own_time


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.load.drive.time", CLOCK)


def test_a_move_is_timed_until_the_last_of_the_others_sees_it() -> None:
    async def run() -> None:
        table = Pretended([0.0, 0.01, 0.03, 0.0])
        span = await flat_out([table], seconds=0.6, most=LENGTH)
        # Every fourth move is that of seat 2, whose own screen is not waited for to time it.
        times = sorted(span.tally.times)
        quick = times[: len(times) // 5]
        slow = times[len(times) // 3 :]
        assert all(seconds > 0.009 for seconds in quick)
        assert quick[0] < 0.029
        assert all(seconds > 0.029 for seconds in slow)

    on_its_own_time(run())


def test_flat_out_the_next_move_follows_when_all_have_seen_the_last() -> None:
    async def run() -> None:
        tables = [Pretended([0.02] * SCREENS) for _table in range(5)]
        span = await flat_out(tables, seconds=0.6, most=LENGTH)
        assert span.seconds == pytest.approx(0.6, abs=0.2)
        # At most one each 20 ms at a table; far less only on a machine that stands still.
        assert 5 * 5 < span.moves <= 5 * (span.seconds / 0.02 + 1)
        assert span.tally.lost == 0
        assert all(table.made == table.version for table in tables)

    on_its_own_time(run())


def test_paced_it_is_so_many_a_second_and_every_table_gets_its_share() -> None:
    async def run() -> None:
        tables = [Pretended([0.001] * SCREENS) for _table in range(10)]
        span = await paced(tables, rate=100, seconds=0.8, most=LENGTH)
        assert span.moves / span.seconds == pytest.approx(100, rel=0.2)
        assert max(table.made for table in tables) - min(table.made for table in tables) <= 1

    on_its_own_time(run())


def test_no_more_moves_are_made_than_allowed() -> None:
    async def run() -> None:
        paced_table, eager_table = Pretended([0.001] * SCREENS), Pretended([0.01] * SCREENS)
        span = await paced([paced_table], rate=100, seconds=60, most=5)
        assert span.moves <= 5
        span = await flat_out([eager_table], seconds=60, most=5)
        assert 5 <= span.moves < 15

    on_its_own_time(run())


def test_it_ends_when_the_matches_are_over() -> None:
    async def run() -> None:
        for load in (
            flat_out([Pretended([0.0] * SCREENS, length=8)], 60, LENGTH),
            paced([Pretended([0.0] * SCREENS, length=8)], 100, 60, LENGTH),
        ):
            span = await asyncio.wait_for(load, 20)
            assert span.moves <= 8

    on_its_own_time(run())


@pytest.mark.parametrize("load", [partial(paced, rate=10), flat_out])
def test_a_load_goes_on_until_a_move_was_timed(load: Callable[..., Coroutine[None, None, Span]]) -> None:
    class Thoughtful(Pretended):
        """Bots think at first."""

        def legal(self, seat: int) -> Sequence[str]:
            return super().legal(seat) if asyncio.get_running_loop().time() > 3 else []

    async def run() -> None:
        span = await load([Thoughtful([0.001] * SCREENS)], seconds=1, most=LENGTH)
        assert span.tally.times
        assert 2 < span.seconds < 4

    on_its_own_time(run())


def test_refused_and_lost_moves_are_counted_and_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.load.drive.PATIENCE", 0.1)

    async def run() -> None:
        refusing, deaf = Pretended([0.0] * SCREENS), Pretended([0.0] * SCREENS)
        refusing.refuses, deaf.deaf = True, True
        span = await paced([refusing, deaf], rate=50, seconds=0.4, most=LENGTH)
        assert span.moves == 0
        assert span.tally.times == []
        assert span.tally.refused["not today"] > 2
        assert span.tally.lost == 1

    on_its_own_time(run())
