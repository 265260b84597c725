"""What may come of a choice in Meuterer until the round is over, for the coach's reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from quarterdeck.coach.foresight import Prospect
from quarterdeck.i18n import N_
from quarterdeck.play import Event

__all__ = ["PROSPECTS"]

SALES: Final = ("trade_points", "kind_points")


def _mutiny_succeeds(events: Sequence[Event], _seat: int, _view: Mapping[str, Any]) -> float:
    return any(one.kind == "mutiny_won" for one in events)


def _docks_ship(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return any(one.kind == "docked" and one.seat == seat for one in events)


def _points_for_goods(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return sum(_points_of(one) for one in events if one.kind in SALES and one.seat == seat)


def _points_for_loyalty(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    kinds = ("mate_rewarded", "cabin_boy_rewarded")
    return sum(_points_of(one) for one in events if one.kind in kinds and one.seat == seat)


def _points_paid(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return sum(_points_of(one) for one in events if one.kind == "offer_paid" and one.seat == seat)


def _points_of(event: Event) -> int:
    return int(event.data["points"])


PROSPECTS: Final = (
    Prospect(N_("The chance that a mutiny succeeds in this round"), _mutiny_succeeds, wish=0),
    Prospect(N_("The chance that you bring the ship to its harbour"), _docks_ship),
    Prospect(N_("Points for goods in this round, on average"), _points_for_goods, amount=True),
    Prospect(N_("Reward for being on the right side, on average"), _points_for_loyalty, amount=True),
    Prospect(N_("What you pay for the First Mate’s loyalty, on average"), _points_paid, amount=True, wish=-1),
)
