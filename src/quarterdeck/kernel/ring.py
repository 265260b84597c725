"""Places in a ring, such as seats around a table or islands around a sea. Their numbers ascend clockwise."""

from __future__ import annotations

from typing import Any

from quarterdeck.kernel.jit import rule

MOST_SEATS = 8


@rule
def clockwise(place: int, steps: int, places: int) -> int:
    """The place `steps` steps (fewer than there are places) clockwise from this one."""
    at = place + steps
    return at - places if at >= places else at


@rule
def steps_to(place: int, other: int, places: int) -> int:
    """The number of steps clockwise from one place to another; −1 if the other is negative, thus no place."""
    if other < 0:
        return -1
    return other - place + places if other < place else other - place


@rule
def left_of(s: Any, seat: int) -> int:
    """The next seat clockwise at the table of this record, whose field `seats` is the number of seats."""
    return seat + 1 if seat + 1 < int(s.seats) else 0


@rule
def seat_from(seat: int, other: int, seats: int) -> int:
    """The number of steps clockwise from a seat to another one.

    If `other` is no seat, a negative one gives −1, and one of `seats` or more is returned unchanged.
    """
    return steps_to(seat, other, seats) if other < seats else other


@rule
def first_seat(mask: int) -> int:
    """The lowest seat in a mask of at least one seat."""
    # Go through all seats: the processor could not predict where a loop with an early exit ends, as that
    # differs from match to match.
    seat = 0
    for one in range(1, MOST_SEATS):
        seat += int(mask & ((1 << one) - 1) == 0)
    return seat
