"""What a pick would bring (MU-21, MU-23), and closed offers to the lookout."""

from __future__ import annotations

from math import exp

from quarterdeck.games.mutiny.codes import NO_OFFER, offered_rum, offered_target
from quarterdeck.games.mutiny.deals import candidates_by, may_take
from quarterdeck.games.mutiny.heuristics.estimates import (
    FIRST_MATE,
    PILOT,
    RUM,
    WAY,
    WORK,
    Estimates,
    Numbers,
)
from quarterdeck.games.mutiny.heuristics.standing import (
    LEAST_RUM,
    begin,
    copy,
    is_over,
    weigh,
    worth_of_one,
)
from quarterdeck.games.mutiny.heuristics.turn import finish, follow, give_spyglass, use, use_second
from quarterdeck.games.mutiny.state import NONE, SEATS, Rank, State, effect_crew
from quarterdeck.games.mutiny.targets import BOTH, second_of
from quarterdeck.games.mutiny.ties import effect_at, settled_crew
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.verbs import Ids

# How far the lookout's pick strays from its best one, in rum; and the rum that each tied rival is expected to
# offer for itself.
DOUBT, OTHERS_OFFER = 0.5, 0.5
# Stands for all payers whose offers agree with a pick.
ALL = SEATS


@rule
def foresee_pick(s: State, seat: int, second: int, payer: int, estimates: Estimates) -> None:
    """Write the chances to win if the lookout picks this seat to `estimates.chances[0]`.

    `second` gets the secondary ability; NONE leaves that to the lookout. The offer of `payer` is paid: NONE
    for nobody's, ALL for every one that agrees.
    """
    standing = begin(s, estimates)
    for other in range(int(s.seats)):
        if other == payer or (payer == ALL and agrees(s, other, seat, second)):
            standing[RUM, other] -= s.offer_rum[other]
            standing[RUM, int(s.lookout)] += s.offer_rum[other]
    crew = int(s.crew)
    if s.rank == Rank.COURSE:
        sail_on(s, seat, estimates)
        use_second(s, standing, PILOT, int(s.primary), 0, estimates)
    else:
        primary = bool(s.rank == Rank.PRIMARY)
        use(s, standing, crew, primary, seat, estimates)
        if crew == FIRST_MATE and not primary:
            give_spyglass(s, standing, int(s.primary))
        if primary and second == NONE:
            use_second(s, standing, crew, seat, signed(s.first_tied), estimates)
        elif primary and not is_over(s, standing):
            use(s, standing, crew, False, second, estimates)
    finish(s, standing, crew + 1, estimates)
    weigh(s, standing, estimates, 0)


@rule
def agrees(s: State, payer: int, seat: int, second: int) -> bool:
    """MU-23: whether this payer's offer can be taken if `seat` is picked and `second` is promised."""
    if not may_take(s, payer) or not has(candidates_by(s, int(s.offer_for[payer])), seat):
        return False
    return bool(s.offer_for[payer] < BOTH or second_of(int(s.offer_for[payer])) == second)


@rule
def sail_on(s: State, seat: int, estimates: Estimates) -> None:
    """MU-27: follow the chosen course with `seat` in control of the crew member that is being settled.

    Control of the effects before it is settled already.
    """
    course = int(s.destination)
    for at in range(int(s.settled)):
        estimates.controls[effect_crew(effect_at(s, at))] = s.hit[at]
    estimates.controls[settled_crew(s)] = seat
    follow(s, estimates.standings[WORK], course, estimates)
    copy(s, estimates.standings[WAY + course], estimates.standings[WORK])


@rule
def foresee_picks(s: State, seat: int, estimates: Estimates) -> None:
    """Write what each possible pick would bring to `picked`, `wants` and `rums` of `estimates`.

    `picked` gets each seat's chance to win; `rums` what one rum adds to each seat's chance; and `wants` how
    much the lookout wants each pick, in rum, as `seat` expects it before it hears of any offer.
    """
    lookout = int(s.lookout)
    for player in range(int(s.seats)):
        estimates.rums[player] = worth_of_one(s, player, RUM, LEAST_RUM, estimates)
    for player in range(int(s.seats)):
        if is_tied(s, player):
            foresee_pick(s, player, int(s.promised), NONE, estimates)
            for other in range(int(s.seats)):
                estimates.picked[player, other] = estimates.chances[0, other]
            estimates.wants[player] = estimates.chances[0, lookout] / estimates.rums[lookout]
            estimates.wants[player] += OTHERS_OFFER * int(player != seat and player != lookout)


@rule
def judge_closed_offers(
    s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates
) -> None:
    """MU-23: offer the rum that the lookout is likely to want, if the pick is worth that to me."""
    foresee_picks(s, seat, estimates)
    for at in range(count):
        wanted, rum = 0, 0
        if ids[at] != NO_OFFER:
            wanted, rum = 1 << offered_target(ids[at]), offered_rum(ids[at])
        worth[at] = offering(s, seat, wanted, rum, estimates) / estimates.cutlass


@rule
def offering(s: State, seat: int, wanted: int, rum: int, estimates: Estimates) -> float:
    """My chance to win if I offer this rum for any pick in the mask `wanted`, less the expected payment."""
    most = -1e9
    for player in range(int(s.seats)):
        if is_tied(s, player):
            most = max(most, estimates.wants[player] + rum)
    total = gain = paid = 0.0
    for player in range(int(s.seats)):
        if is_tied(s, player):
            named = has(wanted, player)
            weight = exp((estimates.wants[player] + (rum if named else 0) - most) / DOUBT)
            total += weight
            gain += weight * estimates.picked[player, seat]
            paid += weight * rum * int(named)
    return (gain - paid * float(estimates.rums[seat])) / total


@rule
def is_tied(s: State, player: int) -> bool:
    """MU-21: whether the lookout may pick this player."""
    return has(s.tied, player)
