"""Bots of a voyage of the day answer everybody alike, however quickly a player acts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.kernel.record import to_bytes
from quarterdeck.play import Action, View
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.rows import DAILY
from quarterdeck.tables.store.store import Store
from tests.tables.match.test_simultaneous import stored
from tests.tables.tables import NEVER, OWNER, in_a_duel

pytestmark = pytest.mark.anyio


class Listener:
    """A bot that plays the first legal action, and keeps what it was shown."""

    def __init__(self, seen: list[bytes]) -> None:
        self._seen = seen

    def choose(self, view: View) -> Action:
        self._seen.append(to_bytes(view.state))
        return view.legal()[0]


async def seen_by_bots(path: Path, day: str | None, first: bool) -> list[bytes]:
    """What the bots are shown in a duel, if the player who acts beside them moves first or not."""
    path.mkdir()
    seen: list[bytes] = []
    room = Room(Store(path / "quarterdeck.sqlite3"), NEVER, lambda _name, _seed: Listener(seen))
    duel = in_a_duel(humans=1)
    row = replace(duel.row, parent=day, relation=DAILY if day else None)
    match = stored(room, Match(row, duel.entries))
    seat = next(seat for seat in match.humans if seat in match.to_act)
    if first:
        await room.execute(
            match, commands.act(OWNER, seat, match.version, match.position.legal(seat)[0].text)
        )
    bots = match.bots_to_act()
    assert bots
    await asyncio.gather(*(room.scheduler._choose(match, match.position, bot) for bot in bots))
    await room.close()
    return sorted(seen)


async def test_a_bot_is_shown_what_it_knew_when_its_decision_began(tmp_path: Path) -> None:
    slow, quick = [await seen_by_bots(tmp_path / f"{first}", "2026-11-27", first) for first in (False, True)]
    assert slow == quick
    # At other tables it sees that the player has moved.
    slow, quick = [await seen_by_bots(tmp_path / f"usual {first}", None, first) for first in (False, True)]
    assert slow != quick


def test_a_decision_begins_after_the_move_before_it() -> None:
    match = in_a_duel(humans=4)
    begun, acting = match.ply, match.position.to_act
    commands.move(acting[1], match.version, match.position.legal(acting[1])[0])(match, 0)
    assert match.began(acting[0], match.ply) == begun
    assert match.began(acting[0], begun) == begun
