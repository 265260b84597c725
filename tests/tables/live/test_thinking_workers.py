"""Bots in worker processes that fail, hang, die or can't be had, and who moves in their place."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.tables.live import thinking
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store.rows import DUPLICATE
from quarterdeck.tables.store.store import Store
from quarterdeck.workers import Unavailable, Workers
from tests.tables.live.test_thinking import first_move
from tests.tables.tables import OWNER, ann_first, record, until
from tests.workers.bots import MAKER_OF_LEVELS, SAID
from tests.workers.test_pool import pass_time

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def running(path: Path) -> AsyncIterator[tuple[Room, Workers]]:
    """A room whose bots think in one worker."""
    workers = Workers(1, compiling=False, maker=MAKER_OF_LEVELS)
    room = Room(Store(path / "quarterdeck.sqlite3"), 0, bot_seconds=20, workers=workers)
    try:
        yield room, workers
    finally:
        await room.close()


async def table(room: Room, *kinds: str, parent: tuple[str, str] | None = None) -> Match:
    return await room.create(Match.fresh(record(ann_first()), list(kinds), OWNER, parent=parent))


async def test_bots_move_from_a_worker_and_the_rule_of_thumb_bot_in_the_server(tmp_path: Path) -> None:
    async with running(tmp_path) as (room, workers):
        thinks_here = await table(room, "rule-of-thumb", HUMAN, HUMAN, HUMAN)
        assert (await first_move(thinks_here)).data["by"] == "bot"
        assert workers.running == []
        match = await table(room, "random", HUMAN, HUMAN, HUMAN)
        entry = await first_move(match)
        assert entry.data["by"] == "bot"
        assert entry.data["action"] == str(match.positions[0].view(0).legal()[-1])
        assert len(workers.running) == 1


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("deckhand", r"failed: .*bots\.py.*\nRuntimeError$"),
        ("mate", "chose what is not legal"),
        ("captain", r"has not answered within 20 seconds, time 1 of 2 at this table; it was at\n.*bots\.py"),
        ("admiral", "ended its workers, time 1 of 2 at this table"),
    ],
)
async def test_the_rule_of_thumb_bot_moves_in_the_place_of_one_that_fails(
    tmp_path: Path, kind: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as (room, workers):
        match = await table(room, kind, HUMAN, HUMAN, HUMAN)
        if kind == "captain":
            await pass_time(workers)
        assert (await first_move(match)).data["by"] == "stand-in"
    told = [message for message in caplog.messages if message.startswith(f"Bot “{kind}” at seat ")]
    assert len(told) > 0
    assert match.id not in caplog.text
    assert SAID not in told[0] or kind == "captain"
    assert re.search(said, told[0], re.DOTALL)


async def test_a_bot_that_ends_its_workers_twice_is_not_called_again_at_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarterdeck.workers.pool.DEATHS", 10**6)
    asked: list[str] = []
    choose = Workers.choose

    async def counted(self: Workers, bot: str, *values: Any) -> Any:
        asked.append(bot)
        return await choose(self, bot, *values)

    monkeypatch.setattr(Workers, "choose", counted)
    async with running(tmp_path) as (room, _workers):
        match = await table(room, *["admiral"] * 4)
        await until(lambda: match.ply > 8)
        assert {entry.data["by"] for entry in match.entries} == {"stand-in"}
    assert asked == ["admiral"] * thinking.MOST_HUNG


async def test_bots_that_answer_everybody_alike_wait_for_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replacement would answer one player otherwise than the next."""
    monkeypatch.setattr(thinking, "PAUSE", 0.01)
    asked: list[str] = []
    choose = Workers.choose
    back = True

    async def late(self: Workers, bot: str, *values: Any) -> Any:
        asked.append(bot)
        if len(asked) < 3 or not back:
            raise Unavailable("workers die one after the other")
        return await choose(self, bot, *values)

    monkeypatch.setattr(Workers, "choose", late)
    async with running(tmp_path) as (room, _workers):
        alike = await table(room, "random", HUMAN, HUMAN, HUMAN, parent=("of another", DUPLICATE))
        assert (await first_move(alike)).data["by"] == "bot"
        assert len(asked) >= 3
        back = False
        other = await table(room, "random", HUMAN, HUMAN, HUMAN)
        assert (await first_move(other)).data["by"] == "stand-in"
