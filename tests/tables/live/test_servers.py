"""Several servers on one PostgreSQL, or processes of one on SQLite: whichever one is asked, the table is the
same.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from quarterdeck.tables.entry import Entry, now
from quarterdeck.tables.errors import NotAllowed, StaleMove
from quarterdeck.tables.live import again, scheduler
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands, hosting
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import keys, merging
from quarterdeck.tables.store.bus import Bus
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.store import Store
from tests.tables.tables import NEVER, OWNER, ann_first, began, finished, first_legal, kinds, record, until

pytestmark = pytest.mark.anyio

BEN = "ben's hash"
TURNS = 50


def connected(url: str) -> list[Store]:
    """Two stores on one database, each of which hears what the other one stores."""
    if not url.startswith("sqlite"):
        return [Store(url), Store(url)]
    return [Store(url, Bus(line, lambda: None)) for line in socket.socketpair()]


@asynccontextmanager
async def servers(url: str, pause: float = 0) -> AsyncIterator[list[Room]]:
    """Two rooms on one database, whose bots and clocks go on."""
    rooms = [Room(store, pause, first_legal) for store in connected(url)]
    for room in rooms:
        room.resume()
    try:
        yield rooms
    finally:
        for room in rooms:
            await room.close()


class Held:
    """A read of a store that has found something, and hands it on as soon as it may."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: Store, name: str) -> None:
        self.reads, self.go_on = getattr(store, name), threading.Event()
        self._read = threading.Event()
        monkeypatch.setattr(store, name, self._slowly)

    def _slowly(self, asked: Any) -> Any:
        found = self.reads(asked)
        self._read.set()
        assert self.go_on.wait(60)
        return found

    async def has_read(self) -> None:
        assert await asyncio.to_thread(self._read.wait, 60)


async def at_version(version: int, *matches: Match) -> None:
    await until(lambda: all(match.version == version for match in matches))


async def test_what_one_server_stores_the_other_hears(database_url: str) -> None:
    async with servers(database_url) as (one, other):
        match = await began(one, 4)
        there = await other.get(match.id)
        with other.watch(there) as bell:
            await one.submit(match, 0, 0, "offer 2")
            # It may ring for what happened before, too.
            while there.version == 0:
                await asyncio.wait_for(bell.wait(), 30)
            assert there.position == match.position
            await one.say(match, OWNER, "Who goes with me?", "all")
            while not (found := await other.read(other.store.messages, match.id)):
                await asyncio.wait_for(bell.wait(), 30)
            assert [(said.name, said.text) for said in found] == [("Ann", "Who goes with me?")]


async def test_what_the_host_does_at_one_server_the_other_hears(database_url: str) -> None:
    async with servers(database_url, NEVER) as (one, other):
        match = await began(one, 4)
        there = await other.get(match.id)
        with other.watch(there) as bell:
            await one.say(match, OWNER, "Bilge rat", "all")
            while not (await other.chat.at(there)):
                await asyncio.wait_for(bell.wait(), 30)
            await one.remove_message(match.id, 1)
            while not (await other.chat.at(there))[0].removed:
                await asyncio.wait_for(bell.wait(), 30)
            await one.execute(match, hosting.stop)
            while not there.ended:
                await asyncio.wait_for(bell.wait(), 30)
        assert not there.to_act


async def test_lists_at_one_server_hear_of_tables_that_only_the_other_one_knows(database_url: str) -> None:
    async with servers(database_url, NEVER) as (one, other):
        # What rings at the beginning has rung.
        await asyncio.sleep(0.3)
        with other.watchers.watch_lists() as bell:
            match = await one.create(Match.fresh(record(ann_first()), [HUMAN, VACANT, HUMAN, HUMAN], OWNER))
            async with asyncio.timeout(30):
                await bell.wait()
            await one.execute(match, commands.sit(BEN, 1, "Benno"))
            async with asyncio.timeout(30):
                await bell.wait()
        assert other.matches.known(match.id) is None


async def test_what_is_stored_while_a_server_catches_up_is_not_missed(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers(database_url) as (one, other):
        match = await began(one, 4)
        there = await other.get(match.id)
        held = Held(monkeypatch, other.store, "since")
        await one.submit(match, 0, 0, "offer 2")
        await held.has_read()
        heard, hear = asyncio.Event(), other.peers.heard

        def hears(said: str) -> None:
            hear(said)
            heard.set()

        monkeypatch.setattr(other.peers, "heard", hears)
        seat = match.to_act[0]
        await one.submit(match, seat, 1, match.position.legal(seat)[0])
        await asyncio.wait_for(heard.wait(), 30)
        held.go_on.set()
        await at_version(2, there)


@pytest.mark.parametrize("news", ["the entry", "all"])
async def test_what_is_stored_while_a_server_reads_a_table_for_the_first_time_is_not_missed(
    database_url: str, monkeypatch: pytest.MonkeyPatch, news: str
) -> None:
    async with servers(database_url) as (one, other):
        match = await began(one, 4)
        held = Held(monkeypatch, other.store, "table")
        heard, hear = asyncio.Event(), other.peers.heard

        def hears(said: str) -> None:
            hear(said if news == "the entry" else "all")
            heard.set()

        monkeypatch.setattr(other.peers, "heard", hears)
        asking = asyncio.create_task(other.get(match.id))
        await held.has_read()
        await one.submit(match, 0, 0, "offer 2")
        await asyncio.wait_for(heard.wait(), 30)
        held.go_on.set()
        await at_version(1, await asking)


async def test_a_table_whose_reader_has_gone_is_not_given_to_the_next_one_as_it_was_then(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers(database_url) as (one, other):
        match = await began(one, 4)
        held = Held(monkeypatch, other.store, "table")
        asking = asyncio.create_task(other.get(match.id))
        await held.has_read()
        asking.cancel()
        held.go_on.set()
        await until(lambda: other.matches.known(match.id) is not None)
        await one.submit(match, 0, 0, "offer 2")
        await at_version(1, await other.get(match.id))


async def test_what_is_stored_at_many_tables_while_a_server_catches_up_is_read_together(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers(database_url, NEVER) as (one, other):
        matches = [await began(one, 4) for _ in range(8)]
        there = [await other.get(match.id) for match in matches]
        held = Held(monkeypatch, other.store, "since")
        since, reads = held.reads, list[int]()
        heard, hear = set[str](), other.peers.heard

        def counted(after: Mapping[str, int]) -> dict[str, list[Entry]]:
            found: dict[str, list[Entry]] = since(after)
            reads.append(sum(map(bool, found.values())))
            return found

        def hears(said: str) -> None:
            hear(said)
            heard.add(said)

        monkeypatch.setattr(held, "reads", counted)
        monkeypatch.setattr(other.peers, "heard", hears)
        await asyncio.gather(*(one.submit(match, 0, 0, "offer 2") for match in matches))
        moves = {f"entry {match.id} {match.number}" for match in matches}
        await until(lambda: moves <= heard)
        held.go_on.set()
        await at_version(1, *there)
        assert sum(reads) == 8
        assert len(list(filter(None, reads))) <= 2


async def test_a_player_may_come_to_either_server_at_every_move(database_url: str) -> None:
    async with servers(database_url) as (one, other):
        id_ = (await began(one, 4)).id
        rooms = (one, other)
        for turn in range(30):
            room = rooms[turn % 2]
            match = await room.get(id_)
            await at_version(turn, match)
            seat = match.to_act[0]
            await room.submit(match, seat, match.version, match.position.legal(seat)[0])
        stored = Match.stored(one.store.table(id_))
        assert stored.version == 30


async def test_of_two_who_take_one_seat_at_two_servers_one_gets_it(database_url: str) -> None:
    async with servers(database_url) as (one, other):
        for _ in range(10):
            match = await one.create(Match.fresh(record(), [HUMAN, VACANT, VACANT, VACANT], OWNER))
            there = await other.get(match.id)
            outcomes = await asyncio.gather(
                one.execute(match, commands.sit(BEN, 1, "Benno")),
                other.execute(there, commands.sit("cleo", 1, "Clea")),
                return_exceptions=True,
            )
            assert {type(outcome) for outcome in outcomes} == {int, NotAllowed}
            await at_version(1, match, there)
            assert match.seats == there.seats


async def test_of_two_moves_at_two_servers_one_is_made(database_url: str) -> None:
    async with servers(database_url, NEVER) as (one, other):
        match = await began(one)
        there = await other.get(match.id)
        outcomes = await asyncio.gather(
            one.submit(match, 0, 0, "offer 1"),
            other.submit(there, 0, 0, "offer 2"),
            return_exceptions=True,
        )
        assert {type(outcome) for outcome in outcomes} == {int, StaleMove}
        await at_version(1, match, there)
        assert match.position == there.position
        assert Match.stored(one.store.table(match.id)).position == match.position


async def test_a_move_is_not_acknowledged_on_a_log_that_has_moved_on_meanwhile(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers(database_url, NEVER) as (one, other):
        match = await began(one)
        elsewhere = await began(one)
        there = await other.get(match.id)
        go_on = threading.Event()
        table = other.store.table
        monkeypatch.setattr(other.store, "table", lambda id_: go_on.wait(60) and table(id_))
        # Stored together with a move at a table that has to be read first.
        late = asyncio.gather(
            other.submit(there, 0, 0, "offer 2"),
            other.execute(elsewhere, commands.move(0, 0, elsewhere.game.action("offer 1"))),
            return_exceptions=True,
        )
        await one.submit(match, 0, 0, "offer 1")
        await at_version(1, there)
        go_on.set()
        outcomes = await late
        assert [type(outcome) for outcome in outcomes] == [StaleMove, int]
        assert [entry.data["action"] for entry in one.store.since({match.id: 0})[match.id]] == ["offer 1"]


async def test_a_server_that_has_not_heard_yet_does_not_call_a_move_stale(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Else a bot may have moved in the seat that was left.
    async with servers(database_url, NEVER) as (one, other):
        monkeypatch.setattr(other.peers, "heard", lambda _said: None)
        match = await one.create(Match.fresh(record(ann_first()), [HUMAN, VACANT, HUMAN, HUMAN], OWNER))
        there = await other.get(match.id)
        await one.execute(match, commands.sit(BEN, 1, "Benno"))
        await one.submit(match, 0, 1, "offer 2")
        seat = match.to_act[0]
        assert await other.submit(there, seat, 2, match.position.legal(seat)[0]) == 3
        assert await other.execute(there, commands.leave(BEN, 1)) == 4
        assert [entry.number for entry in one.store.since({match.id: 0})[match.id]] == [1, 2, 3, 4]


async def test_a_server_that_has_not_heard_yet_lets_people_talk_and_play_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers(database_url, NEVER) as (one, other):
        monkeypatch.setattr(other.peers, "heard", lambda _said: None)
        seats = [HUMAN, VACANT, "random", "random"]
        match = await one.create(Match.fresh(record(ann_first()), seats, OWNER))
        there = await other.get(match.id)
        await one.execute(match, commands.sit(BEN, 1, "Benno"))
        assert (await other.say(there, BEN, "Ahoy", "all")).name == "Benno"
        await finished(one, match)
        table = await again.rematch(other, there, BEN)
        assert (await other.get(table)).seats_of(BEN)
        with pytest.raises(NotAllowed, match="Only who has a seat"):
            await other.say(there, "cleo's hash", "Ahoy", "all")


async def test_a_clock_that_has_not_heard_of_a_move_yet_takes_no_seat_away(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers(database_url, NEVER) as (one, other):
        monkeypatch.setattr(other.peers, "heard", lambda _said: None)
        terms = Terms("live", per_move=5, timeout="seat")
        match = await one.create(Match.fresh(record(ann_first()), kinds(4), OWNER, terms))
        there = await other.get(match.id)
        await one.submit(match, 0, 0, "offer 2")
        # Their own rounds would soon find that the next player's time is up, too.
        for room in (one, other):
            await room.scheduler.close()
        # Ann's time is up, as far as this one knows.
        monkeypatch.setattr(scheduler, "now", lambda: now() + 3_600_000)
        await other.scheduler._handle_due_table(match.id)
        await until(lambda: there.version > 0 and not other.scheduler.busy(match.id))
        assert [entry.kind for entry in there.entries] == ["move"]


async def test_who_was_told_by_one_server_finds_it_at_the_other(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers(database_url) as (one, other):
        monkeypatch.setattr(other.peers, "heard", lambda _said: None)
        match = await began(one, 4)
        await other.get(match.id)
        await one.submit(match, 0, 0, "offer 2")
        assert (await other.peers.reach(match.id, 0)).version == 0
        assert (await other.peers.reach(match.id, 1)).version == 1
        # Where nobody has been yet.
        assert (await other.peers.reach(match.id, 9)).version == 1


async def test_the_same_move_at_two_servers_is_one_move(database_url: str) -> None:
    async with servers(database_url) as (one, other):
        match = await began(one, 4)
        there = await other.get(match.id)
        made = await asyncio.gather(one.submit(match, 0, 0, "offer 1"), other.submit(there, 0, 0, "offer 1"))
        assert list(made) == [1, 1]


async def test_bots_play_though_both_servers_look_after_them(database_url: str) -> None:
    async with servers(database_url) as (one, other):
        match = await one.create(Match.fresh(record(), kinds(0), OWNER))
        there = await other.get(match.id)
        await until(lambda: match.over and there.over)
        assert match.record.verify().over
        assert match.entries == there.entries


async def test_when_a_server_dies_the_other_plays_on_with_its_bots(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "ROUND", 0.01)
    monkeypatch.setattr(scheduler, "HEAD_START", 50)

    async with servers(database_url, pause=0.001) as (one, other):
        match = await one.create(Match.fresh(record(), kinds(0), OWNER))
        await until(lambda: match.version > 5)
        await one.scheduler.close()
        there = await other.get(match.id)
        await until(lambda: there.over)


async def test_with_no_bot_pause_nothing_is_done_twice(database_url: str) -> None:
    async with servers(database_url) as (one, other):
        tables = [await one.create(Match.fresh(record(str(number)), kinds(0), OWNER)) for number in range(4)]
        for match in tables:
            await other.get(match.id)
        await until(lambda: all(match.over for match in tables))
        for match in tables:
            numbers = [entry.number for entry in other.store.table(match.id).entries]
            assert numbers == list(range(1, match.version + 1))


def test_what_two_servers_change_of_one_guest_at_the_same_moment_is_changed_by_both(
    database_url: str,
) -> None:
    stores = dict(zip(("one", "other"), connected(database_url), strict=True))
    both = threading.Barrier(len(stores), timeout=60)

    def change(endpoint: str) -> None:
        def added(known: Guest | None) -> Guest:
            guest = known or Guest("", "", None, False, [], 1, 1)
            return replace(guest, owner=owner, push=[*guest.push, {"endpoint": endpoint}])

        for turn in range(TURNS):
            # First somebody of whom nothing is known, then somebody known.
            owner = f"guest {turn // 2}"
            both.wait()
            stores[endpoint].change_guest(owner, added)

    with ThreadPoolExecutor(len(stores)) as pool:
        list(pool.map(change, stores))
    for number in range(TURNS // 2):
        guest = stores["one"].guest(f"guest {number}")
        assert guest is not None
        assert sorted(one["endpoint"] for one in guest.push) == ["one", "one", "other", "other"]
    for store in stores.values():
        store.close()


async def test_who_signs_in_at_one_server_is_known_at_the_other_and_so_is_who_has_become_one(
    database_url: str,
) -> None:
    async with servers(database_url) as (one, other):
        match = await began(one, 4)
        there = await other.get(match.id)
        await one.change(keys.sign_in, "phone", OWNER, 1, False)
        await until(lambda: other.people.of("phone") == OWNER)
        seat = match.to_act[0]
        ids = await one.change(merging.merge, OWNER, BEN, await one.ask(merging.touched, OWNER), now())
        assert ids == [match.id]
        await one.peers.catch_up(*ids)
        await until(lambda: there.seats_of(BEN) == (0, 1, 2, 3))
        assert there.is_maker(BEN)
        assert not there.seats_of(OWNER)
        await until(lambda: other.people.of("phone") == BEN)
        # Nobody is told of it, and a page from before is as good as it was.
        assert there.version == match.version == 0
        await other.submit(there, seat, 0, there.position.legal(seat)[0])
        await at_version(1, match, there)
        again = await other.read(other.store.table, match.id)
        assert Match.stored(again).seats == there.seats


async def test_a_server_that_has_not_heard_that_two_are_one_writes_nothing_from_before(
    database_url: str,
) -> None:
    async with servers(database_url) as (one, other):
        match = await began(one, 4)
        there = await other.get(match.id)
        await one.change(merging.merge, OWNER, BEN, [], now())
        await other.execute(there, commands.leave(BEN, 3))
        stored = await one.read(one.store.table, match.id)
        assert [entry.kind for entry in stored.entries] == ["same", "leave"]
        assert {tuple(seat.holders) for seat in stored.summary.seats} == {(BEN,), ()}
