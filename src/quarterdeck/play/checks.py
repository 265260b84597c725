"""Checks of callers' arguments: numbers, paths, seats, seeds, and numbers of games."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from numbers import Real
from operator import index
from os import fspath
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import GameOptionError, SeatError
from quarterdeck.i18n import _, short

__all__ = [
    "batch_of",
    "file_path",
    "is_finite",
    "names_by_seat",
    "number",
    "room_for",
    "seat_number",
    "seed_text",
]

# The most random games in a batch, and the highest number that a random game may have.
MOST_GAMES, MOST_NUMBER = 1 << 40, 1 << 62


def number(name: str, value: Any, least: int, most: int | None = None) -> int:
    """The value as a whole number within these bounds. Raises GameOptionError."""
    try:
        found = index(value)
    except TypeError:
        found = least - 1
    if not isinstance(value, bool) and found >= least and (most is None or found <= most):
        return found
    if most is None:
        sentence = _("{name} is a whole number, {least} or more, not {value}.")
    else:
        sentence = _("{name} is a whole number from {least} to {most}, not {value}.")
    raise GameOptionError(sentence.format(name=name, least=least, most=most, value=short(value)))


def is_finite(value: object) -> TypeGuard[float]:
    """Whether a value is a number of any kind that is neither infinite nor NaN."""
    return not isinstance(value, bool) and isinstance(value, Real) and isfinite(value)


def file_path(value: Any) -> Path:
    """A path from a text, which is not empty, or a pathlib.Path. Raises GameOptionError."""
    if value == "":
        raise GameOptionError(_("This path is empty: name a file or a folder."))
    try:
        # `open` would take an integer for a file descriptor.
        return Path(fspath(value))
    except TypeError:
        sentence = _("A path is a text or a pathlib.Path, not {value}.")
        raise GameOptionError(sentence.format(value=short(value))) from None


def seat_number(seat: Any, players: int) -> int:
    """The number of a seat from any kind of integer. Raises SeatError."""
    try:
        found = -1 if isinstance(seat, bool) else index(seat)
    except TypeError:
        found = -1
    if found in range(players):
        return found
    sentence = _("There is no seat {seat}; seats are the numbers 0 to {last}.")
    raise SeatError(sentence.format(seat=short(seat), last=players - 1))


def names_by_seat(names: Any, players: int) -> list[str]:
    """The players' names as a list, a text for each seat. Raises GameOptionError."""
    found = list(names) if isinstance(names, Sequence) and not isinstance(names, str) else []
    if len(found) == players and all(isinstance(name, str) for name in found):
        return found
    sentence = _("Names are a list of texts, one for each seat, not {value}.")
    raise GameOptionError(sentence.format(value=short(names)))


def seed_text(seed: Any) -> str:
    """A seed as text, from a text or any whole number. Raises GameOptionError."""
    if isinstance(seed, str):
        return seed
    try:
        if not isinstance(seed, bool):
            # Python refuses to write numbers of more than some thousand digits.
            return str(index(seed))
    except (TypeError, ValueError):
        pass
    sentence = _("A seed is a text, or a whole number of at most some thousand digits, not {value}.")
    raise GameOptionError(sentence.format(value=short(seed)))


def batch_of(count: Any, first: Any) -> tuple[int, int]:
    """The number of random games, and the number of the first one. Raises GameOptionError."""
    return number("count", count, 0, MOST_GAMES), number("first", first, 0, MOST_NUMBER)


def room_for(count: int, players: int) -> NDArray[np.int16]:
    """Room for the scores of `count` games, int16 [count, players], all 0. Raises GameOptionError."""
    try:
        return np.zeros((count, players), np.int16)
    except MemoryError:
        sentence = _("There is no memory for the results of {count} games: play fewer at a time.")
        raise GameOptionError(sentence.format(count=count)) from None
