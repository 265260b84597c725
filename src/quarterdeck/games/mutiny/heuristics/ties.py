"""Ties (MU-21, MU-23): rum for the lookout, and whom the lookout picks."""

from __future__ import annotations

from math import exp

from quarterdeck.games.mutiny.codes import NO_OFFER, OFFER, PICK
from quarterdeck.games.mutiny.heuristics.estimates import PILOT, RUM, WAY, WORK, Estimates, Numbers
from quarterdeck.games.mutiny.heuristics.standing import LEAST_RUM, begin, copy, weigh, worth_of_one
from quarterdeck.games.mutiny.heuristics.turn import finish, follow, use, use_second
from quarterdeck.games.mutiny.state import MOST_RUM, NONE, SEATS, Rank, State, effect_crew
from quarterdeck.games.mutiny.ties import effect_at, settled_crew
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.verbs import Ids

# How clearly the lookout picks what is best for it, in rum; and the rum that others who are tied may offer.
DOUBT, OTHERS_OFFER = 0.5, 0.5


@rule
def foresee_pick(s: State, seat: int, payer: int, rum: int, estimates: Estimates) -> None:
    """Write the chances to win, if the lookout picks this seat for this rum, to `estimates.chances[0]`."""
    standing = begin(s, estimates)
    if payer != NONE:
        standing[RUM, payer] -= rum
        standing[RUM, int(s.lookout)] += rum
    crew = int(s.crew)
    if s.rank == Rank.COURSE:
        sail_on(s, seat, estimates)
        use_second(s, standing, PILOT, int(s.primary), 0, estimates)
    else:
        primary = bool(s.rank == Rank.PRIMARY)
        use(s, standing, crew, primary, seat, estimates)
        if primary:
            use_second(s, standing, crew, seat, signed(s.tied), estimates)
    finish(s, standing, crew + 1, estimates)
    weigh(s, standing, estimates, 0)


@rule
def sail_on(s: State, seat: int, estimates: Estimates) -> None:
    """MU-27: the course is chosen, and some of its effects may be settled."""
    course = int(s.destination)
    for at in range(int(s.settled)):
        estimates.controls[effect_crew(effect_at(s, at))] = s.hit[at]
    estimates.controls[settled_crew(s)] = seat
    follow(s, estimates.standings[WORK], course, estimates)
    copy(s, estimates.standings[WAY + course], estimates.standings[WORK])


@rule
def judge_picks(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """MU-21: what serves me best, the rum that is offered included."""
    for at in range(count):
        player, payer = (ids[at] - PICK) // (SEATS + 1), (ids[at] - PICK) % (SEATS + 1) - 1
        rum = 0 if payer == NONE else int(s.offer_rum[payer])
        foresee_pick(s, player, payer, rum, estimates)
        worth[at] = estimates.chances[0, seat] / estimates.cutlass


@rule
def judge_offers(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """MU-23: as much rum as the lookout is likely to want, if it is worth that to me."""
    lookout = int(s.lookout)
    rum_of_lookout = worth_of_one(s, lookout, RUM, LEAST_RUM, estimates)
    rum_of_mine = worth_of_one(s, seat, RUM, LEAST_RUM, estimates)
    for player in range(int(s.seats)):
        if is_tied(s, player):
            foresee_pick(s, player, NONE, 0, estimates)
            for other in range(int(s.seats)):
                estimates.picked[player, other] = estimates.chances[0, other]
            estimates.wants[player] = estimates.chances[0, lookout] / rum_of_lookout
            estimates.wants[player] += OTHERS_OFFER * int(player != seat and player != lookout)
    for at in range(count):
        wanted, rum = NONE, 0
        if ids[at] != NO_OFFER:
            wanted, rum = (ids[at] - OFFER) // MOST_RUM, (ids[at] - OFFER) % MOST_RUM + 1
        worth[at] = offering(s, seat, wanted, rum, rum_of_mine, estimates) / estimates.cutlass


@rule
def offering(s: State, seat: int, wanted: int, rum: int, rum_of_mine: float, estimates: Estimates) -> float:
    """My chance to win if I offer so much rum for the pick of somebody, less what I then pay."""
    most = -1e9
    for player in range(int(s.seats)):
        if is_tied(s, player):
            most = max(most, estimates.wants[player] + rum)
    total = gain = paid = 0.0
    for player in range(int(s.seats)):
        if is_tied(s, player):
            want = estimates.wants[player] + (rum if player == wanted else 0)
            weight = exp((want - most) / DOUBT)
            total += weight
            gain += weight * estimates.picked[player, seat]
            if player == wanted:
                paid = weight * rum
    return (gain - paid * rum_of_mine) / total


@rule
def is_tied(s: State, player: int) -> bool:
    """MU-21: whether the lookout may pick this one."""
    return has(s.tied, player)
