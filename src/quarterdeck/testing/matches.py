"""Random matches that the checks look at, and how they say what is wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from quarterdeck.kernel.spec import GameSpec, Json
from quarterdeck.play import Action, Game, Position, View

__all__ = [
    "MASK",
    "NAMES",
    "Case",
    "Inventory",
    "at",
    "differing",
    "each_choice",
    "label",
    "play_out",
    "random_match",
    "random_positions",
    "require",
    "same_record",
    "settings_of",
    "viewers",
    "who",
]

# Everything that a whole position's JSON holds of each kind of component.
Inventory = Callable[[Json], Mapping[str, int]]

# What `to_act` and `winners` have to be.
MASK = "is it a bit mask of seats, `1 << seat`"

NAMES = ("Ann", "Bert", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@dataclass(frozen=True)
class Case:
    """A game with its options chosen, and what it promises: see `quarterdeck.testing.check`."""

    game: Game
    conserved: Inventory | None = None
    somebody_wins: bool = False
    silent: frozenset[str] = frozenset()
    alike: int = 0  # the fewest moves that each viewer must be told nothing of, while a twin match moves on

    @property
    def names(self) -> list[str]:
        """A name for each seat."""
        return list(NAMES[: self.game.players])


def require(holds: bool, sentence: str) -> None:
    """Raise AssertionError with this sentence unless `holds`."""
    if not holds:
        raise AssertionError(sentence)


def label(game: Game) -> str:
    """A short name of a setting: "meuterer-4-french-on", "mutiny-2-tiny". Usual readings are left out."""
    tiny = ["tiny"] if game.spec.table_json(game.table) is not None else []
    shown = [
        str(game.options[one.name]).replace(" ", "_")
        for one in game.spec.options
        if not one.rule or game.options[one.name] != one.choices[0]
    ]
    return "-".join([game.id, *shown, *tiny])


def each_choice(spec: GameSpec) -> Iterator[Game]:
    """A game for each choice of each option, the other options at their defaults."""
    seen = set()
    for option in spec.options:
        for value in option.choices:
            game = Game(spec, **{option.name: value})
            if game not in seen:
                seen.add(game)
                yield game


def settings_of(spec: GameSpec) -> Iterator[Game]:
    """A game for each combination of plain options, for the last choice of each house rule alone, and for
    those of all house rules.
    """
    plain = [option for option in spec.options if not option.rule]
    for choice in product(*(option.choices for option in plain)):
        yield Game(spec, **dict(zip((option.name for option in plain), choice, strict=True)))
    others = {option.name: option.choices[-1] for option in spec.options if option.rule}
    for name, value in others.items():
        yield Game(spec, **{name: value})
    if len(others) > 1:
        yield Game(spec, **others)


def viewers(game: Game) -> list[int | None]:
    """A spectator and every seat."""
    return [None, *range(game.players)]


def who(viewer: int | None) -> str:
    """A viewer in a sentence."""
    return "a spectator" if viewer is None else f"seat {viewer}"


def at(seat: int, action: Action) -> str:
    """When something was found."""
    return f"after seat {seat} played “{action}”"


def random_match(game: Game, seed: int, setup: Json | None = None) -> Iterator[tuple[Position, int, Action]]:
    """A random match: each position but the last, with the seat and the action played in it.

    Where several seats may act at once, any of them is the next. Raises AssertionError if somebody is to act
    who has no legal action or no seat, or if the match does not end.
    """
    chooser = random.Random(f"{label(game)} {seed}")
    position = game.start(seed=seed, setup=setup)
    plies = 0
    while not position.over:
        seat = chooser.choice(position.to_act)
        seated = seat < game.players
        require(
            seated,
            f"{game.id}: `to_act` has seat {seat}, and the last one is {game.players - 1}: {MASK}, and does "
            "`template` set what the rules count by?",
        )
        legal = position.legal(seat)
        require(
            bool(legal), f"{game.id}: `to_act` has seat {seat}, for which `legal` lists no action: {MASK}?"
        )
        action = chooser.choice(legal)
        yield position, seat, action
        position = position.play(seat, action)
        plies += 1
        require(
            plies <= game.max_plies,
            f"{game.id}: a random match goes on after {plies} actions, more than `max_plies`: does each lead "
            "to an end?",
        )


def random_positions(game: Game, seed: int, every: int) -> Iterator[Position]:
    """Every `every`-th position of a random match; the seed decides which one is the first.

    A match that ends before that one gives its last position before the end.
    """
    last, any_yielded = None, False
    for ply, (position, _, _) in enumerate(random_match(game, seed)):
        last = position
        if ply % every == seed % every:
            any_yielded = True
            yield position
    if last is not None and not any_yielded:
        yield last


def play_out(position: Position, seed: int = 0) -> Position:
    """Play random moves from a position; returns the end."""
    chooser = random.Random(seed)
    while not position.over:
        seat = chooser.choice(position.to_act)
        position = position.play(seat, chooser.choice(position.legal(seat)))
    return position


def differing(first: Any, second: Any) -> str:
    """The fields in which two records differ, as a sentence names them."""
    names = [name for name in first.dtype.names if not np.array_equal(first[name], second[name])]
    return ", ".join(f"`{name}`" for name in names)


def same_record(first: View | Position, second: View | Position, sentence: str) -> None:
    """AssertionError with this sentence, its `{fields}` filled in, if two records differ."""
    if first.known != second.known:
        raise AssertionError(sentence.format(fields=differing(first.state, second.state)))
