"""Invariants of Cartagena: every card, coin, sailor and pirate is in exactly one place; masks and notes are
consistent.
"""

from __future__ import annotations

from quarterdeck.games.cartagena.cards import gold_kind, shown_by, shown_kind, under_kind, under_owner
from quarterdeck.games.cartagena.rules import to_act
from quarterdeck.games.cartagena.state import (
    COLOURS,
    COMBAT_CARDS,
    EVERYBODY,
    GOLD_CARDS,
    GOLDS,
    KINDS,
    LOOKS,
    MASCOT,
    NONE,
    PAIRS,
    PIRATES,
    ROW,
    SAILORS,
    Phase,
    Reading,
    Saw,
    Side,
    State,
    doors,
    reading,
    row_pirate,
    row_user,
)
from quarterdeck.games.cartagena.supplies import sure_of, told_gold
from quarterdeck.kernel.jit import rule, signed

FAULTS = (
    "",
    "a combat card is lost or doubled",
    "a gold card is lost or doubled",
    "a coin is lost or doubled",
    "a pirate is lost or doubled",
    "a sailor is lost or doubled",
    "a count is negative",
    "a place where no card lies isn't empty",
    "a card is looked at by nobody",
    "a seat has used two pirates in a round, or the wrong number of seats has used one",
    "a seat is to act, or fights, that can't",
    "a card is laid that the hand doesn't hold, or by a seat that doesn't fight",
    "a seat remembers a card that can't be there",
    "a seat remembers a side that isn't so",
    "who stands for whom is known to a seat that has never seen the pair",
    "the ship is beyond the mutiny space",
)
(
    COMBAT_LOST,
    GOLD_LOST,
    COIN_LOST,
    PIRATE_LOST,
    SAILOR_LOST,
    NEGATIVE,
    NOT_EMPTY,
    LOOKED_AT,
    USED_TWICE,
    ACTING,
    POSTED,
    REMEMBERED,
    SIDE_REMEMBERED,
    ORDER_UNSEEN,
    ASTRAY,
) = range(1, 16)


@rule
def find_fault(s: State, made: State, dealt: bool) -> int:
    """The number of the first fault of a position; 0 if there is none. With `determinize` the cards laid in
    duels may differ: it finds them by trial, and gives up at some point.
    """
    fault = look_at_cards(s, made)
    if fault == 0:
        fault = look_at_gold(s, made)
    if fault == 0:
        fault = look_at_pirates(s)
    if fault == 0:
        fault = look_at_sailors(s)
    if fault == 0:
        fault = look_at_seats(s)
    if fault == 0 and not (dealt and s.played > 0):
        fault = look_at_memories(s)
    if fault == 0 and s.space > s.goal:
        return ASTRAY
    return fault


@rule
def in_pool(s: State, seat: int, kind: int) -> int:
    """How many cards of this kind are in a seat's pool (see `supplies`), or were shown by it."""
    n = int(s.hand[seat, kind])
    for at in range(int(s.under)):
        n += int(under_owner(s.trail[at]) == seat and under_kind(s.trail[at]) == kind)
    for at in range(int(s.under), int(s.under) + int(s.played)):
        n += int(shown_by(s.trail[at]) == seat and shown_kind(s.trail[at]) == kind)
    if s.look_old and s.turn == seat:
        for at in range(LOOKS):
            n += int(s.look[at] == kind)
    return n


@rule
def look_at_cards(s: State, made: State) -> int:
    """Combat cards: in the pile, below it, in a hand, being looked at, or shown in a duel."""
    for kind in range(KINDS):
        if s.pile[kind] < 0:
            return NEGATIVE
        n = int(s.pile[kind])
        for seat in range(int(s.seats)):
            if s.hand[seat, kind] < 0:
                return NEGATIVE
            n += int(s.hand[seat, kind])
        for at in range(LOOKS):
            n += int(s.look[at] == kind)
        for at in range(int(s.under)):
            n += int(under_kind(s.trail[at]) == kind)
        for at in range(int(s.under), int(s.under) + int(s.played)):
            n += int(shown_kind(s.trail[at]) == kind)
        if n != made.pile[kind]:
            return COMBAT_LOST
    for at in range(int(s.under) + int(s.played), COMBAT_CARDS):
        if s.trail[at] != 0:
            return NOT_EMPTY
    looking = bool(s.phase == Phase.DIAZ or s.phase == Phase.TEMBO)
    if (s.look[0] != NONE) != looking or (s.look[1] != NONE) != (s.phase == Phase.TEMBO):
        return LOOKED_AT
    return 0 if looking or s.look_old == 0 else LOOKED_AT


@rule
def look_at_gold(s: State, made: State) -> int:
    """Gold cards, and coins: in the supply, with a seat, or set aside on Satè."""
    for kind in range(GOLDS):
        if s.gold_pile[kind] < 0:
            return NEGATIVE
        n = int(s.gold_pile[kind])
        for seat in range(int(s.seats)):
            if s.gold[seat, kind] < 0:
                return NEGATIVE
            n += int(s.gold[seat, kind])
        for at in range(int(s.gold_under)):
            n += int(gold_kind(s.gold_trail[at]) == kind)
        if s.look_gold:
            n += int(gold_kind(signed(s.look_gold) - 1) == kind)
        if n != made.gold_pile[kind]:
            return GOLD_LOST
    for at in range(int(s.gold_under), GOLD_CARDS):
        if s.gold_trail[at] != 0:
            return NOT_EMPTY
    if (s.look_gold != 0) != (s.phase == Phase.DIAZ):
        return LOOKED_AT
    n = int(s.supply) + (int(s.sate) if reading(s, Reading.SATE_SET_ASIDE) else 0)
    for seat in range(int(s.seats)):
        if s.coins[seat] < 0:
            return NEGATIVE
        n += int(s.coins[seat])
    if s.supply < 0 or s.sate < 0:
        return NEGATIVE
    if s.sate > s.supply and not reading(s, Reading.SATE_SET_ASIDE):
        return COIN_LOST
    return 0 if n == made.supply else COIN_LOST


@rule
def look_at_pirates(s: State) -> int:
    """Pirates: face down, in the row, or in the lifeboat; and who has used one."""
    there = signed(s.deck)
    number = int(s.opened) + int(s.boat != NONE)
    users = 0
    used = 0
    for at in range(ROW):
        if at >= s.opened:
            if s.row[at] != NONE:
                return NOT_EMPTY
            continue
        there |= 1 << row_pirate(s.row[at])
        user = row_user(s.row[at])
        if user != NONE:
            users |= 1 << user
            used += 1
    if s.boat != NONE:
        there |= 1 << int(s.boat)
    for pirate in range(PIRATES):
        number += (signed(s.deck) >> pirate) & 1
    if there != (1 << PIRATES) - 1 or number != PIRATES or s.opened > doors(s):
        return PIRATE_LOST
    seats = 0
    for seat in range(int(s.seats)):
        seats += (users >> seat) & 1
    if seats != used or users >= 1 << int(s.seats):
        return USED_TWICE
    if s.dealt != NONE:
        return 0 if used == 0 else USED_TWICE
    if s.duel != NONE or s.phase == Phase.OVER:
        return 0 if used == s.seats else USED_TWICE
    acting = s.phase != Phase.CABINS
    return 0 if used == s.acted + int(acting) else USED_TWICE


@rule
def look_at_sailors(s: State) -> int:
    """Sailors: on deck, or one of a pair."""
    there = signed(s.sailors)
    number = 0
    sailors = COLOURS * int(s.pairs)
    for at in range(SAILORS):
        number += (there >> at) & 1
    for pair in range(PAIRS):
        for side in range(COLOURS):
            value = int(s.pair[pair, side])
            if value != 0:
                if not 1 <= value <= sailors:
                    return SAILOR_LOST
                number += 1
                there |= 1 << (value - 1)
        if signed(s.order[pair]) & ~signed(s.seen[pair]) or signed(s.seen[pair]) > EVERYBODY:
            return ORDER_UNSEEN
    if number != sailors or there != (1 << sailors) - 1:
        return SAILOR_LOST
    return 0


@rule
def look_at_seats(s: State) -> int:
    """The seats to act, the fighters, and the cards they have laid face down."""
    acting = to_act(s)
    if (acting == 0) != (s.phase == Phase.OVER) or acting >= 1 << int(s.seats):
        return ACTING
    if signed(s.fighting) & ~signed(s.alive) or signed(s.alive) >= 1 << int(s.seats):
        return ACTING
    if s.duel != NONE and acting & ~signed(s.alive):
        return ACTING
    for seat in range(int(s.seats)):
        card = int(s.posted[seat])
        if card != NONE:
            if s.phase != Phase.DUEL or not (signed(s.fighting) >> seat) & 1:
                return POSTED
            if card != MASCOT and (card >= KINDS or s.hand[seat, card] == 0):
                return POSTED
    return 0


@rule
def look_at_memories(s: State) -> int:
    """Facts that seats are certain of are true."""
    for viewer in range(-1, int(s.seats)):
        for holder in range(int(s.seats)):
            if viewer != holder:
                for kind in range(KINDS):
                    if sure_of(s, viewer, holder, kind) > in_pool(s, holder, kind):
                        return REMEMBERED
            if viewer != NONE:
                for kind in range(GOLDS):
                    if told_gold(s, viewer, holder, kind) > s.gold[holder, kind]:
                        return REMEMBERED
                saw = int(s.saw[viewer, holder])
                if saw >= Saw.FRESH and saw - Saw.FRESH != s.side[holder]:
                    return SIDE_REMEMBERED
                if saw != NONE and s.side[holder] == NONE:
                    return SIDE_REMEMBERED
    return 0


@rule
def is_whole(s: State) -> bool:
    """Whether a position holds no unknown."""
    for seat in range(int(s.seats)):
        if s.hidden[seat] != 0 or s.gold_hidden[seat] != 0 or s.side[seat] == Side.UNKNOWN:
            return False
        for owner in range(int(s.seats)):
            if s.saw[seat, owner] >= Saw.STALE_UNKNOWN:
                return False
    return True
