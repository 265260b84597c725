"""Moments of games to take pictures of: one of each kind of decision, and the fullest ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from quarterdeck.play import Action, Game, Position, Record

__all__ = [
    "GAMES",
    "NAMES",
    "OTHER_SIZES",
    "SETUPS",
    "Moves",
    "Scene",
    "all_offered",
    "all_tied",
    "fresh_record",
    "fullest",
    "long_duel",
    "running_dry",
    "scenes",
]

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve")
# Random games with these seeds contain every kind of decision.
GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "meuterer": ("1", {"players": 4, "pirates": "on"}),
    "cartagena": ("2", {"players": 3}),
    "mutiny": ("3", {"players": 5}),
}

# The same games at tables of other sizes: their names end in the number of players.
OTHER_SIZES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    f"{game}-{players}": (GAMES[game][0], {**GAMES[game][1], "players": players})
    for game, sizes in {"meuterer": (3,), "cartagena": (2, 4), "mutiny": (2, 3, 4)}.items()
    for players in sizes
}
SETUPS: Final = {**GAMES, **OTHER_SIZES}

# Decisions of another kind than their phase says, by what may be done then.
LATER: Final = {("offer", "withdraw"): "offer again", ("pick", "take"): "deal"}
# Number of moves after which the table shows something.
EARLY: Final = 30
# The most coins of which Cartagena's board says that they run out soon.
FEW_COINS: Final = 6

Moves = tuple[tuple[int, Action], ...]


@dataclass(frozen=True)
class Scene:
    """A moment of a game: the decision, its seat, and the moves before."""

    phase: str
    to_act: tuple[int, ...]
    moves: Moves


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """A moment of each kind of decision in a random game, late enough to show something, and the end."""
    dice, moves = random.Random(int(SETUPS[game][0])), list[tuple[int, Action]]()
    position = fresh_record(game).position
    found: dict[str, Scene] = {}
    while not position.over:
        seat = position.to_act[0]
        legal = position.legal(seat)
        phase = _decision_kind(position.view(None).to_json()["phase"], legal)
        if phase not in found or len(found[phase].moves) < EARLY:
            found[phase] = Scene(phase, tuple(position.to_act), tuple(moves))
        moves.append((seat, dice.choice(legal)))
        position = position.play(*moves[-1])
    return (*found.values(), Scene("over", (), tuple(moves)))


@cache
def all_tied() -> Scene:
    """All five are tied, one's offer lies there, and a price is named: the longest list of offers."""
    likes = ("withdraw", "bid 1 0", "offer 1 for 0", "offer 1", "ask 2", "pass", "bid 0 0")
    return _talks(
        "all tied", "mutiny", likes, lambda legal, _moves: any(one.text == "withdraw" for one in legal)
    )


@cache
def all_offered() -> Scene:
    """All four are tied, and there are a price and three offers: the most that a lookout can choose from."""
    likes = ("bid 1 0", "offer 1 for 0", "offer 1", "ask 1", "bid 0 0", "pass")

    def answered(legal: Sequence[Action], moves: Moves) -> bool:
        takes = any(one.text.startswith("take") for one in legal)
        return takes and any(action.text.startswith("ask") for _seat, action in moves)

    return _talks("all offered", "mutiny-4", likes, answered)


def _talks(
    name: str, game: str, likes: Sequence[str], done: Callable[[Sequence[Action], Moves], bool]
) -> Scene:
    """Everybody bids the same, on the Gunner alone, then does what they like best, until it is done."""
    position, moves = fresh_record(game).position, list[tuple[int, Action]]()
    while True:
        on_gunner = position.view(None).to_json()["called"] == "gunner"
        seat = position.to_act[0]
        legal = position.legal(seat)
        if done(legal, tuple(moves)):
            return Scene(name, (seat,), tuple(moves))
        wanted = [like for like in likes if like != "bid 1 0" or on_gunner]
        moves.append((seat, next(one for like in wanted for one in legal if one.text.startswith(like))))
        position = position.play(*moves[-1])


@cache
def fullest(game: str, *verbs: str) -> Scene:
    """A random game's longest list of actions that has all of these verbs and no others."""
    dice, moves = random.Random(int(GAMES[game][0])), list[tuple[int, Action]]()
    position = fresh_record(game).position
    found, most = Scene("fullest", (), ()), 0
    while not position.over:
        seat = position.to_act[0]
        legal = position.legal(seat)
        if len(legal) > most and set(verbs) == {action.text.split()[0] for action in legal}:
            found, most = Scene("fullest", tuple(position.to_act), tuple(moves)), len(legal)
        moves.append((seat, dice.choice(legal)))
        position = position.play(*moves[-1])
    return found


@cache
def running_dry() -> Scene:
    """Cartagena's coins run out soon: everybody does what leaves the least on the islands."""

    def supply(position: Position) -> dict[str, int]:
        found: dict[str, int] = position.view(None).to_json()["supply"]
        return found

    position, moves = fresh_record("cartagena").position, list[tuple[int, Action]]()
    while supply(position)["coins"] > FEW_COINS:
        seat = position.to_act[0]
        after = [(action, position.play(seat, action)) for action in position.legal(seat)]
        action, position = min(after, key=lambda pair: sum(supply(pair[1]).values()))
        moves.append((seat, action))
    return Scene("running dry", tuple(position.to_act), tuple(moves))


@cache
def long_duel() -> Scene:
    """The last decision in the longest duel of a random game of Cartagena."""
    dice, moves = random.Random(int(GAMES["cartagena"][0])), list[tuple[int, Action]]()
    position = fresh_record("cartagena").position
    found, most = Scene("long duel", (), ()), 0
    while not position.over:
        view = position.view(None).to_json()
        rounds = len(view["duels"][-1]["rounds"]) if view["phase"] == "duel" else 0
        if rounds and rounds >= most:
            found, most = Scene("long duel", tuple(position.to_act), tuple(moves)), rounds
        seat = position.to_act[0]
        moves.append((seat, dice.choice(position.legal(seat))))
        position = position.play(*moves[-1])
    return found


def _decision_kind(phase: str, legal: Sequence[Action]) -> str:
    """The kind of a decision: its phase, or what else it is."""
    verbs = {action.text.split()[0] for action in legal}
    return next((kind for (of, verb), kind in LATER.items() if of == phase and verb in verbs), phase)


def fresh_record(game: str, names: Sequence[str] = NAMES) -> Record:
    """A record without moves of a game as in SETUPS, with the seed named there."""
    seed, options = SETUPS[game]
    return Record(Game(game.partition("-")[0], **options), seed, list(names[: options["players"]]))
