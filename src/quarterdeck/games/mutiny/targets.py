"""What an offer is for (MU-23): a target in a small number.

A target is a seat to be picked; `BUT` and a seat, anyone but that one; or `BOTH` and a pair of seats, who
gets the primary and who the secondary ability.
"""

from __future__ import annotations

from quarterdeck.games.mutiny.state import NONE, SEATS
from quarterdeck.kernel.jit import rule

BUT = SEATS
BOTH = BUT + SEATS
TARGETS = BOTH + SEATS * (SEATS - 1)


@rule
def both(first: int, second: int) -> int:
    """The target of a deal over both ranks."""
    return BOTH + first * (SEATS - 1) + second - int(second > first)


@rule
def first_of(target: int) -> int:
    """The seat that is to be picked; NONE for anyone but one."""
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
