"""Why goods brought points or none, for the summary of a round: what was sold, and how many sold as much.

A match may begin in the middle of a round. There are then no facts about what was shown or sold before.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from quarterdeck.games.meuterer.words import names
from quarterdeck.i18n import _, ngettext
from quarterdeck.play import Event
from quarterdeck.web.boards.cues import Heard, StoryGain, latest, since

__all__ = ["sale_source", "unpaid"]

ROUND: tuple[str, ...] = ("round_began",)
# ME-67: the points for showing most of a kind alone. A Merchant scores as many in a tie.
ALONE = 2


def sale_source(heard: Heard, at: int) -> str:
    """What the points of fact number `at` are for: the island, the goods, and how many others had as many."""
    event = heard[at]
    assert event is not None
    tied, data = int(event.data["tied"]), event.data
    if event.kind == "trade_points":
        sale = next((one for one in _sales(heard, at, data["island"]) if one.seat == event.seat), None)
        if sale is None:
            return _("Selling at {island}").format(island=data["island"])
        return _selling(sale, _rank(tied, merchant=event.rule == "ME-66"))
    # ME-20: a round begins with the offer.
    if not any(one.kind == "offered" for one in since(heard, at, ROUND)):
        return _("Most {goods}").format(goods=names.good_name(str(data["good"]), 2))
    goods = names.good_count(str(data["good"]), _shown(heard, at, event.seat, str(data["good"])))
    rank = _rank(tied, merchant=tied > 1 and data["points"] == ALONE)
    return _("Showing {goods}, {rank}").format(goods=goods, rank=rank)


def unpaid(heard: Heard, at: int, paid: Container[int]) -> Iterator[StoryGain]:
    """What brought no points in the round before fact number `at`.

    First come the goods that scored nothing, then the seats for which the whole round brought nothing: those
    without such goods that are not among the `paid` ones.
    """
    idle = {event.seat for event in since(heard, at, ROUND) if event.kind == "left"}
    for number in range(latest(heard, at, ROUND) + 1, at):
        event = heard[number]
        source = None if event is None else _unpaid_source(heard, number, at)
        if event is not None and source is not None:
            idle.discard(event.seat)
            yield StoryGain(event.seat, "coin", 0, source, "ME-65" if event.kind == "sold" else event.rule)
    for seat in sorted(idle):
        if seat not in paid:
            yield StoryGain(seat, "coin", 0, _("Nothing this round"), "")


def _unpaid_source(heard: Heard, number: int, at: int) -> str | None:
    """ME-65, ME-67: in words, the goods that scored nothing by fact `number`; None if it tells of none."""
    event = heard[number]
    assert event is not None
    if event.kind in ("trade_points", "kind_points") and not event.data["points"]:
        return sale_source(heard, number)
    if event.kind != "sold":
        return None
    place = event.data["island"]
    scored = (one for one in since(heard, at, ROUND) if one.kind == "trade_points")
    if any((one.seat, one.data["island"]) == (event.seat, place) for one in scored):
        return None
    return _selling(event, _("not the most"))


def _sales(heard: Heard, at: int, island: object) -> list[Event]:
    """The sales at an island in this round before fact number `at`."""
    facts = since(heard, at, ROUND)
    return [one for one in facts if one.kind == "sold" and one.data["island"] == island]


def _shown(heard: Heard, at: int, seat: int, good: str) -> int:
    """How many cards of a kind a seat shows, less what the pirates have taken (ME-81)."""
    facts = since(heard, at, (*ROUND, "plundered"))
    return sum(one.kind == "showed" and one.seat == seat and one.data["good"] == good for one in facts)


def _selling(sale: Event, rank: str) -> str:
    goods = names.good_count(str(sale.data["good"]), int(sale.data["count"]))
    words = _("{island}: {goods}, {rank}")
    return words.format(island=sale.data["island"], goods=goods, rank=rank)


def _rank(tied: int, merchant: bool) -> str:
    """ME-65, ME-66: whether a seat that sold most did so alone, tied with others, or tied as Merchant."""
    if merchant:
        return _("as Merchant in a tie")
    if tied == 1:
        return _("the most")
    return ngettext("tied with {others} other", "tied with {others} others", tied - 1).format(others=tied - 1)
