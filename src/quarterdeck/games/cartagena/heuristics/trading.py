"""Swaps and trades (CA-44, CA-45): the least useful cards go first."""

from __future__ import annotations

from quarterdeck.games.cartagena.heuristics.estimates import Estimates
from quarterdeck.games.cartagena.heuristics.goods import one_more
from quarterdeck.games.cartagena.state import KINDS, MOST_TRADES, NONE, State
from quarterdeck.games.cartagena.supplies import combat_left
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule


@rule
def sort_hand(s: State, seat: int, estimates: Estimates) -> int:
    """Write the kinds of my weakest combat cards to `estimates.weakest`, weakest first; return how many."""
    number = 0
    taken = 0
    while number < MOST_TRADES:
        weakest = NONE
        for kind in range(KINDS):
            free = s.hand[seat, kind] > 0 and not has(taken, kind)
            if free and (weakest == NONE or estimates.effect[kind] < estimates.effect[weakest]):
                weakest = kind
        if weakest == NONE:
            return number
        taken |= 1 << weakest
        for _ in range(min(int(s.hand[seat, weakest]), MOST_TRADES - number)):
            estimates.weakest[number] = weakest
            number += 1
    return number


@rule
def swapping(s: State, seat: int, estimates: Estimates) -> float:
    """CA-44: the value of swapping cards for others from the pile; only swaps with a gain count."""
    gain = 0.0
    for at in range(sort_hand(s, seat, estimates)):
        gain += max(0.0, estimates.any_card - estimates.effect[int(estimates.weakest[at])])
    return gain


@rule
def selling(s: State, seat: int, most: int, estimates: Estimates) -> float:
    """CA-45: the value of selling up to `most` cards."""
    gain = best = 0.0
    held = hand_size(s, seat)
    for at in range(min(most, sort_hand(s, seat, estimates), int(s.supply))):
        effect = estimates.effect[int(estimates.weakest[at])]
        gain += estimates.coin - effect - one_more(held - at - 1, estimates)
        best = max(best, gain)
    return best


@rule
def buying(s: State, seat: int, most: int, estimates: Estimates) -> float:
    """CA-45: the value of buying up to `most` cards."""
    gain = best = 0.0
    held = hand_size(s, seat)
    for at in range(min(most, int(s.coins[seat]), combat_left(s))):
        gain += one_more(held + at, estimates) + estimates.any_card - estimates.coin
        best = max(best, gain)
    return best
