"""Swaps and trades (CA-44, CA-45): the least useful cards go first."""

from __future__ import annotations

from quarterdeck.games.cartagena.heuristics.goods import one_more
from quarterdeck.games.cartagena.heuristics.sight import Sight
from quarterdeck.games.cartagena.state import KINDS, MOST_TRADES, NONE, State
from quarterdeck.games.cartagena.supplies import combat_left, hand_size
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule


@rule
def sort_hand(s: State, seat: int, sight: Sight) -> int:
    """The kinds of my first few combat cards, those that do least in duels first, to `sight.weakest`; returns
    how many these are.
    """
    number = 0
    taken = 0
    while number < MOST_TRADES:
        weakest = NONE
        for kind in range(KINDS):
            free = s.hand[seat, kind] > 0 and not has(taken, kind)
            if free and (weakest == NONE or sight.effect[kind] < sight.effect[weakest]):
                weakest = kind
        if weakest == NONE:
            return number
        taken |= 1 << weakest
        for _ in range(min(int(s.hand[seat, weakest]), MOST_TRADES - number)):
            sight.weakest[number] = weakest
            number += 1
    return number


@rule
def swapping(s: State, seat: int, sight: Sight) -> float:
    """CA-44: what it brings to swap cards for others from the pile, as long as it brings anything."""
    gain = 0.0
    for at in range(sort_hand(s, seat, sight)):
        gain += max(0.0, sight.any_card - sight.effect[int(sight.weakest[at])])
    return gain


@rule
def selling(s: State, seat: int, most: int, sight: Sight) -> float:
    """CA-45: what it brings to sell up to so many cards."""
    gain = best = 0.0
    held = hand_size(s, seat)
    for at in range(min(most, sort_hand(s, seat, sight), int(s.supply))):
        effect = sight.effect[int(sight.weakest[at])]
        gain += sight.coin - effect - one_more(held - at - 1, sight)
        best = max(best, gain)
    return best


@rule
def buying(s: State, seat: int, most: int, sight: Sight) -> float:
    """CA-45: what it brings to buy up to so many cards."""
    gain = best = 0.0
    held = hand_size(s, seat)
    for at in range(min(most, int(s.coins[seat]), combat_left(s))):
        gain += one_more(held + at, sight) + sight.any_card - sight.coin
        best = max(best, gain)
    return best
