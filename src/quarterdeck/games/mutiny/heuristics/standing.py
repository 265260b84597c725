"""Standings, which are what the seats hold, and each seat's chance to win with that."""

from __future__ import annotations

from math import exp

from quarterdeck.games.mutiny.heuristics.estimates import (
    CUTLASS,
    DOUBLOON,
    HELD,
    NOW,
    RUM,
    WORK,
    Estimates,
    Numbers,
)
from quarterdeck.games.mutiny.state import CUTLASS_WEIGHT, DOUBLOONS, State
from quarterdeck.kernel.jit import rule

# How strongly a cutlass raises the chance to win.
SLOPE = 0.37
# The least that a cutlass, and a rum, counts as adding to a chance to win.
LEAST, LEAST_RUM = 0.01, 0.001


@rule
def begin(s: State, estimates: Estimates) -> Numbers:
    """A working copy of the present standing."""
    standing: Numbers = estimates.standings[WORK]
    copy(s, estimates.standings[NOW], standing)
    return standing


@rule
def copy(s: State, source: Numbers, target: Numbers) -> None:
    """Copy one standing to another."""
    for held in range(HELD):
        for seat in range(int(s.seats)):
            target[held, seat] = source[held, seat]


@rule
def gain(standing: Numbers, seat: int, resource: int, amount: int) -> None:
    """MU-30 to MU-32: add a gain; a loss (below zero) takes at most what the seat has."""
    has = max(0.0, standing[resource, seat] + amount)
    standing[resource, seat] = min(float(DOUBLOONS), has) if resource == DOUBLOON else has


@rule
def most_cutlasses(s: State, standing: Numbers) -> int:
    """The highest number of cutlasses of a seat."""
    most = 0
    for seat in range(int(s.seats)):
        most = max(most, int(standing[CUTLASS, seat]))
    return most


@rule
def is_over(s: State, standing: Numbers) -> bool:
    """MU-50: whether a seat has the cutlasses that win."""
    return bool(most_cutlasses(s, standing) >= s.needed)


@rule
def strength(standing: Numbers, seat: int, estimates: Estimates) -> float:
    """The value of a seat's holdings, in cutlasses."""
    arms = 0.0
    for held in range(HELD):
        arms += estimates.arms[held] * standing[held, seat]
    return arms


@rule
def weigh(s: State, standing: Numbers, estimates: Estimates, at: int) -> None:
    """Write each seat's chance to win to `estimates.chances[at]`."""
    chances = estimates.chances[at]
    over = is_over(s, standing)
    top = -1.0
    for seat in range(int(s.seats)):
        chances[seat] = CUTLASS_WEIGHT * standing[CUTLASS, seat] + standing[RUM, seat]
        if not over:
            chances[seat] = strength(standing, seat, estimates)
        top = max(top, float(chances[seat]))
    total = 0.0
    for seat in range(int(s.seats)):
        if over:
            chances[seat] = 1.0 if chances[seat] == top else 0.0
        else:
            chances[seat] = exp(SLOPE * (chances[seat] - top))
        total += chances[seat]
    for seat in range(int(s.seats)):
        chances[seat] /= total


@rule
def chance(s: State, standing: Numbers, seat: int, estimates: Estimates) -> float:
    """A seat's chance to win."""
    weigh(s, standing, estimates, 0)
    return float(estimates.chances[0, seat])


@rule
def worth_of_one(s: State, seat: int, resource: int, least: float, estimates: Estimates) -> float:
    """What one more of this resource adds to a seat's chance to win."""
    before = chance(s, estimates.standings[NOW], seat, estimates)
    richer = begin(s, estimates)
    richer[resource, seat] += 1
    return max(least, chance(s, richer, seat, estimates) - before)


@rule
def another_turn(s: State, estimates: Estimates) -> float:
    """The chance of another turn; 0 after the last one (MU-60)."""
    if s.turn_no == s.turns:
        return 0.0
    missing = max(1, int(s.needed) - most_cutlasses(s, estimates.standings[NOW]))
    return 1 - min(0.8, 1 / missing)
