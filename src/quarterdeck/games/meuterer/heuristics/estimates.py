"""What the rules of thumb know: estimates from the player's blanked record alone."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from quarterdeck.games.meuterer.heuristics.odds import SPREAD, Spread, among, exactly
from quarterdeck.games.meuterer.state import (
    HAND,
    ISLANDS,
    KINDS,
    NONE,
    ROLES,
    SEATS,
    SOLD_KINDS,
    Good,
    Role,
    Rules,
    State,
)
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.piles import count
from quarterdeck.kernel.record import I16s, dtype_of, record

Cards = NDArray[np.int16]
Numbers = NDArray[np.float64]
F64s = Annotated[Numbers, np.float64]

# Prices are computed for numbers of sold cards below this.
MOST = 10
# Plain integers, because the compiler would compile every rule again for arguments of an enum type.
CONFLICTS = int(Good.CONFLICT)
MUTINEER = int(Role.MUTINEER)
FIRST_MATE = int(Role.FIRST_MATE)
# The Captain's row in `Estimates.topple`; each role before it has a row, too.
AS_CAPTAIN = 3


@record
class Estimates:
    """The numbers behind a decision: sums that several of its actions need are computed once.

    Cards by kind:

    - `table` and `kept`: the cards that I show and keep in hand by the present plan;
    - `share`: the share of each kind in the cards of unknown place.

    Points by number of cards sold:

    - `prices` and `merchants`: in this round, by market, without the Merchant and as Merchant;
    - `hopes`: in the next round, by stall; the first number is below 0 until a stall's points are computed.

    Chances:

    - `bound`: that the Captain sails to each place;
    - `topple`: that a mutiny succeeds, by my role and my number of conflict cards;
    - `there`: that each role is left, by the number of cards that I show before I leave.

    `roles`: points by role. `spreads`: room for distributions (see `odds`).
    """

    table: Annotated[I16s, KINDS]
    kept: Annotated[I16s, KINDS]
    share: Annotated[F64s, KINDS]
    prices: Annotated[F64s, SOLD_KINDS, MOST]
    merchants: Annotated[F64s, SOLD_KINDS, MOST]
    hopes: Annotated[F64s, ISLANDS, MOST]
    bound: Annotated[F64s, ISLANDS]
    topple: Annotated[F64s, AS_CAPTAIN + 1, HAND + 1]
    there: Annotated[F64s, HAND + 1, ROLES]
    roles: Annotated[F64s, ROLES]
    spreads: Annotated[F64s, SEATS, SPREAD]


SIGHT = dtype_of(Estimates)


@rule
def estimate(s: State, seat: int, estimates: Estimates) -> None:
    """Read the table and the hand of the seat to act, and the shares of the cards of unknown place."""
    unseen = max(1, count(s.pile))
    for kind in range(KINDS):
        estimates.table[kind] = s.shown[seat, kind]
        estimates.kept[kind] = s.hand[seat, kind]
        estimates.share[kind] = int(s.pile[kind]) / unseen
    for stall in range(ISLANDS):
        estimates.hopes[stall, 0] = -1.0


@rule
def last_round(s: State) -> bool:
    """ME-70: whether this is the last round, after which kept cards are worthless."""
    return bool(s.round_no == s.rounds)


@rule
def manual(s: State) -> bool:
    """ME-52, ME-67: whether the rule set sells by kinds and fights card by card."""
    return bool(s.rules == Rules.MANUAL)


@rule
def has_left(s: State, seat: int) -> bool:
    """ME-32: whether the seat has stopped showing cards."""
    return bool(s.exit_order[seat] != NONE)


@rule
def rebels(role: int) -> bool:
    """ME-50: whether this action card is on the mutiny's side."""
    return bool(role == Role.MUTINEER or role == Role.CABIN_BOY)


@rule
def ahead(s: State, steps: int) -> int:
    """ME-33: the place `steps` islands clockwise from the ship."""
    return (int(s.ship) + steps) % int(s.islands)


@rule
def total(cards: Cards) -> int:
    """The number of cards."""
    number = 0
    for kind in range(KINDS):
        number += int(cards[kind])
    return number


@rule
def shown_conflicts(s: State, seat: int) -> int:
    """ME-54: the shown conflict cards that will count in a mutiny."""
    return 0 if s.rules == Rules.FRENCH else int(s.shown[seat, Good.CONFLICT])


@rule
def holds(s: State, seat: int, kind: int, fixed: int, part: float, share: Numbers, out: Spread) -> None:
    """Write the distribution of `fixed` plus the cards of a kind that a rival uses from its hand to `out`.

    It uses its known cards of the kind, and each unknown one with probability `part`.
    """
    exactly(fixed + int(s.hand[seat, kind]), out)
    among(out, int(s.hidden[seat]), part * share[kind])
