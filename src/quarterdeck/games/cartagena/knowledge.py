"""Who knows what: `blank` takes away what a seat can't know. `dealing` deals it anew.

A player with a perfect memory knows the own cards; how many everybody else has; the starting cards of all
(CA-10) and every card of the own that another has drawn, for as long as they must still be there; the cards
it has put under a pile or seen on their way there, in their order; what it saw of sailors and convictions,
and that these may have been changed since; and of the cards of a duel all but whose they were. See
docs/decisions/0006-knowledge-of-cartagena.md.

Much is counted where an `if` would say it, too: vectorised play blanks millions of positions a second, and
whose a card is, or who knows it, no processor foresees (decision 18).
"""

from __future__ import annotations

from quarterdeck.games.cartagena.state import (
    BY_WHOM_UNKNOWN,
    COMBAT_CARDS,
    FIRST_OF_DUEL,
    FIRST_OF_ROUND,
    GOLD_KNOWERS,
    GOLDS,
    KINDS,
    LOOKS,
    NONE,
    ORDER_UNKNOWN,
    PAIRS,
    SEATS,
    SHOWN_BY,
    UNKNOWN_CARD,
    UNKNOWN_GOLD,
    UNKNOWN_SAILOR,
    VALUES,
    Phase,
    Saw,
    Side,
    State,
)
from quarterdeck.games.cartagena.supplies import told_gold, under_kind, under_knowers
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.piles import count

PILED = 8  # bits that hold a number of cards


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
            number = int(s.hand[other, kind]) * int(other != seat)
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
            unknown = (int(s.gold[other, kind]) - known) * int(other != seat)
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
        secret = int((other != seat) & (side != NONE) & (not fresh))
        s.side[other] = side + secret * (Side.UNKNOWN - side)


@rule
def blank_piles(s: State, seat: int) -> None:
    """Cards below the shuffled part of the piles are known to those who have seen or put them there."""
    viewer = 0 if seat == NONE else 1 << seat
    hidden = 0  # so many of each kind, in PILED bits
    for at in range(int(s.under)):
        entry = signed(s.trail[at])
        kind = under_kind(entry)
        unknown = int(under_knowers(entry) & viewer == 0)
        hidden += unknown << (PILED * kind)
        s.trail[at] = entry + unknown * (UNKNOWN_CARD - kind)
    for kind in range(KINDS):
        number = (hidden >> (PILED * kind)) & ((1 << PILED) - 1)
        s.pile[kind] += number
        s.outside += number
    for at in range(int(s.gold_under)):
        s.gold_trail[at] = blank_gold_card(s, signed(s.gold_trail[at]), seat)


@rule
def blank_gold_card(s: State, entry: int, seat: int) -> int:
    """A gold card of known place, as the viewer knows it; one that it doesn't know joins `gold_pile`."""
    viewer = 0 if seat == NONE else 1 << seat
    kind = min(entry % GOLD_KNOWERS, GOLDS - 1)
    unknown = int((entry // GOLD_KNOWERS & viewer == 0) & (entry % GOLD_KNOWERS != UNKNOWN_GOLD))
    s.gold_pile[kind] += unknown
    s.gold_outside += unknown
    return entry + unknown * (UNKNOWN_GOLD - kind)


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
    return bool((mask >> seat) & 1)


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
    while after < end and not signed(s.trail[after]) & FIRST_OF_ROUND:
        after += 1
    return after


@rule
def mix_round(s: State, first: int, after: int, seat: int) -> None:
    """One round's cards in an order that tells nothing: the viewer's own, then the kinds and the seats, each
    ascending.
    """
    marks = signed(s.trail[first]) & (FIRST_OF_ROUND | FIRST_OF_DUEL)
    own = 0  # the viewer's card, if there is one
    others = 0
    cards = 0  # of the others: a bit for each, at SEATS * kind + seat
    seats = 0
    lowest, highest = KINDS, 0  # of the others' kinds
    for at in range(first, after):
        entry = signed(s.trail[at])
        kind, by = entry % SHOWN_BY, shown_by(entry)
        other = int(by != seat)
        own += (1 - other) * (kind + SHOWN_BY * by)
        others += other
        cards |= other << (SEATS * kind + by)
        seats |= other << by
        lowest = min(lowest, kind + KINDS * (1 - other))
        highest = max(highest, kind * other)
    unknown = BY_WHOM_UNKNOWN * int(lowest < highest)
    s.trail[first] = own
    at = after - others  # `first` without a card of the viewer's
    for by in range(SEATS):
        # Written for every seat: where one is not there, what lies behind the round, if anything, as it was.
        there = (seats >> by) & 1
        place = min(at, COMBAT_CARDS - 1)
        before = signed(s.trail[place])
        s.trail[place] = before + there * (lowest_kind(cards) + SHOWN_BY * by + unknown - before)
        cards &= cards - there
        at += there
    s.trail[first] = signed(s.trail[first]) | marks


@rule
def lowest_kind(cards: int) -> int:
    """The kind of the lowest card in a bit mask that has one, with a bit for each kind and seat."""
    lowest = 0
    for kind in range(1, KINDS):
        lowest += int(cards & ((1 << (SEATS * kind)) - 1) == 0)
    return lowest


@rule
def shown_by(entry: int) -> int:
    """The seat that laid a card shown in a duel."""
    return signed(entry) // SHOWN_BY % SEATS
