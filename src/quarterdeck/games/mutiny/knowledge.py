"""Information sets: everything is public except the present bids (MU-10) and closed offers (MU-23)."""

from __future__ import annotations

from quarterdeck.games.mutiny.deals import is_open
from quarterdeck.games.mutiny.state import CLOSED, NONE, Phase, State, rum_at_hand
from quarterdeck.games.mutiny.ties import may_offer
from quarterdeck.kernel.bits import count_bits, nth_bit
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import Dice, quick_below, quick_word


@rule
def blank(s: State, seat: int) -> None:
    """Blank a record, in place, to what `seat` knows; −1 is a spectator."""
    s.key[0] = 0
    s.key[1] = 0
    s.counter = 0
    for other in range(int(s.seats)):
        if other != seat and s.phase == Phase.BID:
            blank_bid(s, other)
        elif other != seat and s.phase == Phase.OFFER and not is_open(s):
            blank_offer(s, other)


@rule
def blank_bid(s: State, seat: int) -> None:
    """MU-10: hide a closed bid. A seat without tokens is known to bid nothing."""
    if s.bid_rum[seat] != NONE and s.doubloons[seat] + s.rum[seat] > 0:
        s.bid_doubloons[seat] = CLOSED
        s.bid_rum[seat] = CLOSED


@rule
def blank_offer(s: State, seat: int) -> None:
    """MU-23: hide a closed offer. A seat without rum is known to offer none."""
    if s.offer_rum[seat] != NONE and may_offer(s, seat):
        s.offer_rum[seat] = CLOSED
        s.offer_for[seat] = CLOSED


@rule
def determinize(s: State, _seat: int, dice: Dice) -> None:
    """Determinize, in place: replace every closed bid and offer of a blanked record by a random one."""
    s.key[0] = quick_word(dice)
    s.key[1] = quick_word(dice)
    for other in range(int(s.seats)):
        if s.bid_rum[other] == CLOSED:
            s.bid_doubloons[other] = quick_below(dice, int(s.doubloons[other]) + 1)
            s.bid_rum[other] = quick_below(dice, rum_at_hand(s, other) + 1)
        if s.offer_rum[other] == CLOSED:
            guess_offer(s, other, dice)


@rule
def guess_offer(s: State, seat: int, dice: Dice) -> None:
    """MU-23: a random offer: none, or some rum for the pick of one of the tied players."""
    rum = rum_at_hand(s, seat)
    one = quick_below(dice, 1 + rum * count_bits(s.tied))
    s.offer_rum[seat] = 0
    s.offer_for[seat] = NONE
    if one > 0:
        s.offer_rum[seat] = (one - 1) % rum + 1
        s.offer_for[seat] = nth_bit(s.tied, (one - 1) // rum)
