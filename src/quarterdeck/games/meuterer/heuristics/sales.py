"""The value of a sale (ME-63 to ME-66), given the others' sales so far and their likely ones."""

from __future__ import annotations

import numpy as np

from quarterdeck.games.meuterer.codes import LOTS, SELL, lot_number
from quarterdeck.games.meuterer.heuristics.estimates import Cards, Numbers
from quarterdeck.games.meuterer.selling import price, takes
from quarterdeck.games.meuterer.state import NONE, SEATS, SOLD_KINDS, Role, State, sold_number
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids

# What a point of any other player costs me, in points of my own.
RIVALRY = 0.25


@rule
def judge_sales(s: State, seat: int, ids: Ids, count: int, worth: Numbers) -> None:
    """Write the value of each sale to `worth`: my points, less a part of the others'."""
    sales = np.zeros((SEATS, 2), np.int16)
    for other in range(int(s.seats)):
        foresee_sale(s, other, sales[other])
    for at in range(count):
        sales[seat, 0] = lot_number((ids[at] - SELL) // LOTS)
        sales[seat, 1] = lot_number((ids[at] - SELL) % LOTS)
        worth[at] = 0.0
        for side in range(2):
            place = int(s.ship) if side == 0 else int(s.astern)
            if place != NONE:
                worth[at] += gain(s, seat, side, place, sales)


@rule
def gain(s: State, seat: int, side: int, place: int, sales: Cards) -> float:
    """ME-65, ME-66: one island's points for this seat, less a part of the others'."""
    most = tied = 0
    for other in range(int(s.seats)):
        if sales[other, side] > most:
            most = sales[other, side]
            tied = 0
        if sales[other, side] == most:
            tied += 1
    points = 0.0
    if most > 0:
        for other in range(int(s.seats)):
            if sales[other, side] == most:
                made = price(s, place, 1 if s.role[other] == Role.MERCHANT else tied)
                points += made if other == seat else -RIVALRY * made
    return points


@rule
def foresee_sale(s: State, seat: int, sale: Cards) -> None:
    """Write the numbers of cards that a player sells at each island, or is likely to sell, to `sale`.

    The likely sale puts the largest fitting lot on the better-paying island first, then another kind on the
    other one.
    """
    if s.sold[seat, 0] != NONE:
        sale[0] = sold_number(s.sold[seat, 0])
        sale[1] = sold_number(s.sold[seat, 1])
        return
    first = 0
    if s.astern != NONE and price(s, int(s.astern), 1) > price(s, int(s.ship), 1):
        first = 1
    gone = NONE
    for turn in range(2):
        side = first if turn == 0 else 1 - first
        place = int(s.ship) if side == 0 else int(s.astern)
        best = NONE
        for kind in range(SOLD_KINDS):
            if kind != gone and takes(s, place, kind) and s.shown[seat, kind] > sale[side]:
                sale[side] = s.shown[seat, kind]
                best = kind
        gone = best
