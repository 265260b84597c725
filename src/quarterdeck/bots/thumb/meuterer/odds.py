"""Small sums about cards that nobody has shown yet. A spread is a list: the chance of 0, of 1, of 2, …"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

Spread = Sequence[float]


def exactly(count: int) -> Spread:
    """The spread of a number that is known."""
    return [0.0] * count + [1.0]


@cache
def _binomial(cards: int, percent: int) -> tuple[float, ...]:
    p = percent / 100
    return tuple(comb(cards, k) * p**k * (1 - p) ** (cards - k) for k in range(cards + 1))


def among(cards: int, share: float) -> Spread:
    """How many of so many unseen cards are of a kind that makes up this share of what is unseen."""
    return _binomial(cards, round(100 * min(1.0, max(0.0, share))))


def plus(one: Spread, other: Spread) -> Spread:
    """The spread of a sum."""
    total = [0.0] * (len(one) + len(other) - 1)
    for i, p in enumerate(one):
        for j, q in enumerate(other):
            total[i + j] += p * q
    return total


def maybe(likely: float, spread: Spread) -> Spread:
    """The spread of a number that counts only with some likelihood, and is 0 otherwise."""
    mixed = [likely * p for p in spread]
    mixed[0] += 1 - likely
    return mixed


def at_least(one: Spread, other: Spread) -> float:
    """The chance that the first number is not smaller than the second."""
    chance = reached = 0.0
    for count, p in enumerate(one):
        reached += other[count] if count < len(other) else 0.0
        chance += p * reached
    return chance


def price(figures: Sequence[int], count: int, rivals: Sequence[Spread], merchant: bool = False) -> float:
    """ME-65, ME-66: the points to expect from selling `count` where rivals sell so much.

    `figures` are the points by the number tied for the most: alone, by two, by three.
    """
    if not count:
        return 0.0
    ties = [1.0]
    for spread in rivals:
        fewer = sum(spread[:count])
        equal = spread[count] if count < len(spread) else 0.0
        ties = [a * fewer + b * equal for a, b in zip([*ties, 0.0], [0.0, *ties], strict=True)]
    if merchant:
        return sum(ties) * figures[0]
    return sum(p * points for p, points in zip(ties, [*figures, 0], strict=False))
