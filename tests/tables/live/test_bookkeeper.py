"""The bookkeeper: every finished match is booked, also those from before and those of a game with a bug."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from quarterdeck.i18n import SOURCE_LANGUAGE, current, use
from quarterdeck.tables.errors import NotFound, StoreError
from quarterdeck.tables.live import bookkeeper
from quarterdeck.tables.live.bookkeeper import Bookkeeper
from quarterdeck.tables.live.regatta import Organizer
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store import results
from quarterdeck.tables.store.results import Booking
from quarterdeck.tables.store.rows import REGATTA
from tests.tables.store.test_results import result
from tests.tables.tables import OWNER, finished, kinds, record, room_open, until

pytestmark = pytest.mark.anyio


async def over(room: Room) -> Match:
    """A match that has just ended."""
    match = await room.create(Match.fresh(record(), kinds(1), OWNER))
    await finished(room, match)
    return match


def booking_of(match: Match) -> Booking:
    return Booking(match.game.id, [result(match.id, OWNER, score=match.ply)])


async def booked(room: Room) -> list[str]:
    return [one.table for one in await room.ask(results.of_owner, OWNER)]


async def test_matches_from_before_and_new_ones_are_booked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookkeeper, "ROUND", 0.01)
    async with room_open(tmp_path) as room:
        before = await over(room)
        books = Bookkeeper(room, booking_of)
        books.start()
        after = await over(room)
        async with asyncio.timeout(60):
            while set(await booked(room)) != {before.id, after.id}:
                await asyncio.sleep(0.01)
        await books.close()
        scores = {one.table: one.score for one in await room.ask(results.of_owner, OWNER)}
        assert scores == {before.id: before.ply, after.id: after.ply}


async def test_a_match_that_cant_be_booked_stops_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with room_open(tmp_path) as room:
        broken, sound = await over(room), await over(room)

        def fails(match: Match) -> Booking:
            if match.id == broken.id:
                raise ZeroDivisionError
            return booking_of(match)

        await Bookkeeper(room, fails).book_finished()
        assert await booked(room) == [sound.id]
        # It is not tried again and again.
        assert await room.ask(results.unbooked, 9) == []
        assert "ZeroDivisionError" in caplog.text


async def test_results_are_made_in_one_language_whatever_is_spoken(tmp_path: Path) -> None:
    spoken = []

    def listens(match: Match) -> Booking:
        spoken.append(current())
        return booking_of(match)

    async with room_open(tmp_path) as room:
        await over(room)
        with use("de"):
            await Bookkeeper(room, listens).book_finished()
    assert spoken == [SOURCE_LANGUAGE]


@pytest.mark.parametrize("error", [OperationalError("", {}, Exception()), RuntimeError("no new thread")])
async def test_a_database_that_fails_for_a_while_delays_the_books(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(bookkeeper, "ROUND", 0.01)
    async with room_open(tmp_path) as room:
        match = await over(room)
        ask: Callable[..., Awaitable[object]] = room.ask
        asked = []

        async def fails_first(*given: object) -> object:
            asked.append(given)
            if len(asked) == 1:
                raise error
            return await ask(*given)

        monkeypatch.setattr(room, "ask", fails_first)
        books = Bookkeeper(room, booking_of)
        books.start()
        await until(lambda: len(asked) > 2)
        await books.close()
        monkeypatch.setattr(room, "ask", ask)
        assert await booked(room) == [match.id]


async def test_a_regatta_whose_store_fails_is_settled_at_the_next_turn(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asked = []

    async def fails_twice(id_: str) -> None:
        asked.append(id_)
        if len(asked) == 1:
            raise OperationalError("", {}, Exception())
        if len(asked) == 2:
            raise StoreError("The store can't be written now.")

    async with room_open(tmp_path) as room:
        match = await room.create(Match.fresh(record(), kinds(1), OWNER, parent=("r1/1/0", REGATTA)))
        await finished(room, match)
        books = Bookkeeper(room, booking_of, fails_twice)
        # What fails stops neither the books nor the bookkeeper; what is settled is settled once.
        for _look in range(4):
            await books.book_finished()
        assert await booked(room) == [match.id]
    assert asked == ["r1"] * 3
    assert caplog.text.count("could not be settled") == 2


@pytest.mark.parametrize(
    ("error", "level"), [(ZeroDivisionError(), "ERROR"), (NotFound("There is none."), "WARNING")]
)
async def test_a_regatta_that_cant_be_settled_stops_nobody(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    level: str,
) -> None:
    async with room_open(tmp_path) as room:
        organizer = Organizer(room, "key", lambda _match: [], lambda _game: [])

        async def fails(*_given: object) -> None:
            raise error

        monkeypatch.setattr(room, "ask", fails)
        await organizer.settle_or_log("r1")
    assert [one.levelname for one in caplog.records if "not settled" in one.message] == [level]
