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
