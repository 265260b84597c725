"""Bit masks: sets of seats, cards or tiles in one number, with a bit for each."""

from __future__ import annotations

from quarterdeck.kernel.jit import rule, signed


@rule
def has(mask: int, one: int) -> bool:
    """Whether bit `one` (from 0) is set."""
    return bool((signed(mask) >> one) & 1)


@rule
def count_bits(mask: int) -> int:
    """The number of set bits."""
    rest = signed(mask)
    number = 0
    while rest:
        rest &= rest - 1
        number += 1
    return number


@rule
def nth_bit(mask: int, n: int) -> int:
    """The index of the n-th set bit, ascending from n = 0; `n` is below the number of set bits."""
    rest = signed(mask)
    for _ in range(n):
        rest &= rest - 1
    one = 0
    while not has(rest, one):
        one += 1
    return one
