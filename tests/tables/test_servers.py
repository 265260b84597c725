"""Several servers on one PostgreSQL: whichever one is asked, the table is the same."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from quarterdeck.tables import crew, wishes
from quarterdeck.tables.errors import NotAllowed, StaleMove
from quarterdeck.tables.match import Match
from quarterdeck.tables.room import Room
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import Store
from tests.tables.tables import NEVER, OWNER, ann_first, first_legal, kinds, record

BEN = "ben's hash"
Two = Callable[[Room, Room], Awaitable[None]]


def servers(url: str, test: Two, pause: float = 0) -> None:
    async def run() -> None:
        rooms = [Room(Store(url), pause, first_legal) for _ in range(2)]
        for room in rooms:
            room.resume()
        try:
            await test(*rooms)
        finally:
            for room in rooms:
                await room.close()

    asyncio.run(run())


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not done():
            await asyncio.sleep(0.01)


async def at_version(version: int, *matches: Match) -> None:
    await until(lambda: all(match.version == version for match in matches))


def test_what_one_server_stores_the_other_hears(postgres_url: str) -> None:
    async def test(one: Room, other: Room) -> None:
        match = await one.create(record(ann_first()), kinds(4), OWNER)
        there = await other.get(match.id)
        with other.watch(there) as bell:
            await one.submit(match, 0, 0, "offer 2")
            await asyncio.wait_for(bell.wait(), 10)
            assert there.position == match.position
            await one.say(match, OWNER, "Who goes with me?", "all")
            await asyncio.wait_for(bell.wait(), 10)
            (said,) = await other.read(other.store.messages, match.id)
            assert (said.name, said.text) == ("Ann", "Who goes with me?")

    servers(postgres_url, test)


def test_a_player_may_come_to_either_server_at_every_move(postgres_url: str) -> None:
    async def test(one: Room, other: Room) -> None:
        id_ = (await one.create(record(ann_first()), kinds(4), OWNER)).id
        rooms = (one, other)
        for turn in range(30):
            room = rooms[turn % 2]
            match = await room.get(id_)
            await at_version(turn, match)
            seat = match.to_act[0]
            await room.submit(match, seat, match.version, match.position.legal(seat)[0])
        stored = Match.stored(one.store.table(id_))
        assert stored.version == 30

    servers(postgres_url, test)


def test_of_two_who_take_one_seat_at_two_servers_one_gets_it(postgres_url: str) -> None:
    async def test(one: Room, other: Room) -> None:
        for _ in range(10):
            match = await one.create(record(), [HUMAN, VACANT, VACANT, VACANT], OWNER)
            there = await other.get(match.id)
            outcomes = await asyncio.gather(
                one.wish(match, wishes.sit(BEN, 1, "Benno")),
                other.wish(there, wishes.sit("cleo", 1, "Clea")),
                return_exceptions=True,
            )
            assert {type(outcome) for outcome in outcomes} == {int, NotAllowed}
            await at_version(1, match, there)
            assert match.seats == there.seats

    servers(postgres_url, test)


def test_of_two_moves_at_two_servers_one_is_made(postgres_url: str) -> None:
    async def test(one: Room, other: Room) -> None:
        match = await one.create(record(ann_first()), kinds(1), OWNER)
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

    servers(postgres_url, test, NEVER)


def test_the_same_move_at_two_servers_is_one_move(postgres_url: str) -> None:
    async def test(one: Room, other: Room) -> None:
        match = await one.create(record(ann_first()), kinds(4), OWNER)
        there = await other.get(match.id)
        made = await asyncio.gather(one.submit(match, 0, 0, "offer 1"), other.submit(there, 0, 0, "offer 1"))
        assert list(made) == [1, 1]

    servers(postgres_url, test)


def test_bots_play_though_both_servers_look_after_them(postgres_url: str) -> None:
    async def test(one: Room, other: Room) -> None:
        match = await one.create(record(), kinds(0), OWNER)
        there = await other.get(match.id)
        await until(lambda: match.over and there.over)
        assert match.record.verify().over
        assert match.entries == there.entries

    servers(postgres_url, test)


def test_when_a_server_dies_the_other_plays_on_with_its_bots(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "ROUND", 0.01)
    monkeypatch.setattr(crew, "HEAD_START", 50)

    async def test(one: Room, other: Room) -> None:
        match = await one.create(record(), kinds(0), OWNER)
        await until(lambda: match.version > 5)
        await one.crew.close()
        there = await other.get(match.id)
        await until(lambda: there.over)

    servers(postgres_url, test, pause=0.001)


def test_with_no_bot_pause_nothing_is_done_twice(postgres_url: str) -> None:
    async def test(one: Room, other: Room) -> None:
        tables = [await one.create(record(str(number)), kinds(0), OWNER) for number in range(4)]
        for match in tables:
            await other.get(match.id)
        await until(lambda: all(match.over for match in tables))
        for match in tables:
            numbers = [entry.number for entry in other.store.table(match.id).entries]
            assert numbers == list(range(1, match.version + 1))

    servers(postgres_url, test)
