"""Choices without a branch, for rules that vectorised play runs on thousands of matches side by side.

Which way a branch goes in one match says nothing about the next match, so a processor mispredicts half of
such branches: docs/decisions/0018-what-no-processor-foresees-is-counted.md.
"""

from __future__ import annotations

from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule


@rule
def where(condition: bool, yes: int, no: int) -> int:
    """`yes` if the condition holds, else `no`; both are computed, as in `numpy.where`."""
    return no + int(condition) * (yes - no)


@rule
def only_if(condition: bool, value: int) -> int:
    """`value` if the condition holds, else 0."""
    return int(condition) * value


@rule
def nth_bit_of(mask: int, n: int, width: int) -> int:
    """`bits.nth_bit` for a random `n`, in a mask of `width` bits: it goes through all of them."""
    one = 0
    passed = 0
    for other in range(width - 1):
        passed += int(has(mask, other))
        one += int(n >= passed)
    return one
