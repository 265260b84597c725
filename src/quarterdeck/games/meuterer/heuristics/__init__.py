"""Rules of thumb for Meuterer: estimate the value of each legal action of a seat, in points."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.bots.heuristics.scratch import opened
from quarterdeck.games.meuterer.codes import CONFLICT, LEAVE, OFFER, RETURN, SHOW, TAKE
from quarterdeck.games.meuterer.heuristics.estimates import (
    AS_CAPTAIN,
    FIRST_MATE,
    SIGHT,
    Estimates,
    Numbers,
    ahead,
    estimate,
    has_left,
    last_round,
    manual,
    rebels,
    total,
)
from quarterdeck.games.meuterer.heuristics.mutiny import muster, taken, weigh_mutinies, wins
from quarterdeck.games.meuterer.heuristics.plans import (
    SPITE,
    away,
    chair,
    next_plan,
    plan,
    prepare,
    weigh_roles,
)
from quarterdeck.games.meuterer.heuristics.sales import judge_sales
from quarterdeck.games.meuterer.heuristics.selling import CONFLICT_KEPT, hope, more_hope, worth_of
from quarterdeck.games.meuterer.points import CABIN_BOY_POINTS, MATE_POINTS, holder
from quarterdeck.games.meuterer.state import KEPT_KINDS, KINDS, NONE, Course, Good, Phase, Role, State
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.record import Cell
from quarterdeck.kernel.verbs import Ids

__all__ = ["judge"]


@rule
def judge(s: State, seat: int, ids: Ids, count: int, worth: Numbers, _dice: Any) -> None:
    """Write the value of each legal action `ids[:count]` to `worth`, in points."""
    if s.phase == Phase.SELL:
        judge_sales(s, seat, ids, count, worth)
        return
    weigh(s, seat, ids, count, worth, np.zeros(1, SIGHT))


@rule
def weigh(s: State, seat: int, ids: Ids, count: int, worth: Numbers, room: Cell) -> None:
    """`judge` for all phases but SELL, with estimates in `room`, which the caller keeps alive."""
    estimates: Estimates = opened(room)
    estimate(s, seat, estimates)
    if s.phase == Phase.OFFER:
        judge_offers(s, seat, ids, count, worth, estimates)
    elif s.phase == Phase.MUTINY:
        judge_fight(s, seat, ids, count, worth, estimates)
    elif s.phase == Phase.RETURN:
        judge_returns(s, ids, count, worth, estimates)
    elif has_left(s, seat):
        judge_roles(s, seat, ids, count, worth, estimates)
    else:
        judge_shows(s, seat, ids, count, worth, estimates)


@rule
def judge_offers(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """Write the value of each offer: it makes my command safer, but a First Mate has to be paid."""
    dock = 0
    for cards in range(total(estimates.kept) + 1):
        dock = max(dock, int(s.dock[ahead(s, cards)]))
    for at in range(count):
        offer = int(ids[at]) - OFFER
        weigh_mutinies(s, seat, offer, estimates)
        mate = taken(s, seat, FIRST_MATE, offer)
        stays = 1 - estimates.topple[AS_CAPTAIN, estimates.kept[Good.CONFLICT]]
        worth[at] = stays * (dock + chair(s) - mate * (offer + SPITE * (MATE_POINTS + offer)))


@rule
def judge_shows(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """Follow the best plan (`plans`): leave if it shows nothing more, otherwise show its best card first."""
    prepare(s, seat, estimates)
    leaving = plan(s, seat, estimates)
    telling = np.zeros(KEPT_KINDS, np.float64)
    best = np.full(KEPT_KINDS, -np.inf)
    for kind in range(KEPT_KINDS):
        telling[kind] = tell_by(s, kind, estimates)
    while next_plan(s, seat, estimates):
        points = plan(s, seat, estimates)
        for kind in range(KEPT_KINDS):
            if estimates.kept[kind] < s.hand[seat, kind]:
                best[kind] = max(best[kind], points + telling[kind])
    for at in range(count):
        kind = int(ids[at]) - SHOW
        if ids[at] == LEAVE:
            worth[at] = leaving
        elif kind == Good.PIRATES:
            worth[at] = leaving + send_pirates(s, seat, estimates)
        else:
            worth[at] = best[kind]


@rule
def tell_by(s: State, kind: int, estimates: Estimates) -> float:
    """A bonus that orders the cards shown: goods that win an island first, as a warning; conflicts last."""
    if kind == Good.CONFLICT:
        return -0.03
    before = worth_of(s, estimates.prices, estimates.table)
    estimates.table[kind] += 1
    gain = worth_of(s, estimates.prices, estimates.table) - before
    estimates.table[kind] -= 1
    return min(0.05, 0.02 * gain)


@rule
def send_pirates(s: State, seat: int, estimates: Estimates) -> float:
    """ME-80, ME-81: send the pirates if the others lose more by them than I do."""
    steps = (total(estimates.kept) - 1) * int(s.pirates)
    if (int(s.corsair) - int(s.ship)) % int(s.islands) > steps:
        # The pirates reach nobody, but a useless card is gone.
        return -0.2
    points = -0.3
    for other in range(int(s.seats)):
        for kind in range(KINDS):
            estimates.table[kind] = s.shown[other, kind]
        lost = worth_of(s, estimates.prices, estimates.table)
        points += -lost if other == seat else SPITE * lost
    return points


@rule
def judge_roles(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """Take the action card with the highest value for this hand."""
    prepare(s, seat, estimates)
    weigh_roles(s, worth_of(s, estimates.prices, estimates.table), away(s, estimates), estimates)
    for at in range(count):
        worth[at] = estimates.roles[ids[at] - TAKE]


@rule
def judge_fight(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """Play conflict cards as long as they are worth more than keeping them."""
    muster(s, seat, estimates)
    stake = at_stake(s, seat)
    for at in range(count):
        more = int(ids[at]) - CONFLICT
        worth[at] = outcome(s, seat, stake, more, estimates)
        if manual(s) and more > 0:
            # ME-52: one card a turn, and a pass is final: consider every number that I could still play.
            for later in range(2, estimates.kept[Good.CONFLICT] + 1):
                worth[at] = max(worth[at], outcome(s, seat, stake, later, estimates))


@rule
def at_stake(s: State, seat: int) -> float:
    """The value of my side's victory for me."""
    role = int(s.role[seat])
    ours = Course.MUTINEER if rebels(role) else Course.CAPTAIN
    theirs = Course.CAPTAIN if rebels(role) else Course.MUTINEER
    stake = SPITE * int(s.dock[s.course[theirs]])
    if role == Role.FIRST_MATE:
        return stake + MATE_POINTS + s.offer
    if role == Role.CABIN_BOY:
        return stake + CABIN_BOY_POINTS
    stake += int(s.dock[s.course[ours]]) + chair(s)
    if role != Role.MUTINEER and holder(s, FIRST_MATE) != NONE:
        stake -= s.offer
    return stake


@rule
def outcome(s: State, seat: int, stake: float, more: int, estimates: Estimates) -> float:
    """The value of playing `more` further conflict cards."""
    role = int(s.role[seat])
    won = wins(estimates, role, more)
    kept = 0.0 if last_round(s) else CONFLICT_KEPT
    return stake * (won if rebels(role) else 1 - won) - kept * more


@rule
def judge_returns(s: State, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """ME-74: give back the card whose loss costs the hand least at the islands that are active now."""
    for at in range(count):
        kind = int(ids[at]) - RETURN
        estimates.kept[kind] -= 1
        worth[at] = hope(s, estimates.kept, estimates) + more_hope(
            s, int(s.astern), estimates.kept, estimates
        )
        estimates.kept[kind] += 1
