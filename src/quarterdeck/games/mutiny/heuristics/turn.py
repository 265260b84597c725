"""A simple forecast of a turn's resolution, from the tokens alone."""

from __future__ import annotations

from quarterdeck.games.mutiny.heuristics.estimates import (
    COOK,
    CUTLASS,
    DECK_HAND,
    EDGE,
    FIRST_MATE,
    GUNNER,
    LOOKOUT,
    OPEN,
    PILOT,
    RUM,
    WAY,
    Estimates,
    Numbers,
)
from quarterdeck.games.mutiny.heuristics.standing import copy, gain, is_over, strength, weigh
from quarterdeck.games.mutiny.state import (
    CREW,
    EFFECTS,
    NONE,
    Reading,
    State,
    effect_amount,
    effect_crew,
    effect_resource,
    reading,
)
from quarterdeck.kernel.bits import count_bits, has
from quarterdeck.kernel.jit import rule, signed

# The value of moving a token, in cutlasses: by the primary ability, and by the secondary one after it
# (MU-24).
MOVE, OWN_MOVE = 0.5, 0.8


@rule
def finish(s: State, standing: Numbers, crew: int, estimates: Estimates) -> None:
    """MU-20: resolve this crew member and all later ones."""
    for one in range(crew, CREW):
        if is_over(s, standing):
            break
        tied = highest(s, one, NONE, estimates)
        if tied:
            first = favourite(s, standing, tied, estimates)
            use(s, standing, one, True, first, estimates)
            use_second(s, standing, one, first, tied, estimates)


@rule
def use_second(s: State, standing: Numbers, crew: int, first: int, tied: int, estimates: Estimates) -> None:
    """MU-20, MU-21: use the secondary ability after `first` had the primary one.

    `tied` is the bit mask of the seats that were tied for the highest bribe; 0 counts as none tied.
    """
    others = tied & ~(1 << first)
    # By the reading “one decision” the old lookout still picks the second, and may favour itself once more.
    by_lookout = bool(crew == FIRST_MATE and decided_at_once(s, tied) and has(others, int(s.lookout)))
    if others == 0:
        others = highest(s, crew, first, estimates)
    if others and not is_over(s, standing):
        second = int(s.lookout) if by_lookout else favourite(s, standing, others, estimates)
        use(s, standing, crew, False, second, estimates)


@rule
def decided_at_once(s: State, tied: int) -> bool:
    """MU-21: whether one lookout decides both abilities of the First Mate among these tied seats."""
    return bool(reading(s, Reading.FIRST_MATE_AFTER_BOTH) and count_bits(tied) > 2)


@rule
def use(s: State, standing: Numbers, crew: int, primary: bool, seat: int, estimates: Estimates) -> None:
    """MU-24 to MU-28: a seat uses an ability."""
    if crew == PILOT and primary:
        sail(s, standing, seat, estimates)
    elif crew == DECK_HAND:
        standing[EDGE, seat] += MOVE if primary else OWN_MOVE
    elif crew in (GUNNER, PILOT):
        standing[CUTLASS, seat] += 1 + int(primary)
    elif crew == COOK or not primary:
        standing[RUM, seat] += 1 + int(primary)
    else:
        give_spyglass(s, standing, seat)


@rule
def give_spyglass(s: State, standing: Numbers, seat: int) -> None:
    """MU-28: the seat is the lookout from now on."""
    for other in range(int(s.seats)):
        standing[LOOKOUT, other] = int(other == seat)


@rule
def sail(s: State, standing: Numbers, pilot: int, estimates: Estimates) -> None:
    """MU-27: sail where this seat, the Pilot's, has the better chance to win."""
    for course in range(2):
        follow(s, standing, course, estimates)
        weigh(s, estimates.standings[WAY + course], estimates, 1 + course)
    best = int(estimates.chances[2, pilot] > estimates.chances[1, pilot])
    copy(s, estimates.standings[WAY + best], standing)


@rule
def follow(s: State, standing: Numbers, course: int, estimates: Estimates) -> None:
    """MU-27: apply a destination's effects to a standing; the result goes to this course's standing.

    MU-50: by the reading of a victory at once, the winning cutlass ends the course.
    """
    after = estimates.standings[WAY + course]
    copy(s, standing, after)
    at_once = reading(s, Reading.VICTORY_AT_ONCE)
    for at in range(EFFECTS):
        code = signed(s.effect[course, at])
        if code and not (at_once and is_over(s, after)):
            crew = effect_crew(code)
            seat = int(estimates.controls[crew])
            if seat == OPEN:
                tied = highest(s, crew, NONE, estimates)
                seat = favourite(s, standing, tied, estimates) if tied else NONE
            if seat != NONE:
                gain(after, seat, effect_resource(code), effect_amount(code))


@rule
def highest(s: State, crew: int, but: int, estimates: Estimates) -> int:
    """MU-20, MU-22: bit mask of the seats with the highest bribe, without `but`; 0 if nobody has a bribe."""
    most = 1
    mask = 0
    for seat in range(int(s.seats)):
        own = int(estimates.bribes[crew, seat])
        if seat != but and own >= most:
            if own > most:
                mask = 0
            most = own
            mask |= 1 << seat
    return mask


@rule
def favourite(s: State, standing: Numbers, tied: int, estimates: Estimates) -> int:
    """MU-21: the lookout's likely pick among the tied: itself if it is one of them, otherwise the weakest."""
    found = NONE
    least = 0.0
    for seat in range(int(s.seats)):
        if has(tied, seat):
            if standing[LOOKOUT, seat] > 0:
                return seat
            arms = strength(standing, seat, estimates)
            if found == NONE or arms < least:
                found = seat
                least = arms
    return found
