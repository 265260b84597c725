"""Checks of an environment's arguments, before anything is done; each error is one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import ActionTextError, GameOptionError, IllegalAction, QuarterdeckError, RecordError
from quarterdeck.i18n import _, short
from quarterdeck.play import Game, Position, View
from quarterdeck.play.checks import number

MOST_LANES = 1 << 40
MOST_ENTRIES = 4096
MOST_MATCH = (1 << 64) - 1  # the highest number of a match: a seed has room for its 20 digits (`keys.REST`)
MOST_SEED = 200
SHOWN = 8


def lane(value: Any, n: int) -> int:
    """Check the number of a lane. Raises GameOptionError."""
    return number("lane", value, 0, n - 1)


def switch(name: str, value: Any) -> bool:
    """A switch, on or off. Raises GameOptionError."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise GameOptionError(_("{name} is True or False, not {value}.").format(name=name, value=short(value)))


def seed(value: Any) -> str:
    """Check a seed; returns it as text that match files can hold. Raises GameOptionError."""
    whole = isinstance(value, (int, str, np.integer)) and not isinstance(value, bool)
    # Python refuses to convert integers with thousands of digits to text.
    text = str(value) if whole and not (isinstance(value, int) and abs(value) >= 10**MOST_SEED) else ""
    if whole and text and text == text.strip() and text.isprintable() and len(text) <= MOST_SEED:
        return text
    sentence = _(
        "A seed is a whole number or one line of at most {most} printable characters without spaces at its "
        "ends, not {value}."
    )
    raise GameOptionError(sentence.format(most=MOST_SEED, value=short(value)))


def actions(given: Any, n: int) -> NDArray[np.int32]:
    """Action ids as int32 [n]; out-of-range values become −1. Raises ActionTextError for a wrong shape or
    dtype.
    """
    array = given if isinstance(given, np.ndarray) else as_array(given)
    if array is None or array.dtype.kind not in "iu" or array.shape != (n,):
        raise actions_error(n, description(given, array))
    if array.dtype == np.int32:
        return np.ascontiguousarray(array)
    return np.where((array >= 0) & (array < 1 << 16), array, -1).astype(np.int32)


def actions_error(n: int, what: str) -> ActionTextError:
    """The error for something that can't be the actions of n lanes."""
    sentence = _("Actions are an array of {n} action ids, integers of shape ({n},), not {what}.")
    return ActionTextError(sentence.format(n=n, what=what))


def as_array(given: Any) -> NDArray[Any] | None:
    """What is given, as an array; None if it can't be one, such as a list of lists of different lengths."""
    try:
        return np.asarray(given)
    except (TypeError, ValueError, RuntimeError):
        return None


def description(given: Any, array: NDArray[Any] | None) -> str:
    """What was given, in words for `actions_error`."""
    return short(given) if array is None else f"{array.dtype} {array.shape}"


def illegal_action_error(position: Position, lane_number: int, action: Any) -> QuarterdeckError:
    """The error for an illegal action in this lane."""
    game, seat = position.game, position.to_act[0]
    legal = position.legal(seat)
    shown = ", ".join(f"{candidate.id} “{candidate}”" for candidate in legal[:SHOWN])
    if len(legal) > SHOWN:
        shown = _("{shown} and {more} more").format(shown=shown, more=len(legal) - SHOWN)
    names = {"lane": lane_number, "seat": seat, "action": int(action), "legal": shown}
    if not 0 <= action < game.spec.actions:
        sentence = _("In lane {lane}, seat {seat} has no action {action}; legal are {legal}.")
        return ActionTextError(sentence.format(**names))
    text = game.actions[int(action)].text
    rule, _why = position.view(seat).why_not(text)
    sentence = _("In lane {lane}, seat {seat} can't play {action} “{text}”; legal are {legal}.")
    return IllegalAction(sentence.format(**names, text=text), rule, seat, text)


def fits(position: Any, game: Game) -> None:
    """Check that it is an unfinished position of this game. Raises GameOptionError."""
    if why := _unfit(position, game):
        sentence = _("A lane goes on from a position of {game} that is not over: {why}.")
        raise GameOptionError(sentence.format(game=repr(game), why=why))


def _unfit(position: Any, game: Game) -> str:
    """Why a lane can't go on from this; "" if it can."""
    if isinstance(position, View):
        return _("this is a view, in which something is hidden")
    if not isinstance(position, Position):
        return _("{value} is no position").format(value=short(position))
    other = position.game
    if (other.id, other.spec.rules_version) != (game.id, game.spec.rules_version):
        words = _("this one is of {game}, version {version} of its rules")
        return words.format(game=other.title, version=other.spec.rules_version)
    here, there = game.options, other.options
    if differing := [name for name in here if there[name] != here[name]]:
        values = ", ".join(f"{name}={there[name]!r}" for name in differing)
        return _("this one has {options}").format(options=values)
    if other.table != game.table:
        return _("this one has another component table")
    return _("this one is over") if position.over else ""


def recorded(kept: bool, placed: bool, match: int, present: int) -> None:
    """Check that this match's moves were recorded. Raises RecordError."""
    if not kept:
        raise RecordError(_("Moves are kept only with records=True."))
    if placed:
        raise RecordError(_("This match went on from a position that was placed in it, so it has no record."))
    if match not in (present, present - 1):
        sentence = _(
            "This lane has the moves of match {present} and of the one before, not of match {match}."
        )
        raise RecordError(sentence.format(present=present, match=short(match)))


@contextmanager
def memory_for(lanes: int) -> Iterator[None]:
    """Within the block, running out of memory is a GameOptionError that names the number of lanes."""
    try:
        yield
    except MemoryError:
        sentence = _("There is no memory for {n} lanes; try fewer.")
        raise GameOptionError(sentence.format(n=lanes)) from None
