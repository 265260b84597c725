"""Who knows what: `blank` takes away what a seat can't know. `dealing` deals it anew.

A player with a perfect memory knows the own cards; how many everybody else has; the starting cards of all
(CA-10) and every card of the own that another has drawn, for as long as they must still be there; the cards
it has put under a pile or seen on their way there, in their order; what it saw of sailors and convictions,
and that these may have been changed since; and of the cards of a duel all but whose they were. See
docs/decisions/0006-knowledge-of-cartagena.md.

`where` and `only_if` stand for an `if` here, because vectorised play blanks millions of positions a second
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

COUNT_BITS = 8  # for a number of cards, where those of each kind are counted in one word


@rule
def blank(s: State, seat: int) -> None:
    """In place: what `seat` knows; −1 is a spectator.

    Combat cards it can't place join `pile`, gold cards `gold_pile`, sailors `sailors`. When the match is over
    hands, gold and convictions lie open (CA-69).
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
    """CA-63: a card laid face down is its seat's secret; but who has no card must lay the mascot (CA-64)."""
    for other in range(int(s.seats)):
        if other != seat and s.posted[other] != NONE and count(s.hand[other]) > 0:
            s.posted[other] = UNKNOWN_CARD


@rule
def blank_hands(s: State, seat: int) -> None:
    """Of other hands only the number of combat cards is known."""
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
    """CA-40: gold cards lie face down; known are those that the viewer has put back or seen (CA-41)."""
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
    """CA-49, CA-50: a placed conviction is secret, unless the viewer has spied it and it lay still since."""
    for other in range(SEATS):
        saw = NONE if seat == NONE else int(s.saw[seat, other])
        fresh = (saw >= Saw.FRESH) & (saw < Saw.STALE_UNKNOWN)
        side = int(s.side[other])
        secret = (other != seat) & (side != NONE) & (not fresh)
        s.side[other] = where(secret, Side.UNKNOWN, side)


@rule
def blank_piles(s: State, seat: int) -> None:
    """Cards below the shuffled part of the piles are known to those who have seen or put them there."""
    hidden = 0  # how many of each kind, packed
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
    """A gold card of known place, as the viewer knows it; one that it doesn't know joins `gold_pile`."""
    kind = gold_kind(card)
    unknown = (kind != UNKNOWN_GOLD) & (not knows_gold(card, seat))
    s.gold_pile[min(kind, GOLDS - 1)] += int(unknown)
    s.gold_outside += int(unknown)
    return where(unknown, with_gold_kind(card, UNKNOWN_GOLD), card)


@rule
def blank_looks(s: State, seat: int) -> None:
    """CA-41, CA-43: only the seat to act sees the cards that it looks at; a gold card may be known from
    before.
    """
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
    """What other seats know is theirs; that they looked at a conviction, everybody has seen."""
    # Also of seats that are not there, of which nothing is kept: loops of a fixed length are one store.
    for viewer in range(SEATS):
        if viewer != seat:
            for holder in range(SEATS):
                s.told_gold[viewer, holder] = 0
                for value in range(VALUES):
                    s.sure[viewer, holder, value] = 0
                saw = int(s.saw[viewer, holder])
                # Saw.STALE_UNKNOWN or, one more, Saw.FRESH_UNKNOWN.
                unknown = Saw.STALE_UNKNOWN + int(saw >= Saw.FRESH)
                s.saw[viewer, holder] = unknown if saw >= Saw.STALE else saw


@rule
def blank_sailors(s: State, seat: int) -> None:
    """CA-51: who has looked knows a pair's values, and who stands for whom unless another looked later."""
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
    """Whether a seat is among those that know of a pair. A spectator knows a pair whose duel has begun
    (CA-62), and no other, not even one that every player has looked at.
    """
    if seat == NONE:
        return bool(pair <= s.duel)
    return has(mask, seat)


@rule
def blank_duels(s: State, seat: int) -> None:
    """CA-63: the cards of a round are mixed. The viewer knows its own among them, and another's only where
    there is no other way.
    """
    at = int(s.under)
    end = at + int(s.played)
    while at < end:
        after = round_end(s, at, end)
        mix_round(s, at, after, seat)
        at = after


@rule
def round_end(s: State, at: int, end: int) -> int:
    """Where the round ends that the card at `at` was shown in, and the next one begins, if not at `end`."""
    after = at + 1
    while after < end and not begins_round(s.trail[after]):
        after += 1
    return after


@rule
def mix_round(s: State, first: int, after: int, seat: int) -> None:
    """Order one round's cards so that they tell nothing: the viewer's own, then the kinds and the seats of
    all others, each ascending.

    Who laid which of the others' cards shows only if they are all alike.
    """
    marks = signed(s.trail[first]) & (FIRST_OF_ROUND | FIRST_OF_DUEL)
    own = card_laid_by(s, first, after, seat)
    cards = cards_of_others(s, first, after, seat)
    s.trail[first] = own
    write_apart(s, after, cards)
    s.trail[first] = signed(s.trail[first]) | marks


@rule
def card_laid_by(s: State, first: int, after: int, seat: int) -> int:
    """The card of a round that a seat has laid, without marks; 0 if it has laid none."""
    own = 0
    for at in range(first, after):
        kind, by = shown_kind(s.trail[at]), shown_by(s.trail[at])
        own += only_if(by == seat, shown_card(kind, by))
    return own


@rule
def cards_of_others(s: State, first: int, after: int, seat: int) -> int:
    """The cards of a round that others than `seat` have laid, as a set: card SEATS * kind + seat."""
    cards = 0
    for at in range(first, after):
        kind, by = shown_kind(s.trail[at]), shown_by(s.trail[at])
        cards |= only_if(by != seat, 1 << (SEATS * kind + by))
    return cards


@rule
def write_apart(s: State, after: int, cards: int) -> None:
    """Write a set of `cards_of_others` to the trail before `after`: its kinds ascending, beside its seats
    ascending.
    """
    seats = seats_of(cards)
    mixed = int(lowest_kind(cards) < highest_kind(cards))
    at = after - count_seats(seats)
    for by in range(SEATS):
        there = has(seats, by)
        # Nothing changes for a seat without a card, whatever lies at this place.
        place = min(at, COMBAT_CARDS - 1)
        card = with_mixed(shown_card(lowest_kind(cards), by), mixed)
        s.trail[place] = where(there, card, signed(s.trail[place]))
        cards &= cards - int(there)
        at += int(there)


@rule
def seats_of(cards: int) -> int:
    """The set of the seats whose cards are in a set of `cards_of_others`."""
    seats = 0
    for kind in range(KINDS):
        seats |= item(cards, kind, SEATS)
    return seats


@rule
def count_seats(seats: int) -> int:
    """How many seats there are in a set."""
    number = 0
    for seat in range(SEATS):
        number += int(has(seats, seat))
    return number


@rule
def lowest_kind(cards: int) -> int:
    """The lowest kind in a set of `cards_of_others`; the highest kind there is, if the set is empty."""
    lowest = 0
    for kind in range(1, KINDS):
        lowest += int(cards & ((1 << (SEATS * kind)) - 1) == 0)
    return lowest


@rule
def highest_kind(cards: int) -> int:
    """The highest kind in a set of `cards_of_others`; 0 if the set is empty."""
    highest = 0
    for kind in range(1, KINDS):
        highest += int(cards >> (SEATS * kind) != 0)
    return highest
