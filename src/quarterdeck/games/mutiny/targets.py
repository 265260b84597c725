"""Targets: what an offer to the lookout is for (MU-23), as a small number.

- From 0: the seat that is to be picked.
- From `BUT`, plus a seat: anyone but that seat is to be picked.
- From `BOTH`, plus a pair of seats: the first is to get the primary ability and the second the secondary one.
"""

from __future__ import annotations

from quarterdeck.games.mutiny.state import NONE, SEATS
from quarterdeck.kernel.jit import rule

BUT = SEATS
BOTH = BUT + SEATS
TARGETS = BOTH + SEATS * (SEATS - 1)


@rule
def both(first: int, second: int) -> int:
    """The target by which `first` gets the primary ability and `second` the secondary one."""
    return BOTH + first * (SEATS - 1) + second - int(second > first)


@rule
def first_of(target: int) -> int:
    """The seat that is to be picked; NONE if the target is anyone but one seat."""
    if target < BUT:
        return target
    return NONE if target < BOTH else (target - BOTH) // (SEATS - 1)


@rule
def excluded(target: int) -> int:
    """The seat that is not to be picked; NONE if the target names a seat to be picked."""
    return target - BUT if BUT <= target < BOTH else NONE


@rule
def second_of(target: int) -> int:
    """The seat that is to get the secondary ability; NONE if the target leaves that open."""
    if target < BOTH:
        return NONE
    second = (target - BOTH) % (SEATS - 1)
    return second + int(second >= (target - BOTH) // (SEATS - 1))
