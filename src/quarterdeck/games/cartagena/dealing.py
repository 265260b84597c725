"""`determinize`: deal a random whole position that looks to a seat exactly like the given view.

The viewer knows lower bounds on another seat's pool of combat cards (see `supplies`). During the voyage they
apply to the present pool, in the mutiny to the pool at the end of the voyage. So the combat cards are dealt
in three steps: cards shown in duels go back to seats that may have laid them, every pool gets the cards that
it is known to hold, and chance deals the rest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.games.cartagena.cards import (
    begins_round,
    gold_kind,
    is_mixed,
    shown_by,
    shown_kind,
    under_kind,
    under_owner,
    with_gold_kind,
    with_mixed,
    with_shown_by,
    with_under_kind,
)
from quarterdeck.games.cartagena.duels import may_lay_mascot
from quarterdeck.games.cartagena.knowledge import knows, round_end
from quarterdeck.games.cartagena.state import (
    COLOURS,
    KINDS,
    LOOKS,
    MASCOT,
    NONE,
    ORDER_UNKNOWN,
    PAIRS,
    SAILORS,
    SEATS,
    UNKNOWN_CARD,
    UNKNOWN_GOLD,
    UNKNOWN_SAILOR,
    VALUES,
    Phase,
    Saw,
    Side,
    State,
)
from quarterdeck.games.cartagena.supplies import add_sure, starting_card, sure_of
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.piles import count, kind_at, pour, take_any
from quarterdeck.kernel.random import Dice, quick_below, quick_word

Counts = NDArray[np.int8]

# The most exchanges that are tried to find who may have laid which card; nearly always a handful is enough.
TRIES = 400


@rule
def determinize(s: State, seat: int, dice: Dice) -> None:
    """Determinize, in place: deal everything that is unknown in a record blanked for `seat`."""
    s.key[0] = quick_word(dice)
    s.key[1] = quick_word(dice)
    deal_sides(s, dice)
    deal_sailors(s, seat, dice)
    deal_gold(s, dice)
    deal_combat(s, seat, dice)
    deal_posted(s, dice)
    fill_memories(s, seat)
    s.outside = 0
    s.gold_outside = 0


@rule
def deal_sides(s: State, dice: Dice) -> None:
    """CA-49, CA-50: choose unknown convictions, and the sides that others saw before these were handled."""
    for seat in range(int(s.seats)):
        if s.side[seat] == Side.UNKNOWN:
            s.side[seat] = quick_below(dice, COLOURS)
    for viewer in range(int(s.seats)):
        for owner in range(int(s.seats)):
            if s.saw[viewer, owner] == Saw.FRESH_UNKNOWN:
                s.saw[viewer, owner] = Saw.FRESH + int(s.side[owner])
            elif s.saw[viewer, owner] == Saw.STALE_UNKNOWN:
                s.saw[viewer, owner] = Saw.STALE + quick_below(dice, COLOURS)


@rule
def deal_sailors(s: State, seat: int, dice: Dice) -> None:
    """CA-51: give unknown pairs unseen values.

    If others have handled a pair since the viewer saw it, only its order is chosen. Two sailors that are
    still being looked at have no order yet.
    """
    for pair in range(PAIRS):
        if s.pair[pair, 0] == 0:
            continue
        if s.pair[pair, 0] == UNKNOWN_SAILOR:
            for side in range(COLOURS):
                s.pair[pair, side] = take_sailor(s, dice)
        elif knows(s, pair, int(s.order[pair]), seat):
            continue
        taken = bool(s.phase == Phase.SAILORS and pair == s.placed)
        order_pair(s, pair, not taken and bool(quick_below(dice, 2)))
        s.order[pair] = int(s.order[pair]) & ~ORDER_UNKNOWN


@rule
def take_sailor(s: State, dice: Dice) -> int:
    """Take a random value out of `sailors`."""
    values = np.zeros(SAILORS, np.int8)
    for at in range(SAILORS):
        values[at] = int(has(s.sailors, at))
    at = kind_at(values, quick_below(dice, count(values)))
    s.sailors = signed(s.sailors) & ~(1 << at)
    return at + 1


@rule
def order_pair(s: State, pair: int, higher_first: bool) -> None:
    """Let the higher of a pair's two sailors stand for the first side (`higher_first`) or for the second."""
    one, other = int(s.pair[pair, 0]), int(s.pair[pair, 1])
    s.pair[pair, int(not higher_first)] = max(one, other)
    s.pair[pair, int(higher_first)] = min(one, other)


@rule
def deal_gold(s: State, dice: Dice) -> None:
    """Deal unseen gold cards to the other players, below the pile, and to the seat that looks at one."""
    for seat in range(int(s.seats)):
        for _ in range(int(s.gold_hidden[seat])):
            s.gold[seat, take_any(s.gold_pile, dice)] += 1
        s.gold_hidden[seat] = 0
    for at in range(int(s.gold_under)):
        s.gold_trail[at] = deal_gold_card(s, signed(s.gold_trail[at]), dice)
    if s.look_gold:
        s.look_gold = deal_gold_card(s, signed(s.look_gold) - 1, dice) + 1


@rule
def deal_gold_card(s: State, card: int, dice: Dice) -> int:
    """This packed gold card; if its kind is unknown, it gets a random one from `gold_pile`."""
    if gold_kind(card) != UNKNOWN_GOLD:
        return card
    return with_gold_kind(card, take_any(s.gold_pile, dice))


@rule
def deal_combat(s: State, seat: int, dice: Dice) -> None:
    """Deal every unseen combat card; each pool gets what the viewer knows to be in it."""
    played = np.zeros((SEATS, KINDS), np.int8)
    slots = np.zeros(SEATS, np.int8)
    for holder in range(int(s.seats)):
        slots[holder] = pool_slots(s, holder)
    give_back_shown(s, seat, played, slots, dice)
    pools = np.zeros((SEATS, KINDS), np.int8)
    for holder in range(int(s.seats)):
        for kind in range(KINDS):
            missing = missing_of(s, seat, holder, kind, played)
            sure = min(missing, int(slots[holder]), int(s.pile[kind]))
            pools[holder, kind] += sure
            s.pile[kind] -= sure
            slots[holder] -= sure
    for holder in range(int(s.seats)):
        for _ in range(int(slots[holder])):
            pools[holder, take_any(s.pile, dice)] += 1
    deal_pools(s, pools, dice)


@rule
def pool_slots(s: State, holder: int) -> int:
    """How many cards of a seat's pool the viewer can't see.

    They are in its hand, under the pile from its hand, or looked at if they came from there.
    """
    slots = int(s.hidden[holder])
    for at in range(int(s.under)):
        slots += int(is_unknown(s.trail[at]) and under_owner(s.trail[at]) == holder)
    if s.look_old and s.turn == holder:
        for at in range(LOOKS):
            slots += int(s.look[at] == UNKNOWN_CARD)
    return slots


@rule
def is_unknown(entry: int) -> bool:
    """Whether the viewer doesn't know this card below the shuffled part of the pile."""
    return bool(under_kind(entry) == UNKNOWN_CARD)


@rule
def missing_of(s: State, seat: int, holder: int, kind: int, played: Counts) -> int:
    """How many more cards of a kind the viewer knows to be in the holder's pool than are found there so far.

    Found are the holder's played cards and the open part of its hand.
    """
    if holder == seat:
        return 0
    found = int(played[holder, kind]) + int(s.hand[holder, kind])
    return max(0, sure_of(s, seat, holder, kind) - found)


@rule
def give_back_shown(s: State, seat: int, played: Counts, slots: Counts, dice: Dice) -> None:
    """CA-63: assign the mixed cards of each round to the seats that laid them; count all cards in `played`.

    The assignment is random at first. Then cards are exchanged until the pools can hold all that is known.
    `played` and `slots` are int8 [SEATS, KINDS] and [SEATS].
    """
    first = int(s.under)
    end = first + int(s.played)
    mixed = 0
    for at in range(first, end):
        mixed += is_mixed(s.trail[at])
    for at in range(first, end):
        if is_mixed(s.trail[at]):
            exchange(s, at, mixed_with(s, at, dice))
    for at in range(first, end):
        played[shown_by(s.trail[at]), shown_kind(s.trail[at])] += 1
    wrong = contradiction(s, seat, played, slots)
    for _ in range(TRIES):
        if wrong == 0 or mixed == 0:
            break
        at = first + quick_below(dice, end - first)
        if not is_mixed(s.trail[at]):
            continue
        other = mixed_with(s, at, dice)
        count_exchange(s, at, other, played)
        after = contradiction(s, seat, played, slots)
        if after > wrong:
            count_exchange(s, at, other, played)
        else:
            wrong = after
    for at in range(first, end):
        s.trail[at] = with_mixed(s.trail[at], 0)


@rule
def mixed_with(s: State, at: int, dice: Dice) -> int:
    """The index of a random card of the same round whose seat is unknown, too; it may be `at` itself."""
    low = at
    while not begins_round(s.trail[low]):
        low -= 1
    if not is_mixed(s.trail[low]):
        low += 1
    high = round_end(s, at, int(s.under) + int(s.played))
    return low + quick_below(dice, high - low)


@rule
def exchange(s: State, at: int, other: int) -> None:
    """Exchange the seats of two shown cards."""
    by, to = shown_by(s.trail[at]), shown_by(s.trail[other])
    s.trail[at] = with_shown_by(s.trail[at], to)
    s.trail[other] = with_shown_by(s.trail[other], by)


@rule
def count_exchange(s: State, at: int, other: int, played: Counts) -> None:
    """`exchange`, with an update of `played`."""
    played[shown_by(s.trail[at]), shown_kind(s.trail[at])] -= 1
    played[shown_by(s.trail[other]), shown_kind(s.trail[other])] -= 1
    exchange(s, at, other)
    played[shown_by(s.trail[at]), shown_kind(s.trail[at])] += 1
    played[shown_by(s.trail[other]), shown_kind(s.trail[other])] += 1


@rule
def contradiction(s: State, seat: int, played: Counts, slots: Counts) -> int:
    """How many cards that pools are known to hold can't be dealt.

    Either a pool has no room for them, or the unseen cards have too few of their kind.
    """
    wrong = 0
    for holder in range(int(s.seats)):
        missing = 0
        for kind in range(KINDS):
            missing += missing_of(s, seat, holder, kind, played)
        wrong += max(0, missing - int(slots[holder]))
    for kind in range(KINDS):
        missing = 0
        for holder in range(int(s.seats)):
            missing += missing_of(s, seat, holder, kind, played)
        wrong += max(0, missing - int(s.pile[kind]))
    return wrong


@rule
def deal_pools(s: State, pools: Counts, dice: Dice) -> None:
    """Move the pools' cards to their places: below the pile, looked at, and in the hands."""
    for at in range(int(s.under)):
        if is_unknown(s.trail[at]):
            owner = under_owner(s.trail[at])
            kind = take_any(s.pile, dice) if owner == NONE else take_any(pools[owner], dice)
            s.trail[at] = with_under_kind(s.trail[at], kind)
    for at in range(LOOKS):
        if s.look[at] == UNKNOWN_CARD:
            s.look[at] = take_any(pools[int(s.turn)], dice) if s.look_old else take_any(s.pile, dice)
    for seat in range(int(s.seats)):
        pour(pools[seat], s.hand[seat])
        s.hidden[seat] = 0


@rule
def deal_posted(s: State, dice: Dice) -> None:
    """CA-63, CA-64: choose each unknown laid card: one of the hand or, where it may be laid, the mascot."""
    for seat in range(int(s.seats)):
        if s.posted[seat] == UNKNOWN_CARD:
            cards = count(s.hand[seat])
            at = quick_below(dice, cards + int(may_lay_mascot(s)))
            s.posted[seat] = MASCOT if at == cards else kind_at(s.hand[seat], at)


@rule
def fill_memories(s: State, seat: int) -> None:
    """CA-10: note for the other seats the starting cards that, as everybody knows, are still in a pool."""
    for viewer in range(int(s.seats)):
        if viewer != seat:
            for holder in range(int(s.seats)):
                for colour in range(COLOURS):
                    if holder != viewer and has(s.start, starting_card(holder, colour)):
                        add_sure(s, viewer, holder, colour * VALUES, 1)
