"""Clocks that run out, and bots whose server has gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from quarterdeck.play import Position
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import StaleMove
from quarterdeck.tables.live import scheduler
from quarterdeck.tables.live.registry import MatchRegistry
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.live.thinking import BotMove
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.tags import tag
from tests.tables.store.test_damaged_rows import damage
from tests.tables.tables import (
    NEVER,
    OWNER,
    ann_first,
    began,
    kinds,
    played,
    record,
    room_at,
    room_open,
    until,
)

pytestmark = pytest.mark.anyio

LATER = 3600 * 1000


class Hours:
    """The time by which the scheduler goes; it stands until it is told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead, began = 0, now()
        # The seconds for which the server's computer was suspended.
        self.suspended = 0.0
        monkeypatch.setattr(scheduler, "now", lambda: began + self.ahead)
        monkeypatch.setattr(scheduler, "_uptime", lambda: time.monotonic() + self.suspended)


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    monkeypatch.setattr(scheduler, "ROUND", 0.01)
    return Hours(monkeypatch)


async def table(room: Room, timeout: str) -> Match:
    """Four people with five seconds for a move; Ann is to act."""
    terms = Terms("live", per_move=5, timeout=timeout)
    return await room.create(Match.fresh(record(ann_first()), kinds(4), OWNER, terms))


@asynccontextmanager
async def running(path: Path, pause: float = 0) -> AsyncIterator[Room]:
    """A room whose bots and clocks go on."""
    async with room_open(path, pause) as room:
        room.resume()
        yield room


async def test_a_bot_moves_for_who_has_no_time_left(tmp_path: Path, hours: Hours) -> None:
    async with running(tmp_path) as room:
        match = await table(room, "move")
        await asyncio.sleep(0.1)
        assert match.version == 0
        hours.ahead = LATER
        await until(lambda: match.version > 0)
        assert match.entries[0].kind == "move"
        assert match.entries[0].seat == 0
        assert match.entries[0].data["by"] == "clock"
        assert not match.seats[0].away


async def test_who_has_no_time_left_is_late_though_the_bot_failed(
    tmp_path: Path, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_match: Match, position: Position, seat: int) -> BotMove:
        return BotMove(position.legal(seat)[0], instead="chance")

    async with running(tmp_path) as room:
        monkeypatch.setattr(room.scheduler._thinking, "choose", fails)
        match = await table(room, "move")
        hours.ahead = LATER
        await until(lambda: match.version > 0)
        assert match.entries[0].data["by"] == "clock"
        assert 0 in match.agreement.late


async def test_or_has_the_seat_until_the_player_is_back(tmp_path: Path, hours: Hours) -> None:
    # The bot waits long enough that its move, by which the next player's time runs, comes after the hour.
    async with running(tmp_path, pause=0.3) as room:
        match = await table(room, "seat")
        hours.ahead = LATER
        await until(lambda: match.seats[0].away)
        hours.ahead = 0
        await until(lambda: match.ply > 0)
        assert [entry.kind for entry in match.entries[:2]] == ["away", "move"]
        assert match.entries[1].data["by"] == "bot"
        await room.execute(match, commands.come_back(OWNER, 0))
        assert match.bots_to_act() == []


async def test_a_server_that_was_away_gives_everybody_time_to_come_back(tmp_path: Path, hours: Hours) -> None:
    async with running(tmp_path) as room:
        await table(room, "move")
    hours.ahead = LATER
    async with running(tmp_path) as room:
        (listed,) = await room.listed(OWNER)
        match = await room.get(listed[0].id)
        hours.ahead += scheduler.GRACE - 5_000
        await asyncio.sleep(0.3)
        assert match.version == 0
        hours.ahead += LATER
        await until(lambda: match.version > 0)


async def test_clocks_are_looked_at_as_soon_as_everybody_has_had_time_to_come_back(
    tmp_path: Path, hours: Hours
) -> None:
    async with running(tmp_path) as room:
        match, began_at = await table(room, "seat"), now()
        await asyncio.sleep(0.1)

        def wake_at() -> int:
            return room.store.table(match.id).summary.wake_at or 0

        before = wake_at()
        hours.ahead = scheduler.GRACE - 5_000
        # The server takes the table, but its clock does not count yet.
        await until(lambda: wake_at() != before)
        assert wake_at() <= began_at + scheduler.GRACE
        assert match.version == 0
        hours.ahead += LATER
        await until(lambda: match.version > 0)


async def test_a_server_whose_computer_was_suspended_gives_everybody_time_to_come_back(
    tmp_path: Path, hours: Hours
) -> None:
    async with running(tmp_path) as room:
        match = await table(room, "seat")
        await asyncio.sleep(0.1)
        hours.ahead, hours.suspended = LATER, LATER / 1000
        await asyncio.sleep(0.3)
        assert match.version == 0
        hours.ahead += scheduler.GRACE
        await until(lambda: match.version > 0)


async def test_who_moves_in_time_has_all_of_it_for_the_next_move(tmp_path: Path, hours: Hours) -> None:
    async with running(tmp_path) as room:
        match = await table(room, "move")
        await room.submit(match, 0, 0, "offer 0")
        assert match.clock.left(0, match.entries[-1].at) == 5_000
        await asyncio.sleep(0.1)
        assert match.version == 1


async def test_bots_whose_server_has_gone_are_called_by_another(tmp_path: Path, hours: Hours) -> None:
    dead, other = room_at(tmp_path, NEVER), room_at(tmp_path)
    other.resume()
    match = await began(dead, 0)
    await asyncio.sleep(0.1)
    assert not other.matches.at_hand()
    hours.ahead = int(NEVER * 1000) + LATER
    await until(lambda: any(other_match.over for other_match in other.matches.at_hand()))
    assert match.version == 0
    await dead.close()
    await other.close()


async def test_bots_go_on_with_a_table_that_was_let_go_and_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as room:
        choose, go_on = room.scheduler._choose, asyncio.Event()

        async def held(match: Match, position: Position, seat: int) -> BotMove:
            await go_on.wait()
            return await choose(match, position, seat)

        monkeypatch.setattr(room.scheduler, "_choose", held)
        match = await began(room)
        while not match.bots_to_act():
            await room.submit(match, 0, match.version, match.position.legal(0)[0])
        room.matches.drop(match.id)
        anew = await room.get(match.id)
        assert anew.position == match.position
        go_on.set()
        # Not even where people have moved since.
        await until(lambda: not anew.bots_to_act())
        while not anew.bots_to_act():
            await room.submit(anew, 0, anew.version, anew.position.legal(0)[0])
        await until(lambda: not anew.bots_to_act())


async def test_who_has_moved_in_the_last_moment_keeps_the_seat(tmp_path: Path) -> None:
    async with running(tmp_path) as room:
        match = await table(room, "seat")
        await room.submit(match, 0, 0, "offer 2")
        with pytest.raises(StaleMove):
            await room.execute(match, commands.away(0, 0))
        assert not match.seats[0].away


async def test_a_bug_at_one_table_stops_no_other_clock(
    tmp_path: Path, hours: Hours, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with room_open(tmp_path, 0) as room:
        broken, sound = await table(room, "move"), await table(room, "move")
        get = room.matches.get

        async def get_or_fail(id_: str) -> Match:
            if id_ == broken.id:
                raise AttributeError("a bug in a game")
            return await get(id_)

        monkeypatch.setattr(room.matches, "get", get_or_fail)
        hours.ahead = LATER
        room.scheduler._began -= LATER
        room.resume()
        await until(lambda: sound.version > 0)
        assert f"Table {tag(broken.id)} does not go on" in caplog.text
        assert "a bug in a game" in caplog.text


async def test_a_round_that_fails_is_not_the_last(
    tmp_path: Path, hours: Hours, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "PATIENCE", 0.01)
    async with room_open(tmp_path, 0) as room:
        claim_due, asked = room.store.claim_due, []

        def fails_first(*given: int) -> list[str]:
            asked.append(given)
            if len(asked) == 1:
                raise RuntimeError("can't start new thread")
            return claim_due(*given)

        monkeypatch.setattr(room.store, "claim_due", fails_first)
        match = await table(room, "move")
        hours.ahead = LATER
        room.scheduler._began -= LATER
        room.resume()
        await until(lambda: match.version > 0)
    assert "can't start new thread" in caplog.text


class Clock:
    """The time by which the scheduler measures bots: thinking about several actions takes a second, and one
    action none.
    """

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        monkeypatch.setattr(scheduler, "time", SimpleNamespace(perf_counter=lambda: self.seconds))
        monkeypatch.setattr(scheduler, "asyncio", SimpleNamespace(sleep=self.sleep, gather=asyncio.gather))
        monkeypatch.setattr(room.scheduler, "_thinking", self)

    async def choose(self, match: Match, position: Position, seat: int) -> BotMove:
        legal = position.legal(seat)
        self.seconds += len(legal) > 1
        return BotMove(legal[0])

    async def sleep(self, seconds: float) -> None:
        self.seconds += max(seconds, 0)


async def test_nobody_sees_by_the_time_a_bot_takes_that_it_has_no_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room_open(tmp_path) as room:
        match = await room.create(played(200, humans=0))
        clock, took = Clock(room, monkeypatch), set()
        choices = [(one, seat, len(one.legal(seat))) for one in match.positions for seat in one.to_act]
        several, single = (next(one for one in choices if (one[2] > 1) is many) for many in (True, False))
        for position, seat, _count in (several, single):
            before = clock.seconds
            await room.scheduler._choose(match, position, seat)
            took.add(clock.seconds - before)
        assert took == {1.0}


async def test_a_table_that_cant_be_read_is_tried_once_an_hour(
    tmp_path: Path, hours: Hours, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "LEASE", 1)
    # Long enough that no bot acts before the room is closed.
    async with room_open(tmp_path) as room:
        lost = (await began(room, humans=0)).id
    hours.ahead = int(NEVER * 1000) + scheduler.HEAD_START
    damage(tmp_path, lost, "rules_version", b"99")
    asked: list[str] = []
    get = MatchRegistry.get

    async def counted(self: MatchRegistry, id_: str) -> Match:
        asked.append(id_)
        return await get(self, id_)

    monkeypatch.setattr(MatchRegistry, "get", counted)
    async with running(tmp_path) as room:
        given_up = f"Table {tag(lost)} does not go on"
        await until(lambda: given_up in caplog.text)
        # Meanwhile the rounds go on.
        kept = await table(room, "move")
        hours.ahead += LATER // 2
        await until(lambda: kept.version > 0)
        assert asked.count(lost) == 1
        assert caplog.text.count(given_up) == 1
        hours.ahead += LATER // 2 + 60_000
        await until(lambda: asked.count(lost) == 2)
