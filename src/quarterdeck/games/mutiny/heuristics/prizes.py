"""The value of a crew member's abilities: how much better my chance to win is than if a rival has them."""

from __future__ import annotations

from quarterdeck.games.mutiny.heuristics.estimates import (
    FIRST_MATE,
    NOW,
    OPEN,
    PILOT,
    WAY,
    Estimates,
    Numbers,
)
from quarterdeck.games.mutiny.heuristics.standing import begin, chance, weigh
from quarterdeck.games.mutiny.heuristics.turn import favourite, follow, highest, sail, use
from quarterdeck.games.mutiny.state import DESTINATIONS, EFFECTS, NONE, State, bribe, effect_crew
from quarterdeck.kernel.jit import rule, signed

# A rival's weight is its number of tokens on the crew member plus this.
ANYBODY = 0.1


@rule
def price(s: State, seat: int, crew: int, estimates: Estimates) -> tuple[float, float]:
    """The value of the primary and of the secondary ability for me, given the likely bribes in `powers`."""
    named = crew != PILOT and is_named(s, crew)
    for other in range(int(s.seats)):
        if crew == PILOT:
            estimates.firsts[other] = sailed_by(s, seat, other, estimates)
        else:
            estimates.firsts[other] = after(s, seat, crew, True, other, estimates)
            if named:
                estimates.firsts[other] += controlled(s, seat, crew, other, estimates)
        estimates.seconds[other] = after(s, seat, crew, False, other, estimates)
    return mine(s, seat, estimates.firsts, estimates), mine(s, seat, estimates.seconds, estimates)


@rule
def mine(s: State, seat: int, chances: Numbers, estimates: Estimates) -> float:
    """My chance to win if I have something, less my mean chance if a rival has it, weighted by likelihood."""
    lost = weights = 0.0
    for other in range(int(s.seats)):
        if other != seat:
            weight = float(estimates.powers[other]) + ANYBODY
            lost += weight * chances[other]
            weights += weight
    return float(chances[seat]) - lost / weights


@rule
def after(s: State, seat: int, crew: int, primary: bool, other: int, estimates: Estimates) -> float:
    """My chance to win after a seat has used an ability."""
    standing = begin(s, estimates)
    use(s, standing, crew, primary, other, estimates)
    return chance(s, standing, seat, estimates)


@rule
def sailed_by(s: State, seat: int, pilot: int, estimates: Estimates) -> float:
    """MU-27: my chance to win after this seat has chosen the course; it also controls the Pilot."""
    for other in range(int(s.seats)):
        estimates.bribes[PILOT, other] = int(other == pilot)
    standing = begin(s, estimates)
    sail(s, standing, pilot, estimates)
    for other in range(int(s.seats)):
        estimates.bribes[PILOT, other] = bribe(s, PILOT, other)
    return chance(s, standing, seat, estimates)


@rule
def is_named(s: State, crew: int) -> bool:
    """MU-4: whether the tile names this crew member."""
    for course in range(DESTINATIONS):
        for at in range(EFFECTS):
            code = signed(s.effect[course, at])
            if code and effect_crew(code) == crew:
                return True
    return False


@rule
def controlled(s: State, seat: int, crew: int, other: int, estimates: Estimates) -> float:
    """MU-27: my chance to win after the ship's course if the seat `other` controls the crew member.

    The Pilot's highest briber chooses the course. Until that seat is known, this is the average over all
    seats.
    """
    now = estimates.standings[NOW]
    estimates.controls[crew] = other
    for course in range(DESTINATIONS):
        follow(s, now, course, estimates)
        weigh(s, estimates.standings[WAY + course], estimates, 1 + course)
    estimates.controls[crew] = OPEN
    tied = highest(s, PILOT, NONE, estimates) if s.crew == FIRST_MATE else 0
    only = favourite(s, now, tied, estimates) if tied else NONE
    total = 0.0
    pilots = 0
    for pilot in range(int(s.seats)):
        if pilot == only or only == NONE:
            best = 1 + int(estimates.chances[2, pilot] > estimates.chances[1, pilot])
            total += estimates.chances[best, seat]
            pilots += 1
    return total / pilots
