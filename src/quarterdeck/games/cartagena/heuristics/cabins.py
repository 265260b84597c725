"""The row of cabin doors (CA-22 to CA-25): which card to use, and when to open the next door."""

from __future__ import annotations

from quarterdeck.games.cartagena.codes import OPEN, TAKE
from quarterdeck.games.cartagena.heuristics.estimates import Estimates
from quarterdeck.games.cartagena.heuristics.odds import Numbers, best_door
from quarterdeck.games.cartagena.heuristics.pirates import worth_of
from quarterdeck.games.cartagena.state import PIRATES, Pirate, State
from quarterdeck.games.cartagena.voyage import closed_doors
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.verbs import Ids

# What a card is worth to the next rival: Valverde, Diaz, Crackpott, Tembo, Wessel-Jan, Nero, Pang, Chang-Ye,
# Satè, beside the coins on his card, Bijoux, Ojo and Cambivalute.
TO_RIVAL = (3.0, 2.4, 2.6, 1.8, 1.6, 1.6, 1.5, 1.3, 2.0, 1.6, 1.6, 1.6)
# How much of that it is worth to me to take it away, by players.
DENIED = (0.0, 0.0, 0.3, 0.15, 0.1)


@rule
def judge_cabins(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """The best card that lies there, or what may be behind the next door."""
    for at in range(count):
        if ids[at] == OPEN:
            worth[at] = opening(s, seat, estimates)
        else:
            worth[at] = taking(s, seat, int(ids[at]) - TAKE, estimates)


@rule
def opening(s: State, seat: int, estimates: Estimates) -> float:
    """Any of the pirates that lie face down may come."""
    deck = signed(s.deck)
    number = 0
    for pirate in range(PIRATES):
        if has(deck, pirate) and pirate != Pirate.GHOST:
            estimates.doors[number] = taking(s, seat, pirate, estimates)
            number += 1
    return best_door(estimates.doors, number, has(deck, Pirate.GHOST), closed_doors(s))


@rule
def taking(s: State, seat: int, pirate: int, estimates: Estimates) -> float:
    """What a card is worth to me, and a little for not leaving it to the next."""
    denied = 0.0
    if s.acted + 1 < s.seats:
        denied = TO_RIVAL[pirate]
        if pirate == Pirate.SATE:
            denied += int(s.sate)
    return worth_of(s, seat, pirate, estimates) + DENIED[int(s.seats)] * denied
