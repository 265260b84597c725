"""Bit masks of seats and of tiles."""

from __future__ import annotations

from quarterdeck.kernel.jit import rule, signed


@rule
def count_bits(mask: int) -> int:
    """How many are in the mask."""
    rest = signed(mask)
    number = 0
    while rest:
        rest &= rest - 1
        number += 1
    return number


@rule
def nth_bit(mask: int, n: int) -> int:
    """The one at index `n` among those in the mask, ascending; `n` is below their number."""
    rest = signed(mask)
    for _ in range(n):
        rest &= rest - 1
    bit = 0
    while not (rest >> bit) & 1:
        bit += 1
    return bit
