"""Estimates of the rivals' bids, and my chances with a bribe against them."""

from __future__ import annotations

from math import exp

from quarterdeck.games.mutiny.heuristics.estimates import CUTLASS, Estimates, Numbers, purse
from quarterdeck.games.mutiny.state import (
    CREW,
    DESTINATIONS,
    EFFECTS,
    State,
    effect_amount,
    effect_crew,
    effect_resource,
)
from quarterdeck.kernel.jit import rule, signed

# How rivals share out their tokens: the appeal of each crew member and, by number of players, the appeal of
# keeping tokens for later. In a game of two, one of two tied players is always the lookout. That makes the
# spyglass dearer: both spend nearly all remaining tokens on it.
APPEAL, APPEAL_TO_TWO = (1.0, 3.5, 0.9, 0.9, 1.2), (1.0, 1.4, 0.9, 0.9, 2.0)
KEPT = (0.0, 0.0, 0.15, 1.0, 2.0, 2.0)
# What a gain by the ship's course adds to the appeal of the named crew member, per cutlass and per token.
NAMED_CUTLASS, NAMED_TOKEN = 0.4, 0.1
# The spread of a bid is NARROW and, for each token of its mean, WIDE.
NARROW, WIDE = 0.7, 0.6
# If n rivals tie with me, a rival who is the lookout picks me with a chance of LUCK / n.
LUCK = 0.2


@rule
def foresee_bids(s: State, bold: float, estimates: Estimates) -> None:
    """Write the share of its purse that a rival is likely to bid on each crew member to `estimates.parts`.

    Crew members before the called one get 0.
    """
    called = int(s.crew)
    total = KEPT[int(s.seats)]
    for crew in range(CREW):
        estimates.parts[crew] = 0.0
        if crew >= called:
            estimates.parts[crew] = APPEAL_TO_TWO[crew] if s.seats == 2 else APPEAL[crew]
    for course in range(DESTINATIONS):
        for at in range(EFFECTS):
            code = signed(s.effect[course, at])
            if code and effect_crew(code) >= called and effect_amount(code) > 0:
                named = NAMED_CUTLASS if effect_resource(code) == CUTLASS else NAMED_TOKEN
                estimates.parts[effect_crew(code)] += named * effect_amount(code)
    for crew in range(CREW):
        total += estimates.parts[crew]
    for crew in range(CREW):
        estimates.parts[crew] = min(1.0, bold * estimates.parts[crew] / total)


@rule
def likely_bid(s: State, crew: int, seat: int, estimates: Estimates) -> float:
    """The expected bid of a seat on a crew member, in tokens."""
    return float(estimates.parts[crew]) * purse(s, seat)


@rule
def picture(mean: float, most: int, up_to: Numbers) -> None:
    """Write the cumulative distribution of a bid with this mean and maximum to `up_to`."""
    breadth = NARROW + WIDE * mean
    total = 0.0
    for bid in range(most + 1):
        total += exp(-abs(bid - mean) / breadth)
        up_to[bid] = total
    for bid in range(most + 1):
        up_to[bid] /= total


@rule
def compare(up_to: Numbers, most: int, bid: int) -> tuple[float, float]:
    """The chances that a rival's bid, which is at most `most`, is lower than `bid`, and that it is equal."""
    if bid < 0:
        return 0.0, 0.0
    less = float(up_to[min(bid - 1, most)]) if bid > 0 else 0.0
    return less, float(up_to[min(bid, most)]) - less


@rule
def place(s: State, seat: int, crew: int, tokens: int, estimates: Estimates) -> tuple[float, float]:
    """MU-20, MU-21: my chances of the primary and of the secondary ability if I add `tokens` to my bribe."""
    bribe = int(estimates.bribes[crew, seat]) + tokens
    if bribe == 0:
        return 0.0, 0.0
    begin_count(estimates)
    rivals = 0
    for other in range(int(s.seats)):
        if other != seat:
            bid = bribe - int(estimates.bribes[crew, other])
            less, equal = compare(estimates.up_to[other], purse(s, other), bid)
            rivals += 1
            count_rival(less, equal, rivals, estimates)
    return places(rivals, bool(s.lookout == seat), estimates)


@rule
def begin_count(estimates: Estimates) -> None:
    """Start the count: without rivals nobody has more than I."""
    for tied in range(len(estimates.none)):
        estimates.none[tied] = 0.0
        estimates.one[tied] = 0.0
    estimates.none[0] = 1.0


@rule
def count_rival(less: float, equal: float, rivals: int, estimates: Estimates) -> None:
    """Add rival number `rivals` to the count, with its chances to have less than I and as much as I.

    `none[n]` and `one[n]` are the chances that no rival, or one rival, has more than I while n have as much.
    """
    none, one = estimates.none, estimates.one
    for tied in range(rivals, 0, -1):
        one[tied] = one[tied] * less + one[tied - 1] * equal + none[tied] * (1 - less - equal)
        none[tied] = none[tied] * less + none[tied - 1] * equal
    one[0] = one[0] * less + none[0] * (1 - less - equal)
    none[0] *= less


@rule
def places(rivals: int, lookout: bool, estimates: Estimates) -> tuple[float, float]:
    """MU-20, MU-21: my chances of the primary and of the secondary ability, from the finished count."""
    none, one = estimates.none, estimates.one
    first, second = float(none[0]), float(one[0])
    for tied in range(1, rivals + 1):
        picked = 1.0 if lookout else LUCK / tied
        first += none[tied] * picked
        second += none[tied] * (1 - picked) / tied + one[tied] * picked
    return first, second
