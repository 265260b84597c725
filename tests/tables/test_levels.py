"""Bots of every level sit at a table and play a match among themselves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quarterdeck.bots import bot, levels
from quarterdeck.tables.match import Match
from quarterdeck.tables.room import Room
from quarterdeck.tables.store import Store
from tests.tables.tables import record, until


def test_a_table_of_all_levels_plays_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        levels, "SIMULATIONS", {name: 2 + more for more, name in enumerate(levels.SIMULATIONS)}
    )
    seats = list(levels.SIMULATIONS)
    game = record().game
    game.warm()
    first = game.start(seed=1)
    # Compiled before anybody waits for it.
    bot("deckhand").choose(first.view(first.to_act[0]))

    async def run() -> None:
        room = Room(Store(tmp_path / "quarterdeck.sqlite3"), 0)
        match = await room.create(Match.fresh(record(), seats, ""))
        await until(lambda: match.over)
        assert {entry.data["by"] for entry in match.entries if entry.kind == "move"} == {"bot"}
        await room.close()

    asyncio.run(run())
