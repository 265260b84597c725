"""Bots that raise, hang or choose what they may not, and who moves in their place."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest

from quarterdeck.bots import Bot, bot
from quarterdeck.play import Action, View
from quarterdeck.tables.entry import Entry, now
from quarterdeck.tables.live import threads
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.live.threads import Threads
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.match.transcript import LogLine
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store.store import Store
from tests.failing import SECRET, Cheats, Raises
from tests.tables.live.test_scheduler import LATER, Hours, hours
from tests.tables.tables import OWNER, ann_first, record, until

pytestmark = pytest.mark.anyio

__all__ = ["hours"]

# Seat 0 is the first to act, and offers; nobody else moves before it has shown a card.
SEATS = ["random", HUMAN, HUMAN, HUMAN]
# How long bots that hang may think here; and the others, whom a busy machine lets wait.
SHORT = 0.5
ENOUGH = 60.0


class Quits:
    def choose(self, view: View) -> Action:
        raise SystemExit(SECRET)


class Answers:
    """With what is no action at all."""

    def choose(self, view: View) -> Any:
        return [None]


class Hangs:
    """For as long as the test goes on."""

    calls: ClassVar[Counter[str]] = Counter()
    over = threading.Event()

    def __init__(self, name: str = "random") -> None:
        self.name = name

    def choose(self, view: View) -> Action:
        Hangs.calls[self.name] += 1
        self.over.wait()
        return view.legal()[0]


@pytest.fixture(autouse=True)
def _let_go() -> Iterator[None]:
    Hangs.calls.clear()
    Hangs.over.clear()
    yield
    Hangs.over.set()


def instead(made: Callable[[], Bot], *names: str) -> Callable[[str, str], Bot]:
    """Makes these bots so, "random" unless others are named, and the others as they are."""
    return lambda name, seed: made() if name in (names or ("random",)) else bot(name, seed)


@asynccontextmanager
async def running(path: Path, make: Callable[[str, str], Bot]) -> AsyncIterator[Room]:
    """A room whose bots are made so."""
    room = Room(Store(path / "quarterdeck.sqlite3"), 0, make, bot_seconds=SHORT)
    call = Threads.call

    async def patient(own: Threads, function: Callable[[], Any], seconds: float) -> Any:
        assert isinstance(function, partial)
        name, seed, _view = function.args
        return await call(own, function, seconds if isinstance(make(name, seed), Hangs) else ENOUGH)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Threads, "call", patient)
        try:
            yield room
        finally:
            await room.close()


async def table(room: Room, kinds: list[str] = SEATS, terms: Terms | None = None) -> Match:
    return await room.create(Match.fresh(record(ann_first()), kinds, OWNER, terms))


async def first_move(match: Match) -> Entry:
    await until(lambda: match.ply > 0)
    return match.entries[0]


@pytest.mark.parametrize("made", [Raises, Quits, Cheats, Answers, Hangs])
async def test_the_rule_of_thumb_bot_moves_in_the_place_of_one_that_fails(
    tmp_path: Path, made: Callable[[], Bot]
) -> None:
    seeds = []

    def make(name: str, seed: str) -> Bot:
        seeds.append((name, seed))
        return instead(made)(name, seed)

    async with running(tmp_path, make) as room:
        match = await table(room)
        entry = await first_move(match)
        (failed, seed), (called, same) = dict.fromkeys(seeds)
        assert (failed, called, seed) == ("random", "rule-of-thumb", same)
        assert entry.data["by"] == "stand-in"
        assert entry.data["action"] == str(bot(called, seed).choose(match.positions[0].view(0)))


@pytest.mark.parametrize("made", [Raises, Hangs])
@pytest.mark.parametrize("kind", ["random", "rule-of-thumb"])
async def test_any_legal_move_is_made_where_that_one_fails_too(
    tmp_path: Path, made: Callable[[], Bot], kind: str
) -> None:
    async with running(tmp_path, instead(made, "random", "rule-of-thumb")) as room:
        match = await table(room, [kind, *SEATS[1:]])
        assert (await first_move(match)).data["by"] == "chance"
        told = "The bots that play for Ann fail: any legal move is made in their place."
        assert look(match, None).said[0] == told


async def test_a_bot_that_moves_is_not_replaced(tmp_path: Path) -> None:
    async with running(tmp_path, bot) as room:
        match = await table(room)
        assert (await first_move(match)).data["by"] == "bot"
        assert not any("fail" in said for said in look(match, None).said)


async def test_everybody_is_told_before_what_the_move_led_to_and_after_a_restart_too(tmp_path: Path) -> None:
    made: list[Match] = []
    said = "The bot that plays for Ann fails: the rule-of-thumb bot moves in its place."

    def lines(match: Match, viewer: int | None, ply: int) -> list[LogLine]:
        return [line for chapter in look(match, viewer, ply).chapters for line in chapter.lines]

    async def test(room: Room) -> None:
        match = await table(room)
        made.append(match)
        await first_move(match)
        for viewer in (None, 0, 1):
            first, offer = lines(match, viewer, 1)[:2]
            assert first == LogLine(said.replace("Ann", "you") if viewer == 0 else said, "", 0, False)
            assert offer.rule == "ME-20"
            assert lines(match, viewer, 0) == []
            assert look(match, viewer, 1).said[:2] == (first.text, offer.text)

    async def again(room: Room) -> None:
        match = await room.get(made[0].id)
        assert match is not made[0]
        assert lines(match, 1, 1) == lines(made[0], 1, 1)

    async with running(tmp_path, instead(Raises)) as room:
        await test(room)
    async with running(tmp_path, bot) as room:
        await again(room)


async def test_a_move_that_is_taken_back_takes_along_who_made_it(tmp_path: Path) -> None:
    async with running(tmp_path, instead(Raises)) as room:
        match = await table(room)
        await first_move(match)
        # Nothing is awaited from here on, but the bot may have offered and shown a card by now.
        draft, plies = match.draft(), match.ply
        assert match.instead == dict.fromkeys(range(1, plies + 1), "stand-in")
        for left in reversed(range(plies)):
            draft.add("back", 0, now())
            assert draft.instead == dict.fromkeys(range(1, left + 1), "stand-in")
        draft.add("move", 0, now(), action="offer 2", by="player")
        assert not any("fail" in line for line in look(draft, None, 1).said)


@pytest.mark.parametrize(("made", "cause"), [(Raises, "ZeroDivisionError"), (Cheats, "what is not legal")])
async def test_the_cause_is_in_the_server_s_log_with_the_table_s_tag(
    tmp_path: Path, made: Callable[[], Bot], cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path, instead(made)) as room:
        match = await table(room)
        await first_move(match)
        assert match.id not in caplog.text
    assert cause in caplog.text
    assert "Bot “random” at seat " in caplog.text
    if made is Raises:
        assert 'failing.py", line ' in caplog.text


async def test_where_a_bot_hangs_is_in_the_log_and_after_the_second_time_it_is_not_called_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path, instead(Hangs)) as room:
        one = await table(room, ["random"] * 4)
        await until(lambda: one.ply > 10)
        assert {entry.data["by"] for entry in one.entries} == {"stand-in"}
        assert Hangs.calls["random"] == 2
        other = await table(room, ["random"] * 4)
        await until(lambda: other.ply > 10)
        assert Hangs.calls["random"] == 4
    assert f"has not answered within {SHORT} seconds, time 2 of 2 at this table; it was at\n" in caplog.text
    assert "self.over.wait()" in caplog.text


async def test_a_kind_of_bot_of_which_all_threads_hang_holds_up_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(threads, "AT_ONCE", 2)

    async with running(tmp_path, instead(Hangs)) as room:
        hanging = [await table(room, ["random"] * 4) for _ in range(5)]
        good = await table(room, ["rule-of-thumb"] * 4)
        await until(lambda: all(match.ply > 5 for match in (good, *hanging)))
        assert {entry.data["by"] for entry in good.entries} == {"bot"}
        assert {entry.data["by"] for match in hanging for entry in match.entries} == {"stand-in"}
        assert Hangs.calls["random"] == 2
    assert "was not called: all its threads hang" in caplog.text


async def test_a_clock_that_runs_out_goes_on_while_a_bot_hangs_elsewhere(
    tmp_path: Path, hours: Hours
) -> None:
    asked = count()

    def make(name: str, seed: str) -> Bot:
        return bot(name, seed) if next(asked) else Hangs(name)

    room = Room(Store(tmp_path / "quarterdeck.sqlite3"), 0, make, bot_seconds=3600)
    terms = Terms("live", per_move=5, timeout="move")
    first, second = [await table(room, [HUMAN] * 4, terms) for _ in range(2)]
    hours.ahead = LATER
    room.resume()
    # Each bot has a thread of its own: the one that moves may be ahead of the one that hangs.
    await until(lambda: first.ply + second.ply > 0 and Hangs.calls.total() > 0)
    assert min(first.ply, second.ply) == 0
    assert Hangs.calls.total() == 1
    await room.close()
