"""Information sets: `blank` hides what a seat can't know, `determinize` deals it again at random.

A player with a perfect memory knows:

- their own hand, and every card shown;
- the action cards that were missing when they took theirs (ME-34);
- the cards that they gave back as Loader (ME-74) and, in `french`, who has since drawn these from the bottom;
- when the discards become the draw pile (ME-73), which cards the new pile holds, and so which cards all hands
  hold together.

The fields `made`, `fresh`, `kept` and `slip` keep what follows from the last two points.
docs/decisions/0003-knowledge.md says what they leave out.
"""

from __future__ import annotations

import numpy as np

from quarterdeck.games.meuterer.cargo import (
    make_slip,
    remove_slip,
    slip_kind,
    slip_owner,
    slip_place,
    unknown_slips,
    with_slip_kind,
)
from quarterdeck.games.meuterer.dealing import CardCounts, Shares, deal_classes
from quarterdeck.games.meuterer.state import (
    KEPT_KINDS,
    KINDS,
    NONE,
    ROLES,
    UNKNOWN_CARD,
    Good,
    Phase,
    Place,
    Role,
    State,
)
from quarterdeck.kernel.bits import count_bits, nth_bit
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.piles import Pile, count, pour, take_any
from quarterdeck.kernel.random import Dice, quick_below, quick_word


@rule
def blank(s: State, seat: int) -> None:
    """Blank a record, in place, to what `seat` knows; −1 is a spectator.

    Hidden cards join `pile` and are counted in `hidden`.
    """
    s.key[0] = 0
    s.key[1] = 0
    s.counter = 0
    blank_hands(s, seat)
    blank_slips(s, seat)
    if s.phase == Phase.SHOW:
        blank_roles(s, seat)
    if s.turn != seat:
        for kind in range(KINDS):
            s.just[kind] = 0


@rule
def blank_hands(s: State, seat: int) -> None:
    """ME-32: hide the other hands; only their numbers of cards are known."""
    for other in range(int(s.seats)):
        if other != seat:
            for kind in range(KINDS):
                s.pile[kind] += s.hand[other, kind]
                s.hidden[other] += s.hand[other, kind]
                s.hand[other, kind] = 0
            for kind in range(KEPT_KINDS):
                s.kept[other, kind] = 0


@rule
def blank_slips(s: State, seat: int) -> None:
    """ME-74: hide the cards given back from all but the Loader who gave them.

    That Loader knows where they are until they are shuffled or shown.
    """
    at = 0
    while at < s.slips:
        entry = signed(s.slip[at])
        kind, place = slip_kind(entry), slip_place(entry)
        if slip_owner(entry) == seat:
            if place >= Place.HELD:
                holder = place - Place.HELD
                s.pile[kind] -= 1
                s.hidden[holder] -= 1
                s.hand[holder, kind] += 1
        elif place >= Place.HELD:
            remove_slip(s, at)
            continue
        else:
            if place == Place.BOTTOM and kind != UNKNOWN_CARD:
                s.pile[kind] += 1
            s.slip[at] = make_slip(slip_owner(entry), UNKNOWN_CARD, place)
        at += 1


@rule
def blank_roles(s: State, seat: int) -> None:
    """ME-34: hide other seats' roles.

    A seat that has looked knows which action cards were missing. If only one player chose before it, it knows
    that player's role.
    """
    looked = seat != NONE and seat != s.captain and s.exit_order[seat] != NONE
    earlier = 0
    gone = 0
    for other in range(int(s.seats)):
        if looked and s.role[other] != NONE and s.exit_order[other] < s.exit_order[seat]:
            earlier += 1
            if s.role[other] < ROLES:
                gone |= 1 << int(s.role[other])
    for other in range(int(s.seats)):
        if other != seat and s.role[other] != NONE:
            known = looked and earlier == 1 and s.exit_order[other] < s.exit_order[seat]
            if not known:
                s.role[other] = Role.UNKNOWN
    s.gone = gone


@rule
def determinize(s: State, seat: int, dice: Dice) -> None:
    """Determinize, in place: deal a random position that looks to `seat` exactly like the given view."""
    s.key[0] = quick_word(dice)
    s.key[1] = quick_word(dice)
    if s.phase == Phase.SHOW:
        deal_roles(s, seat, dice)
    deal_cards(s, seat, dice)


@rule
def deal_roles(s: State, seat: int, dice: Dice) -> None:
    """ME-34: deal the roles that the viewer saw missing to earlier choosers, the others to later ones."""
    gone = int(s.gone)
    free = (1 << ROLES) - 1 - gone
    looked = seat != NONE and seat != s.captain and s.exit_order[seat] != NONE
    for other in range(int(s.seats)):
        if s.role[other] != NONE and s.role[other] != Role.UNKNOWN:
            gone &= ~(1 << int(s.role[other]))
            free &= ~(1 << int(s.role[other]))
    for other in range(int(s.seats)):
        if s.role[other] == Role.UNKNOWN:
            before = looked and s.exit_order[other] < s.exit_order[seat]
            possible = gone if before else free
            role = nth_bit(possible, quick_below(dice, count_bits(possible)))
            s.role[other] = role
            gone &= ~(1 << role)
            free &= ~(1 << role)
    s.gone = 0


@rule
def visible_cards(s: State, kind: int) -> int:
    """The number of cards of this kind whose place the viewer knows."""
    n = int(s.discard[kind])
    for seat in range(int(s.seats)):
        n += int(s.hand[seat, kind]) + int(s.shown[seat, kind])
        if kind == Good.CONFLICT:
            n += int(s.fought[seat])
    for at in range(int(s.slips)):
        if slip_kind(s.slip[at]) == kind and slip_place(s.slip[at]) == Place.BOTTOM:
            n += 1
    return n


@rule
def deal_cards(s: State, seat: int, dice: Dice) -> None:
    """Deal the cards of `pile` to the draw pile, the other hands, and the cards others gave back."""
    shares = np.zeros((Shares.ROWS, KINDS), np.int8)
    hidden = 0
    old = 0
    for other in range(int(s.seats)):
        hidden += int(s.hidden[other])
        old += older_cards(s, other)
    returned = unknown_slips(s, Place.BOTTOM)
    wild = unknown_slips(s, Place.SHUFFLED)
    for kind in range(KINDS):
        shares[Shares.UNSEEN, kind] = s.pile[kind]
        shares[Shares.IN_PILE, kind] = s.made[kind]
        shares[Shares.IN_OLD, kind] = int(s.pile[kind]) + visible_cards(s, kind) - int(s.made[kind])
    for at in range(int(s.slips)):
        kind = slip_kind(s.slip[at])
        if slip_place(s.slip[at]) == Place.SHUFFLED and kind != UNKNOWN_CARD:
            shares[Shares.IN_PILE, kind] += 1
            shares[Shares.IN_OLD, kind] -= 1
    if seat != NONE:
        for kind in range(KEPT_KINDS):
            shares[Shares.IN_OLD, kind] -= s.kept[seat, kind]
    pile = count(s.pile) - hidden - returned
    deal_classes(shares, pile, old, wild, dice)
    hand_out(s, shares, dice)
    name_slips(s, shares, dice)


@rule
def older_cards(s: State, seat: int) -> int:
    """A lower bound on a hand's hidden cards that were drawn before the last shuffle."""
    return max(0, int(s.hidden[seat]) - int(s.fresh[seat]))


@rule
def hand_out(s: State, shares: CardCounts, dice: Dice) -> None:
    """Move the dealt cards to the draw pile and to the hands, whose older cards come from row OLD."""
    for kind in range(KINDS):
        s.pile[kind] = shares[Shares.PILE, kind]
    for seat in range(int(s.seats)):
        older = np.zeros(KINDS, np.int8)
        newer = np.zeros(KINDS, np.int8)
        many = older_cards(s, seat)
        for _ in range(many):
            older[take_any(shares[Shares.OLD], dice)] += 1
        for _ in range(int(s.hidden[seat]) - many):
            newer[take_any(shares[Shares.UNSEEN], dice)] += 1
        if s.hidden[seat] > 0 and s.turn == seat and s.drawn > 0:
            deal_just_drawn(s, older.copy(), newer.copy(), dice)
        for kind in range(KEPT_KINDS):
            s.kept[seat, kind] += older[kind]
        pour(older, s.hand[seat])
        pour(newer, s.hand[seat])
        s.hidden[seat] = 0


@rule
def deal_just_drawn(s: State, older: Pile, newer: Pile, dice: Dice) -> None:
    """ME-74: choose which cards the Loader has just drawn: cards drawn since the last shuffle come first."""
    for _ in range(int(s.drawn)):
        s.just[take_any(newer if count(newer) > 0 else older, dice)] += 1


@rule
def name_slips(s: State, shares: CardCounts, dice: Dice) -> None:
    """Give kinds to the cards that others gave back.

    A card at the bottom becomes one of the cards still unseen, a card that was shuffled in one of row WILD.
    """
    for at in range(int(s.slips)):
        entry = signed(s.slip[at])
        if slip_kind(entry) == UNKNOWN_CARD:
            if slip_place(entry) == Place.BOTTOM:
                kind = take_any(shares[Shares.UNSEEN], dice)
            else:
                kind = take_any(shares[Shares.WILD], dice)
            s.slip[at] = with_slip_kind(entry, kind)
