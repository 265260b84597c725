"""Write observations for a network: each function fills the next slots and returns the index after them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import rule

Numbers = NDArray[np.float32]

# A single 1 in the middle of zeros: any MOST_HOT or fewer slots in a row are a one-hot row, or all zero.
MOST_HOT = 64
ROW_WITH_ONE = np.zeros(2 * MOST_HOT, np.float32)
ROW_WITH_ONE[MOST_HOT] = 1.0


class Block(NamedTuple):
    """A group of slots in an observation: its name, its `length` in slots, and what the slots mean."""

    name: str
    length: int
    meaning: str


def length(blocks: Sequence[Block]) -> int:
    """The total number of slots of these blocks."""
    return sum(block.length for block in blocks)


def slot(at: int) -> int:
    """The index of a slot; in compiled code as an unsigned number.

    An unsigned index needs no check for being negative, so the compiler can fill several slots with one
    instruction.
    """
    return at


def _slot_word(at: Any) -> Any:
    return np.uint64(at)


rule(slot, compiled_as=_slot_word)


@rule
def put(out: Numbers, at: int, value: float) -> int:
    """Write one number."""
    out[slot(at)] = value
    return at + 1


def part(number: int, whole: int) -> float:
    """`number` / `whole`, for whole numbers; `whole` is the scale: the number that is written as 1."""
    return number / whole


def _part(number: int, whole: int) -> float:
    # A multiplication takes a quarter of a division's time, and compilers may not replace one by the other.
    # As a float32 the result is the same for all numbers in the games; tests check that.
    return number * (1.0 / whole)


rule(part, compiled_as=_part)


@rule
def flag(out: Numbers, at: int, on: bool) -> int:
    """Write 1 for yes, 0 for no."""
    out[slot(at)] = 1.0 if on else 0.0
    return at + 1


def one_hot(out: Numbers, at: int, value: int, count: int) -> int:
    """Write `count` slots: 1 at index `value`, 0 elsewhere; all 0 if the value is out of range."""
    for one in range(count):
        out[slot(at + one)] = 1.0 if one == value else 0.0
    return at + count


def _copied_one_hot(out: Numbers, at: Any, value: Any, count: Any) -> Any:
    if count > MOST_HOT:
        for one in range(count):
            out[slot(at + one)] = 1.0 if one == value else 0.0
        return at + count
    # Copying a slice of ROW_WITH_ONE is faster than comparing each slot with the value. As an unsigned word a
    # negative value is large, so it is out of range, too.
    first = np.uint64(MOST_HOT) - min(np.uint64(value), np.uint64(count))
    for one in range(count):
        out[slot(at + one)] = ROW_WITH_ONE[first + np.uint64(one)]
    return at + count


# Not on a GPU: its threads have different values, so they would read ROW_WITH_ONE at different places, one
# thread after the other.
rule(one_hot, inlined_as=_copied_one_hot)


@rule
def nothing(out: Numbers, at: int, count: int) -> int:
    """Write `count` zeros."""
    for one in range(count):
        out[slot(at + one)] = 0.0
    return at + count


@rule
def near(value: float, most: float) -> float:
    """The value, limited to the range from -`most` to `most`."""
    return min(max(value, -most), most)
