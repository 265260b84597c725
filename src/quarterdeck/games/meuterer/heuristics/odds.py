"""Probability distributions of small numbers of hidden cards.

A spread is such a distribution: the probabilities of 0, 1, 2, …
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import rule

Spread = NDArray[np.float64]

# Numbers from here on are left out: two players' conflict cards and the First Mate's point hardly exceed it.
SPREAD = 12


@rule
def exactly(number: int, spread: Spread) -> None:
    """Write the spread of a known number to `spread`."""
    for at in range(SPREAD):
        spread[at] = 0.0
    spread[number] = 1.0


@rule
def among(spread: Spread, cards: int, share: float) -> None:
    """Add the number of hidden cards that count: of `cards`, each counts with probability `share`."""
    chance = round(100 * min(1.0, max(0.0, share))) / 100
    for _ in range(cards):
        for number in range(SPREAD - 1, 0, -1):
            spread[number] = spread[number] * (1 - chance) + spread[number - 1] * chance
        spread[0] *= 1 - chance


@rule
def plus(spread: Spread, other: Spread, fixed: int, likely: float) -> None:
    """With probability `likely`, add the number of another spread and the number `fixed` to `spread`."""
    for number in range(SPREAD - 1, -1, -1):
        chance = (1 - likely) * spread[number]
        for part in range(number - fixed + 1):
            chance += likely * spread[number - fixed - part] * other[part]
        spread[number] = chance


@rule
def at_least(one: Spread, other: Spread, ahead: int) -> float:
    """The probability that the first number plus `ahead` is at least the second number."""
    chance = reached = 0.0
    below = 0
    for number in range(SPREAD):
        while below < SPREAD and below <= number + ahead:
            reached += other[below]
            below += 1
        chance += one[number] * reached
    return chance
