"""Places around a ring: seats around a table, islands around a sea. Clockwise is where their numbers grow."""

from __future__ import annotations

from quarterdeck.kernel.jit import rule

MOST_SEATS = 8


@rule
def clockwise(place: int, steps: int, places: int) -> int:
    """The place so many steps, fewer than there are places, clockwise from this one."""
    at = place + steps
    return at - places if at >= places else at


@rule
def steps_to(place: int, other: int, places: int) -> int:
    """How many steps clockwise it is from a place to another one; −1 if that is none."""
    if other < 0:
        return -1
    return other - place + places if other < place else other - place


@rule
def first_seat(mask: int) -> int:
    """The lowest seat in a mask that has one."""
    # Counted: where a loop would end, nobody could guess, as other matches have other seats.
    seat = 0
    for one in range(1, MOST_SEATS):
        seat += int(mask & ((1 << one) - 1) == 0)
    return seat
