"""Places around a ring."""

from __future__ import annotations

from types import SimpleNamespace

from quarterdeck.kernel.jit import compiled
from quarterdeck.kernel.ring import MOST_SEATS, first_seat, left_of


@compiled
def first_seats(last: int) -> int:
    """The first seats of all masks up to this one, each times its mask, in all."""
    found = 0
    for mask in range(1, last + 1):
        found += mask * first_seat(mask)
    return found


def test_the_first_seat_of_a_mask_is_its_lowest_bit() -> None:
    masks = range(1, 1 << MOST_SEATS)
    lowest = [f"{mask:b}"[::-1].index("1") for mask in masks]
    assert [first_seat(mask) for mask in masks] == lowest
    assert first_seats(masks[-1]) == sum(mask * seat for mask, seat in zip(masks, lowest, strict=True))


def test_the_seat_left_of_the_last_is_the_first() -> None:
    assert [left_of(SimpleNamespace(seats=3), seat) for seat in range(3)] == [1, 2, 0]
