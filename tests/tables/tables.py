"""Rooms and matches for tests."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from quarterdeck.play import Action, Game, Record, View
from quarterdeck.tables.entry import now
from quarterdeck.tables.live.notifier import Notifier
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store.store import Store

OWNER = "ann's hash"
NEVER = 3600.0


class FirstLegal:
    """Plays the first legal action: fast, and the same each time."""

    def choose(self, view: View) -> Action:
        return view.legal()[0]


def first_legal(_name: str, _seed: str) -> FirstLegal:
    return FirstLegal()


def play(match: Match, seat: int, version: int, action: Action) -> int:
    """Make a move at once, without a room; returns the version that it led to."""
    return commands.move(seat, version, action)(match, now())


def show(match: Match, owner: str, seat: int) -> None:
    """Hand the screen to a seat, without a room."""
    commands.show(owner, seat)(match, now())


def moves_of(store: Store, id_: str) -> list[tuple[int, str]]:
    """Seat and text of the moves in a table's log."""
    logged = store.since({id_: 0})[id_]
    return [(entry.seat, entry.data["action"]) for entry in logged if entry.kind == "move"]


def room_at(path: Path, pause: float = 0) -> Room:
    """A room on the database at this path. With `pause` NEVER its bots never get to act."""
    database = path / "quarterdeck.sqlite3"
    if not database.exists():
        database.write_bytes(empty_database())
    return Room(Store(database), pause, first_legal)


@asynccontextmanager
async def room_open(path: Path, pause: float = NEVER) -> AsyncIterator[Room]:
    """A room on the database at this path, which is closed in the end."""
    room = room_at(path, pause)
    try:
        yield room
    finally:
        await room.close()


@cache
def empty_database() -> bytes:
    """A database with our tables and nothing in them: copied in far less time than it is made."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        Store(path).close()
        return path.read_bytes()


def record(seed: str = "seven", players: int = 4, rules: str = "english", pirates: str = "off") -> Record:
    game = Game("meuterer", players=players, rules=rules, pirates=pirates)
    return Record(game, seed=seed, names=["Ann", "Ben", "Cleo", "Dan"][:players])


def kinds(humans: int, players: int = 4) -> list[str]:
    """Who sits where: people in the first seats, bots in the others."""
    return [HUMAN if seat < humans else "random" for seat in range(players)]


async def began(room: Room, humans: int = 1) -> Match:
    """A new match in this room, in which Ann acts first."""
    return await room.create(Match.fresh(record(ann_first()), kinds(humans), OWNER))


def ann_first(players: int = 4) -> str:
    """A seed with which seat 0 is the first to act."""
    return next(
        seed
        for seed in map(str, range(99))
        if Game("meuterer", players=players).start(seed=seed).to_act == (0,)
    )


def played(
    moves: int, seed: str = "seven", humans: int = 1, rules: str = "english", pirates: str = "off"
) -> Match:
    """A match after so many random moves, or at its end."""
    match = Match.fresh(record(seed, rules=rules, pirates=pirates), kinds(humans), OWNER)
    dice = random.Random(f"{seed} {moves}")
    while match.version < moves and not match.over:
        seat = match.position.to_act[0]
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    return match


def in_a_duel(humans: int) -> Match:
    """A match of Cartagena in which three seats or more have a card to post, each one of several."""
    made = Record(Game("cartagena"), seed="duel", names=["Ann", "Ben", "Cleo", "Dan"])
    match = Match.fresh(made, kinds(humans), OWNER)
    dice = random.Random(3)
    while not (
        len(match.position.to_act) > 2
        and all(len(match.position.legal(seat)) > 1 for seat in match.position.to_act)
    ):
        seat = match.position.to_act[0]
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    return match


async def until(done: Callable[[], bool]) -> None:
    """Wait until something has become true."""
    async with asyncio.timeout(60):
        while not done():
            await asyncio.sleep(0.002)


def meanwhile(room: Room, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen just before the room's next write to the store, as another server's write may."""
    write = room.write

    async def late(function: Callable[..., object], *values: object) -> object:
        monkeypatch.setattr(room, "write", write)
        happens()
        return await write(function, *values)

    monkeypatch.setattr(room, "write", late)


async def finished(room: Room, match: Match) -> None:
    """Play a match of a room to its end, at random, in one commit."""
    await room.execute(match, _play_out)


def _play_out(draft: Match, at: int) -> int:
    dice = random.Random(draft.id)
    while not draft.over:
        seat = draft.to_act[0]
        action = dice.choice(draft.position.legal(seat))
        draft.add("move", seat, at, action=action.text, by="player")
    return draft.version


async def send_once(notifier: Notifier) -> None:
    """Let a notifier look for due notices, and wait until they are delivered."""
    await notifier.send_due()
    await until(lambda: not notifier._deliveries)
