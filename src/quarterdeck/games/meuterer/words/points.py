"""The source of each point of a round: a table of sources and seats, built from events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from quarterdeck.games.meuterer.words import names
from quarterdeck.i18n import _

__all__ = ["EventLike", "round_points"]


class EventLike(Protocol):
    """The part of the public `Event` that this module needs."""

    @property
    def kind(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def data(self) -> Mapping[str, Any]: ...


@dataclass
class _Row:
    label: str
    rule: str
    cells: list[dict[str, Any]] = field(default_factory=list)


def round_points(number: int, facts: Iterable[EventLike], players: int) -> dict[str, Any]:
    """The points of one round, ready for the page and for JSON.

    `facts` are the events of that round; unrelated ones are skipped. Returns ``{"round", "outcome": None |
    "won" | "lost", "for", "against", "island": the island docked at or None, "rows": [{"label", "rule",
    "cells": [{"points": int | None, "note": str}, …]}, …], "totals": [int, …]}`` with one cell and one total
    for each seat.
    """
    rows: dict[tuple[str, str], _Row] = {}
    result: dict[str, Any] = {"round": number, "outcome": None, "for": 0, "against": 0, "island": None}
    for fact in facts:
        if fact.kind in ("mutiny_won", "mutiny_lost"):
            result["outcome"] = fact.kind.removeprefix("mutiny_")
            result["for"], result["against"] = fact.data["for"], fact.data["against"]
        elif fact.kind == "docked":
            result["island"] = fact.data["island"]
        _enter_fact(rows, fact, players)
    result["rows"] = [{"label": row.label, "rule": row.rule, "cells": row.cells} for row in rows.values()]
    result["totals"] = [
        sum(row.cells[seat]["points"] or 0 for row in rows.values()) for seat in range(players)
    ]
    return result


def _enter_fact(rows: dict[tuple[str, str], _Row], fact: EventLike, players: int) -> None:
    row_of_fact = _row_of_fact(fact)
    if row_of_fact is None or fact.seat is None or fact.seat < 0:
        return
    kind, name, text = row_of_fact
    row = rows.setdefault(
        (kind, name), _Row(text, fact.rule, [{"points": None, "note": ""} for _seat in range(players)])
    )
    cell = row.cells[fact.seat]
    if fact.kind == "sold":
        cell["note"] = names.good_count(str(fact.data["good"]), int(fact.data["count"]))
    elif fact.kind == "offer_paid":
        cell["points"] = (cell["points"] or 0) - int(fact.data["points"])
    else:
        if fact.kind == "trade_points":
            row.rule = "ME-65"
        cell["points"] = (cell["points"] or 0) + int(fact.data["points"])
        if fact.rule == "ME-66":
            cell["note"] = _("{sold}, Merchant").format(sold=cell["note"]).removeprefix(", ")


def _row_of_fact(fact: EventLike) -> tuple[str, str, str] | None:
    """The row of a fact: a kind, a name within it, and its label."""
    if fact.kind == "docked":
        return "dock", "", _("Docking at {island}").format(island=fact.data["island"])
    if fact.kind == "mate_rewarded":
        return "mate", "", _("First Mate")
    if fact.kind == "offer_paid":
        return "offer", "", _("The Captain's offer")
    if fact.kind == "cabin_boy_rewarded":
        return "boy", "", _("Cabin Boy")
    if fact.kind in ("sold", "trade_points"):
        island = str(fact.data["island"])
        return "trade", island, _("Selling at {island}").format(island=island)
    if fact.kind == "kind_points":
        good = str(fact.data["good"])
        return "kind", good, _("Most {goods}").format(goods=names.good_name(good, 2))
    return None
