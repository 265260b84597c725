"""What the abilities of a crew member are worth to me rather than to a rival, in chances to win."""

from __future__ import annotations

from quarterdeck.games.mutiny.heuristics.sight import FIRST_MATE, NOW, OPEN, PILOT, WAY, Numbers, Sight
from quarterdeck.games.mutiny.heuristics.standing import begin, chance, weigh
from quarterdeck.games.mutiny.heuristics.turn import favourite, follow, highest, sail, use
from quarterdeck.games.mutiny.state import DESTINATIONS, EFFECTS, NONE, State, bribe, effect_crew
from quarterdeck.kernel.jit import rule, signed

# How likely a rival is to have an ability, beside its tokens there.
ANYBODY = 0.1


@rule
def price(s: State, seat: int, crew: int, sight: Sight) -> tuple[float, float]:
    """The primary and the secondary ability, if each seat is likely to have so much there as `sight.powers`
    says.
    """
    named = crew != PILOT and is_named(s, crew)
    for other in range(int(s.seats)):
        if crew == PILOT:
            sight.firsts[other] = sailed_by(s, seat, other, sight)
        else:
            sight.firsts[other] = after(s, seat, crew, True, other, sight)
            if named:
                sight.firsts[other] += controlled(s, seat, crew, other, sight)
        sight.seconds[other] = after(s, seat, crew, False, other, sight)
    return mine(s, seat, sight.firsts, sight), mine(s, seat, sight.seconds, sight)


@rule
def mine(s: State, seat: int, chances: Numbers, sight: Sight) -> float:
    """My chance to win if I have something, less that if a rival has it who is likely to."""
    lost = weights = 0.0
    for other in range(int(s.seats)):
        if other != seat:
            weight = float(sight.powers[other]) + ANYBODY
            lost += weight * chances[other]
            weights += weight
    return float(chances[seat]) - lost / weights


@rule
def after(s: State, seat: int, crew: int, primary: bool, other: int, sight: Sight) -> float:
    """My chance to win after somebody has used an ability."""
    standing = begin(s, sight)
    use(s, standing, crew, primary, other, sight)
    return chance(s, standing, seat, sight)


@rule
def sailed_by(s: State, seat: int, pilot: int, sight: Sight) -> float:
    """MU-27: who has the Pilot controls him, too."""
    for other in range(int(s.seats)):
        sight.bribes[PILOT, other] = int(other == pilot)
    standing = begin(s, sight)
    sail(s, standing, pilot, sight)
    for other in range(int(s.seats)):
        sight.bribes[PILOT, other] = bribe(s, PILOT, other)
    return chance(s, standing, seat, sight)


@rule
def is_named(s: State, crew: int) -> bool:
    """MU-4: whether the tile names this crew member."""
    for course in range(DESTINATIONS):
        for at in range(EFFECTS):
            code = signed(s.effect[int(s.tile), course, at])
            if code and effect_crew(code) == crew:
                return True
    return False


@rule
def controlled(s: State, seat: int, crew: int, other: int, sight: Sight) -> float:
    """MU-27: what the ship's course makes of my chance to win if somebody controls this crew member.

    Who may choose it is the highest briber of the Pilot, once that is known.
    """
    now = sight.standings[NOW]
    sight.controls[crew] = other
    for course in range(DESTINATIONS):
        follow(s, now, course, sight)
        weigh(s, sight.standings[WAY + course], sight, 1 + course)
    sight.controls[crew] = OPEN
    tied = highest(s, PILOT, NONE, sight) if s.crew == FIRST_MATE else 0
    only = favourite(s, now, tied, sight) if tied else NONE
    total = 0.0
    pilots = 0
    for pilot in range(int(s.seats)):
        if pilot == only or only == NONE:
            best = 1 + int(sight.chances[2, pilot] > sight.chances[1, pilot])
            total += sight.chances[best, seat]
            pilots += 1
    return total / pilots
