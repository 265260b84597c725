"""Information sets: `blank` hides what a seat can't know. `dealing` deals it again at random.

A player with a perfect memory knows:

- their own cards, and the number of everybody's cards;
- everybody's starting cards (CA-10), and every card of their own that another seat has drawn, as long as it
  must still be in that seat's pool;
- the cards that they have put under a pile or seen on the way there, and their order;
- the sailors and convictions that they have seen, and whether these may have been changed since;
- the cards of each duel, but not who laid which.

See docs/decisions/0006-knowledge-of-cartagena.md.

`where` and `only_if` replace `if` here, because vectorised play blanks millions of positions a second
(decision 18).
"""

from __future__ import annotations

from quarterdeck.games.cartagena.cards import (
    FIRST_OF_DUEL,
    FIRST_OF_ROUND,
    begins_round,
    gold_kind,
    knows_gold,
    knows_under,
    shown_by,
    shown_card,
    shown_kind,
    under_kind,
    with_gold_kind,
    with_mixed,
    with_under_kind,
)
from quarterdeck.games.cartagena.state import (
    COMBAT_CARDS,
    GOLDS,
    KINDS,
    LOOKS,
    NONE,
    ORDER_UNKNOWN,
    PAIRS,
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
from quarterdeck.games.cartagena.supplies import told_gold
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.branchless import only_if, where
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.packing import add_to_item, item
from quarterdeck.kernel.piles import count

COUNT_BITS = 8  # the width of one kind's number where all kinds are counted in one word


@rule
def blank(s: State, seat: int) -> None:
    """Blank a record, in place, to what `seat` knows; −1 is a spectator.

    Combat cards of unknown place join `pile`, gold cards `gold_pile`, sailors `sailors`. After the match
    hands, gold and convictions are open (CA-69).
    """
    s.key[0] = 0
    s.key[1] = 0
    s.counter = 0
    if s.phase != Phase.OVER:
        blank_posted(s, seat)
        blank_hands(s, seat)
        blank_gold(s, seat)
        blank_sides(s, seat)
    blank_piles(s, seat)
    blank_looks(s, seat)
    blank_memories(s, seat)
    blank_sailors(s, seat)
    blank_duels(s, seat)


@rule
def blank_posted(s: State, seat: int) -> None:
    """CA-63: hide others' face-down cards, except a mascot that a seat without cards must lay (CA-64)."""
    for other in range(int(s.seats)):
        if other != seat and s.posted[other] != NONE and count(s.hand[other]) > 0:
            s.posted[other] = UNKNOWN_CARD


@rule
def blank_hands(s: State, seat: int) -> None:
    """Hide the other hands; only their numbers of combat cards are known."""
    for other in range(SEATS):
        held = 0
        for kind in range(KINDS):
            number = only_if(other != seat, int(s.hand[other, kind]))
            s.pile[kind] += number
            held += number
            s.hand[other, kind] -= number
        s.hidden[other] += held
        s.outside += held


@rule
def blank_gold(s: State, seat: int) -> None:
    """CA-40: hide the others' gold cards, except those that the viewer has put back or seen (CA-41)."""
    for other in range(SEATS):
        hidden = 0
        for kind in range(GOLDS):
            known = 0 if seat == NONE else told_gold(s, seat, other, kind)
            unknown = only_if(other != seat, int(s.gold[other, kind]) - known)
            s.gold_pile[kind] += unknown
            hidden += unknown
            s.gold[other, kind] -= unknown
        s.gold_hidden[other] += hidden
        s.gold_outside += hidden


@rule
def blank_sides(s: State, seat: int) -> None:
    """CA-49, CA-50: hide others' convictions, except those not handled since the viewer saw them."""
    for other in range(SEATS):
        saw = NONE if seat == NONE else int(s.saw[seat, other])
        fresh = (saw >= Saw.FRESH) & (saw < Saw.STALE_UNKNOWN)
        side = int(s.side[other])
        secret = (other != seat) & (side != NONE) & (not fresh)
        s.side[other] = where(secret, Side.UNKNOWN, side)


@rule
def blank_piles(s: State, seat: int) -> None:
    """Hide the cards below the shuffled part of the piles, except those that the viewer has seen."""
    hidden = 0  # the number of each kind, packed
    for at in range(int(s.under)):
        card = signed(s.trail[at])
        unknown = not knows_under(card, seat)
        hidden = add_to_item(hidden, under_kind(card), COUNT_BITS, int(unknown))
        s.trail[at] = where(unknown, with_under_kind(card, UNKNOWN_CARD), card)
    for kind in range(KINDS):
        number = item(hidden, kind, COUNT_BITS)
        s.pile[kind] += number
        s.outside += number
    for at in range(int(s.gold_under)):
        s.gold_trail[at] = blank_gold_card(s, signed(s.gold_trail[at]), seat)


@rule
def blank_gold_card(s: State, card: int, seat: int) -> int:
    """This packed gold card as the viewer knows it; if the viewer doesn't, it joins `gold_pile`."""
    kind = gold_kind(card)
    unknown = (kind != UNKNOWN_GOLD) & (not knows_gold(card, seat))
    s.gold_pile[min(kind, GOLDS - 1)] += int(unknown)
    s.gold_outside += int(unknown)
    return where(unknown, with_gold_kind(card, UNKNOWN_GOLD), card)


@rule
def blank_looks(s: State, seat: int) -> None:
    """CA-41, CA-43: hide looked-at cards from all but the seat to act; a known gold card stays known."""
    if s.turn != seat:
        for at in range(LOOKS):
            if s.look[at] != NONE:
                s.pile[int(s.look[at])] += 1
                s.outside += 1
                s.look[at] = UNKNOWN_CARD
    if s.look_gold:
        s.look_gold = blank_gold_card(s, signed(s.look_gold) - 1, seat) + 1


@rule
def blank_memories(s: State, seat: int) -> None:
    """Hide what other seats remember; that they looked at a conviction is public."""
    # Empty seats are included: the compiler turns loops of a fixed length into one store.
    for viewer in range(SEATS):
        if viewer != seat:
            for holder in range(SEATS):
                s.told_gold[viewer, holder] = 0
                for value in range(VALUES):
                    s.sure[viewer, holder, value] = 0
                saw = int(s.saw[viewer, holder])
                # STALE_UNKNOWN + 1 is FRESH_UNKNOWN.
                unknown = Saw.STALE_UNKNOWN + int(saw >= Saw.FRESH)
                s.saw[viewer, holder] = unknown if saw >= Saw.STALE else saw


@rule
def blank_sailors(s: State, seat: int) -> None:
    """CA-51: hide the values of each pair that the viewer hasn't looked at.

    If it has looked, but can't know which of the two is which, because another seat may have swapped them or
    because this isn't chosen yet, hide only that.
    """
    for pair in range(PAIRS):
        if s.pair[pair, 0] == 0:
            continue
        one, other = int(s.pair[pair, 0]), int(s.pair[pair, 1])
        if not knows(s, pair, int(s.seen[pair]), seat):
            s.sailors = signed(s.sailors) | (1 << (one - 1)) | (1 << (other - 1))
            s.pair[pair, 0] = UNKNOWN_SAILOR
            s.pair[pair, 1] = UNKNOWN_SAILOR
        elif not knows(s, pair, int(s.order[pair]), seat):
            s.pair[pair, 0] = min(one, other)
            s.pair[pair, 1] = max(one, other)
            s.order[pair] = int(s.order[pair]) | ORDER_UNKNOWN


@rule
def knows(s: State, pair: int, mask: int, seat: int) -> bool:
    """Whether a seat is in `mask`, the seats that know a pair's values or its order.

    A spectator knows a pair once its duel has begun (CA-62), and not before, even if every player has looked
    at it.
    """
    if seat == NONE:
        return bool(pair <= s.duel)
    return has(mask, seat)


@rule
def blank_duels(s: State, seat: int) -> None:
    """CA-63: mix the cards of each round.

    The viewer knows its own card, and another seat's only if no other assignment is possible.
    """
    at = int(s.under)
    end = at + int(s.played)
    while at < end:
        after = round_end(s, at, end)
        mix_round(s, at, after, seat)
        at = after


@rule
def round_end(s: State, at: int, end: int) -> int:
    """The index after the last card of the round that the card at `at` was shown in, at most `end`."""
    after = at + 1
    while after < end and not begins_round(s.trail[after]):
        after += 1
    return after


@rule
def mix_round(s: State, first: int, after: int, seat: int) -> None:
    """Order one round's cards so that they don't tell who laid which.

    The viewer's own card comes first. After it, the kinds of the others' cards are sorted, and so are their
    seats, independently of the kinds. If these cards are all of one kind, each seat is right; otherwise they
    are marked as mixed.
    """
    marks = signed(s.trail[first]) & (FIRST_OF_ROUND | FIRST_OF_DUEL)
    own = card_laid_by(s, first, after, seat)
    cards = cards_of_others(s, first, after, seat)
    s.trail[first] = own
    write_apart(s, after, cards)
    s.trail[first] = signed(s.trail[first]) | marks


@rule
def card_laid_by(s: State, first: int, after: int, seat: int) -> int:
    """The card that a seat has laid in a round, without marks; 0 if it has laid none."""
    own = 0
    for at in range(first, after):
        kind, by = shown_kind(s.trail[at]), shown_by(s.trail[at])
        own += only_if(by == seat, shown_card(kind, by))
    return own


@rule
def cards_of_others(s: State, first: int, after: int, seat: int) -> int:
    """Bit mask of the cards that seats other than `seat` have laid in a round: bit SEATS * kind + seat."""
    cards = 0
    for at in range(first, after):
        kind, by = shown_kind(s.trail[at]), shown_by(s.trail[at])
        cards |= only_if(by != seat, 1 << (SEATS * kind + by))
    return cards


@rule
def write_apart(s: State, after: int, cards: int) -> None:
    """Write the cards of a `cards_of_others` mask to the last places of the trail before index `after`.

    Kinds and seats are sorted independently of each other.
    """
    seats = seats_of(cards)
    mixed = int(lowest_kind(cards) < highest_kind(cards))
    at = after - count_seats(seats)
    for by in range(SEATS):
        there = has(seats, by)
        # For a seat without a card the value at this place is written back unchanged.
        place = min(at, COMBAT_CARDS - 1)
        card = with_mixed(shown_card(lowest_kind(cards), by), mixed)
        s.trail[place] = where(there, card, signed(s.trail[place]))
        cards &= cards - int(there)
        at += int(there)


@rule
def seats_of(cards: int) -> int:
    """Bit mask of the seats with cards in a `cards_of_others` mask."""
    seats = 0
    for kind in range(KINDS):
        seats |= item(cards, kind, SEATS)
    return seats


@rule
def count_seats(seats: int) -> int:
    """The number of seats in a bit mask."""
    number = 0
    for seat in range(SEATS):
        number += int(has(seats, seat))
    return number


@rule
def lowest_kind(cards: int) -> int:
    """The lowest kind in a `cards_of_others` mask; for an empty mask the highest kind of the game."""
    lowest = 0
    for kind in range(1, KINDS):
        lowest += int(cards & ((1 << (SEATS * kind)) - 1) == 0)
    return lowest


@rule
def highest_kind(cards: int) -> int:
    """The highest kind in a `cards_of_others` mask; for an empty mask 0."""
    highest = 0
    for kind in range(1, KINDS):
        highest += int(cards >> (SEATS * kind) != 0)
    return highest
