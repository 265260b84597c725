"""Small probability calculations about hidden things."""

from __future__ import annotations

from math import exp

import numpy as np
from numpy.typing import NDArray

from quarterdeck.games.cartagena.state import PAIRS
from quarterdeck.kernel.jit import rule

Numbers = NDArray[np.float64]


@rule
def likely(lead: float, spread: float) -> float:
    """The probability that a lead holds against noise with this standard deviation."""
    # The logistic curve approximates the normal one.
    return 1 / (1 + exp(max(-30.0, min(30.0, -1.7 * lead / spread))))


@rule
def race(wins: int, losses: int, chances: Numbers, to_come: int, cards: int, room: Numbers) -> float:
    """The chance to win most of the duels, with independent `chances` in all duels to come.

    Each duel takes a card; a player who runs out of cards before the end has lost, too (CA-66). `room` is
    float64 [PAIRS + 1].
    """
    duels = wins + losses + to_come
    for more in range(PAIRS + 1):
        room[more] = 0.0
    # The chance of each number of further wins, while nothing is decided.
    room[0] = 1.0
    won = 0.0
    for duel in range(to_come + 1):
        for more in range(duel + 1):
            if 2 * (wins + more) > duels:
                won += room[more]
                room[more] = 0.0
            elif 2 * (losses + duel - more) > duels:
                room[more] = 0.0
        if duel in (to_come, cards):
            return won
        for more in range(duel + 1, 0, -1):
            room[more] = room[more] * (1 - chances[duel]) + room[more - 1] * chances[duel]
        room[0] *= 1 - chances[duel]
    return won


@rule
def best_door(worths: Numbers, number: int, ghost: bool, closed: int) -> float:
    """The value of opening the next of `closed` closed doors (CA-23 to CA-25).

    Behind it is one of the face-down pirates with equal probability: one of `worths[:number]` or, if `ghost`,
    the Ghost, with value 0. The player may decline a pirate and open the next door, but has to take the last
    one. The first two doors are exact; behind later ones a pirate already seen may come again.
    """
    pirates = number + int(ghost)
    total = 0.0
    for one in range(number):
        total += worths[one]
    if closed == 1 or pirates == 1:
        return total / pirates
    # The expected value of the third door and later ones.
    hope = total / pirates
    for _ in range(closed - 3):
        hope = or_better(worths, number, hope) / pirates
    after = total if closed == 2 else or_better(worths, number, hope)
    chance = 0.0
    for one in range(number):
        there = worths[one] if closed == 2 else max(worths[one], hope)
        chance += max(worths[one], (after - there) / (pirates - 1))
    return chance / pirates


@rule
def or_better(worths: Numbers, number: int, hope: float) -> float:
    """The sum of all values, where each value below `hope` counts as `hope`."""
    total = 0.0
    for one in range(number):
        total += max(worths[one], hope)
    return total
