"""What callers give, checked: whole numbers, seats, seeds, and how many games."""

from __future__ import annotations

from operator import index
from os import fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import GameOptionError, SeatError
from quarterdeck.i18n import _, short

__all__ = ["batch_of", "file_path", "number", "room_for", "seat_number", "seed_text"]

# Random games that are played at once, and that can be told apart.
MOST_GAMES, MOST_NUMBER = 1 << 40, 1 << 62


def number(name: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number in its bounds. GameOptionError."""
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


def file_path(value: Any) -> Path:
    """A path, given as text or as a pathlib.Path. GameOptionError."""
    try:
        # A number would name an open file of the process.
        return Path(fspath(value))
    except TypeError:
        sentence = _("A path is a text or a pathlib.Path, not {value}.")
        raise GameOptionError(sentence.format(value=short(value))) from None


def seat_number(seat: Any, players: int) -> int:
    """The number of a seat, any kind of integer. SeatError."""
    try:
        found = -1 if isinstance(seat, bool) else index(seat)
    except TypeError:
        found = -1
    if found in range(players):
        return found
    sentence = _("There is no seat {seat}; seats are the numbers 0 to {last}.")
    raise SeatError(sentence.format(seat=short(seat), last=players - 1))


def seed_text(seed: Any) -> str:
    """A seed as the text that decides everything: text, or a whole number of any kind. GameOptionError."""
    if isinstance(seed, str):
        return seed
    try:
        if not isinstance(seed, bool):
            # Python itself writes no number of more than some thousand digits.
            return str(index(seed))
    except (TypeError, ValueError):
        pass
    sentence = _("A seed is a text, or a whole number of at most some thousand digits, not {value}.")
    raise GameOptionError(sentence.format(value=short(seed)))


def batch_of(count: Any, first: Any) -> tuple[int, int]:
    """How many random games, and the number of the first one. GameOptionError."""
    return number("count", count, 0, MOST_GAMES), number("first", first, 0, MOST_NUMBER)


def room_for(count: int, players: int) -> NDArray[np.int16]:
    """Room for the scores of so many games, int16 [count, players], all 0. GameOptionError."""
    try:
        return np.zeros((count, players), np.int16)
    except MemoryError:
        sentence = _("There is no memory for the results of {count} games: play fewer at a time.")
        raise GameOptionError(sentence.format(count=count)) from None
