"""What is said at a table: read once for all, kept, and heard by those for whom it is meant."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from quarterdeck.tables.live import registry
from quarterdeck.tables.live.chat import MOST_KEPT, audible
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.store.rows import Message
from tests.tables.tables import OWNER, kinds, played, record, room_open

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def at_a_table(path: Path, terms: Terms | None = None) -> AsyncIterator[tuple[Room, Match]]:
    """A room, and a table in it."""
    async with room_open(path) as room:
        yield room, await room.create(Match.fresh(record(), kinds(1), OWNER, terms))


def counted(room: Room, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts from now on how often messages are read, by the number after which."""
    asked: list[int] = []
    read = room.store.messages

    def messages(id_: str, after: int = 0, most: int = MOST_KEPT) -> list[Message]:
        asked.append(after)
        return read(id_, after, most)

    monkeypatch.setattr(room.store, "messages", messages)
    return asked


async def test_the_store_is_asked_once_by_everybody_and_again_only_after_somebody_spoke(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(tmp_path) as (room, match):
        asked = counted(room, monkeypatch)
        for text in ("Ahoy", "Anybody?"):
            await room.say(match, OWNER, text, "all")
            for said in await asyncio.gather(*(room.chat.at(match) for _reader in range(20))):
                assert said[-1].text == text
        assert asked == [0, 1]


async def test_what_is_said_while_it_is_read_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(tmp_path) as (room, match):
        read, loop = room.store.messages, asyncio.get_running_loop()

        def meanwhile(id_: str, after: int = 0, most: int = MOST_KEPT) -> list[Message]:
            found = read(id_, after, most)
            if not after:
                room.store.say(id_, 0, 0, "Ann", "Anybody?", "all")
                loop.call_soon_threadsafe(room.chat.spoken, id_)
            return found

        await room.say(match, OWNER, "Ahoy", "all")
        monkeypatch.setattr(room.store, "messages", meanwhile)
        assert [one.text for one in await room.chat.at(match)] == ["Ahoy", "Anybody?"]


async def test_a_store_that_cannot_be_read_costs_the_news_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(tmp_path) as (room, match):
        await room.say(match, OWNER, "Ahoy", "all")
        assert len(await room.chat.at(match)) == 1

        def broken(id_: str, after: int = 0, most: int = MOST_KEPT) -> list[Message]:
            raise OperationalError("", {"id": id_, "after": after, "most": most}, Exception("gone"))

        with monkeypatch.context() as patched:
            patched.setattr(room.store, "messages", broken)
            await room.say(match, OWNER, "Anybody?", "all")
            assert [one.text for one in await room.chat.at(match)] == ["Ahoy"]
        assert [one.text for one in await room.chat.at(match)] == ["Ahoy", "Anybody?"]
    assert "can't be read" in caplog.text


async def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    async with at_a_table(tmp_path) as (room, match):
        for number in range(MOST_KEPT + 5):
            room.store.say(match.id, 0, 0, "Ann", f"{number}", "all")
            if number == 10:
                await room.chat.at(match)
        room.chat.spoken(match.id)
        kept = await room.chat.at(match)
        assert [one.text for one in kept] == [f"{number}" for number in range(5, MOST_KEPT + 5)]


async def test_at_a_table_without_talk_nothing_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(tmp_path, Terms(talk=False)) as (room, match):
        asked = counted(room, monkeypatch)
        assert await room.chat.at(match) == ()
        assert asked == []


def test_what_is_meant_for_the_seats_is_heard_by_spectators_after_the_end() -> None:
    said = (
        Message(1, 0, 0, "Ann", "Quiet", "seats", 0),
        Message(2, 0, 0, "Ann", "Ahoy", "all", 1),
        Message(3, 0, 0, "Ann", "Still", "seats", 1),
    )
    running, over = played(5), played(10_000)
    assert over.over
    assert audible(running, said, OWNER) == said
    for stranger in (None, "a stranger"):
        # Nor does a number tell that there was more.
        assert audible(running, said, stranger) == (said[1]._replace(number=1),)
        assert audible(over, said, stranger) == said


async def test_the_messages_of_a_match_leave_the_memory_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_LOADED", 1)

    async with at_a_table(tmp_path) as (room, match):
        asked = counted(room, monkeypatch)
        await room.say(match, OWNER, "Ahoy", "all")
        await room.chat.at(match)
        other = await room.create(Match.fresh(record(), kinds(1), OWNER))
        assert room.matches.known(match.id) is None
        await room.chat.at(other)
        again = await room.get(match.id)
        assert [one.text for one in await room.chat.at(again)] == ["Ahoy"]
        assert asked == [0, 0, 0]
