"""A match goes on under the rules that it began with, whatever rules the program has now."""

from __future__ import annotations

import asyncio
import pickle
from pathlib import Path

import pytest

from quarterdeck.errors import GameOptionError, RecordError
from quarterdeck.games.meuterer.game import GAME
from quarterdeck.play import Game, Record, find, versions
from quarterdeck.tables.errors import RulesVersionGone
from quarterdeck.tables.live import again
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from tests.tables.tables import NEVER, OWNER, kinds, room_at
from tests.tables.upgrade import OLDER, downgrade, upgrade

HALF, END = 60, 9999


async def play_on(room: Room, match: Match, ply: int) -> None:
    """Make the first legal move until so many have been made or the match is over."""
    while match.ply < ply and not match.over:
        seat = match.to_act[0]
        await room.submit(match, seat, match.version, match.position.view(seat).legal()[0])


def begun(path: Path, moves: int) -> tuple[str, list[bytes]]:
    """A table where so many moves have been made; its id, and the positions after each of them."""

    async def run() -> tuple[str, list[bytes]]:
        room = room_at(path, NEVER)
        match = await room.create(Match.fresh(Record(Game("meuterer"), seed="seven"), kinds(4), OWNER))
        await play_on(room, match, moves)
        await room.close()
        return match.id, [position.state.tobytes() for position in match.positions]

    return asyncio.run(run())


def test_a_running_match_is_played_to_its_end_by_the_rules_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    downgrade(monkeypatch)
    id_, before = begun(tmp_path, HALF)
    _whole, expected = begun(tmp_path, END)
    upgrade(monkeypatch, keeps=True)

    async def run() -> None:
        room = room_at(tmp_path, NEVER)
        match = await room.get(id_)
        assert match.game.spec is OLDER
        assert [position.state.tobytes() for position in match.positions] == before
        await play_on(room, match, END)
        assert [position.state.tobytes() for position in match.positions] == expected
        text = match.record.dumps()
        assert "\nrules-version 0\n" in text
        assert Record.loads(text) == match.record
        # What begins now is played by today's rules.
        again_id = await again.rematch(room, match, OWNER)
        assert (await room.get(again_id)).game == Game("meuterer")
        branched = await room.create(again.branch(match, OWNER, 0, HALF))
        assert branched.position.state.tobytes() == before[HALF]
        assert branched.row.rules_version == OLDER.rules_version
        await room.close()

    asyncio.run(run())


def test_under_todays_rules_the_same_moves_would_be_another_game() -> None:
    states = [Game(spec).start(seed="seven").state.tobytes() for spec in (GAME, OLDER)]
    assert states[0] != states[1]


def test_a_version_that_is_gone_is_named_and_nothing_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    downgrade(monkeypatch)
    id_, _before = begun(tmp_path, HALF)
    text = Record(Game("meuterer"), seed="seven").dumps()
    upgrade(monkeypatch, keeps=False)

    async def run() -> None:
        room = room_at(tmp_path, NEVER)
        with pytest.raises(
            RulesVersionGone, match=r"^This match began under version 0 of the rules and can't go on"
        ):
            await room.get(id_)
        assert len((await room.stored(id_)).entries) == HALF
        await room.close()

    asyncio.run(run())
    with pytest.raises(RecordError, match="played by version 0 of the rules; this program plays version 1"):
        Record.loads(text)


def test_games_of_two_versions_are_two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade(monkeypatch, keeps=True)
    assert versions("meuterer") == (1, 0)
    old, new = Game(find("meuterer", 0)), Game("meuterer")
    assert find("meuterer") is find("meuterer", 1) is new.spec
    assert old != new
    assert pickle.loads(pickle.dumps(old)) == old
    with pytest.raises(GameOptionError, match="version 7 of the rules"):
        find("meuterer", 7)
