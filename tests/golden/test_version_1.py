"""Matches of version 1 of the rules, as version 1 wrote them: they replay, and go on, as they were played."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from pathlib import Path

import pytest

from quarterdeck.errors import GameOptionError
from quarterdeck.play import Game, Record, find, versions
from quarterdeck.tables.match.match import Match
from tests.tables.tables import NEVER, room_at

FOLDER = Path(__file__).parent / "version_1"
# Game → the hash of all legal actions and scores of its match, made by the program that played version 1.
LEGAL = {"mutiny": "2bcaab853a8b156e", "cartagena": "ecc635daee9328a1"}
# Game → its running table in the database.
TABLES = {"mutiny": "hqtu8xben8", "cartagena": "katuc6jhbj"}


def kept(game: str) -> str:
    """The text of the match file of version 1."""
    return (FOLDER / f"{game}.qd").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", LEGAL)
def test_a_match_file_of_version_1_replays_with_the_same_choices_and_scores(game: str) -> None:
    record = Record.loads(kept(game))
    told = [
        [
            *((seat, [action.text for action in position.legal(seat)]) for seat in position.to_act),
            position.scores,
        ]
        for position in record.positions()
    ]
    assert hashlib.sha256(repr(told).encode()).hexdigest()[:16] == LEGAL[game]
    assert record.verify().over
    assert record.dumps() == kept(game)


@pytest.mark.parametrize("game", TABLES)
def test_a_running_table_of_version_1_goes_on_to_the_end_of_its_match(game: str, tmp_path: Path) -> None:
    expected = Record.loads(kept(game))
    with sqlite3.connect(tmp_path / "quarterdeck.sqlite3") as database:
        database.executescript((FOLDER / "database.sql").read_text(encoding="utf-8"))

    async def run() -> Match:
        room = room_at(tmp_path, NEVER)
        match = await room.get(TABLES[game])
        assert 0 < match.ply < len(expected.moves)
        for seat, action in expected.moves[match.ply :]:
            await room.submit(match, seat, match.version, action)
        await room.close()
        return match

    match = asyncio.run(run())
    assert match.game.spec.rules_version == 1
    assert match.over
    assert match.record.moves == expected.moves
    assert match.record.dumps().splitlines()[1:3] == [f"game {game}", "rules-version 1"]


def test_version_1_of_mutiny_has_no_house_rules_and_shares_the_verbs_and_the_record() -> None:
    newest, first = find("mutiny"), find("mutiny", 1)
    assert versions("mutiny") == (2, 1)
    assert (first.verbs, first.state) == (newest.verbs, newest.state)
    assert Game(first).options == {"players": 4}
    with pytest.raises(GameOptionError) as error:
        Game(first, victory="at once")
    assert str(error.value) == "Version 1 of Mutiny! has no option “victory” (MU-50); it has players."
