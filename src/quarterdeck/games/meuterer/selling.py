"""Selling (ME-62 to ME-67): who may sell what where, and what it scores."""

from __future__ import annotations

from quarterdeck.games.meuterer.codes import LOTS, SELL, lot, lot_kind, lot_number
from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.state import ANY, NONE, SOLD_KINDS, Role, State, left_of
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
    """ME-64: the ids of every sale this seat may decide on, ascending; returns how many (at least one).

    All cards of a kind are sold, at one island or split between both. An island is left without a lot only
    if nothing remains that it takes.
    """
    wanted_here = kinds_taken(s, seat, int(s.ship))
    wanted_there = kinds_taken(s, seat, int(s.astern))
    n = 0
    for here in range(NONE, SOLD_KINDS):
        if here == NONE:
            n = sales_astern(s, seat, 0, 0, wanted_here, wanted_there, out, n)
        elif (wanted_here >> here) & 1:
            number = int(s.shown[seat, here])
            if (wanted_there >> here) & 1:
                for kept in range(1, number):
                    out[n] = SELL + LOTS * lot(here, kept) + lot(here, number - kept)
                    n += 1
            n = sales_astern(s, seat, 1 << here, lot(here, number), 0, wanted_there, out, n)
    return n


@rule
def sales_astern(
    s: State, seat: int, sold: int, lot_here: int, wanted_here: int, wanted_there: int, out: Ids, n: int
) -> int:
    """The part of `legal_sales` with one lot at the ship's island: what may be sold at the other.

    Returns the new count. `sold` is the mask of the lot's kind, `wanted_here` of kinds that must not remain.
    """
    if not wanted_here and not wanted_there & ~sold:
        out[n] = SELL + LOTS * lot_here
        n += 1
    for there in range(SOLD_KINDS):
        bit = 1 << there
        if wanted_there & ~sold & bit and not wanted_here & ~bit:
            out[n] = SELL + LOTS * lot_here + lot(there, int(s.shown[seat, there]))
            n += 1
    return n


@rule
def only_sale(s: State, seat: int) -> int:
    """ME-64: the id of this seat's sale if just one is possible, else NONE: it has to be asked."""
    here = kinds_taken(s, seat, int(s.ship))
    there = kinds_taken(s, seat, int(s.astern))
    several = here & (here - 1) or there & (there - 1)
    if several or (here and here == there):
        return NONE
    sale = SELL
    for kind in range(SOLD_KINDS):
        if (here >> kind) & 1:
            sale += LOTS * lot(kind, int(s.shown[seat, kind]))
        if (there >> kind) & 1:
            sale += lot(kind, int(s.shown[seat, kind]))
    return sale


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
    seat = int(s.captain)
    for _ in range(int(s.seats)):
        if int(s.sold[seat, side]) & 7 == most:
            merchant = tied > 1 and s.role[seat] == Role.MERCHANT
            points = price(s, place, 1 if merchant else tied)
            s.score[seat] += points
            told = tied + MERCHANT_FLAG if merchant else tied
            tell(news, Event.TRADE_POINTS, ALL, seat, s.ring[place], points, told)
        seat = left_of(s, seat)


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
        seat = int(s.captain)
        for _ in range(int(s.seats)):
            if s.shown[seat, kind] == most:
                points = 2 if tied == 1 else (1 if tied == 2 else 0)
                if s.role[seat] == Role.MERCHANT:
                    points = 2
                s.score[seat] += points
                tell(news, Event.KIND_POINTS, ALL, seat, kind, points, tied)
            seat = left_of(s, seat)
