"""Small sums about what nobody can see yet."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def likely(lead: float, spread: float) -> float:
    """The chance that a lead holds against chance of so large a standard deviation."""
    # The logistic curve, which is all but the normal one.
    return 1 / (1 + exp(max(-30.0, min(30.0, -1.7 * lead / spread))))


def race(wins: int, losses: int, chances: Sequence[float], cards: int = 5) -> float:
    """The chance to win most of the duels, with these chances in those still to come, all of them.

    Each duel takes a card, and who runs out of these before the end has lost, too (CA-66).
    """
    duels = wins + losses + len(chances)
    if 2 * wins > duels:
        return 1.0
    if 2 * losses > duels or not cards:
        return 0.0
    first, rest = chances[0], chances[1:]
    won = race(wins + 1, losses, rest, cards - 1)
    return first * won + (1 - first) * race(wins, losses + 1, rest, cards - 1)


def best_door(worths: Sequence[float], ghost: float | None, closed: int) -> float:
    """What it is worth to have the next of so many closed doors opened (CA-23 to CA-25).

    Behind it is any of the pirates that lie face down, each as likely: one of these worths or, unless that
    is None, the Ghost. Who does not like what comes may go on to the next door, and has to take the last.
    The first two doors are exact; further ones as if what has come could come again.
    """
    pirates = len(worths) + (ghost is not None)
    lost = ghost or 0.0
    total = sum(worths) + lost
    # What to hope for behind the third door and the further ones.
    hope = total / pirates
    for _ in range(closed - 3):
        hope = (sum(max(worth, hope) for worth in worths) + lost) / pirates
    if closed == 1 or pirates == 1:
        return total / pirates
    after = total if closed == 2 else sum(max(worth, hope) for worth in worths) + lost
    chance = lost
    for worth in worths:
        there = worth if closed == 2 else max(worth, hope)
        chance += max(worth, (after - there) / (pirates - 1))
    return chance / pirates
