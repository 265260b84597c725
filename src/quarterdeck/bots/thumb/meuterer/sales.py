"""What a way of selling scores (ME-63 to ME-66), given what the others have sold and will sell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quarterdeck.bots.thumb.meuterer.sight import SOLD, Cards, Sight

# A point that all the others together get costs this much of a point of mine.
RIVALRY = 0.25

# At each active island, the ship's first: a kind and a number, or nothing.
Sale = tuple[tuple[str, int] | None, tuple[str, int] | None]


def sale_worth(sight: Sight, lots: str) -> float:
    """My points, less a part of the others', for selling `lots` (`2 wine / -`)."""
    sales = [_likely(sight, seat) for seat in range(sight.players)]
    here, _slash, there = lots.partition("/")
    sales[sight.me] = _lot(here), _lot(there)
    points = [0] * sight.players
    for side, island in enumerate(sight.markets):
        counts = [lot[1] if (lot := sale[side]) else 0 for sale in sales]
        for seat, gain in enumerate(_score(sight, island, counts)):
            points[seat] += gain
    return points[sight.me] - RIVALRY * (sum(points) - points[sight.me])


def _lot(words: str) -> tuple[str, int] | None:
    count, _space, kind = words.strip().partition(" ")
    return (kind, int(count)) if kind else None


def _score(sight: Sight, island: dict[str, Any], counts: list[int]) -> Iterator[int]:
    """ME-65, ME-66: the points of one island by seat."""
    most = max(counts)
    tied = counts.count(most)
    for seat, count in enumerate(counts):
        if not most or count < most:
            yield 0
        elif sight.seat(seat)["role"] == "merchant":
            yield island["trade"][0]
        else:
            yield island["trade"][tied - 1] if tied < 4 else 0


def _likely(sight: Sight, seat: int) -> Sale:
    """What a player has decided or will: all that goes where it pays most, the rest at the other island."""
    decided = sight.seat(seat)["sale"]
    if decided is not None:
        here, there = (tuple(lot) if (lot := decided[side]) else None for side in ("here", "there"))
        return here, there
    cards = Cards(sight.shown[seat])
    sale: list[tuple[str, int] | None] = [None, None]
    for side in sorted(range(len(sight.markets)), key=lambda one: -sight.markets[one]["trade"][0]):
        wanted = sight.markets[side]["buys"]
        kind = max(SOLD if wanted == "any" else (wanted,), key=lambda one: cards[one])
        if cards[kind]:
            sale[side] = (kind, cards[kind])
            cards[kind] = 0
    return sale[0], sale[1]
