"""Cambivalute's sailors (CA-51)."""

from __future__ import annotations

from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.state import NONE, SAILORS, Phase, Side, State
from quarterdeck.games.cartagena.steps import Step
from quarterdeck.kernel.branchless import nth_bit_of
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.random import below


@rule
def random_sailor(s: State, number: int) -> int:
    """Take a random one of the `number` sailors off the deck; return its value."""
    deck = signed(s.sailors)
    bit = nth_bit_of(deck, below(s, number), SAILORS)
    s.sailors = deck & ~(1 << bit)
    return bit + 1


@rule
def begin_sailors(s: State, seat: int, news: News) -> Step:
    """CA-51: look at the next two sailors on deck or, with none left, choose a pair to look at."""
    pair = int(s.placed)
    if pair == s.pairs:
        s.phase = Phase.INSPECT
        return Step.ASK
    on_deck = 2 * (int(s.pairs) - pair)
    one = random_sailor(s, on_deck)
    other = random_sailor(s, on_deck - 1)
    low = min(one, other)
    high = max(one, other)
    s.pair[pair, 0] = low
    s.pair[pair, 1] = high
    s.seen[pair] = 1 << seat
    s.order[pair] = 0
    s.phase = Phase.SAILORS
    tell(news, Event.SAILORS_SEEN, seat, seat, low, high, 0)
    tell(news, Event.SAILORS_TAKEN, ALL, seat, pair, 0, 0)
    return Step.ASK


@rule
def set_pair(s: State, seat: int, side: int, news: News) -> Step:
    """CA-51: the higher of the two stands for this side, the other one for the other."""
    pair = int(s.placed)
    if side == Side.VALVERDE:
        swap_pair(s, pair)
    s.order[pair] = 1 << seat
    s.placed += 1
    tell(news, Event.SAILORS_SET, seat, seat, pair, s.pair[pair, 0], s.pair[pair, 1])
    tell(news, Event.SAILORS_PLACED, ALL, seat, pair, 0, 0)
    return Step.END_TURN


@rule
def swap_pair(s: State, pair: int) -> None:
    """Exchange the two sailors of a pair."""
    s.pair[pair, 0], s.pair[pair, 1] = s.pair[pair, 1], s.pair[pair, 0]


@rule
def inspect_pair(s: State, seat: int, pair: int, news: News) -> Step:
    """CA-51: look at both sailors of a pair."""
    s.seen[pair] |= 1 << seat
    s.order[pair] |= 1 << seat
    s.handled = pair
    s.phase = Phase.HANDLE
    tell(news, Event.PAIR_SEEN, seat, seat, pair, s.pair[pair, 0], s.pair[pair, 1])
    tell(news, Event.INSPECTED, ALL, seat, pair, 0, 0)
    return Step.ASK


@rule
def handle_pair(s: State, seat: int, swapped: bool, news: News) -> Step:
    """CA-51: put both sailors back, swapped or not; no other seat knows their order any more."""
    pair = int(s.handled)
    if swapped:
        swap_pair(s, pair)
    s.order[pair] = 1 << seat
    s.handled = NONE
    tell(news, Event.PAIR_SET, seat, seat, pair, s.pair[pair, 0], s.pair[pair, 1])
    tell(news, Event.PAIR_HANDLED, ALL, seat, pair, 0, 0)
    return Step.END_TURN
