"""Deal unseen cards to three classes of places without exceeding what each may hold.

The present draw pile can hold only cards that were shuffled into it. Cards drawn before that shuffle can only
be cards that were not shuffled into it. Any other hidden place can hold any unseen card. So a deal is a small
transport problem. It is solved card by card at random; each card is placed only if the rest can still be
dealt.

Cards that other Loaders had given back were shuffled into the pile unseen (ME-74). `wild` is their number: so
many draw-pile places may hold a card of any kind.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.piles import count, kind_at, take_any
from quarterdeck.kernel.random import quick_below

CardCounts = NDArray[np.int8]


class Shares(IntEnum):
    """Rows of the working table, int8 [ROWS, kinds]: each row counts cards by kind."""

    UNSEEN = 0  # still to be dealt; at the end, the cards for the other hidden places
    IN_PILE = 1  # per kind, how many the draw pile may still hold
    IN_OLD = 2  # per kind, how many may still be cards from before the last shuffle
    PILE = 3  # dealt to the draw pile
    OLD = 4  # dealt to cards from before the last shuffle
    WILD = 5  # the guessed kinds of cards that other Loaders had given back at that shuffle
    ROWS = 6


@rule
def dealable(shares: CardCounts, pile: int, old: int, wild: int) -> bool:
    """Whether `pile` draw-pile places (`wild` of them for any kind) and `old` older ones can all be filled.

    This is a maximum flow from places to kinds; the three comparisons are its possible minimum cuts.
    """
    for_pile = wild
    for_old = 0
    for_both = 0
    for kind in range(shares.shape[1]):
        unseen = int(shares[Shares.UNSEEN, kind])
        in_pile = int(shares[Shares.IN_PILE, kind])
        in_old = max(0, int(shares[Shares.IN_OLD, kind]))
        for_pile += min(unseen, in_pile)
        for_old += min(unseen, in_old)
        for_both += min(unseen, in_pile + in_old)
    return pile <= for_pile and old <= for_old and pile + old <= for_both


@rule
def place(shares: CardCounts, kind: int, limit: int, target: int, sign: int) -> None:
    """Deal a card of a kind to a class (sign 1), or take it back (sign −1)."""
    shares[Shares.UNSEEN, kind] -= sign
    shares[limit, kind] -= sign
    shares[target, kind] += sign


@rule
def room_for(shares: CardCounts, kind: int, to_pile: bool, wild: int) -> int:
    """How many more cards of a kind may be dealt to the draw pile (`to_pile`) or to the older cards.

    A wild place in the pile can also take a card that would otherwise be an older one.
    """
    in_old = max(0, int(shares[Shares.IN_OLD, kind]))
    room = int(shares[Shares.IN_PILE, kind]) + min(wild, in_old) if to_pile else in_old
    return min(int(shares[Shares.UNSEEN, kind]), room)


@rule
def deal_one(shares: CardCounts, to_pile: bool, pile: int, old: int, wild: int, dice: Any) -> int:
    """Deal a card to the draw pile or to the older cards so that the rest stays dealable.

    Returns the number of wild places left. Raises ValueError if nothing fits; no view of a real match leads
    there.
    """
    open_kinds = np.zeros(shares.shape[1], np.int8)
    for kind in range(shares.shape[1]):
        open_kinds[kind] = room_for(shares, kind, to_pile, wild)
    target = Shares.PILE if to_pile else Shares.OLD
    while count(open_kinds) > 0:
        kind = kind_at(open_kinds, quick_below(dice, count(open_kinds)))
        spent = 1 if to_pile and shares[Shares.IN_PILE, kind] == 0 else 0
        limit = Shares.IN_PILE if to_pile and not spent else Shares.IN_OLD
        place(shares, kind, limit, target, 1)
        if dealable(shares, pile - int(to_pile), old - int(not to_pile), wild - spent):
            shares[Shares.WILD, kind] += spent
            return wild - spent
        place(shares, kind, limit, target, -1)
        open_kinds[kind] = 0
    raise ValueError("a view that no deal agrees with")


@rule
def deal_classes(shares: CardCounts, pile: int, old: int, wild: int, dice: Any) -> None:
    """Fill the rows PILE, OLD and WILD; the rest of UNSEEN goes to any other hidden place."""
    left = wild
    while pile > 0 or old > 0:
        to_pile = quick_below(dice, pile + old) < pile
        left = deal_one(shares, bool(to_pile), pile, old, left, dice)
        if to_pile:
            pile -= 1
        else:
            old -= 1
    # Wild cards that have left the pile since: any card not known to have been shuffled into it.
    others = np.zeros(shares.shape[1], np.int8)
    for kind in range(shares.shape[1]):
        others[kind] = max(0, int(shares[Shares.IN_OLD, kind]))
    for _ in range(left):
        shares[Shares.WILD, take_any(others, dice)] += 1
