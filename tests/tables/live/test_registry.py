"""The matches in memory, without a room: who keeps them there, and who is told when they change."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from quarterdeck.i18n import use
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.live import registry
from quarterdeck.tables.live.executor import StoreExecutor
from quarterdeck.tables.live.metrics import Metrics
from quarterdeck.tables.live.presence import Presence
from quarterdeck.tables.live.registry import MatchRegistry
from quarterdeck.tables.live.watchers import Watchers
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.store import Store
from tests.tables.tables import OWNER, kinds, record

pytestmark = pytest.mark.anyio


class Bots:
    """Follows matches, and works on those whose ids it is told."""

    def __init__(self) -> None:
        self.attended: list[str] = []
        self.working: set[str] = set()

    def attend(self, match: Match) -> None:
        self.attended.append(match.id)

    def busy(self, id_: str) -> bool:
        return id_ in self.working


class Setting:
    """A registry of its own, with all that it is made of."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.watchers = Watchers(Presence(), Metrics())
        self.matches = MatchRegistry(StoreExecutor(store), self.watchers, Metrics())
        self.matches.follower = self.bots = Bots()

    def stored(self) -> str:
        """The id of a match that is in the store alone."""
        match = Match.fresh(record(), kinds(4), OWNER)
        self.store.add(match.row, match.summary())
        return match.id


@contextmanager
def setting(path: Path) -> Iterator[Setting]:
    with closing(Store(path / "quarterdeck.sqlite3")) as store:
        yield Setting(store)


async def test_all_who_want_a_match_at_once_get_the_same_and_the_follower_attends_once(
    tmp_path: Path,
) -> None:
    with setting(tmp_path) as given:
        id_ = given.stored()
        first, *others = await asyncio.gather(*(given.matches.get(id_) for _ in range(5)))
        assert all(other is first for other in others)
        assert given.bots.attended == [id_]


async def test_a_match_on_which_the_follower_works_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_LOADED", 1)

    with setting(tmp_path) as given:
        busy, idle, last = (given.stored() for _ in range(3))
        given.bots.working.add(busy)
        for id_ in (busy, idle, last):
            await given.matches.get(id_)
        assert [match.id for match in given.matches.at_hand()] == [busy, last]


async def test_whoever_waits_for_a_match_is_called_once_it_has_been_read(tmp_path: Path) -> None:
    with setting(tmp_path) as given:
        id_ = given.stored()
        called: list[bool] = []

        def call(loaded: str) -> None:
            called.append(given.matches.known(loaded) is not None)

        given.matches.when_loaded(id_, call)
        asking = asyncio.create_task(given.matches.get(id_))
        await asyncio.sleep(0)
        assert given.matches.loading() == [id_]
        given.matches.when_loaded(id_, call)
        await asking
        await asyncio.sleep(0)
        assert called == [True]


async def test_a_change_wakes_the_watchers_of_that_match_alone_and_its_follower(tmp_path: Path) -> None:
    with setting(tmp_path) as given:
        here, there = given.stored(), given.stored()
        await given.matches.get(here)
        given.bots.attended.clear()
        with given.watchers.watch(here, OWNER) as bell, given.watchers.watch(there, OWNER) as other:
            given.matches.changed(here)
            assert await bell.rung_by(None)
            assert not await other.rung_by(0)
        assert given.bots.attended == [here]


async def test_a_change_of_a_match_that_is_not_in_memory_still_wakes_its_watchers(tmp_path: Path) -> None:
    with setting(tmp_path) as given:
        id_ = given.stored()
        with given.watchers.watch(id_, OWNER) as bell:
            given.matches.changed(id_)
            assert await bell.rung_by(None)
        assert given.bots.attended == []


async def test_each_who_waits_for_the_same_table_is_refused_in_their_own_language(tmp_path: Path) -> None:
    with setting(tmp_path) as at:

        async def refusal(language: str) -> str:
            with use(language), pytest.raises(NotFound) as refused:
                await at.matches.get("nowhere")
            return str(refused.value)

        together = await asyncio.gather(*map(refusal, ("en", "de", "fr", "de")))
        assert together == [await refusal(language) for language in ("en", "de", "fr", "de")]
        assert len({*together}) == 3
