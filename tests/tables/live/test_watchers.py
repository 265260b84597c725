"""Bells of those who watch tables."""

from __future__ import annotations

import asyncio

import pytest

from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.presence import Presence
from quarterdeck.tables.live.watchers import Watchers

pytestmark = pytest.mark.anyio


class Counted(Metrics):
    def __init__(self) -> None:
        self.heard: list[int] = []

    def watched(self, viewers: int) -> None:
        self.heard.append(viewers)


def test_whoever_watches_is_counted_and_present_as_long_as_they_do() -> None:
    presence, counted = Presence(), Counted()
    watchers = Watchers(presence, counted)
    with watchers.watch("a", "ann"), watchers.watch("a", None):
        assert watchers.watched("a")
        assert presence.present("a", "ann")
    assert not watchers.watched("a")
    assert not presence.present("a", "ann")
    assert counted.heard == [1, 2, 1, 0]


async def test_all_are_woken_and_told_whether_something_may_have_been_said() -> None:
    watchers = Watchers(Presence(), Metrics())
    with watchers.watch("a", "ann") as one, watchers.watch("b", "ben") as other:
        watchers.ring_all(said=True)
        await asyncio.gather(one.wait(), other.wait())
        assert one.said
        assert other.said
        one.said = False
        watchers.ring("a")
        await one.wait()
        assert not one.said


async def test_pages_are_woken_table_by_table_and_once_for_several_rings() -> None:
    watchers, woken = Watchers(Presence(), Metrics()), list[str]()

    async def page(table: str) -> None:
        with watchers.watch(table, None, page=True) as bell:
            while True:
                await bell.wait()
                woken.append(table)

    async def program() -> None:
        with watchers.watch("c", None) as bell:
            await bell.wait()
            woken.append("program")

    tasks = [asyncio.create_task(one) for one in (page("a"), page("b"), page("b"), page("c"), program())]
    await asyncio.sleep(0)
    for table in ("a", "b", "a", "c", "c"):
        watchers.ring(table)
    iterations = []
    for _iteration in range(6):
        await asyncio.sleep(0)
        iterations.append("".join(woken))
        woken.clear()
    # A program is woken at once; pages of one table in each iteration of the event loop, first those that
    # became due first.
    assert [one for one in iterations if one] == ["program", "a", "bb", "c"]
    watchers.ring("a")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert woken == ["a"]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert not any(map(watchers.watched, "abc"))


async def test_a_page_hears_that_something_was_said_in_any_of_several_rings() -> None:
    watchers = Watchers(Presence(), Metrics())
    with watchers.watch("a", None, page=True) as bell:
        watchers.ring("a", said=True)
        watchers.ring("a")
        await bell.wait()
        assert bell.said


async def test_a_page_that_has_gone_before_it_is_due_is_not_woken() -> None:
    watchers = Watchers(Presence(), Metrics())
    with watchers.watch("a", None, page=True) as gone:
        watchers.ring("a", said=True)
    with watchers.watch("b", None, page=True) as bell:
        watchers.ring("b")
        await bell.wait()
    assert not gone.said
    assert not watchers.watched("a")
