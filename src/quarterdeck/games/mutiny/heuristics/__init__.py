"""Rules of thumb for Mutiny!: estimate the value of each legal action of a seat, in cutlasses."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.bots.heuristics.scratch import opened
from quarterdeck.games.mutiny.codes import (
    COURSE,
    DONE,
    LOSE,
    LOSE_UNPLAYED,
    MOVE,
    RETRIEVE,
    STAY,
    WAYS,
    way_end,
    way_start,
)
from quarterdeck.games.mutiny.deals import is_open
from quarterdeck.games.mutiny.heuristics.bids import judge_bids
from quarterdeck.games.mutiny.heuristics.deals import judge_open_offers, judge_picks
from quarterdeck.games.mutiny.heuristics.estimates import (
    CUTLASS,
    GUNNER,
    PILOT,
    SIGHT,
    WAY,
    Estimates,
    Numbers,
    estimate,
)
from quarterdeck.games.mutiny.heuristics.standing import LEAST, begin, chance, copy, worth_of_one
from quarterdeck.games.mutiny.heuristics.ties import judge_closed_offers
from quarterdeck.games.mutiny.heuristics.turn import finish, follow, use_second
from quarterdeck.games.mutiny.state import SEATS, Phase, State
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import quick_below
from quarterdeck.kernel.record import Cell
from quarterdeck.kernel.verbs import Ids

__all__ = ["judge"]

# By crew member: the value of a doubloon that is left there for the next turn.
LEFT = (0.15, 0.5, 0.1, 0.4, 0.05)
# How much more an unplayed doubloon is worth than one on a crew member.
FREE = 0.8
# The bonus for moving no token, which tells the others nothing: a move without a benefit is not worth it.
NOTHING_TOLD = 0.05
# Moods are drawn as integers below this.
FINE = 1024


@rule
def judge(s: State, seat: int, ids: Ids, count: int, worth: Numbers, dice: Any) -> None:
    """Write the value of each legal action `ids[:count]` to `worth`, in cutlasses.

    A mood drawn from `dice` varies the bids: constant bids would be outbid.
    """
    if s.phase == Phase.RETRIEVE:
        for at in range(count):
            # MU-40: take back every doubloon, first from where it is least useful.
            worth[at] = 0.0 if ids[at] == DONE else 1 - LEFT[ids[at] - RETRIEVE]
        return
    weigh_actions(s, seat, ids, count, worth, dice, np.zeros(1, SIGHT))


@rule
def weigh_actions(s: State, seat: int, ids: Ids, count: int, worth: Numbers, dice: Any, room: Cell) -> None:
    """`judge` for all phases but RETRIEVE, with estimates in `room`, which the caller keeps alive."""
    estimates: Estimates = opened(room)
    estimate(s, estimates)
    estimates.cutlass = worth_of_one(s, seat, CUTLASS, LEAST, estimates)
    if s.phase == Phase.BID:
        estimates.keen = quick_below(dice, FINE) / FINE
        estimates.bold = quick_below(dice, FINE) / FINE
        judge_bids(s, seat, ids, count, worth, estimates)
    elif s.phase == Phase.OFFER and is_open(s):
        judge_open_offers(s, seat, ids, count, worth, estimates)
    elif s.phase == Phase.OFFER:
        judge_closed_offers(s, seat, ids, count, worth, estimates)
    elif s.phase == Phase.PICK:
        judge_picks(s, seat, ids, count, worth, estimates)
    elif s.phase == Phase.MOVE:
        judge_moves(s, seat, ids, count, worth, estimates)
    elif s.phase == Phase.COURSE:
        judge_courses(s, seat, ids, count, worth, estimates)
    else:
        judge_losses(s, seat, ids, count, worth, estimates)


@rule
def judge_moves(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """MU-24: move the token that helps me most in the rest of the turn."""
    for way in range(SEATS * WAYS):
        estimates.moved[way] = -1.0
    for at in range(count):
        if ids[at] == STAY:
            worth[at] = chance_after(s, seat, GUNNER, estimates) / estimates.cutlass + NOTHING_TOLD
        else:
            way = (int(ids[at]) - MOVE) % (SEATS * WAYS)
            # A doubloon and a rum count alike in a bribe, so each way of an owner's token is judged once.
            if estimates.moved[way] < 0:
                estimates.moved[way] = chance_moved(s, seat, way, estimates)
            worth[at] = estimates.moved[way] / estimates.cutlass


@rule
def chance_moved(s: State, seat: int, way: int, estimates: Estimates) -> float:
    """My chance to win after a token has moved; `way` is the way, plus WAYS * the token's owner."""
    owner, start, end = way // WAYS, way_start(way % WAYS), way_end(way % WAYS)
    estimates.bribes[start, owner] -= 1
    estimates.bribes[end, owner] += 1
    found = chance_after(s, seat, GUNNER, estimates)
    estimates.bribes[start, owner] += 1
    estimates.bribes[end, owner] -= 1
    return found


@rule
def chance_after(s: State, seat: int, crew: int, estimates: Estimates) -> float:
    """My chance to win after this crew member and all later ones are resolved."""
    standing = begin(s, estimates)
    finish(s, standing, crew, estimates)
    return chance(s, standing, seat, estimates)


@rule
def judge_courses(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """MU-27: write the value of each destination, from my chance to win after the whole turn, to `worth`."""
    for at in range(count):
        course = int(ids[at]) - COURSE
        standing = begin(s, estimates)
        follow(s, standing, course, estimates)
        copy(s, estimates.standings[WAY + course], standing)
        use_second(s, standing, PILOT, seat, 0, estimates)
        finish(s, standing, PILOT + 1, estimates)
        worth[at] = chance(s, standing, seat, estimates) / estimates.cutlass


@rule
def judge_losses(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """MU-32: lose the doubloon that is needed least."""
    for at in range(count):
        if ids[at] == LOSE_UNPLAYED:
            worth[at] = chance_after(s, seat, PILOT + 1, estimates) / estimates.cutlass - FREE
        else:
            crew = int(ids[at]) - LOSE
            estimates.bribes[crew, seat] -= 1
            worth[at] = chance_after(s, seat, PILOT + 1, estimates) / estimates.cutlass - LEFT[crew]
            estimates.bribes[crew, seat] += 1
