"""Does an environment tell a seat anything that it can't know? Changes just that, and compares every byte.

Two positions that look the same to a seat are played on side by side, with moves that look the same to it. As
long as they do, whatever the environment gives this seat has to be the same in both. Any environment that has
the three methods of `Environment`, and of which `copy.deepcopy` makes another, can be checked.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from quarterdeck.errors import QuarterdeckError
from quarterdeck.play import Action, Game, Position
from quarterdeck.words import _

# A pair that has not parted for so many plies is replaced: the longer ago, the less is left to find.
LONG = 24


class Environment(Protocol):
    """What a checked environment has to be able to do."""

    def place(self, position: Position) -> None:
        """Go on from this position, which to all who were told something looks like the present one."""

    def given(self, seat: int) -> Any:
        """Everything that the environment gives this seat now, and what it gives to all.

        Arrays, texts, bytes, numbers, None, and mappings and sequences of these.
        """

    def play(self, seat: int, action: Action) -> None:
        """Play a legal action of the first seat that may act."""


class Leak(QuarterdeckError):
    """An environment gives a seat what it can't know."""


class _Twin(NamedTuple):
    """A position that looks to one seat like the one that is played, and the environment that is in it."""

    position: Position
    environment: Environment
    age: int


def check(make: Callable[[], Environment], game: Game, *, matches: int = 1, seed: int | str = 0) -> int:
    """Play random matches in an environment; returns how many things given were compared.

    `make` gives a fresh one. Leak says which seat is given what, and where. What is given once a match is
    over is not compared, since cards may be laid open then.
    """
    compared = 0
    for match in range(matches):
        name = f"{seed}/{match}"
        chooser = random.Random(name)
        position, here = game.start(seed=name), make()
        here.place(position)
        twins: dict[int, _Twin] = {}
        ply = 0
        while not position.over:
            for viewer in range(game.players):
                if viewer not in twins:
                    twins[viewer] = _deal(position, here, viewer, chooser)
                place = _("at move {ply} of match {match}").format(ply=ply, match=match)
                compared += _compare(here, twins[viewer].environment, viewer, place)
            seat = position.to_act[0]
            action = chooser.choice(position.legal(seat))
            after = position.play(seat, action)
            twins = dict(_play_on(twins, seat, action, after, chooser))
            here.play(seat, action)
            position, ply = after, ply + 1
    return compared


def _deal(position: Position, here: Environment, viewer: int, chooser: random.Random) -> _Twin:
    world = position.view(viewer).sample(chooser.getrandbits(32))
    there = copy.deepcopy(here)
    there.place(world)
    return _Twin(world, there, 0)


def _play_on(
    twins: dict[int, _Twin], seat: int, action: Action, after: Position, chooser: random.Random
) -> Iterator[tuple[int, _Twin]]:
    """Those twins that still look the same to their viewer after a move that looks the same."""
    public = after.game.spec.public_text
    for viewer, twin in twins.items():
        moves = [
            one
            for one in twin.position.legal(seat)
            if (one is action if seat == viewer else public(one.id) == public(action.id))
        ]
        if not moves or twin.age == LONG:
            continue
        move = chooser.choice(moves)
        other = twin.position.play(seat, move)
        mine, its = after.view(viewer), other.view(viewer)
        if mine == its and mine.events == its.events and not after.over:
            twin.environment.play(seat, move)
            yield viewer, _Twin(other, twin.environment, twin.age + 1)


def _compare(here: Environment, there: Environment, seat: int, place: str) -> int:
    mine, its = dict(parts(here.given(seat))), dict(parts(there.given(seat)))
    for path in [*mine, *its]:
        if mine.get(path) != its.get(path):
            sentence = _("Seat {seat} is given something that it can't know, {place}: {path}.")
            raise Leak(sentence.format(seat=seat, place=place, path=path or _("all of it")))
    return len(mine)


def parts(given: Any, path: str = "") -> Iterator[tuple[str, bytes]]:
    """Everything in it by its place, "legal" or "seats.2.hand", as bytes that tell any two apart.

    QuarterdeckError for what can't be compared.
    """
    if given is None or isinstance(given, (bool, int, float, str, bytes, np.generic)):
        yield path, f"{type(given).__name__} {given!r}".encode()
    elif isinstance(given, Mapping):
        yield path, repr(list(given)).encode()
        for key, value in given.items():
            yield from parts(value, f"{path}.{key}".lstrip("."))
    elif isinstance(given, Sequence):
        yield path, f"{type(given).__name__} {len(given)}".encode()
        for at, value in enumerate(given):
            yield from parts(value, f"{path}.{at}".lstrip("."))
    elif hasattr(given, "__array__"):
        table = np.asarray(given)
        yield path, f"{table.dtype} {table.shape} ".encode() + table.tobytes()
    else:
        sentence = _(
            "{path} is a {kind}, which can't be compared; give arrays, texts, numbers, or mappings and "
            "sequences of them."
        )
        raise QuarterdeckError(sentence.format(path=path or _("all of it"), kind=type(given).__name__))
