"""Rules of thumb for Cartagena: estimate the value of each legal action of a seat, in coins."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.bots.heuristics.scratch import opened
from quarterdeck.games.cartagena.cards import gold_kind
from quarterdeck.games.cartagena.codes import (
    BUY,
    DONE,
    DRAW,
    HIGHER,
    INSPECT,
    KEEP,
    KEEP_GOLD,
    ROB,
    SELL,
    SIDE,
    SPY,
    SWAP,
    SWAP_SAILORS,
)
from quarterdeck.games.cartagena.heuristics.cabins import judge_cabins
from quarterdeck.games.cartagena.heuristics.duels import judge_plays
from quarterdeck.games.cartagena.heuristics.estimates import SIGHT, Estimates, estimate
from quarterdeck.games.cartagena.heuristics.goods import card, coins, draw, price_cards
from quarterdeck.games.cartagena.heuristics.odds import Numbers
from quarterdeck.games.cartagena.heuristics.outlook import WIN, ahead, look_ahead, to_win
from quarterdeck.games.cartagena.heuristics.pirates import bluff, inspection, spying, theft
from quarterdeck.games.cartagena.heuristics.trading import buying
from quarterdeck.games.cartagena.state import MOST_TRADES, Phase, State
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.record import Cell
from quarterdeck.kernel.verbs import Ids

__all__ = ["judge"]


@rule
def judge(s: State, seat: int, ids: Ids, count: int, worth: Numbers, _dice: Any) -> None:
    """Write the value of each legal action `ids[:count]` to `worth`, in coins."""
    weigh(s, seat, ids, count, worth, np.zeros(1, SIGHT))


@rule
def weigh(s: State, seat: int, ids: Ids, count: int, worth: Numbers, room: Cell) -> None:
    """`judge`, with estimates in `room`, which the caller keeps alive."""
    estimates: Estimates = opened(room)
    estimate(s, seat, estimates)
    look_ahead(s, seat, estimates)
    price_cards(estimates)
    if s.phase == Phase.CABINS:
        judge_cabins(s, seat, ids, count, worth, estimates)
    elif s.phase == Phase.DUEL:
        judge_plays(s, seat, ids, count, worth, estimates)
    elif Phase.DIAZ <= s.phase <= Phase.PANG:
        for at in range(count):
            worth[at] = worth_of_cards(s, seat, int(ids[at]), estimates)
    else:
        for at in range(count):
            worth[at] = worth_of_people(s, seat, int(ids[at]), estimates)


@rule
def worth_of_cards(s: State, seat: int, action: int, estimates: Estimates) -> float:
    """The value of an action with cards and coins."""
    held = hand_size(s, seat)
    if action >= DRAW:
        # CA-46.
        return draw(s, seat, 1, estimates) if action == DRAW else coins(s, 1, estimates)
    if action == DONE:
        return 0.0
    if action == BUY:
        # CA-45: one trade at a time; its value includes the best later ones.
        return buying(s, seat, MOST_TRADES - int(s.trades), estimates)
    if action >= SELL:
        return float(estimates.coin) - card(action - SELL, held - 1, estimates)
    if action >= SWAP:
        # CA-44: swap cards that are worse than the pile's average.
        return float(estimates.any_card - estimates.effect[action - SWAP])
    if action >= KEEP:
        # CA-43.
        return float(estimates.effect[action - KEEP])
    if action == KEEP_GOLD:
        # CA-41.
        return float(estimates.coin) * (gold_kind(signed(s.look_gold) - 1) + 1)
    return card(int(s.look[0]), held, estimates)


@rule
def worth_of_people(s: State, seat: int, action: int, estimates: Estimates) -> float:
    """The value of an action with other players, sides or sailors."""
    best = int(estimates.best)
    if action == DONE:
        # CA-47, CA-49 to CA-51: change nothing. A conviction left untouched is worth my chance on its side.
        return WIN * to_win(int(s.side[seat]), estimates) if s.phase == Phase.SIDE else 0.0
    if action < SIDE:
        # CA-47, CA-65: rob the richest.
        return theft(s, action - ROB, estimates)
    if action < SPY:
        # CA-49, CA-50: take the side on which I am more likely to win.
        return WIN * to_win(action - SIDE, estimates) + bluff(s, seat, estimates)
    if action < HIGHER:
        # CA-50: look at the conviction that matters most.
        return spying(s, action - SPY, estimates)
    if action < INSPECT:
        # CA-51: the stronger sailor for my side.
        return float(estimates.lean[action - HIGHER])
    if action < SWAP_SAILORS:
        # CA-51: look at the pair that may have to be swapped.
        return inspection(s, action - INSPECT, estimates)
    # CA-51: swap it if it is against me.
    return float(-ahead(s, int(s.handled), best)) if action == SWAP_SAILORS else 0.0
