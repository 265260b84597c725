"""Finds out whether an environment gives a seat what the seat can't know.

Two matches are played in parallel, each in an environment of its own, from the deal to the end. Their
positions and moves look the same to a seat; all that it can't see differs. Every byte that the environments
give the seat must then be equal. Any environment with the three methods of `Checkable` can be checked.
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
from quarterdeck.play.checks import number, seed_text

# Plies after which a twin's position is sampled anew, because older samples have fewer secrets left to find.
LONG = 12
# Further worlds tried if a move would make a twin's position look different.
WORLDS = 16

Path = tuple[str, ...]
# The output, part by part: its path and its bytes.
Given = list[tuple[Path, bytes]]

# Maximum nesting depth of the output.
DEEPEST = 200

# Single values, and how each is encoded bit by bit.
PLAIN: dict[type, Callable[[Any], bytes]] = {
    type(None): lambda _none: b"",
    str: lambda text: str.encode(text, "utf-8", "surrogatepass"),
    bytes: lambda data: memoryview(data).tobytes(),
    int: lambda number: int.__format__(number, "x").encode(),
    float: lambda number: struct.pack(">d", number),
}


class Checkable(Protocol):
    """The methods of an environment that can be checked.

    It must be deterministic: the same moves give the same output, so its randomness must be seeded.
    """

    def place(self, position: Position) -> None:
        """Continue from this position, which looks like the current one to all seats. What they were told
        before stays known.
        """

    def given(self, seat: int) -> Any:
        """Everything that the environment gives this seat now, and what it gives to all.

        Arrays, texts, bytes, numbers, None, and mappings and sequences of these. It is called after each
        move, including the last. A call for one seat must change nothing for another.
        """

    def play(self, seat: int, action: Action) -> None:
        """Play a legal action of the first seat to act."""


class Leak(QuarterdeckError):
    """An environment gives a seat information that it can't know."""


def check(make: Callable[[], Checkable], game: Game | str, *, matches: int = 1, seed: int | str = 0) -> int:
    """Play random matches in an environment; returns the number of compared parts.

    `make` makes a new environment; `game` is a Game or the id of one. At the end of a match the environment
    may reveal the cards that the seat's view reveals, and no others.

    Leak names the seat, the part of the output and the move. Raises QuarterdeckError for output that can't be
    compared, or if two environments differ after the same moves; GameOptionError if `matches` is not a whole
    number from 1, or for an invalid seed.
    """
    compared, chosen, text = 0, game_of(game, {}), seed_text(seed)
    _check_maker(make)
    for match in range(number("matches", matches, 1)):
        name = f"{text}/{match}"
        compared += _play_match(make, chosen.start(seed=name), random.Random(name), match)
    return compared


def _check_maker(make: Any) -> None:
    """Check that `make` makes environments. Raises QuarterdeckError."""
    if not callable(make):
        sentence = _("make is a class or a function that gives a fresh environment each time, not {value}.")
        raise QuarterdeckError(sentence.format(value=short(make)))
    environment = make()
    for name in ("place", "given", "play"):
        if not callable(getattr(environment, name, None)):
            sentence = _("An environment has the methods place, given and play; {value} has no {name}.")
            raise QuarterdeckError(sentence.format(value=short(environment), name=name))


def _play_match(make: Callable[[], Checkable], position: Position, chooser: random.Random, match: int) -> int:
    """Play a match to its end, with a twin for each seat; returns the number of compared parts."""
    first, second = make(), make()
    if first is second:
        raise QuarterdeckError(_("The same environment was given twice; give a fresh one each time."))
    for environment in (first, second):
        environment.place(position)
    twins = [_Twin(make(), seat, position, chooser) for seat in range(position.game.players)]
    compared, move = 0, None
    for ply in count():
        place = _("at move {ply} of match {match}").format(ply=ply, match=match)
        # Read before the twins move: state shared by mistake would be equal afterwards.
        outputs = _common_output(first, second, len(twins), place)
        for twin, output in zip(twins, outputs, strict=True):
            twin.follow(move, position)
            compared += twin.compare(output, place)
        if position.over:
            break
        move = _Move(position, position.to_act[0], chooser.choice(position.legal()))
        for environment in (first, second):
            environment.play(move.seat, move.action)
        position = position.play(move.seat, move.action)
    return compared


def _common_output(first: Checkable, second: Checkable, seats: int, place: str) -> list[Given]:
    """The output of two environments with the same moves, for each seat. Raises QuarterdeckError if they
    differ.
    """
    outputs = [parts(first.given(seat)) for seat in range(seats)]
    for seat, output in enumerate(outputs):
        path = _first_difference(output, parts(second.given(seat)))
        if path is not None:
            sentence = _(
                "Two environments in which the same was played give seat {seat} different things, {place}: "
                "{path}. Nothing can be compared before they give the same; seed all that is random in them."
            )
            raise QuarterdeckError(sentence.format(seat=seat, place=place, path=path))
    return outputs


class _Move(NamedTuple):
    """A move of the main match, and the position before it."""

    before: Position
    seat: int
    action: Action


class _Twin:
    """A second environment, whose match is another one but looks the same to one seat, its viewer.

    It lives from the deal to the end of the match. So what the environment has stored about the deal and
    about most plies comes from another world than the viewer's.
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
        """Continue to a position that looks like this one, after a move, or after the deal if it is None."""
        if move is not None:
            self._follow_move(move, after)
        if move is None or (self._age >= LONG and not after.over):
            self._world, self._age = self._sample(after.view(self._viewer)), 0
            self._environment.place(self._world)

    def _follow_move(self, move: _Move, after: Position) -> None:
        """Play an action that looks like the move, in a world in which the result looks like `after`."""
        view = after.view(self._viewer)
        for world in self._candidate_worlds(move.before.view(self._viewer)):
            action = self._matching_action(world, move)
            if action is not None and _looks_the_same(then := world.play(move.seat, action), view):
                self._move_to(world, move.seat, action, then)
                return
        # Few worlds continue like this. The true one does; unless this is the end, it is replaced at once.
        self._move_to(move.before, move.seat, move.action, after)
        self._age = LONG

    def compare(self, output: Given, place: str) -> int:
        """Compare all output for the viewer; returns the number of parts. Raises Leak if it differs here."""
        path = _first_difference(output, parts(self._environment.given(self._viewer)))
        if path is not None:
            sentence = _("Seat {seat} is given something that it can't know, {place}: {path}.")
            raise Leak(sentence.format(seat=self._viewer, place=place, path=path))
        return len(output)

    def _candidate_worlds(self, known: View) -> Iterator[Position]:
        """The current world, and others that look the same now."""
        yield self._world
        for _number in range(WORLDS):
            yield self._sample(known)

    def _sample(self, known: View) -> Position:
        return known.sample(self._chooser.getrandbits(32))

    def _matching_action(self, world: Position, move: _Move) -> Action | None:
        """A legal action in this world that looks to the viewer like the move; None if there is none."""
        legal = world.legal(move.seat)
        if move.seat == self._viewer:
            return move.action if move.action in legal else None
        public = world.game.spec.public_text
        matching = [candidate for candidate in legal if public(candidate.id) == public(move.action.id)]
        return self._chooser.choice(matching) if matching else None

    def _move_to(self, world: Position, seat: int, action: Action, then: Position) -> None:
        """Let the environment play an action in this world, which leads to the position `then`."""
        if world is not self._world:
            self._environment.place(world)
        self._environment.play(seat, action)
        self._world, self._age = then, self._age + 1


def _looks_the_same(position: Position, view: View) -> bool:
    """Whether a seat has this very view in a position, and was told the same of the last move."""
    own_view = position.view(view.seat)
    return own_view == view and own_view.told == view.told


def _first_difference(ours: Given, theirs: Given) -> str | None:
    """The path of the first difference, as text; None if there is none."""
    for (path, our_bytes), (_path, their_bytes) in zip(ours, theirs, strict=True):
        if our_bytes != their_bytes:
            return _path_text(path)
    return None


def _path_text(path: Path) -> str:
    return ".".join(path) or _("all of it")


def parts(given: Any, path: Path = ()) -> Given:
    """Flatten a value: its parts by path, as `("seats", "2", "hand")`, with bytes that distinguish any two
    values.

    An array's bytes contain its type, its shape and all its data, including padding, but not its memory
    layout or base. Raises QuarterdeckError for a value that can't be compared.
    """
    if len(path) > DEEPEST:
        sentence = _(
            "What an environment gives is nested more than {deepest} deep: {path}… can't be compared."
        )
        raise QuarterdeckError(sentence.format(deepest=DEEPEST, path=".".join(path)[:40]))
    kind: Any = type(given)
    if not isinstance(given, enum.Enum) and (getattr(given, "__dict__", None) or _has_slots(kind)):
        raise _refusal_error(given, path)
    if hasattr(given, "__array__"):
        return _array_parts(given, path)
    if (encoder := _encoder_of(kind)) is not None:
        return [(path, _type_name(kind) + encoder(given))]
    if not isinstance(given, (Mapping, Sequence)):
        raise _refusal_error(given, path)
    items = list(given.items() if isinstance(given, Mapping) else enumerate(given))
    output = [(path, _type_name(kind) + b"%d" % len(items))]
    for key, value in items:
        if isinstance(given, Mapping):
            output += parts(key, path)
        output += parts(value, (*path, str(key)))
    return output


@cache
def _type_name(kind: type) -> bytes:
    return f"{kind.__module__}.{kind.__qualname__} ".encode()


@cache
def _has_slots(kind: type) -> bool:
    slots = {slot for base in kind.__mro__ for slot in getattr(base, "__slots__", ())}
    return bool(slots - {"__dict__", "__weakref__"})


@cache
def _encoder_of(kind: type) -> Callable[[Any], bytes] | None:
    """The encoding of a single value, bit by bit, whatever a subclass overrides."""
    return next((PLAIN[base] for base in kind.__mro__ if base in PLAIN), None)


def _array_parts(given: Any, path: Path) -> Given:
    """The bytes of a value with `__array__`; for object arrays, bytes would only be addresses."""
    try:
        array = np.asarray(given)
    except (RuntimeError, TypeError, ValueError) as error:
        raise _refusal_error(given, path) from error
    head = repr((type(given).__name__, str(array.dtype), array.shape)).encode()
    if array.dtype.kind in "OT":
        return [(path, head), *parts(array.tolist(), path)]
    if array.dtype.hasobject:
        raise _refusal_error(given, path)
    return [(path, head + array.tobytes())]


def _refusal_error(given: Any, path: Path) -> QuarterdeckError:
    sentence = _(
        "{path} is a {kind}, which can't be compared; give plain arrays, texts, numbers, or mappings and "
        "sequences of them."
    )
    return QuarterdeckError(sentence.format(path=_path_text(path), kind=type(given).__name__))
