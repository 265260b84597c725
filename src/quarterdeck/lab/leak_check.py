"""Finds what an environment gives a seat that it can't know: changes only that, and compares every byte.

Two positions that look the same to a seat are played on side by side, with moves that look the same to it,
each in an environment of its own from the deal to the end. Whatever these give the seat has to be the same.
Any environment that has the three methods of `Checkable` can be checked.
"""

from __future__ import annotations

import enum
import random
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any, NamedTuple, Protocol

import numpy as np

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import game_of
from quarterdeck.play import Action, Game, Position, View
from quarterdeck.play.checks import number

# A twin's position is dealt anew after so many plies: the longer ago, the less is left in it to find.
LONG = 12
# So many more worlds are tried where a move would part a twin's position from the one that is played.
WORLDS = 16

Path = tuple[str, ...]
# What was given, part by part: where it is, and its bytes.
Given = list[tuple[Path, bytes]]

# So deep may things lie in each other.
DEEPEST = 200

# Single values, and how each bit of one is written.
PLAIN: dict[type, Callable[[Any], bytes]] = {
    type(None): lambda _none: b"",
    str: lambda text: str.encode(text, "utf-8", "surrogatepass"),
    bytes: lambda data: memoryview(data).tobytes(),
    int: lambda number: int.__format__(number, "x").encode(),
    float: lambda number: struct.pack(">d", number),
}


class Checkable(Protocol):
    """The methods of an environment that can be checked.

    Two in which the same was played give the same: all that is random in them is seeded.
    """

    def place(self, position: Position) -> None:
        """Go on from this position, which to all who were told something looks like the present one.

        What they were told before stays told.
        """

    def given(self, seat: int) -> Any:
        """Everything that the environment gives this seat now, and what it gives to all.

        Arrays, texts, bytes, numbers, None, and mappings and sequences of these. It is asked after each move,
        the last one included. To ask for one seat changes nothing for another.
        """

    def play(self, seat: int, action: Action) -> None:
        """Play a legal action of the first seat that may act."""


class Leak(QuarterdeckError):
    """An environment gives a seat what it can't know."""


def check(make: Callable[[], Checkable], game: Game | str, *, matches: int = 1, seed: int | str = 0) -> int:
    """Play random matches in an environment; returns how many things given were compared.

    `make` gives a fresh one; `game` is a Game or the id of one. Leak says which seat is given what, and
    where. Once a match is over, those cards may be laid open that the seat's view then lays open, and no
    others. QuarterdeckError for what can't be compared, and if two environments give different things where
    the same was played; GameOptionError for `matches` that is no whole number from 1.
    """
    compared, chosen = 0, game_of(game, {})
    _look_over(make)
    for match in range(number("matches", matches, 1)):
        name = f"{seed}/{match}"
        compared += _play(make, chosen.start(seed=name), random.Random(name), match)
    return compared


def _look_over(make: Any) -> None:
    """QuarterdeckError for what makes no environments."""
    if not callable(make):
        sentence = _("make is a class or a function that gives a fresh environment each time, not {value}.")
        raise QuarterdeckError(sentence.format(value=short(make)))
    made = make()
    for name in ("place", "given", "play"):
        if not callable(getattr(made, name, None)):
            sentence = _("An environment has the methods place, given and play; {value} has no {name}.")
            raise QuarterdeckError(sentence.format(value=short(made), name=name))


def _play(make: Callable[[], Checkable], position: Position, chooser: random.Random, match: int) -> int:
    """A match to its end, with a twin for each seat; returns how many things given were compared."""
    here, again = make(), make()
    if here is again:
        raise QuarterdeckError(_("The same environment was given twice; give a fresh one each time."))
    for one in (here, again):
        one.place(position)
    twins = [_Twin(make(), seat, position, chooser) for seat in range(position.game.players)]
    compared, move = 0, None
    for ply in count():
        place = _("at move {ply} of match {match}").format(ply=ply, match=match)
        # Asked before twins move: what environments have in common by mistake is not the same any more then.
        given = _given(here, again, len(twins), place)
        for twin, mine in zip(twins, given, strict=True):
            twin.follow(move, position)
            compared += twin.compare(mine, place)
        if position.over:
            break
        move = _Move(position, position.to_act[0], chooser.choice(position.legal()))
        for one in (here, again):
            one.play(move.seat, move.action)
        position = position.play(move.seat, move.action)
    return compared


def _given(here: Checkable, again: Checkable, seats: int, place: str) -> list[Given]:
    """What each seat is given. QuarterdeckError if two environments that were played the same don't agree."""
    given = [parts(here.given(seat)) for seat in range(seats)]
    for seat, mine in enumerate(given):
        path = _difference(mine, parts(again.given(seat)))
        if path is not None:
            sentence = _(
                "Two environments in which the same was played give seat {seat} different things, {place}: "
                "{path}. Nothing can be compared before they give the same; seed all that is random in them."
            )
            raise QuarterdeckError(sentence.format(seat=seat, place=place, path=path))
    return given


class _Move(NamedTuple):
    """A move of the match that is played, and where it was made."""

    before: Position
    seat: int
    action: Action


class _Twin:
    """An environment of its own in which a match goes the same way to the eyes of one seat.

    It is the same one from the deal to the end: what an environment keeps of the deal, and of nearly every
    ply, it has kept here of another world.
    """

    def __init__(
        self, environment: Checkable, viewer: int, position: Position, chooser: random.Random
    ) -> None:
        self._environment = environment
        self._viewer = viewer
        self._chooser = chooser
        self._world = position
        self._age = 0

    def follow(self, move: _Move | None, after: Position) -> None:
        """Go on to a position that looks like this one, to which a move led, or with None the deal."""
        if move is not None:
            self._play(move, after)
        if move is None or (self._age >= LONG and not after.over):
            self._world, self._age = self._sample(after.view(self._viewer)), 0
            self._environment.place(self._world)

    def _play(self, move: _Move, after: Position) -> None:
        looks = after.view(self._viewer)
        for world in self._worlds(move.before.view(self._viewer)):
            action = self._like(world, move)
            if action is not None and _alike(then := world.play(move.seat, action), looks):
                self._go(world, move.seat, action, then)
                return
        # Few worlds go on like this. The true one does; it is left again at once, unless this is the end.
        self._go(move.before, move.seat, move.action, after)
        self._age = LONG

    def compare(self, given: Given, place: str) -> int:
        """How many things were compared: all that the viewer is given. Leak if it is not the same here."""
        path = _difference(given, parts(self._environment.given(self._viewer)))
        if path is not None:
            sentence = _("Seat {seat} is given something that it can't know, {place}: {path}.")
            raise Leak(sentence.format(seat=self._viewer, place=place, path=path))
        return len(given)

    def _worlds(self, known: View) -> Iterator[Position]:
        """The present world, and others that look the same now."""
        yield self._world
        for _number in range(WORLDS):
            yield self._sample(known)

    def _sample(self, known: View) -> Position:
        return known.sample(self._chooser.getrandbits(32))

    def _like(self, world: Position, move: _Move) -> Action | None:
        """A legal move there that looks like this one to the viewer."""
        legal = world.legal(move.seat)
        if move.seat == self._viewer:
            return move.action if move.action in legal else None
        public = world.game.spec.public_text
        alike = [one for one in legal if public(one.id) == public(move.action.id)]
        return self._chooser.choice(alike) if alike else None

    def _go(self, world: Position, seat: int, action: Action, then: Position) -> None:
        if world is not self._world:
            self._environment.place(world)
        self._environment.play(seat, action)
        self._world, self._age = then, self._age + 1


def _alike(position: Position, looks: View) -> bool:
    """Whether a seat sees there just this, and was told the same of the move that led there."""
    seen = position.view(looks.seat)
    return seen == looks and seen.told == looks.told


def _difference(mine: Given, its: Given) -> str | None:
    """The first place where they differ, as text; None if they are the same."""
    for (path, one), (_path, other) in zip(mine, its, strict=True):
        if one != other:
            return _where(path)
    return None


def _where(path: Path) -> str:
    return ".".join(path) or _("all of it")


def parts(given: Any, path: Path = ()) -> Given:
    """Everything in it by its place, as `("seats", "2", "hand")`, and bytes that tell any two things apart.

    Those of an array are its type, its shape and all its bytes, padding in structured ones included; not how
    it lies in memory, nor what it is a part of. QuarterdeckError for what can't be compared.
    """
    if len(path) > DEEPEST:
        sentence = _(
            "What an environment gives is nested more than {deepest} deep: {path}… can't be compared."
        )
        raise QuarterdeckError(sentence.format(deepest=DEEPEST, path=".".join(path)[:40]))
    kind: Any = type(given)
    if not isinstance(given, enum.Enum) and (getattr(given, "__dict__", None) or _has_slots(kind)):
        raise _refusal(given, path)
    if hasattr(given, "__array__"):
        return _table(given, path)
    if (plain := _plain(kind)) is not None:
        return [(path, _name(kind) + plain(given))]
    if not isinstance(given, (Mapping, Sequence)):
        raise _refusal(given, path)
    items = list(given.items() if isinstance(given, Mapping) else enumerate(given))
    found = [(path, _name(kind) + b"%d" % len(items))]
    for key, value in items:
        if isinstance(given, Mapping):
            found += parts(key, path)
        found += parts(value, (*path, str(key)))
    return found


@cache
def _name(kind: type) -> bytes:
    return f"{kind.__module__}.{kind.__qualname__} ".encode()


@cache
def _has_slots(kind: type) -> bool:
    slots = {slot for one in kind.__mro__ for slot in getattr(one, "__slots__", ())}
    return bool(slots - {"__dict__", "__weakref__"})


@cache
def _plain(kind: type) -> Callable[[Any], bytes] | None:
    """How a single value of such a type is written, each bit of it, whatever derived types make of it."""
    return next((PLAIN[one] for one in kind.__mro__ if one in PLAIN), None)


def _table(given: Any, path: Path) -> Given:
    """What has `__array__`; where it holds things of any kind, its bytes only say where these lie."""
    try:
        table = np.asarray(given)
    except (RuntimeError, TypeError, ValueError) as error:
        raise _refusal(given, path) from error
    head = repr((type(given).__name__, str(table.dtype), table.shape)).encode()
    if table.dtype.kind in "OT":
        return [(path, head), *parts(table.tolist(), path)]
    if table.dtype.hasobject:
        raise _refusal(given, path)
    return [(path, head + table.tobytes())]


def _refusal(given: Any, path: Path) -> QuarterdeckError:
    sentence = _(
        "{path} is a {kind}, which can't be compared; give plain arrays, texts, numbers, or mappings and "
        "sequences of them."
    )
    return QuarterdeckError(sentence.format(path=_where(path), kind=type(given).__name__))
