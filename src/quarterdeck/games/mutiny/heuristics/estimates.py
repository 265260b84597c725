"""What the rules of thumb know: estimates from the player's blanked record alone."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from quarterdeck.games.mutiny.bank import doubloons_in_play
from quarterdeck.games.mutiny.codes import WAYS
from quarterdeck.games.mutiny.state import (
    CREW,
    DOUBLOONS,
    RUM_AT_ONCE,
    SEATS,
    Crew,
    Resource,
    State,
    bribe,
    rum_at_hand,
)
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.record import I8s, I16s, dtype_of, record

Numbers = NDArray[np.float64]
F64 = Annotated[float, np.float64]
F64s = Annotated[Numbers, np.float64]

# Plain integers, because the compiler would compile every rule again for arguments of an enum type.
DECK_HAND, GUNNER, COOK, PILOT, FIRST_MATE = (int(crew) for crew in Crew)
RUM, DOUBLOON, CUTLASS = (int(one) for one in Resource)

# A standing, float64 [HELD, SEATS], holds what each seat has: rum, doubloons (on crew members, too),
# cutlasses, an edge worth so many cutlasses, and 1 for the lookout.
HELD = 5
EDGE, LOOKOUT = 3, 4
# Room for standings: the present one, a working copy, and one after each course.
NOW, WORK, WAY = range(3)
STANDINGS = 4
# Room for chances: those of a standing, and those after each course.
CHANCES = 3
# In `Estimates.controls`: not settled yet.
OPEN = -2
MOST_TOKENS = DOUBLOONS + RUM_AT_ONCE


@record
class Estimates:
    """The numbers behind a decision: sums that several of its actions need are computed once.

    The table:

    - `standings`: see above; `bribes`: by crew member and seat;
    - `chances`: by seat, to win;
    - `arms`: the value of one of each thing held, in cutlasses;
    - `cutlass`: what one more cutlass adds to my chance to win;
    - `rums`: by seat, what one more rum adds to its chance;
    - `controls`: by crew member, the seat that controls it; OPEN if that isn't settled.

    Bids:

    - `parts`: by crew member, the share of its purse that a rival is likely to bid there;
    - `up_to`: by rival and number of tokens, the chance that it bids no more than these;
    - `none` and `one`: the chance that no rival, or just one, has more than I, by the number of rivals who
      have as much as I;
    - `powers`: by seat, its likely bribe on a crew member;
    - `firsts` and `seconds`: by seat, my chance to win if it has the primary or the secondary ability there;
    - `gains`: by crew member and number of tokens, the value of adding them there;
    - `rest`: by number of tokens, their value on all later crew members and in the next turn;
    - `keen` and `bold`: moods from 0 to 1, my eagerness and the boldness that I expect of the rivals.

    Ties and moves:

    - `picked`: by seat that the lookout picks, each seat's chance to win;
    - `wants`: by seat, how much the lookout wants to pick it, in rum;
    - `moved`: by way and owner, my chance after the Deck Hand has moved a token; below 0 if not computed yet.
    """

    standings: Annotated[F64s, STANDINGS, HELD, SEATS]
    chances: Annotated[F64s, CHANCES, SEATS]
    arms: Annotated[F64s, HELD]
    parts: Annotated[F64s, CREW]
    firsts: Annotated[F64s, SEATS]
    seconds: Annotated[F64s, SEATS]
    powers: Annotated[F64s, SEATS]
    up_to: Annotated[F64s, SEATS, MOST_TOKENS + 1]
    none: Annotated[F64s, SEATS]
    one: Annotated[F64s, SEATS]
    gains: Annotated[F64s, CREW, MOST_TOKENS + 1]
    rest: Annotated[F64s, MOST_TOKENS + 1]
    picked: Annotated[F64s, SEATS, SEATS]
    wants: Annotated[F64s, SEATS]
    rums: Annotated[F64s, SEATS]
    moved: Annotated[F64s, SEATS * WAYS]
    cutlass: F64
    keen: F64
    bold: F64
    bribes: Annotated[I16s, CREW, SEATS]
    controls: Annotated[I8s, CREW]


SIGHT = dtype_of(Estimates)


# In cutlasses: the value of a rum and of a doubloon, and, by number of players, of the spyglass.
A_RUM, A_DOUBLOON = 0.42, 0.9
SPYGLASS = (0.0, 0.0, 1.8, 1.5, 1.3, 1.3)


@rule
def estimate(s: State, estimates: Estimates) -> None:
    """Read all seats' holdings and the bribes."""
    now = estimates.standings[NOW]
    for seat in range(int(s.seats)):
        now[RUM, seat] = s.rum[seat]
        now[DOUBLOON, seat] = doubloons_in_play(s, seat)
        now[CUTLASS, seat] = s.cutlasses[seat]
        now[EDGE, seat] = 0.0
        now[LOOKOUT, seat] = int(seat == s.lookout)
        for crew in range(CREW):
            estimates.bribes[crew, seat] = bribe(s, crew, seat)
    estimates.arms[RUM] = A_RUM
    estimates.arms[DOUBLOON] = A_DOUBLOON
    estimates.arms[CUTLASS] = 1.0
    estimates.arms[EDGE] = 1.0
    estimates.arms[LOOKOUT] = SPYGLASS[int(s.seats)]
    for crew in range(CREW):
        estimates.controls[crew] = OPEN


@rule
def purse(s: State, seat: int) -> int:
    """MU-10: the number of tokens that a seat may bid."""
    return int(s.doubloons[seat]) + rum_at_hand(s, seat)
