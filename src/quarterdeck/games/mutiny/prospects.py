"""What may come of a choice in Mutiny! until the turn is over, for the coach's reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from quarterdeck.coach.foresight import Prospect
from quarterdeck.i18n import N_
from quarterdeck.play import Event

__all__ = ["PROSPECTS"]


def _best(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return sum(one.kind == "primary" and one.seat == seat for one in events)


def _second(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return sum(one.kind == "secondary" and one.seat == seat for one in events)


def _cutlasses(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    changes = {"gained": 1, "lost": -1}
    return sum(
        changes[one.kind] * int(one.data["amount"])
        for one in events
        if one.kind in changes and one.seat == seat and one.data["resource"] == "cutlass"
    )


def _spyglass(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return any(one.kind == "spyglass" and one.seat == seat for one in events)


def _price(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    paid = [one for one in events if one.kind in ("deal", "struck")]
    return sum(int(one.data["rum"]) for one in paid if one.data["payer"] == seat)


PROSPECTS: Final = (
    Prospect(N_("The chance that you get the spyglass in this turn"), _spyglass),
    Prospect(N_("Best bribes in this turn, on average"), _best, amount=True),
    Prospect(N_("Second-best bribes in this turn, on average"), _second, amount=True),
    Prospect(N_("The cutlasses that this turn brings you, on average"), _cutlasses, amount=True),
    Prospect(N_("The rum that you pay the lookout in this turn, on average"), _price, amount=True, wish=-1),
)
