"""Small sums about cards that nobody has shown yet. A spread holds the chances of 0, of 1, of 2, …"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import rule

Spread = NDArray[np.float64]

# More conflict cards than two players and the First Mate's point come to nobody counts.
SPREAD = 12


@rule
def exactly(number: int, spread: Spread) -> None:
    """The spread of a number that is known."""
    for at in range(SPREAD):
        spread[at] = 0.0
    spread[number] = 1.0


@rule
def among(spread: Spread, cards: int, share: float) -> None:
    """Add to a number how many of so many unseen cards are of a kind that makes up this share of them."""
    chance = round(100 * min(1.0, max(0.0, share))) / 100
    for _ in range(cards):
        for number in range(SPREAD - 1, 0, -1):
            spread[number] = spread[number] * (1 - chance) + spread[number - 1] * chance
        spread[0] *= 1 - chance


@rule
def plus(spread: Spread, other: Spread, fixed: int, likely: float) -> None:
    """Add to a number another and a fixed one, both only with some likelihood."""
    for number in range(SPREAD - 1, -1, -1):
        chance = (1 - likely) * spread[number]
        for part in range(number - fixed + 1):
            chance += likely * spread[number - fixed - part] * other[part]
        spread[number] = chance


@rule
def at_least(one: Spread, other: Spread, ahead: int) -> float:
    """The chance that the first number, moved by `ahead`, is not smaller than the second."""
    chance = reached = 0.0
    below = 0
    for number in range(SPREAD):
        while below < SPREAD and below <= number + ahead:
            reached += other[below]
            below += 1
        chance += one[number] * reached
    return chance
