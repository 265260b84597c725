"""What the seats have, and by that each one's chance to win."""

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
from quarterdeck.games.mutiny.state import DOUBLOONS, State
from quarterdeck.kernel.jit import rule

# How much likelier a cutlass makes it to win.
SLOPE = 0.37
# What a cutlass, and a rum, does for a chance to win is never taken to be less.
LEAST, LEAST_RUM = 0.01, 0.001


@rule
def begin(s: State, estimates: Estimates) -> Numbers:
    """A standing to be changed at will: the present one."""
    standing: Numbers = estimates.standings[WORK]
    copy(s, estimates.standings[NOW], standing)
    return standing


@rule
def copy(s: State, source: Numbers, target: Numbers) -> None:
    """One standing becomes the same as another."""
    for held in range(HELD):
        for seat in range(int(s.seats)):
            target[held, seat] = source[held, seat]


@rule
def gain(standing: Numbers, seat: int, resource: int, amount: int) -> None:
    """MU-30 to MU-32: a gain, or, below zero, a loss of what there is."""
    has = max(0.0, standing[resource, seat] + amount)
    standing[resource, seat] = min(float(DOUBLOONS), has) if resource == DOUBLOON else has


@rule
def most_cutlasses(s: State, standing: Numbers) -> int:
    """The most that any seat has."""
    most = 0
    for seat in range(int(s.seats)):
        most = max(most, int(standing[CUTLASS, seat]))
    return most


@rule
def is_over(s: State, standing: Numbers) -> bool:
    """MU-50."""
    return bool(most_cutlasses(s, standing) >= s.needed)


@rule
def strength(standing: Numbers, seat: int, estimates: Estimates) -> float:
    """All that a seat has, in cutlasses."""
    arms = 0.0
    for held in range(HELD):
        arms += estimates.arms[held] * standing[held, seat]
    return arms


@rule
def weigh(s: State, standing: Numbers, estimates: Estimates, at: int) -> None:
    """How likely each seat is to win, to `estimates.chances[at]`."""
    chances = estimates.chances[at]
    over = is_over(s, standing)
    top = -1.0
    for seat in range(int(s.seats)):
        # MU-50: more rum than there is makes no cutlass.
        chances[seat] = 100 * standing[CUTLASS, seat] + standing[RUM, seat]
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
    """How likely a seat is to win."""
    weigh(s, standing, estimates, 0)
    return float(estimates.chances[0, seat])


@rule
def worth_of_one(s: State, seat: int, resource: int, least: float, estimates: Estimates) -> float:
    """What one more does for a seat's chance to win."""
    before = chance(s, estimates.standings[NOW], seat, estimates)
    richer = begin(s, estimates)
    richer[resource, seat] += 1
    return max(least, chance(s, richer, seat, estimates) - before)


@rule
def another_turn(s: State, estimates: Estimates) -> float:
    """How likely there is another turn; after the last one (MU-60) there is none."""
    if s.turn_no == s.turns:
        return 0.0
    missing = max(1, int(s.needed) - most_cutlasses(s, estimates.standings[NOW]))
    return 1 - min(0.8, 1 / missing)
