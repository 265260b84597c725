"""Places around a ring: seats around a table, islands around a sea. Clockwise is where their numbers grow."""

from __future__ import annotations

from quarterdeck.kernel.jit import rule


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
