"""Selling (ME-62 to ME-67): who may sell what where, and what it scores."""

from __future__ import annotations

from quarterdeck.games.meuterer.codes import LOTS, SELL, lot, lot_kind, lot_number
from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.state import ANY, NONE, SOLD_KINDS, Role, State
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.verbs import Ids

MERCHANT_FLAG = 8


@rule
def buys(s: State, place: int) -> int:
    """ME-63: the kind an island takes, or ANY."""
    return signed(s.trade[place]) & 15


@rule
def price(s: State, place: int, tied: int) -> int:
    """ME-65: the points for selling most at an island, with `tied` players (1 to 4) sharing that.

    Four get nothing.
    """
    if tied > 3:
        return 0
    return (signed(s.trade[place]) >> (4 * tied)) & 15


@rule
def takes(s: State, place: int, kind: int) -> bool:
    """ME-63: whether an active island (NONE: there is none) buys this kind."""
    if place == NONE:
        return False
    wanted = buys(s, place)
    return wanted in (ANY, kind)


@rule
def sale_allowed(s: State, seat: int, here: int, there: int) -> bool:
    """ME-63, ME-64.

    Both lots are shown, of kinds the islands take, and no card is held back that an island still takes.
    """
    kind_here = lot_kind(here) if here else NONE
    kind_there = lot_kind(there) if there else NONE
    if (here and not takes(s, s.ship, kind_here)) or (there and not takes(s, s.astern, kind_there)):
        return False
    for kind in range(SOLD_KINDS):
        sold = 0
        if kind == kind_here:
            sold += lot_number(here)
        if kind == kind_there:
            sold += lot_number(there)
        left = int(s.shown[seat, kind]) - sold
        if left < 0:
            return False
        if left > 0:
            wanted_here = takes(s, s.ship, kind) and kind_here in (NONE, kind)
            wanted_there = takes(s, s.astern, kind) and kind_there in (NONE, kind)
            if wanted_here or wanted_there:
                return False
    return True


@rule
def legal_sales(s: State, seat: int, out: Ids) -> int:
    """ME-64: the ids of every sale this seat may decide on, ascending; returns how many (at least one)."""
    n = 0
    for kind_here in range(-1, SOLD_KINDS):
        if kind_here >= 0 and (s.shown[seat, kind_here] == 0 or not takes(s, s.ship, kind_here)):
            continue
        most_here = 0 if kind_here < 0 else int(s.shown[seat, kind_here])
        least_here = 0 if kind_here < 0 else 1
        for number_here in range(least_here, most_here + 1):
            for kind_there in range(-1, SOLD_KINDS):
                if kind_there >= 0 and (s.shown[seat, kind_there] == 0 or not takes(s, s.astern, kind_there)):
                    continue
                number_there = 0 if kind_there < 0 else int(s.shown[seat, kind_there])
                if kind_there >= 0 and kind_there == kind_here:
                    number_there -= number_here
                here, there = lot(kind_here, number_here), lot(kind_there, number_there)
                if (kind_there < 0 or number_there > 0) and sale_allowed(s, seat, here, there):
                    out[n] = SELL + LOTS * here + there
                    n += 1
    return n


@rule
def sell(s: State, seat: int, sale: int, news: News) -> None:
    """ME-63: a player's cards go on sale at the active islands."""
    for side in range(2):
        code = sale // LOTS if side == 0 else sale % LOTS
        place = int(s.ship) if side == 0 else int(s.astern)
        s.sold[seat, side] = 0
        if code:
            s.sold[seat, side] = lot_kind(code) * 8 + lot_number(code)
            tell(news, Event.SOLD, ALL, seat, s.ring[place], lot_kind(code), lot_number(code))


@rule
def score_island(s: State, side: int, place: int, news: News) -> None:
    """ME-65, ME-66: the points of one active island for those who sell most there."""
    most = 0
    tied = 0
    for seat in range(int(s.seats)):
        number = int(s.sold[seat, side]) & 7
        if number > most:
            most = number
            tied = 0
        if number == most:
            tied += 1
    if most == 0:
        return
    for turn in range(int(s.seats)):
        seat = (int(s.captain) + turn) % int(s.seats)
        if int(s.sold[seat, side]) & 7 == most:
            merchant = tied > 1 and s.role[seat] == Role.MERCHANT
            points = price(s, place, 1 if merchant else tied)
            s.score[seat] += points
            told = tied + MERCHANT_FLAG if merchant else tied
            tell(news, Event.TRADE_POINTS, ALL, seat, s.ring[place], points, told)


@rule
def score_kinds(s: State, news: News) -> None:
    """ME-67, `manual`: no islands; each kind scores for whoever showed most of it."""
    for kind in range(SOLD_KINDS):
        most = 0
        tied = 0
        for seat in range(int(s.seats)):
            number = int(s.shown[seat, kind])
            if number > most:
                most = number
                tied = 0
            if number == most:
                tied += 1
        if most == 0:
            continue
        for turn in range(int(s.seats)):
            seat = (int(s.captain) + turn) % int(s.seats)
            if s.shown[seat, kind] == most:
                points = 2 if tied == 1 else (1 if tied == 2 else 0)
                if s.role[seat] == Role.MERCHANT:
                    points = 2
                s.score[seat] += points
                tell(news, Event.KIND_POINTS, ALL, seat, kind, points, tied)
