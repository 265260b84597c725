"""Rules of thumb for Mutiny!: what each legal action of a seat seems to be worth, in cutlasses."""

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
from quarterdeck.games.mutiny.heuristics.bids import judge_bids
from quarterdeck.games.mutiny.heuristics.estimates import (
    CUTLASS,
    GUNNER,
    PILOT,
    SIGHT,
    WAY,
    Estimates,
    Numbers,
    look,
)
from quarterdeck.games.mutiny.heuristics.standing import LEAST, begin, chance, copy, worth_of_one
from quarterdeck.games.mutiny.heuristics.ties import judge_offers, judge_picks
from quarterdeck.games.mutiny.heuristics.turn import finish, follow, use_second
from quarterdeck.games.mutiny.state import SEATS, Phase, State
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import quick_below
from quarterdeck.kernel.record import Cell
from quarterdeck.kernel.verbs import Ids

__all__ = ["judge"]

# By crew member: how gladly I leave a doubloon there for the next turn.
LEFT = (0.15, 0.5, 0.1, 0.4, 0.05)
# What an unplayed doubloon is worth more than one that lies somewhere.
FREE = 0.8
# Moving for nothing tells nothing and helps nobody.
NOTHING_TOLD = 0.05
# Moods are made of numbers below this.
FINE = 1024


@rule
def judge(s: State, seat: int, ids: Ids, count: int, worth: Numbers, dice: Any) -> None:
    """Cutlasses for each of the legal actions `ids[:count]`, to `worth`, in a mood drawn from the dice: who
    always bid the same would be outbid.
    """
    if s.phase == Phase.RETRIEVE:
        for at in range(count):
            # MU-40: whatever can be taken back, first from where it is of least use.
            worth[at] = 0.0 if ids[at] == DONE else 1 - LEFT[ids[at] - RETRIEVE]
        return
    keen = bold = 0.5
    if s.phase == Phase.BID:
        keen = quick_below(dice, FINE) / FINE
        bold = quick_below(dice, FINE) / FINE
    weigh_actions(s, seat, ids, count, worth, keen, bold, np.zeros(1, SIGHT))


@rule
def weigh_actions(
    s: State, seat: int, ids: Ids, count: int, worth: Numbers, keen: float, bold: float, room: Cell
) -> None:
    """The same for all but what is taken back, with room for its estimates: who holds that keeps it."""
    estimates: Estimates = opened(room)
    look(s, estimates)
    estimates.cutlass = worth_of_one(s, seat, CUTLASS, LEAST, estimates)
    if s.phase == Phase.BID:
        judge_bids(s, seat, ids, count, worth, keen, bold, estimates)
    elif s.phase == Phase.OFFER:
        judge_offers(s, seat, ids, count, worth, estimates)
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
    """MU-24: the token that changes most for me in the rest of the turn."""
    for way in range(SEATS * WAYS):
        estimates.moved[way] = -1.0
    for at in range(count):
        if ids[at] == STAY:
            worth[at] = chance_after(s, seat, GUNNER, estimates) / estimates.cutlass + NOTHING_TOLD
        else:
            way = (int(ids[at]) - MOVE) % (SEATS * WAYS)
            # A doubloon counts as much there as a rum.
            if estimates.moved[way] < 0:
                estimates.moved[way] = chance_moved(s, seat, way, estimates)
            worth[at] = estimates.moved[way] / estimates.cutlass


@rule
def chance_moved(s: State, seat: int, way: int, estimates: Estimates) -> float:
    """My chance to win after one of a seat's tokens has gone this way."""
    owner, start, end = way // WAYS, way_start(way % WAYS), way_end(way % WAYS)
    estimates.bribes[start, owner] -= 1
    estimates.bribes[end, owner] += 1
    found = chance_after(s, seat, GUNNER, estimates)
    estimates.bribes[start, owner] += 1
    estimates.bribes[end, owner] -= 1
    return found


@rule
def chance_after(s: State, seat: int, crew: int, estimates: Estimates) -> float:
    """My chance to win after this crew member and all that follow are resolved."""
    standing = begin(s, estimates)
    finish(s, standing, crew, estimates)
    return chance(s, standing, seat, estimates)


@rule
def judge_courses(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """MU-27: where it serves me best, with all that follows in this turn."""
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
    """MU-32: from where it is needed least."""
    for at in range(count):
        if ids[at] == LOSE_UNPLAYED:
            worth[at] = chance_after(s, seat, PILOT + 1, estimates) / estimates.cutlass - FREE
        else:
            crew = int(ids[at]) - LOSE
            estimates.bribes[crew, seat] -= 1
            worth[at] = chance_after(s, seat, PILOT + 1, estimates) / estimates.cutlass - LEFT[crew]
            estimates.bribes[crew, seat] += 1
