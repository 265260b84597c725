"""The top level of a match: who may act, which actions are legal, and what an action does (apply).

The rules themselves are, in the order of the rulebook, in setup, bidding, ties, abilities, course, retrieval.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.abilities import carry_out, legal_moves, move_token, next_ability, resolve, stay
from quarterdeck.games.mutiny.bidding import bid, call, legal_bids, show_bids
from quarterdeck.games.mutiny.course import (
    carry_out_effect,
    legal_losses,
    lose_doubloon,
    set_course,
    settle_control,
)
from quarterdeck.games.mutiny.deals import (
    ask,
    is_open,
    left_to_pick,
    legal_open_offers,
    open_offer,
    pass_on,
    take,
    wait,
    withdraw,
)
from quarterdeck.games.mutiny.retrieval import (
    finish,
    first_place,
    legal_retrievals,
    new_turn,
    next_retriever,
    retrieve,
    stop_retrieving,
)
from quarterdeck.games.mutiny.state import NONE, Phase, State
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.games.mutiny.ties import break_tie, closed_offer, legal_closed_offers, legal_picks, pick
from quarterdeck.kernel.events import News
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids


@rule
def to_act(s: State) -> int:
    """Bit mask of the seats that may act."""
    if not at_once(s):
        return 0 if s.phase == Phase.OVER else 1 << int(s.turn)
    acting = 0
    for seat in range(int(s.seats)):
        acting |= int(may_act(s, seat)) << seat
    return acting


@rule
def at_once(s: State) -> bool:
    """Whether all decide at the same time: on bids (MU-10) and closed offers (MU-23)."""
    return bool(s.phase == Phase.BID or (s.phase == Phase.OFFER and s.deal_round == 0))


@rule
def may_act(s: State, seat: int) -> bool:
    """Whether it is the seat's turn or, where all decide at once, it has yet to decide."""
    if not at_once(s):
        return bool(seat == s.turn)
    if s.phase == Phase.BID:
        return bool(s.bid_rum[seat] == NONE)
    return bool(s.offer_rum[seat] == NONE and seat != s.lookout)


@rule
def over(s: State) -> bool:
    """MU-50: whether the match is over."""
    return bool(s.phase == Phase.OVER)


@rule
def winners(s: State) -> int:
    """MU-50: bit mask of the seats that have won, or share the first place, once the match is over."""
    return first_place(s) if s.phase == Phase.OVER else 0


@rule
def scores(s: State, out: NDArray[np.int16]) -> None:
    """Write each seat's number of cutlasses to `out`."""
    for seat in range(int(s.seats)):
        out[seat] = s.cutlasses[seat]


@rule
def legal(s: State, seat: int, out: Ids) -> int:
    """Write the ids of a seat's legal actions to `out`; return how many, 0 if the seat isn't to act."""
    if not 0 <= seat < s.seats or not may_act(s, seat):
        return 0
    if s.phase == Phase.BID:
        return legal_bids(s, seat, out)
    if s.phase == Phase.OFFER:
        return legal_open_offers(s, seat, out) if is_open(s) else legal_closed_offers(s, seat, out)
    if s.phase == Phase.PICK:
        return legal_picks(s, out)
    if s.phase == Phase.MOVE:
        return legal_moves(s, seat, out)
    if s.phase == Phase.LOSE:
        return legal_losses(s, seat, out)
    if s.phase == Phase.RETRIEVE:
        return legal_retrievals(s, seat, out)
    out[0] = codes.COURSE
    out[1] = codes.COURSE + 1
    return 2


@rule
def apply(s: State, seat: int, action: int, news: News) -> None:
    """Carry out a legal action and all that follows from it up to the next decision."""
    step = act(s, seat, action, news)
    while step != Step.ASK:
        step = go_on(s, step, news)


@rule
def act(s: State, seat: int, action: int, news: News) -> Step:
    """Carry out the action itself; return the automatic step that follows."""
    if action < codes.NO_OFFER:
        return bid(s, seat, action - codes.BID, news)
    if action < codes.PICK:
        if is_open(s):
            return open_offer(s, seat, action, news)
        return closed_offer(s, seat, action - codes.NO_OFFER, news)
    if action < codes.STAY:
        return pick(s, seat, codes.picked_player(action), codes.picked_payer(action), news)
    if action == codes.STAY:
        return stay(s, seat, news)
    if action < codes.COURSE:
        return move_token(s, seat, action - codes.MOVE, news)
    if action < codes.LOSE_UNPLAYED:
        return set_course(s, seat, action - codes.COURSE, news)
    if action < codes.RETRIEVE:
        # LOSE_UNPLAYED is LOSE + NONE.
        return lose_doubloon(s, seat, action - codes.LOSE, news)
    if action < codes.DONE:
        return retrieve(s, seat, action - codes.RETRIEVE, news)
    if action == codes.DONE:
        return stop_retrieving(s)
    return negotiate(s, seat, action, news)


@rule
def negotiate(s: State, seat: int, action: int, news: News) -> Step:
    """MU-23: carry out an action of a negotiation other than a pick or an offer for a single player."""
    if action < codes.WITHDRAW:
        return open_offer(s, seat, action, news)
    if action == codes.WITHDRAW:
        return withdraw(s, seat, news)
    if action == codes.PASS:
        return pass_on(s, seat, news)
    if action < codes.TAKE:
        return ask(s, seat, action - codes.ASK, news)
    if action == codes.WAIT:
        return wait(s, seat, news)
    take(s, seat, action - codes.TAKE, news)
    only = left_to_pick(s)
    return Step.ASK if only == NONE else pick(s, seat, only, NONE, news)


@rule
def go_on(s: State, step: Step, news: News) -> Step:
    """Carry out one automatic step of a turn; return the next one."""
    if step == Step.CALL:
        return call(s, news)
    if step == Step.SHOW_BIDS:
        return show_bids(s, news)
    if step == Step.RESOLVE:
        return resolve(s, news)
    if step == Step.TIE:
        return break_tie(s, news)
    if step == Step.ABILITY:
        return carry_out(s, news)
    if step == Step.NEXT_ABILITY:
        return next_ability(s, news)
    if step == Step.CONTROL:
        return settle_control(s, news)
    if step == Step.EFFECT:
        return carry_out_effect(s, news)
    if step == Step.RETRIEVE:
        return next_retriever(s, news)
    if step == Step.NEW_TURN:
        return new_turn(s, news)
    return finish(s, news)
