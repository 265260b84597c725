"""What a sale would bring at an island as things stand, in words and from a view alone (ME-62 to ME-66)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from quarterdeck.i18n import _, ngettext

__all__ = ["SaleForecast", "forecast", "forecast_words"]

Json = Mapping[str, Any]


class SaleForecast(NamedTuple):
    """What the viewer's sale at an island brings if nobody else sells there after it.

    `points`: what it scores then. `most`: the most that anybody sells there. `tied`: how many players sell
    that most, the viewer included; 0 if the viewer sells fewer. `merchant`: whether the viewer, tied, scores
    as if alone (ME-66). `open`: whether a player who sells later can still change the points.
    """

    points: int
    most: int
    tied: int
    merchant: bool
    open: bool


def forecast(view: Json, side: str, count: int) -> SaleForecast:
    """The forecast of selling `count` cards at the ship's island (`side` "here") or at the one astern
    ("there").
    """
    me = view["seats"][view["seat"]]
    others = [seat for seat in view["seats"] if seat is not me]
    island = view["islands"][view["ship" if side == "here" else "came_from"]]
    sold = [_sold(seat, side) for seat in others if seat["sale"] is not None]
    most = max([count, *sold])
    if most > count:
        return SaleForecast(0, most, 0, False, False)
    tied = 1 + sold.count(count)
    is_merchant = me["role"] == "merchant"
    figures = (*island["trade"], 0)
    later = [_could_sell(seat, island["buys"]) for seat in others if seat["sale"] is None]
    # A tie costs a Merchant nothing.
    enough = count + 1 if is_merchant else count
    return SaleForecast(
        points=figures[0 if is_merchant else tied - 1],
        most=count,
        tied=tied,
        merchant=is_merchant and tied > 1,
        open=any(number >= enough for number in later),
    )


def _sold(seat: Json, side: str) -> int:
    lot = seat["sale"][side]
    return int(lot[1]) if lot else 0


def _could_sell(seat: Json, buys: str) -> int:
    """ME-63, ME-64: how many cards of one kind a seat could sell at an island that buys this."""
    goods = {good for good in seat["shown"] if good not in ("conflict", "pirates") and buys in (good, "any")}
    return max((seat["shown"].count(good) for good in goods), default=0)


def forecast_words(found: SaleForecast) -> str:
    """A forecast in a few words: "4 points for the most", "so far 3 points, tied with 1 other"."""
    brings = ngettext("{n} point", "{n} points", found.points).format(n=found.points)
    if not found.tied:
        return _("{points}, since somebody sells {most}").format(points=brings, most=found.most)
    if found.merchant:
        words = _("{points}, as Merchant in a tie").format(points=brings)
    elif found.tied > 1:
        words = ngettext(
            "{points}, tied with {others} other", "{points}, tied with {others} others", found.tied - 1
        ).format(points=brings, others=found.tied - 1)
    else:
        words = _("{points} for the most").format(points=brings)
    return _("so far {points}").format(points=words) if found.open else words
