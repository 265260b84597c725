"""Secrecy over the wire, for whole games: whatever a seat can't know may be dealt anew after every move,
without changing one byte that comes over any connection of that seat.

A whole game is played at a table where all seats are people's. At the same time, move by move, it is played
at two more tables: in the same way as far as one seat knows, and as far as a spectator knows. There each new
position is dealt at random from that viewer's view of the true one, what others alone were told is something
else, and of the moves that look alike to the viewer any is made: so all that lies hidden differs, at every
move anew. The tables have the same address, the same keys and the same seed, and time stands still: nothing
else that goes into an answer differs, so that every byte is compared as it came.

The viewer has every kind of connection open during the whole game: a page's socket, the API's stream, the
API's socket. After every move it also asks for a page or for JSON, and now and then opens sockets and
streams anew, for what it may see and for what it may not. The seat moves by all ways that there are. At the
other tables somebody else plans a move, drops it and lets another program have the seat for a while, which
nobody does at the first, and where a spectator watches, more is said to the seats alone: all that can't even
be counted. Everything that comes over a connection with a move, its headers too, is the same at both tables;
for the seat so it is with the last move, when spectators read what was said to the seats.

So no byte that a seat, or a spectator, is told of a game that goes on depends on more than what its views
hold and what has happened openly. What views may hold is for the tests of the games, the seed for another
test (`test_app_secrecy`), and how long an answer takes is not looked at.
"""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT, owner_hash
from quarterdeck.tables.store.rows import TableRow
from tests.web.twins import AHOY, PLAYER, PSST, SEAT, Eyes, Look, Place, places

NAMES = ["Ann", "Ben", "Cleo", "Dan"]
GAMES = [
    ("meuterer", {"rules": "english", "pirates": "on"}),
    ("meuterer", {"rules": "manual", "pirates": "double"}),
    ("cartagena", {}),
    ("mutiny", {}),
]
# Makes games shorter.
LIKED = ("open", "leave", "done", "stay")
# Plans, talk, and connections opened anew: once in so many moves each.
SELDOM = 9


def row_of(game: str, options: dict[str, str]) -> TableRow:
    """A table with one person, who waits for three more."""
    made = Record(Game(game, **options), seed=f"wire {game}", names=NAMES)
    kinds = [HUMAN if seat == SEAT else VACANT for seat in range(len(NAMES))]
    return Match.fresh(made, kinds, owner_hash(PLAYER), public=True).row


class Told(NamedTuple):
    """How many moves there were, and by look, after how many of them something hidden differed, and how many
    were made otherwise.
    """

    moves: int
    differing: list[int]
    otherwise: list[int]


async def compare(path: Path, row: TableRow, looks: list[Look], most: int = 999) -> Told:
    """Play a match to its end, or for so many moves: each look has to find the same at both tables."""
    dice = random.Random(row.game)
    differing, otherwise = [0] * len(looks), [0] * len(looks)
    async with places(path, row, looks) as (true, *others):
        match, keys = true.match, true.keys
        for place, look in zip(others, looks, strict=True):
            eyes = keys.eyes(look.eyes)
            assert true.heard(eyes) == place.heard(eyes)
        while not match.over and match.ply < most:
            turn = match.ply
            await disturb(true, others, looks, turn)
            version, seat = match.version, dice.choice(match.to_act)
            legal = match.position.legal(seat)
            action = dice.choices(legal, [8 if one.text in LIKED else 1 for one in legal])[0]
            answer = await true.move(seat, version, action, turn)
            for at, (place, look) in enumerate(zip(others, looks, strict=True)):
                made, eyes = place.like(seat, action), keys.eyes(look.eyes)
                answered = await place.move(seat, version, made, turn)
                assert look.eyes is None or answered == answer
                await the_same(true, place, eyes, turn)
                differing[at] += place.match.position != match.position
                otherwise[at] += made != action
        return Told(match.ply, differing, otherwise)


async def disturb(true: Place, others: list[Place], looks: list[Look], turn: int) -> None:
    """What happens now and then beside the moves, and what of that happens elsewhere alone."""
    if turn % SELDOM == 4:
        for place in (true, *others):
            await place.say(PSST, "seats", [SEAT])
        for place, look in zip(others, looks, strict=True):
            if look.eyes is None:
                await place.say(PSST, "seats", [SEAT])
        for place in (true, *others):
            await place.say(AHOY, "all", [SEAT, None])
    elif turn % SELDOM == 2:
        for place in others:
            await place.confide()


async def the_same(true: Place, place: Place, eyes: Eyes, turn: int) -> None:
    """Whatever a viewer is told now is the same at both tables."""
    assert place.match.version == true.match.version
    if true.match.over:
        return  # The page of the end lays all cards open.
    await asyncio.gather(true.told(eyes), place.told(eyes))
    heard = true.heard(eyes)
    assert heard == place.heard(eyes)
    asked = await true.asked(eyes, turn)
    assert asked == await place.asked(eyes, turn)
    if turn % SELDOM == 0:
        anew = await true.anew(eyes)
        assert anew == await place.anew(eyes)
        asked |= anew
    if eyes.seat is None:
        assert not any(PSST.encode() in one for said in (*heard.values(), *asked.values()) for one in said)


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 1_800_000_000_000_000_000)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_in_a_whole_game_nothing_hidden_changes_a_byte(
    tmp_path: Path, game: str, options: dict[str, str]
) -> None:
    looks = [Look(SEAT, SEAT), Look(None, None)]
    told = asyncio.run(compare(tmp_path, row_of(game, options), looks))
    assert min(told.differing) > told.moves / 2
    assert min(told.otherwise) > 0


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_comparison_notices_what_a_seat_can_see(
    tmp_path: Path, game: str, options: dict[str, str]
) -> None:
    with pytest.raises(AssertionError):
        asyncio.run(compare(tmp_path, row_of(game, options), [Look(SEAT, SEAT + 1)], most=20))
