"""Conflicts (ME-50 to ME-55): the chance that a mutiny succeeds, before and after the roles are known."""

from __future__ import annotations

from quarterdeck.games.meuterer.heuristics.estimates import (
    AS_CAPTAIN,
    CONFLICTS,
    MUTINEER,
    Estimates,
    has_left,
    holds,
    manual,
    rebels,
    shown_conflicts,
)
from quarterdeck.games.meuterer.heuristics.odds import SPREAD, at_least, exactly, plus
from quarterdeck.games.meuterer.mutiny import conflicts, with_captain, with_mutineer
from quarterdeck.games.meuterer.state import HAND, Role, State
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.ring import steps_to

# By the offer made: how often a player with all action cards to choose from takes the Mutineer and the First
# Mate.
MUTINEERS = (0.4, 0.38, 0.33, 0.28)
MATES = (0.08, 0.2, 0.35, 0.42)
# A player who takes one of these two has more conflict cards than average, by this factor.
ARMED = 1.4

# Rows of `Estimates.spreads`.
IN_FAVOUR, AGAINST, SOMEBODY, ONE = range(4)


@rule
def desire(role: int, offer: int) -> float:
    """The probability that a player with all action cards to choose from takes this one."""
    if role == Role.MUTINEER:
        return MUTINEERS[offer]
    if role == Role.FIRST_MATE:
        return MATES[offer]
    # The other three share the rest evenly.
    return (1 - MUTINEERS[offer] - MATES[offer]) / 3


@rule
def chooses(s: State, seat: int, other: int) -> bool:
    """ME-34: whether this player is a rival who takes an action card in this round."""
    return bool((other != seat) & (other != s.captain))


@rule
def choosers(s: State, seat: int, still_in: bool) -> int:
    """The number of rivals who take an action card this round; with `still_in`, of those who haven't left."""
    number = 0
    for other in range(int(s.seats)):
        if chooses(s, seat, other) and not (still_in and has_left(s, other)):
            number += 1
    return number


@rule
def taken(s: State, seat: int, role: int, offer: int) -> float:
    """The chance that a rival has this action card or will take it.

    A seat that has left knows which cards were missing.
    """
    looked = has_left(s, seat)
    if looked and has(s.gone, role):
        return 1.0
    return float(1 - (1 - desire(role, offer)) ** choosers(s, seat, looked))


@rule
def weigh_mutinies(s: State, seat: int, offer: int, estimates: Estimates) -> None:
    """Write the chance of a successful mutiny, by my role and conflict cards, to `estimates.topple`."""
    average(s, seat, estimates)
    rebel = taken(s, seat, MUTINEER, offer)
    for role in range(AS_CAPTAIN + 1):
        if (role == AS_CAPTAIN) == (seat == s.captain):
            gather(s, seat, role, offer, estimates)
            likely = 1.0 if role == Role.MUTINEER else rebel
            for mine in range(HAND + 1):
                estimates.topple[role, mine] = likely * wins(estimates, role, mine)


@rule
def gather(s: State, seat: int, role: int, offer: int, estimates: Estimates) -> None:
    """Write the spreads of both sides' strengths in a mutiny with me in this role to `estimates.spreads`.

    My own conflict cards are left out.
    """
    for side in range(2):
        exactly(0, estimates.spreads[side])
    if role != AS_CAPTAIN:
        captain = int(s.captain)
        fixed = shown_conflicts(s, captain) + int(role == Role.FIRST_MATE)
        holds(s, captain, CONFLICTS, fixed, 1.0, estimates.share, estimates.spreads[AGAINST])
    for other in range(AS_CAPTAIN):
        if other != role:
            # A mutiny needs a Mutineer, so here there is one.
            likely = 1.0 if other == Role.MUTINEER else taken(s, seat, other, offer)
            side = IN_FAVOUR if rebels(other) else AGAINST
            plus(estimates.spreads[side], estimates.spreads[SOMEBODY], int(other == Role.FIRST_MATE), likely)


@rule
def average(s: State, seat: int, estimates: Estimates) -> None:
    """Write the spread of an unknown rival's conflict cards to row SOMEBODY: the average over all rivals."""
    somebody = estimates.spreads[SOMEBODY]
    one = estimates.spreads[ONE]
    rivals = choosers(s, seat, False)
    for number in range(SPREAD):
        somebody[number] = 0.0
    for other in range(int(s.seats)):
        if chooses(s, seat, other):
            holds(s, other, CONFLICTS, shown_conflicts(s, other), ARMED, estimates.share, one)
            for number in range(SPREAD):
                somebody[number] += one[number] / rivals


@rule
def muster(s: State, seat: int, estimates: Estimates) -> None:
    """Write the spreads of both sides' strengths, now that all roles are known, to `estimates.spreads`.

    The cards that I may still play are left out.
    """
    for side in range(2):
        exactly(0, estimates.spreads[side])
    one = estimates.spreads[ONE]
    for other in range(int(s.seats)):
        if with_captain(s, other) or with_mutineer(s, other):
            fixed = conflicts(s, other) + int(s.role[other] == Role.FIRST_MATE)
            if other != seat and still_to_play(s, seat, other):
                holds(s, other, CONFLICTS, fixed, 1.0, estimates.share, one)
            else:
                exactly(fixed, one)
            plus(estimates.spreads[IN_FAVOUR if with_mutineer(s, other) else AGAINST], one, 0, 1.0)


@rule
def still_to_play(s: State, seat: int, other: int) -> bool:
    """ME-51, ME-52: whether this player still has a turn: once around from the Captain; `manual`: always."""
    seats, captain = int(s.seats), int(s.captain)
    return bool(manual(s) or steps_to(captain, other, seats) > steps_to(captain, seat, seats))


@rule
def wins(estimates: Estimates, role: int, more: int) -> float:
    """The chance that the mutiny succeeds if I, in this role, add `more` cards to my side in `estimates`."""
    lead = more if rebels(role) else -more
    return at_least(estimates.spreads[IN_FAVOUR], estimates.spreads[AGAINST], lead)
