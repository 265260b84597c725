"""The top level of a round: whose turn it is, which actions are legal, and what an action does (apply).

The phases themselves are, in the order of the rulebook, in setup, goods, mutiny, points, selling and sailing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.games.meuterer.codes import CONFLICT, LEAVE, OFFER, RETURN, SELL, SHOW, TAKE
from quarterdeck.games.meuterer.goods import leave, make_offer, next_shower, reveal, show, take_role
from quarterdeck.games.meuterer.mutiny import end_mutiny, fight
from quarterdeck.games.meuterer.points import change_captain, end_points, keep_captain, sell_goods
from quarterdeck.games.meuterer.sailing import draw_hand, new_round, return_card, sail
from quarterdeck.games.meuterer.selling import legal_sales, sell
from quarterdeck.games.meuterer.state import HAND, KINDS, NONE, ROLES, Good, Phase, Rules, State, Step
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.events import News
from quarterdeck.kernel.hands import may_hold
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.piles import count
from quarterdeck.kernel.verbs import Ids

OFFERS = 4


@rule
def to_act(s: State) -> int:
    """Bit mask of the seats that may act: one until the match is over, then none."""
    if s.phase == Phase.OVER:
        return 0
    return 1 << int(s.turn)


@rule
def over(s: State) -> bool:
    """ME-70: whether the match is over."""
    return bool(s.phase == Phase.OVER)


@rule
def winners(s: State) -> int:
    """ME-70: bit mask of the seats with the most points once the match is over."""
    if s.phase != Phase.OVER:
        return 0
    best = s.score[0]
    mask = 0
    for seat in range(int(s.seats)):
        if s.score[seat] > best:
            best = s.score[seat]
            mask = 0
        if s.score[seat] == best:
            mask |= 1 << seat
    return mask


@rule
def scores(s: State, out: NDArray[np.int16]) -> None:
    """Write each seat's points so far to `out`."""
    for seat in range(int(s.seats)):
        out[seat] = s.score[seat]


@rule
def legal(s: State, seat: int, out: Ids) -> int:
    """Write the ids of a seat's legal actions to `out`; return how many, 0 if the seat isn't to act."""
    if s.phase == Phase.OVER or seat != s.turn:
        return 0
    if s.phase == Phase.OFFER:
        for points in range(OFFERS):
            out[points] = OFFER + points
        return OFFERS
    if s.phase == Phase.SHOW:
        return legal_roles(s, out) if s.exit_order[seat] != NONE else legal_shows(s, seat, out)
    if s.phase == Phase.MUTINY:
        return legal_conflicts(s, seat, out)
    if s.phase == Phase.SELL:
        return legal_sales(s, seat, out)
    return legal_returns(s, seat, out)


@rule
def legal_shows(s: State, seat: int, out: Ids) -> int:
    """ME-30, ME-31: write the legal actions: to show a card of the hand, or to leave."""
    n = 0
    for kind in range(KINDS):
        # Write each id but advance only past legal ones: a branch on a random hand can't be predicted.
        out[n] = SHOW + kind
        n += int(may_hold(s, seat, kind))
    out[n] = LEAVE
    return n + 1


@rule
def legal_roles(s: State, out: Ids) -> int:
    """ME-34: write the legal actions: to take one of the remaining action cards."""
    taken = int(s.gone)
    for other in range(int(s.seats)):
        if NONE < s.role[other] < ROLES:
            taken |= 1 << int(s.role[other])
    n = 0
    for role in range(ROLES):
        out[n] = TAKE + role
        n += int(not has(taken, role))
    return n


@rule
def legal_conflicts(s: State, seat: int, out: Ids) -> int:
    """ME-51: write the numbers of conflict cards to play, from 0; at most one in `manual` (ME-52)."""
    most = int(s.hand[seat, Good.CONFLICT])
    if s.hidden[seat] > 0:
        most += min(int(s.hidden[seat]), int(s.pile[Good.CONFLICT]))
    if s.rules == Rules.MANUAL:
        most = min(most, 1)
    most = min(most, HAND)
    for number in range(most + 1):
        out[number] = CONFLICT + number
    return most + 1


@rule
def legal_returns(s: State, seat: int, out: Ids) -> int:
    """ME-74: write the legal actions: to give back one of the cards just drawn."""
    n = 0
    for kind in range(KINDS):
        unknown = count(s.just) < s.drawn
        if s.just[kind] > 0 or (unknown and may_hold(s, seat, kind)):
            out[n] = RETURN + kind
            n += 1
    return n


@rule
def apply(s: State, seat: int, action: int, news: News) -> None:
    """Carry out a legal action and all that follows from it up to the next decision."""
    step = act(s, seat, action, news)
    while step != Step.ASK:
        step = go_on(s, step, news)


@rule
def act(s: State, seat: int, action: int, news: News) -> Step:
    """Carry out the action itself; return the automatic step that follows."""
    if action < SHOW:
        return make_offer(s, action - OFFER, news)
    if action < LEAVE:
        return show(s, seat, action - SHOW, news)
    if action == LEAVE:
        return leave(s, seat, news)
    if action < CONFLICT:
        return take_role(s, seat, action - TAKE, news)
    if action < SELL:
        return fight(s, seat, action - CONFLICT, news)
    if action < RETURN:
        sell(s, seat, action - SELL, news)
        return Step.SELL
    return return_card(s, seat, action - RETURN, news)


@rule
def go_on(s: State, step: Step, news: News) -> Step:
    """Carry out one automatic step of a round; return the next one."""
    if step == Step.NEXT_SHOWER:
        return next_shower(s)
    if step == Step.REVEAL:
        return reveal(s, news)
    if step == Step.END_MUTINY:
        return end_mutiny(s, news)
    if step == Step.KEEP_CAPTAIN:
        return keep_captain(s, news)
    if step == Step.CHANGE_CAPTAIN:
        return change_captain(s, news)
    if step == Step.SELL:
        return sell_goods(s, news)
    if step == Step.END_POINTS:
        return end_points(s, news)
    if step == Step.SAIL:
        return sail(s, news)
    if step == Step.DRAW:
        return draw_hand(s, news)
    return new_round(s, news)
