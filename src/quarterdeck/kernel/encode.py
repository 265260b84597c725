"""Writing what a seat knows as numbers for a network: each of these fills the next slots and returns where
they end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import rule

Numbers = NDArray[np.float32]

# A one among zeros; a stretch of it says which of so many slots, at most, is hot, if any is.
MOST_HOT = 64
ROW_WITH_ONE = np.zeros(2 * MOST_HOT, np.float32)
ROW_WITH_ONE[MOST_HOT] = 1.0


class Block(NamedTuple):
    """Slots of an observation that belong together: their name, how many they are, and what they say."""

    name: str
    length: int
    meaning: str


def length(blocks: Sequence[Block]) -> int:
    """How many slots these blocks have in all."""
    return sum(block.length for block in blocks)


def slot(at: int) -> int:
    """Where a number goes: never counted from the end, so that compiled code can fill several at once."""
    return at


def _slot_word(at: Any) -> Any:
    return np.uint64(at)


rule(slot, compiled_as=_slot_word)


@rule
def put(out: Numbers, at: int, value: float) -> int:
    """One number."""
    out[slot(at)] = value
    return at + 1


def part(number: int, whole: int) -> float:
    """A whole number as a part of what a number of 1 stands for."""
    return number / whole


def _part(number: int, whole: int) -> float:
    # A division takes four times as long, and compilers may not do this by themselves. As a float32 it is
    # the same for all numbers that games have: tests try them.
    return number * (1.0 / whole)


rule(part, compiled_as=_part)


@rule
def flag(out: Numbers, at: int, on: bool) -> int:
    """1 for yes, 0 for no."""
    out[slot(at)] = 1.0 if on else 0.0
    return at + 1


def one_hot(out: Numbers, at: int, value: int, count: int) -> int:
    """`count` slots of which the one of this value is 1; none if the value lies outside."""
    for one in range(count):
        out[slot(at + one)] = 1.0 if one == value else 0.0
    return at + count


def _copied_one_hot(out: Numbers, at: Any, value: Any, count: Any) -> Any:
    if count > MOST_HOT:
        for one in range(count):
            out[slot(at + one)] = 1.0 if one == value else 0.0
        return at + count
    # Copied at once, where each slot would have a comparison of its own. A value below 0 is a large word.
    first = np.uint64(MOST_HOT) - min(np.uint64(value), np.uint64(count))
    for one in range(count):
        out[slot(at + one)] = ROW_WITH_ONE[first + np.uint64(one)]
    return at + count


# A device would read the row for one thread after the other, as each has another value.
rule(one_hot, inlined_as=_copied_one_hot)


@rule
def nothing(out: Numbers, at: int, count: int) -> int:
    """`count` slots that say nothing."""
    for one in range(count):
        out[slot(at + one)] = 0.0
    return at + count


@rule
def near(value: float, most: float) -> float:
    """The value, or, if it lies further from 0, plus or minus `most`."""
    return min(max(value, -most), most)
