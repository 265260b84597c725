"""The record of a position of Meuterer, 254 bytes, and the names of its numbers."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from quarterdeck.kernel.packing import Layout
from quarterdeck.kernel.record import I8, U16, I8s, I16s, U8s, U16s, U64s, record

SEATS = 4
KINDS = 7
ISLANDS = 12
HAND = 5  # cards in the largest full hand
ROLES = 5
SLIPS = 24

# Stands for nobody, nowhere or nothing yet, and for a spectator in place of a seat.
NONE = -1


class Good(IntEnum):
    """The kinds of goods cards (ME-1). The first five can be sold."""

    RUBY = 0
    SALT = 1
    WINE = 2
    CLOTH = 3
    GRAIN = 4
    CONFLICT = 5
    PIRATES = 6


SOLD_KINDS = 5
KEPT_KINDS = 6  # all but the pirates; a single pirates card needs no memory
ANY = 5  # what Hochland and Piratennest buy: any one kind (ME-63)
UNKNOWN_CARD = 7


class Role(IntEnum):
    """The action cards (ME-2). UNKNOWN: a card that the viewer can't know was taken."""

    MUTINEER = 0
    CABIN_BOY = 1
    FIRST_MATE = 2
    MERCHANT = 3
    LOADER = 4
    UNKNOWN = 5


class Phase(IntEnum):
    """The kind of the next decision. Everything between two decisions is carried out at once."""

    OFFER = 0
    SHOW = 1
    MUTINY = 2
    SELL = 3
    RETURN = 4
    OVER = 5


class Step(IntEnum):
    """The automatic steps, in the order of a round; ASK waits for a seat's decision."""

    ASK = 0
    NEXT_SHOWER = 1
    REVEAL = 2
    END_MUTINY = 3
    KEEP_CAPTAIN = 4
    CHANGE_CAPTAIN = 5
    SELL = 6
    END_POINTS = 7
    SAIL = 8
    DRAW = 9
    NEW_ROUND = 10


class Rules(IntEnum):
    """The rule sets, named after their sources."""

    ENGLISH = 0
    FRENCH = 1
    MANUAL = 2


class Course(IntEnum):
    """The owner of a destination card (ME-33, ME-40)."""

    CAPTAIN = 0
    MUTINEER = 1


class Place(IntEnum):
    """ME-74: where a card that a Loader gave back lies now; HELD + seat: in that seat's hand."""

    BOTTOM = 0  # under the discards (english, manual) or at the bottom of the draw pile (french)
    SHUFFLED = 1  # shuffled into the present draw pile
    HELD = 2


@record
class State:
    """A position.

    Seats and the places on the ring count clockwise. In a blanked record `pile` holds every card of unknown
    place, and `hidden` says how many of these cards each hand holds. Unknown roles and unknown cards given
    back have their "unknown" number.
    """

    key: Annotated[U64s, 2]  # the secret of the deal
    counter: U16  # random numbers drawn so far
    trade: Annotated[U16s, ISLANDS]  # per place: what it buys and its three figures, packed by `TRADE`
    score: Annotated[I16s, SEATS]

    rules: I8
    pirates: I8  # 0 off, 1 on, 2 double
    seats: I8
    rounds: I8
    full_hand: I8  # cards (ME-12, ME-90)
    round_no: I8  # from 1
    phase: I8
    turn: I8  # the seat to act
    captain: I8
    offer: I8  # NONE before phase 1

    islands: I8  # places on the ring
    ring: Annotated[I8s, ISLANDS]  # per place: the island's row in the component table
    dock: Annotated[I8s, ISLANDS]  # per place: points for docking
    ship: I8
    astern: I8  # the island that the ship has left, which is active, too; NONE: it stayed
    corsair: I8  # the pirate ship; before the deal, the table row of its first island
    course: Annotated[I8s, 2]  # destinations, by Course

    hand: Annotated[I8s, SEATS, KINDS]
    hidden: Annotated[I8s, SEATS]
    shown: Annotated[I8s, SEATS, KINDS]
    exit_order: Annotated[I8s, SEATS]  # order of leaving: 0, 1, …; NONE: still in
    role: Annotated[I8s, SEATS]
    gone: I8  # only in a view: bit mask of the roles that the viewer saw missing (ME-34)
    fought: Annotated[I8s, SEATS]  # conflict cards played in phase 4
    passed: I8  # bit mask of the seats done with phase 4
    # Per seat, what it sells at the ship's island and astern, packed by `SOLD`; 0: nothing, NONE: undecided.
    sold: Annotated[I8s, SEATS, 2]

    pile: Annotated[I8s, KINDS]  # the shuffled draw pile
    discard: Annotated[I8s, KINDS]  # the discards that everybody has seen
    made: Annotated[I8s, KINDS]  # the publicly known cards of the pile when it was last shuffled
    fresh: Annotated[I8s, SEATS]  # number of cards that each seat has drawn since then
    kept: Annotated[I8s, SEATS, KEPT_KINDS]  # each seat's hand at that moment, known to that seat alone
    just: Annotated[I8s, KINDS]  # the cards that the Loader has just drawn and may give back
    drawn: I8  # their number
    slips: I8
    slip: Annotated[U8s, SLIPS]  # cards given back, oldest first, packed as `cargo.SLIP`


# What an island buys (a Good, or ANY) and the points for selling most there, alone or tied.
TRADE_BITS = 4
TRADE = Layout(buys=TRADE_BITS, alone=TRADE_BITS, two=TRADE_BITS, three=TRADE_BITS)

# The cards of one kind that a seat sells at an island.
SOLD = Layout(number=3, kind=3)
sold_number, sold_kind = SOLD.reader("number"), SOLD.reader("kind")
with_sold_kind = SOLD.writer("kind")
