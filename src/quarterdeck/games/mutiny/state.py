"""The record of a position of Mutiny!, and the names of its numbers."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.record import I8, U8, U16, U64, I8s, U8s, U16s, U64s, record_in_words

SEATS = 5
CREW = 5
DOUBLOONS = 10  # of each colour (MU-2)
RUM = 30  # tokens in all, unless the table says otherwise (MU-2)
MOST_RUM = 99  # the most tokens that a table may have in all
# MU-50: what a cutlass counts where a rum counts 1, so that rum breaks ties but never outweighs a cutlass.
CUTLASS_WEIGHT = MOST_RUM + 1
RUM_AT_ONCE = 30  # the most rum in a bid, an offer or a price
TILES = 60  # the most tiles
DESTINATIONS = 2
EFFECTS = 4  # the most effects of a destination
POOL = 240  # the most effects of all tiles together
POOL_BYTES = POOL * 10 // 8  # see `tiles`

# Stands for nobody, nowhere or nothing yet, and for a spectator in place of a seat.
NONE = -1
# Stands for a closed bid or offer, only in a view.
CLOSED = -2


class Crew(IntEnum):
    """The crew members in their order (MU-1)."""

    DECK_HAND = 0
    GUNNER = 1
    COOK = 2
    PILOT = 3
    FIRST_MATE = 4


class Resource(IntEnum):
    """The resources that are gained and lost (MU-4)."""

    RUM = 0
    DOUBLOON = 1
    CUTLASS = 2


class Rank(IntEnum):
    """What is being settled of a crew member: who has an ability (MU-20), or whom the course hits (MU-27)."""

    PRIMARY = 0
    SECONDARY = 1
    COURSE = 2


class Reading(IntEnum):
    """Bit numbers in `State.readings`: how a match differs from the default reading of the rules."""

    VICTORY_AT_ONCE = 0  # MU-50
    FIRST_MATE_AFTER_BOTH = 1  # MU-21
    CLOSED_OFFERS = 2  # MU-23: the option `deals`
    ONE_PAYMENT = 3  # MU-23: as in version 1 of the rules, at most one offer pays for a pick


class Phase(IntEnum):
    """The kind of the next decision. Everything between two decisions is carried out at once."""

    BID = 0  # MU-10, all seats at once
    OFFER = 1  # MU-23: all but the lookout: at once if offers are closed, otherwise one after the other
    PICK = 2  # MU-21, MU-23: the lookout
    MOVE = 3  # MU-24
    COURSE = 4  # MU-27
    LOSE = 5  # MU-32
    RETRIEVE = 6  # MU-40
    OVER = 7


@record_in_words
class State:
    """A position.

    Seats count clockwise. All is public except the present bids, the closed offers and the order of the tiles
    to come. In a blanked record, other seats' closed bids and offers are CLOSED.
    """

    key: Annotated[U64s, 2]  # the secret of the deal
    pile: U64  # bit mask of the face-down tiles
    counter: U16  # random numbers drawn so far
    turn_no: U16  # from 1
    effect: Annotated[U16s, DESTINATIONS, EFFECTS]  # of the face-up tile, packed by `pack_effect`; 0: none

    seats: I8
    needed: I8  # cutlasses that win (MU-50)
    turns: I8  # number of turns after which the match ends (MU-60); 0: no limit
    phase: I8
    turn: I8  # the seat to act; NONE where several seats act at once
    lookout: I8  # who holds the spyglass
    readings: U8  # bit mask of the house rules, see `Reading`

    tiles: I8  # number of tiles in the component table
    tile: I8  # the face-up tile

    bank: I8  # rum
    doubloons: Annotated[I8s, SEATS]  # unplayed
    rum: Annotated[I8s, SEATS]  # unplayed
    cutlasses: Annotated[I8s, SEATS]
    doubloons_on: Annotated[I8s, CREW, SEATS]
    rum_on: Annotated[I8s, CREW, SEATS]

    crew: I8  # the crew member that is called or resolved; in phase LOSE and COURSE the Pilot
    rank: I8  # what is being settled for it
    tied: U8  # bit mask of the seats among whom the lookout picks
    first_tied: U8  # all seats that were tied for its highest bribe, if several (MU-21)
    primary: I8  # who had its primary ability; NONE: nobody yet, or nobody

    bid_doubloons: Annotated[I8s, SEATS]  # NONE: no bid made yet
    bid_rum: Annotated[I8s, SEATS]
    offer_rum: Annotated[I8s, SEATS]  # NONE: not asked or not answered yet; 0: no offer
    offer_for: Annotated[I8s, SEATS]  # a target, see `targets`
    deal_round: I8  # of an open negotiation, from 1; 0: there is none
    stirred: I8  # whether an offer was made, changed, withdrawn or taken in this round
    price_rum: I8  # what the lookout asks; 0: nothing
    price_for: I8  # the seat to be picked for it
    promised: I8  # who gets the secondary ability by a deal over both ranks; NONE: nobody
    paid: Annotated[I8s, SEATS]  # rum for the offers that the lookout has taken before this pick

    destination: I8  # where the ship sails; NONE: not chosen
    settled: I8  # number of effects whose controller is settled
    done: I8  # number of effects carried out
    hit: Annotated[I8s, EFFECTS]  # by effect: the seat that it concerns; NONE: nobody, or not settled yet
    owed: I8  # doubloons that the seat to act still has to lose
    retrieved: I8  # doubloons that the seat to act has taken back
    retrievers: I8  # seats that have finished retrieval

    # Last, so that the other fields lie close together: these are long, and read only for a new tile.
    first: Annotated[U8s, TILES]  # by tile: where its effects begin in the pool
    pool: Annotated[U8s, POOL_BYTES]  # the effects of all tiles, see `tiles`


@rule
def reading(s: State, which: int) -> bool:
    """Whether the table plays by this reading of a contested rule."""
    return has(s.readings, which)


@rule
def rum_at_hand(s: State, seat: int) -> int:
    """The most rum that the seat can bid or offer: its unplayed rum, up to RUM_AT_ONCE (MU-2)."""
    return min(int(s.rum[seat]), RUM_AT_ONCE)


@rule
def bribe(s: State, crew: int, seat: int) -> int:
    """MU-11: a seat's bribe on a crew member, doubloons and rum."""
    return int(s.doubloons_on[crew, seat]) + int(s.rum_on[crew, seat])


# An effect is packed as 1 + crew + CREW_BASE * resource + RESOURCE_BASE * (amount + 9), amount -9 to 9.
CREW_BASE = 5
RESOURCES = 3
RESOURCE_BASE = CREW_BASE * RESOURCES
LEAST_AMOUNT, MOST_AMOUNT = -9, 9


def pack_effect(crew: int, resource: int, amount: int) -> int:
    """An effect of a destination (MU-4), packed in nine bits; it is never 0."""
    return 1 + crew + CREW_BASE * resource + RESOURCE_BASE * (amount - LEAST_AMOUNT)


@rule
def effect_crew(code: int) -> int:
    """The crew member whose controller the effect concerns."""
    return (signed(code) - 1) % CREW_BASE


@rule
def effect_resource(code: int) -> int:
    """The resource that is gained or lost."""
    return (signed(code) - 1) // CREW_BASE % RESOURCES


@rule
def effect_amount(code: int) -> int:
    """The amount gained or, below zero, lost."""
    return (signed(code) - 1) // RESOURCE_BASE + LEAST_AMOUNT
