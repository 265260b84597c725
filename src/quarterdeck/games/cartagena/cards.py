"""Cards of known place, each packed into one byte: below the shuffled part of a pile, and shown in duels."""

from __future__ import annotations

from quarterdeck.games.cartagena.state import NONE
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.branchless import where
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.packing import Layout

# A combat card below the shuffled part of its pile. `who` is its owner's seat if it came from that seat's
# hand, otherwise the set of the seats that saw it on its way from the top.
UNDER = Layout(kind=3, from_hand=1, who=4)
under_kind, with_under_kind = UNDER.reader("kind"), UNDER.writer("kind")
is_from_hand = UNDER.reader("from_hand")
under_who = UNDER.reader("who")
FROM_HAND = UNDER.pack(from_hand=1)
WHO = UNDER.pack(who=1)

# A gold card below the shuffled part of its pile, with the set of the seats that know it.
GOLD = Layout(kind=2, knowers=4)
gold_kind, with_gold_kind = GOLD.reader("kind"), GOLD.writer("kind")
gold_knowers = GOLD.reader("knowers")
GOLD_KNOWERS = GOLD.pack(knowers=1)

# A combat card shown in a duel, with the seat that laid it. `mixed` is set only in a view: the viewer can't
# know which of the round's mixed cards is whose. The first card of each round and of each duel is marked.
SHOWN = Layout(kind=3, by=2, mixed=1, first_of_round=1, first_of_duel=1)
shown_kind, shown_by = SHOWN.reader("kind"), SHOWN.reader("by")
with_shown_by = SHOWN.writer("by")
is_mixed, with_mixed = SHOWN.reader("mixed"), SHOWN.writer("mixed")
begins_round, begins_duel = SHOWN.reader("first_of_round"), SHOWN.reader("first_of_duel")
SHOWN_BY = SHOWN.pack(by=1)
FIRST_OF_ROUND = SHOWN.pack(first_of_round=1)
FIRST_OF_DUEL = SHOWN.pack(first_of_duel=1)


@rule
def from_hand_of(seat: int, kind: int) -> int:
    """A combat card that a seat puts under the pile from its hand."""
    return kind + FROM_HAND + WHO * seat


@rule
def from_top_seen_by(seat: int, kind: int) -> int:
    """A combat card that a seat alone has seen on top and puts under the pile."""
    return kind + (WHO << seat)


@rule
def under_owner(card: int) -> int:
    """The seat that put this card under the pile from its hand; NONE: it came from the top."""
    return where(bool(is_from_hand(card)), under_who(card), NONE)


@rule
def knows_under(card: int, seat: int) -> bool:
    """Whether a seat knows this card below the pile; a spectator (NONE) knows none."""
    knowers = where(bool(is_from_hand(card)), 1 << under_who(card), under_who(card))
    return (seat != NONE) & has(knowers, max(seat, 0))


@rule
def gold_seen_by(seat: int, card: int) -> int:
    """The gold card, with one more seat that knows it."""
    return card | (GOLD_KNOWERS << seat)


@rule
def knows_gold(card: int, seat: int) -> bool:
    """Whether a seat knows this gold card; a spectator (NONE) knows none."""
    return (seat != NONE) & has(gold_knowers(card), max(seat, 0))


@rule
def shown_card(kind: int, seat: int) -> int:
    """A combat card that a seat has laid in a duel, without marks."""
    return kind + SHOWN_BY * seat
