"""Bots of every level sit at a table and play a match among themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.bots import levels
from quarterdeck.bots.levels import Skill
from quarterdeck.bots.search import RolloutSearch
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.store import Store
from tests.tables.tables import record, until

pytestmark = pytest.mark.anyio


async def test_a_table_of_all_levels_plays_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = {
        name: Skill(2 + more, one.sharpness, rollouts=2 * bool(one.rollouts))
        for more, (name, one) in enumerate(levels.SKILLS.items())
    }
    monkeypatch.setattr(levels, "SKILLS", hasty)
    seats = list(levels.SKILLS)
    game = record().game
    game.warm()
    first = game.start(seed=1)
    # Compiled before anybody waits for it.
    RolloutSearch(simulations=2).choose(first.view(first.to_act[0]))

    room = Room(Store(tmp_path / "quarterdeck.sqlite3"), 0)
    match = await room.create(Match.fresh(record(), seats, ""))
    await until(lambda: match.over)
    assert {entry.data["by"] for entry in match.entries if entry.kind == "move"} == {"bot"}
    await room.close()
