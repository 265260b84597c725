"""Selling (ME-62 to ME-67): which sales are legal, and their points."""

from __future__ import annotations

from quarterdeck.games.meuterer.codes import LOTS, SELL, lot, lot_kind, lot_number
from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.state import (
    ANY,
    NONE,
    SOLD_KINDS,
    TRADE,
    TRADE_BITS,
    Role,
    State,
    sold_number,
    with_sold_kind,
)
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.packing import item
from quarterdeck.kernel.ring import left_of
from quarterdeck.kernel.verbs import Ids

MERCHANT_FLAG = 8
island_buys = TRADE.reader("buys")


@rule
def buys(s: State, place: int) -> int:
    """ME-63: the kind that an island buys, or ANY."""
    return island_buys(s.trade[place])


@rule
def price(s: State, place: int, tied: int) -> int:
    """ME-65: the points for selling most at an island if `tied` players (1 to 4) share them.

    Four tied players get nothing.
    """
    if tied > 3:
        return 0
    return item(s.trade[place], tied, TRADE_BITS)


@rule
def takes(s: State, place: int, kind: int) -> bool:
    """ME-63: whether an active island (NONE: there is none) buys this kind."""
    if place == NONE:
        return False
    wanted = buys(s, place)
    return wanted in (ANY, kind)


@rule
def kinds_taken(s: State, seat: int, place: int) -> int:
    """ME-63: bit mask of the kinds that this seat shows and an active island (NONE: there is none) buys."""
    kinds = 0
    if place != NONE:
        for kind in range(SOLD_KINDS):
            if s.shown[seat, kind] > 0 and takes(s, place, kind):
                kinds |= 1 << kind
    return kinds


@rule
def legal_sales(s: State, seat: int, out: Ids) -> int:
    """ME-64: write the ids of all legal sales of this seat, ascending; return how many (at least one).

    All cards of a kind are sold, at one island or split between both. An island stays without a lot only if
    no shown kind remains that it takes.
    """
    wanted_here = kinds_taken(s, seat, int(s.ship))
    wanted_there = kinds_taken(s, seat, int(s.astern))
    n = 0
    for here in range(NONE, SOLD_KINDS):
        if here != NONE and not has(wanted_here, here):
            continue
        if here != NONE and has(wanted_there, here):
            n = split_sales(s, seat, here, out, n)
        for there in range(NONE, SOLD_KINDS):
            if may_sell(here, there, wanted_here, wanted_there):
                out[n] = SELL + LOTS * whole_lot(s, seat, here) + whole_lot(s, seat, there)
                n += 1
    return n


@rule
def split_sales(s: State, seat: int, kind: int, out: Ids, n: int) -> int:
    """ME-64: write all splits of a kind's cards between both islands from index `n`; return the new count."""
    number = int(s.shown[seat, kind])
    for here in range(1, number):
        out[n] = SELL + LOTS * lot(kind, here) + lot(kind, number - here)
        n += 1
    return n


@rule
def may_sell(here: int, there: int, wanted_here: int, wanted_there: int) -> bool:
    """ME-64: whether kind `here` may be sold whole at the ship's island and kind `there` whole astern.

    NONE sells nothing. `wanted_here` and `wanted_there` are bit masks of the kinds that the islands take.
    """
    if there != NONE and (there == here or not has(wanted_there, there)):
        return False
    if here == NONE and without(wanted_here, there):
        return False
    return not (there == NONE and without(wanted_there, here))


@rule
def without(kinds: int, kind: int) -> int:
    """A bit mask of kinds without one of them; NONE removes nothing."""
    return kinds if kind == NONE else kinds & ~(1 << kind)


@rule
def whole_lot(s: State, seat: int, kind: int) -> int:
    """All cards of a kind that the seat shows, as a lot; 0 for NONE."""
    return 0 if kind == NONE else lot(kind, int(s.shown[seat, kind]))


@rule
def only_sale(s: State, seat: int) -> int:
    """ME-64: the id of this seat's only legal sale; NONE if it has a choice."""
    here = kinds_taken(s, seat, int(s.ship))
    there = kinds_taken(s, seat, int(s.astern))
    several = here & (here - 1) or there & (there - 1)
    if several or (here and here == there):
        return NONE
    sale = SELL
    for kind in range(SOLD_KINDS):
        if has(here, kind):
            sale += LOTS * lot(kind, int(s.shown[seat, kind]))
        if has(there, kind):
            sale += lot(kind, int(s.shown[seat, kind]))
    return sale


@rule
def sell(s: State, seat: int, sale: int, news: News) -> None:
    """ME-63: note a player's sale at the active islands; `sale` is LOTS * lot at the ship's + lot astern."""
    for side in range(2):
        code = sale // LOTS if side == 0 else sale % LOTS
        place = int(s.ship) if side == 0 else int(s.astern)
        s.sold[seat, side] = 0
        if code:
            s.sold[seat, side] = with_sold_kind(lot_number(code), lot_kind(code))
            tell(news, Event.SOLD, ALL, seat, s.ring[place], lot_kind(code), lot_number(code))


@rule
def score_island(s: State, side: int, place: int, news: News) -> None:
    """ME-65, ME-66: score one active island for the seats that sell most there."""
    most = 0
    tied = 0
    for seat in range(int(s.seats)):
        number = sold_number(s.sold[seat, side])
        if number > most:
            most = number
            tied = 0
        if number == most:
            tied += 1
    if most == 0:
        return
    seat = int(s.captain)
    for _ in range(int(s.seats)):
        if sold_number(s.sold[seat, side]) == most:
            merchant = tied > 1 and s.role[seat] == Role.MERCHANT
            points = price(s, place, 1 if merchant else tied)
            s.score[seat] += points
            told = tied + MERCHANT_FLAG if merchant else tied
            tell(news, Event.TRADE_POINTS, ALL, seat, s.ring[place], points, told)
        seat = left_of(s, seat)


@rule
def score_kinds(s: State, news: News) -> None:
    """ME-67, `manual`: score each kind, without islands, for the seats that show most of it."""
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
        seat = int(s.captain)
        for _ in range(int(s.seats)):
            if s.shown[seat, kind] == most:
                points = 2 if tied == 1 else (1 if tied == 2 else 0)
                if s.role[seat] == Role.MERCHANT:
                    points = 2
                s.score[seat] += points
                tell(news, Event.KIND_POINTS, ALL, seat, kind, points, tied)
            seat = left_of(s, seat)
