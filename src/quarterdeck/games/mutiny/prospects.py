"""What may come of a choice in Mutiny! until the turn is over, for the coach's reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from quarterdeck.coach.foresight import Prospect
from quarterdeck.i18n import N_
from quarterdeck.play import Event

__all__ = ["PROSPECTS"]


def _best_bribes(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return sum(one.kind == "primary" and one.seat == seat for one in events)


def _second_best_bribes(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return sum(one.kind == "secondary" and one.seat == seat for one in events)


def _cutlasses_gained(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    changes = {"gained": 1, "lost": -1}
    return sum(
        changes[one.kind] * int(one.data["amount"])
        for one in events
        if one.kind in changes and one.seat == seat and one.data["resource"] == "cutlass"
    )


def _gets_spyglass(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return any(one.kind == "spyglass" and one.seat == seat for one in events)


def _rum_paid(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    deals = [one for one in events if one.kind in ("deal", "struck")]
    return sum(int(one.data["rum"]) for one in deals if one.data["payer"] == seat)


PROSPECTS: Final = (
    Prospect(N_("The chance that you get the spyglass in this turn"), _gets_spyglass),
    Prospect(N_("Best bribes in this turn, on average"), _best_bribes, amount=True),
    Prospect(N_("Second-best bribes in this turn, on average"), _second_best_bribes, amount=True),
    Prospect(N_("The cutlasses that this turn brings you, on average"), _cutlasses_gained, amount=True),
    Prospect(
        N_("The rum that you pay the lookout in this turn, on average"), _rum_paid, amount=True, wish=-1
    ),
)
