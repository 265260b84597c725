"""The top level of a match: who may act, which actions are legal, and what an action does (apply).

The rules themselves are, in the order of the rulebook, in setup, voyage, pirates, trades, sailors, mutiny and
duels.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.games.cartagena import codes
from quarterdeck.games.cartagena.duels import duel_round, legal_plays, post, rob_in_duel, show_cards
from quarterdeck.games.cartagena.mutiny import begin_duel, begin_mutiny, end_duel, finish, winners_mask
from quarterdeck.games.cartagena.pirates import (
    choose_side,
    decline,
    keep_combat_card,
    keep_of_two_piles,
    legal_decline,
    legal_keeps,
    legal_sides,
    legal_targets,
    pang,
    rob,
    spy,
)
from quarterdeck.games.cartagena.sailors import handle_pair, inspect_pair, set_pair
from quarterdeck.games.cartagena.state import COLOURS, NONE, Phase, State
from quarterdeck.games.cartagena.steps import Step
from quarterdeck.games.cartagena.supplies import gold_worth
from quarterdeck.games.cartagena.trades import buy, finish_trades, legal_swaps, legal_trades, sell, swap
from quarterdeck.games.cartagena.voyage import (
    after_opening,
    begin_turn,
    end_round,
    end_turn,
    legal_cabins,
    new_round,
    open_door,
    take_card,
)
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.events import News
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids


@rule
def to_act(s: State) -> int:
    """Bit mask of the seats that may act: in duels all that still have to lay a card (CA-63), else one."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase != Phase.DUEL:
        return 1 << int(s.turn)
    acting = int(s.fighting)
    for seat in range(int(s.seats)):
        if s.posted[seat] != NONE:
            acting &= ~(1 << seat)
    return acting


@rule
def over(s: State) -> bool:
    """CA-69: whether the match is over."""
    return bool(s.phase == Phase.OVER)


@rule
def winners(s: State) -> int:
    """CA-69: bit mask of the winning seats once the match is over; there may be none."""
    return winners_mask(s) if s.phase == Phase.OVER else 0


@rule
def scores(s: State, out: NDArray[np.int16]) -> None:
    """Write what each seat's coins and gold cards are worth, as far as this record knows them, to `out`."""
    for seat in range(int(s.seats)):
        out[seat] = gold_worth(s, seat)


@rule
def legal(s: State, seat: int, out: Ids) -> int:
    """Write the ids of a seat's legal actions to `out`; return how many, 0 if the seat isn't to act."""
    if seat < 0 or not has(to_act(s), seat):
        return 0
    if s.phase == Phase.CABINS:
        return legal_cabins(s, out)
    if s.phase == Phase.DUEL:
        return legal_plays(s, seat, out)
    if s.phase == Phase.TEMBO:
        return legal_keeps(s, out)
    if s.phase == Phase.SWAP:
        return legal_swaps(s, seat, out)
    if s.phase == Phase.TRADE:
        return legal_trades(s, seat, out)
    if s.phase == Phase.SIDE:
        return legal_sides(s, seat, out)
    if s.phase == Phase.ROB or s.phase == Phase.SPY:
        return legal_targets(s, seat, out)
    if s.phase == Phase.INSPECT:
        return legal_inspections(s, out)
    return legal_of_a_fixed_set(s, out)


@rule
def legal_inspections(s: State, out: Ids) -> int:
    """CA-51: write the inspections: of any pair, or of none."""
    n = legal_decline(s, True, out)
    for pair in range(int(s.pairs)):
        out[n + pair] = codes.INSPECT + pair
    return n + int(s.pairs)


@rule
def legal_of_a_fixed_set(s: State, out: Ids) -> int:
    """Write the legal actions of a phase in which they are always the same."""
    first, number = codes.HIGHER, COLOURS
    if s.phase == Phase.DIAZ:
        first, number = codes.KEEP_GOLD, 2
    elif s.phase == Phase.PANG:
        first, number = codes.DRAW, 2
    elif s.phase == Phase.HANDLE:
        first, number = codes.SWAP_SAILORS, 2
    for at in range(number):
        out[at] = first + at
    return number


@rule
def apply(s: State, seat: int, action: int, news: News) -> None:
    """Carry out a legal action and all that follows from it up to the next decision."""
    step = act(s, seat, action, news)
    while step != Step.ASK:
        step = go_on(s, step, news)


@rule
def act(s: State, seat: int, action: int, news: News) -> Step:
    """Carry out the action itself; return the automatic step that follows."""
    if action < codes.OPEN:
        return take_card(s, seat, action - codes.TAKE, news)
    if action == codes.OPEN:
        return open_door(s, seat, news)
    if action >= codes.PLAY:
        return post(s, seat, action - codes.PLAY, news)
    if action < codes.KEEP:
        return keep_of_two_piles(s, seat, action == codes.KEEP_GOLD, news)
    if action < codes.SWAP:
        return keep_combat_card(s, seat, action - codes.KEEP, news)
    if action <= codes.DONE:
        return act_on_trades(s, seat, action, news)
    if action < codes.ROB:
        return pang(s, seat, action == codes.COIN, news)
    if action < codes.SIDE:
        if s.duel != NONE:
            return rob_in_duel(s, seat, action - codes.ROB, news)
        return rob(s, seat, action - codes.ROB, news)
    if action < codes.SPY:
        return choose_side(s, seat, action - codes.SIDE, news)
    if action < codes.HIGHER:
        return spy(s, seat, action - codes.SPY, news)
    if action < codes.INSPECT:
        return set_pair(s, seat, action - codes.HIGHER, news)
    if action < codes.SWAP_SAILORS:
        return inspect_pair(s, seat, action - codes.INSPECT, news)
    return handle_pair(s, seat, action == codes.SWAP_SAILORS, news)


@rule
def act_on_trades(s: State, seat: int, action: int, news: News) -> Step:
    """CA-44, CA-45: carry out an action of Wessel-Jan's swaps or Dean Nero's trades.

    `codes.DONE` also declines the actions of other pirates (CA-47, CA-49 to CA-51).
    """
    if action < codes.SELL:
        return swap(s, seat, action - codes.SWAP, news)
    if action < codes.BUY:
        return sell(s, seat, action - codes.SELL, news)
    if action == codes.BUY:
        return buy(s, seat, news)
    if s.phase != Phase.SWAP and s.phase != Phase.TRADE:
        return decline(s, seat, news)
    return finish_trades(s, seat, news)


@rule
def go_on(s: State, step: Step, news: News) -> Step:
    """Carry out one automatic step of a match; return the next one."""
    if step == Step.END_TURN:
        return end_turn(s)
    if step == Step.TURN:
        return begin_turn(s, news)
    if step == Step.OPENED:
        return after_opening(s, news)
    if step == Step.END_ROUND:
        return end_round(s, news)
    if step == Step.NEW_ROUND:
        return new_round(s, news)
    if step == Step.MUTINY:
        return begin_mutiny(s, news)
    if step == Step.DUEL:
        return begin_duel(s, news)
    if step == Step.DUEL_ROUND:
        return duel_round(s, news)
    if step == Step.SHOW:
        return show_cards(s, news)
    if step == Step.END_DUEL:
        return end_duel(s, news)
    return finish(s, news)
