"""The record of a position of Cartagena: Die Meuterei, and the names of its numbers."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.record import I8, U8, U16, I8s, U8s, U16s, U64s, record_in_words

SEATS = 4
PAIRS = 5
PIRATES = 13
ROW = 7  # the longest row of cabin doors: players + 3 (CA-20)
DOORS_MORE = 3  # a row has this many doors more than there are players
COLOURS = 2
VALUES = 3
KINDS = COLOURS * VALUES  # combat cards, as colour * VALUES + value - 1: pink 1, 2, 3, grey 1, 2, 3
GOLDS = 3  # gold cards, as value - 1
COMBAT_CARDS = 40
GOLD_CARDS = 18
SAILORS = 10
STORMS = 8
LOOKS = 2
MOST_TRADES = 3

# Stands for nobody, nowhere or nothing yet, and for a spectator in place of a seat.
NONE = -1

# These two stand in place of a combat card's kind: a card that the viewer can't know, and the mascot (CA-3).
UNKNOWN_CARD = 6
MASCOT = 7
UNKNOWN_GOLD = 3  # in place of a gold card's kind
UNKNOWN_SAILOR = -1  # in place of a placed sailor's value; 0 is an empty place
ORDER_UNKNOWN = 1 << SEATS  # a bit of `State.order`, set only in a view: the viewer can't know the order


class Pirate(IntEnum):
    """The pirate cards, in the order of the rules (CA-40 to CA-52)."""

    VALVERDE = 0
    DIAZ = 1
    CRACKPOTT = 2
    TEMBO = 3
    WESSEL_JAN = 4
    NERO = 5
    PANG = 6
    CHANG_YE = 7
    SATE = 8
    BIJOUX = 9
    OJO = 10
    CAMBIVALUTE = 11
    GHOST = 12


class Side(IntEnum):
    """The two sides of the mutiny, and the colours of their combat cards. UNKNOWN: placed, but hidden."""

    VALVERDE = 0  # pink
    DIAZ = 1  # grey
    UNKNOWN = 2


class Saw(IntEnum):
    """What a seat remembers of another's conviction (CA-50), in `State.saw`; NONE: it never looked.

    STALE and FRESH are added to the side that the seat saw. STALE means that the owner has handled the
    conviction since then and may have changed it (CA-49). In a view, the rows of seats other than the
    viewer's hold STALE_UNKNOWN or FRESH_UNKNOWN, without the side.
    """

    STALE = 0  # + side
    FRESH = 2  # + side
    STALE_UNKNOWN = 4
    FRESH_UNKNOWN = 5


class Phase(IntEnum):
    """The kind of the next decision. Everything between two decisions is carried out at once."""

    CABINS = 0  # CA-22 to CA-24
    DIAZ = 1  # CA-41
    TEMBO = 2  # CA-43
    SWAP = 3  # CA-44, Wessel-Jan
    TRADE = 4  # CA-45, Dean Nero
    PANG = 5  # CA-46
    ROB = 6  # CA-47; in the mutiny CA-65
    SIDE = 7  # CA-49; CA-50 without a side
    SPY = 8  # CA-50 with a side
    SAILORS = 9  # CA-51: which of two sailors stands for whom
    INSPECT = 10  # CA-51 with all pairs placed: which pair to inspect
    HANDLE = 11  # CA-51: swap it or not
    DUEL = 12  # CA-63 to CA-66, all seats at once
    OVER = 13


class Direction(IntEnum):
    """The direction of Dean Nero's trades (CA-45); NONE before the first."""

    SELL = 0
    BUY = 1


class Dry(IntEnum):
    """Bits of `State.dry`: the supplies that have been empty at some time (CA-29)."""

    COMBAT = 1
    GOLD = 2
    COINS = 4


class Reading(IntEnum):
    """Bit numbers in `State.readings`: rules that this match reads differently from the default."""

    SATE_SET_ASIDE = 0  # CA-48: a coin leaves the supply when it is laid on Satè
    MASCOT_IN_FIRST_ROUND = 1  # CA-66: a player with combat cards may lay the mascot there, too, and is out
    ALL_ARE_OPPONENTS = 2  # CA-60, CA-65, CA-67: players who are out are robbed and pay like the others
    NOTHING_DECLINED = 3  # CA-47, CA-49 to CA-51: as version 1 of the rules had it; no table can choose it


@record_in_words
class State:
    """A position.

    Seats count clockwise; spaces count along the sea route from 0, the gold island.

    A blanked record differs in this way: `pile` and `gold_pile` hold every card of unknown place. `hidden`
    and `gold_hidden` say how many of these cards each seat holds. `sailors` holds every value of unknown
    place. Unknown cards, sides and sailors have their "unknown" number. In `sure` and `told_gold` only the
    viewer's row is filled. In `saw` the other rows say only that these seats looked.
    """

    key: Annotated[U64s, 2]  # the secret of the deal
    counter: U16  # random numbers drawn so far
    deck: U16  # bit mask of the pirate cards that lie face down: behind the closed doors or on the pile
    sailors: U16  # bit mask of the values on deck: bit value - 1
    # [viewer, holder]: the holder's gold cards that the viewer has seen, packed by kind.
    told_gold: Annotated[U16s, SEATS, SEATS]

    seats: I8
    phase: I8
    turn: I8  # the seat to act, outside the duels
    giver: I8
    first: I8  # the first giver, who is the oldest (CA-13)
    round_no: I8  # from 1

    space: I8  # where the ship lies
    goal: I8  # the mutiny space
    readings: U8  # bit mask of `Reading`
    dealt: I8  # CA-80: combat cards dealt to each seat instead of a voyage; NONE: with a voyage
    storm: Annotated[I8s, STORMS]  # storm spaces, ascending; NONE: no more
    storms: I8  # storm spaces passed in the present round (CA-28)
    boat: I8  # the pirate in the lifeboat

    row: Annotated[I8s, ROW]  # per opened door: its pirate; if a seat has used it + USED_BY * (1 + seat)
    opened: I8  # doors opened so far
    acted: I8  # seats that have used a card this round
    knocked: I8  # 1: the seat to act has opened a door in this turn (CA-23)
    sate: I8  # coins on Satè (CA-48); they are part of `supply`, unless they are set aside

    supply: I8  # coins
    dry: I8
    coins: Annotated[I8s, SEATS]
    hand: Annotated[I8s, SEATS, KINDS]
    hidden: Annotated[I8s, SEATS]
    gold: Annotated[I8s, SEATS, GOLDS]
    gold_hidden: Annotated[I8s, SEATS]
    pile: Annotated[I8s, KINDS]  # the shuffled part of the combat pile, on top
    gold_pile: Annotated[I8s, GOLDS]  # the shuffled part of the gold pile
    outside: I8  # only in a view: how many cards of `pile` are not in the shuffled part of the combat pile
    gold_outside: I8  # the same for `gold_pile`

    under: I8  # cards of known order below the shuffled part of the combat pile
    played: I8  # combat cards shown in duels so far
    trail: Annotated[U8s, COMBAT_CARDS]  # the `under` cards, top first, then the `played` ones; see `cards`
    gold_under: I8
    gold_trail: Annotated[U8s, GOLD_CARDS]  # the `gold_under` cards, top first; see `cards`

    # [viewer, holder, value - 1]: cards that the viewer knows to be in the holder's pool, packed by colour.
    sure: Annotated[U8s, SEATS, SEATS, VALUES]
    # Bit 2 * seat + colour: all know that this seat's starting card of that colour is still in its pool.
    start: U8

    look: Annotated[I8s, LOOKS]  # combat cards that the seat to act looks at
    look_gold: U8  # the gold card it looks at, packed as in `gold_trail`, + 1; 0: none
    look_old: I8  # 1: a combat card in `look` came from below the shuffled part
    trades: I8  # swaps or trades made
    direction: I8

    side: Annotated[I8s, SEATS]
    saw: Annotated[I8s, SEATS, SEATS]  # [viewer, owner]: `Saw`

    pair: Annotated[I8s, PAIRS, COLOURS]  # the sailors' values, by Side
    pairs: I8  # number of pairs, an odd number of at most PAIRS (CA-51, CA-80)
    placed: I8  # pairs placed so far
    seen: Annotated[I8s, PAIRS]  # bit mask of the seats that know the pair's two values
    order: Annotated[I8s, PAIRS]  # bit mask of the seats that know which of the two stands for which side
    handled: I8  # the pair that the seat to act inspects

    duel: I8  # NONE during the voyage
    duel_round: I8  # from 1
    wins: Annotated[I8s, COLOURS]
    strength: Annotated[I8s, COLOURS]  # combat cards of the present duel, summed
    posted: Annotated[I8s, SEATS]  # the card laid face down; it counts as in hand until it is shown
    fighting: I8  # bit mask of the seats in the present duel
    alive: I8  # bit mask of the seats that can still win; all during the voyage


USED_BY = 16
EVERYBODY = (1 << SEATS) - 1


@rule
def reading(s: State, which: int) -> bool:
    """Whether the match plays by this `Reading`."""
    return has(s.readings, which)


@rule
def doors(s: State) -> int:
    """CA-20: the number of doors in the row."""
    return int(s.seats) + DOORS_MORE


@rule
def colour_of(kind: int) -> int:
    """The Side that a combat card fights for."""
    return int(kind) // VALUES


@rule
def value_of(kind: int) -> int:
    """The value of a combat card, 1 to 3."""
    return int(kind) % VALUES + 1


@rule
def row_pirate(entry: int) -> int:
    """The pirate behind an opened door."""
    return int(entry) % USED_BY


@rule
def row_user(entry: int) -> int:
    """The seat that used this pirate; NONE: it is unused."""
    return int(entry) // USED_BY - 1
