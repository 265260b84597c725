"""What the rules of thumb know: estimates from the player's blanked record alone."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from quarterdeck.games.cartagena.cards import is_mixed, shown_by, shown_kind
from quarterdeck.games.cartagena.heuristics.odds import Numbers
from quarterdeck.games.cartagena.knowledge import round_end
from quarterdeck.games.cartagena.state import (
    COLOURS,
    GOLDS,
    KINDS,
    MOST_TRADES,
    NONE,
    PAIRS,
    PIRATES,
    SEATS,
    Side,
    State,
    colour_of,
)
from quarterdeck.games.cartagena.supplies import combat_left, gold_left, gold_worth
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.piles import count
from quarterdeck.kernel.record import I8, I8s, dtype_of, record

F64 = Annotated[float, np.float64]
F64s = Annotated[Numbers, np.float64]

# Plain integers, because the compiler would compile every rule again for arguments of an enum type.
VALVERDE, DIAZ = int(Side.VALVERDE), int(Side.DIAZ)
# STALE: the probability that a conviction is still the side that I saw if its owner has handled it since
# (CA-49). UNSEEN: the probability that a conviction that I never saw is Captain Valverde's. TELLING: how many
# times likelier a card laid in a duel has the colour of its player's side than the other colour.
STALE, UNSEEN, TELLING = 0.7, 0.5, 2.5
# How many spaces the ship usually moves in a round, and how much of each supply a player takes in a round.
PACE = 1.9
COMBAT_TAKEN, GOLD_TAKEN, COINS_TAKEN = 0.8, 0.35, 0.5
# The assumed value of a gold card when none is unseen.
USUAL_GOLD = 2.0


@record
class Estimates:
    """The numbers behind a decision: sums that several of its actions need are computed once.

    By seat:

    - `pink`: the pink cards laid in duels less the grey ones;
    - `belief`: the chance that the seat fights for Captain Valverde;
    - `presence`: the chance that it takes part in the mutiny;
    - `force`: the strength that its combat cards are likely to add;
    - `wealth`: its gold.

    By side:

    - `own`: the strength of my cards of its colour;
    - `prevails`: the chance that the side wins the mutiny with me on it;
    - `richest`: the chance that I am then its richest player;
    - `lean`: the chance that I shall fight for it;
    - `strength`: the value of one point of strength in its duels.

    By kind of combat card: `share`, its share of the unseen cards, and `effect`, its value in duels.

    Single numbers:

    - `rounds_left`: the expected number of voyage rounds after this one;
    - `gold_card`: the mean value of an unseen gold card;
    - `coin`: the value of a coin;
    - `any_card`: the mean effect of an unseen combat card;
    - `doubt`: the part of a duel's variance that comes from unknown convictions;
    - `lead` and `spread`: my side's expected lead in the present duel without me, and its standard deviation;
    - `best`: my side or, without one, the side that I would choose now.

    `weakest` lists the kinds of my weakest cards. `doors`, `chances` and `ladder` are room for calculations.
    """

    pink: Annotated[F64s, SEATS]
    belief: Annotated[F64s, SEATS]
    presence: Annotated[F64s, SEATS]
    force: Annotated[F64s, SEATS]
    wealth: Annotated[F64s, SEATS]
    own: Annotated[F64s, COLOURS]
    prevails: Annotated[F64s, COLOURS]
    richest: Annotated[F64s, COLOURS]
    lean: Annotated[F64s, COLOURS]
    strength: Annotated[F64s, COLOURS]
    share: Annotated[F64s, KINDS]
    effect: Annotated[F64s, KINDS]
    doors: Annotated[F64s, PIRATES]
    chances: Annotated[F64s, PAIRS]
    ladder: Annotated[F64s, PAIRS + 1]
    rounds_left: F64
    gold_card: F64
    coin: F64
    any_card: F64
    doubt: F64
    lead: F64
    spread: F64
    weakest: Annotated[I8s, MOST_TRADES]
    best: I8


SIGHT = dtype_of(Estimates)


@rule
def estimate(s: State, seat: int, estimates: Estimates) -> None:
    """Estimate supplies, gold and convictions from the record."""
    estimates.rounds_left = rounds_left(s)
    unseen = count(s.gold_pile)
    estimates.gold_card = USUAL_GOLD
    if unseen > 0:
        estimates.gold_card = 0.0
        for kind in range(GOLDS):
            estimates.gold_card += (kind + 1) * int(s.gold_pile[kind]) / unseen
    cards = count(s.pile)
    for kind in range(KINDS):
        estimates.share[kind] = int(s.pile[kind]) / cards if cards > 0 else 1 / KINDS
    count_shown(s, seat, estimates)
    for other in range(int(s.seats)):
        estimates.wealth[other] = gold_worth(s, other) + int(s.gold_hidden[other]) * estimates.gold_card
        estimates.belief[other] = believed(s, seat, other, estimates.pink[other])


@rule
def rounds_left(s: State) -> float:
    """The expected number of voyage rounds after this one, by the route and the supplies."""
    if s.duel != NONE or s.dry:
        return 0.0
    seats = int(s.seats)
    left = (int(s.goal) - int(s.space)) / PACE
    left = min(left, combat_left(s) / (seats * COMBAT_TAKEN))
    left = min(left, gold_left(s) / (seats * GOLD_TAKEN))
    left = min(left, int(s.supply) / (seats * COINS_TAKEN))
    return max(0.0, left - 0.5)


@rule
def believed(s: State, seat: int, other: int, pink: float) -> float:
    """The probability that a seat fights for Captain Valverde."""
    side = int(s.side[other])
    if side in (VALVERDE, DIAZ):
        return 1.0 if side == VALVERDE else 0.0
    belief = UNSEEN
    saw = int(s.saw[seat, other])
    if saw != NONE:
        belief = STALE if saw % COLOURS == VALVERDE else 1 - STALE
    odds = belief / (1 - belief) * TELLING**pink
    return float(odds / (1 + odds))


@rule
def count_shown(s: State, seat: int, estimates: Estimates) -> None:
    """Write to `estimates.pink`, by seat, the pink cards laid in duels less the grey ones."""
    for other in range(int(s.seats)):
        estimates.pink[other] = 0.0
    at = int(s.under)
    end = at + int(s.played)
    while at < end:
        after = round_end(s, at, end)
        count_round(s, seat, at, after, estimates)
        at = after


@rule
def count_round(s: State, seat: int, first: int, after: int, estimates: Estimates) -> None:
    """Count one round's cards; a mixed card counts in equal parts for all seats that may have laid it."""
    known = 1 << seat
    for at in range(first, after):
        entry = signed(s.trail[at])
        if not is_mixed(entry):
            known |= 1 << shown_by(entry)
    unknown = 0
    for other in range(int(s.seats)):
        unknown += 1 - (known >> other & 1)
    for at in range(first, after):
        entry = signed(s.trail[at])
        pink = 1.0 if colour_of(shown_kind(entry)) == VALVERDE else -1.0
        if not is_mixed(entry):
            estimates.pink[shown_by(entry)] += pink
        else:
            for other in range(int(s.seats)):
                if not has(known, other):
                    estimates.pink[other] += pink / unknown


@rule
def on(side: int, other: int, estimates: Estimates) -> float:
    """The probability that a seat fights for a side."""
    belief = float(estimates.belief[other])
    return belief if side == VALVERDE else 1 - belief
