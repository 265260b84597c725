"""What the player sees, as the rules of thumb want it: from its blanked record and nothing else."""

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

# Prices are known for selling fewer cards than this.
MOST = 10
# Arguments are plain numbers: for an enum's the compiler would make each rule anew.
CONFLICTS = int(Good.CONFLICT)
MUTINEER = int(Role.MUTINEER)
FIRST_MATE = int(Role.FIRST_MATE)
# The chances of a mutiny are by role; this row is the Captain's.
AS_CAPTAIN = 3


@record
class Estimates:
    """What a decision works with: sums that several of its actions need are made once.

    Cards by kind, of the plan in hand: `table` shown, `kept` in hand. `share`: each kind's of the cards that
    can't be placed. Points for selling 0, 1, … cards: `prices` now, by market, `merchants` as Merchant,
    `hopes` in the next round, by stall, below 0 if not made yet. Chances: `bound` that the Captain goes to a
    place, `topple` of a mutiny that wins, by my role and conflict cards, `there` of a role being left after
    so many cards. `roles` are points by role; `spreads` are room for sums.
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
def look(s: State, seat: int, estimates: Estimates) -> None:
    """The table and the hand of the seat that is to act, and the shares of what it can't place."""
    unseen = max(1, count(s.pile))
    for kind in range(KINDS):
        estimates.table[kind] = s.shown[seat, kind]
        estimates.kept[kind] = s.hand[seat, kind]
        estimates.share[kind] = int(s.pile[kind]) / unseen
    for stall in range(ISLANDS):
        estimates.hopes[stall, 0] = -1.0


@rule
def last_round(s: State) -> bool:
    """ME-70: nothing that is kept will be worth anything."""
    return bool(s.round_no == s.rounds)


@rule
def manual(s: State) -> bool:
    """ME-52, ME-67: the rule set that sells by kinds and fights card by card."""
    return bool(s.rules == Rules.MANUAL)


@rule
def has_left(s: State, seat: int) -> bool:
    """ME-32: whether the seat shows nothing more."""
    return bool(s.exit_order[seat] != NONE)


@rule
def rebels(role: int) -> bool:
    """ME-50: whether this action card is for a mutiny."""
    return bool(role == Role.MUTINEER or role == Role.CABIN_BOY)


@rule
def ahead(s: State, steps: int) -> int:
    """ME-33: the place so many islands clockwise from the ship."""
    return (int(s.ship) + steps) % int(s.islands)


@rule
def total(cards: Cards) -> int:
    """How many cards these are."""
    number = 0
    for kind in range(KINDS):
        number += int(cards[kind])
    return number


@rule
def shown_conflicts(s: State, seat: int) -> int:
    """ME-54: conflict cards on the table that will count in a mutiny."""
    return 0 if s.rules == Rules.FRENCH else int(s.shown[seat, Good.CONFLICT])


@rule
def holds(s: State, seat: int, kind: int, fixed: int, part: float, share: Numbers, out: Spread) -> None:
    """So many cards and those of a kind that a rival's hand holds, and would part with."""
    exactly(fixed + int(s.hand[seat, kind]), out)
    among(out, int(s.hidden[seat]), part * share[kind])
