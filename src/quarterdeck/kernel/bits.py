"""Bit masks: sets of seats, cards or tiles in one number, with a bit for each."""

from __future__ import annotations

from quarterdeck.kernel.jit import rule, signed


@rule
def has(mask: int, one: int) -> bool:
    """Whether `one`, from 0, is in the set."""
    return bool((signed(mask) >> one) & 1)


@rule
def count_bits(mask: int) -> int:
    """How many are in the set."""
    rest = signed(mask)
    number = 0
    while rest:
        rest &= rest - 1
        number += 1
    return number


@rule
def nth_bit(mask: int, n: int) -> int:
    """The member at index `n`, ascending; `n` is below their number."""
    rest = signed(mask)
    for _ in range(n):
        rest &= rest - 1
    one = 0
    while not has(rest, one):
        one += 1
    return one
