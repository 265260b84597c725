"""Small sums about what nobody can see yet."""

from __future__ import annotations

from math import exp

import numpy as np
from numpy.typing import NDArray

from quarterdeck.games.cartagena.state import PAIRS
from quarterdeck.kernel.jit import rule

Numbers = NDArray[np.float64]


@rule
def likely(lead: float, spread: float) -> float:
    """The chance that a lead holds against chance of so large a standard deviation."""
    # The logistic curve, which is all but the normal one.
    return 1 / (1 + exp(max(-30.0, min(30.0, -1.7 * lead / spread))))


@rule
def race(wins: int, losses: int, chances: Numbers, to_come: int, cards: int, room: Numbers) -> float:
    """The chance to win most of the duels, with `chances` in those still to come, all of them.

    Each duel takes a card, and who runs out of these before the end has lost, too (CA-66). `room` is float64
    [PAIRS + 1].
    """
    duels = wins + losses + to_come
    for more in range(PAIRS + 1):
        room[more] = 0.0
    # By how many more are won, while nothing is decided.
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
    """What it is worth to have the next of so many closed doors opened (CA-23 to CA-25).

    Behind it is any of the pirates that lie face down, each as likely: one of `worths[:number]` or, if he is
    among them, the Ghost, who is worth nothing. Who does not like what comes may go on to the next door, and
    has to take the last. The first two doors are exact; further ones as if what has come could come again.
    """
    pirates = number + int(ghost)
    total = 0.0
    for one in range(number):
        total += worths[one]
    if closed == 1 or pirates == 1:
        return total / pirates
    # What to hope for behind the third door and the further ones.
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
    """The sum of all of these, or of what to hope for where that is more."""
    total = 0.0
    for one in range(number):
        total += max(worths[one], hope)
    return total
