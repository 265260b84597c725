"""Facts of a turn that the board shows beside the log: abilities, deals with the lookout, and the course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quarterdeck.tables.match.transcript import Chapter

__all__ = ["deeds_context"]


# The kinds of facts that are used here.
KINDS = {
    "turn_began",
    "primary",
    "secondary",
    "set_course",
    "controls",
    "resolved",
    "picked",
    "deal",
    "tied",
    "struck",
}


def deeds_context(chapters: Sequence[Chapter]) -> dict[str, Any]:
    """``deeds`` of the turn.

    ``abilities``: by crew member, who had the `primary` and the `secondary` one (MU-20). ``deals``: who paid
    the lookout how much since the last crew member was resolved (MU-23). ``course``: where the ship has
    sailed. ``hits``: by crew member, the player whom the effects concerned (MU-27).
    """
    deeds = _no_deeds()
    picked: Mapping[str, Any] = {}
    tied: Mapping[str, Any] = {}
    # Every turn begins a chapter. The end of the match begins one, too, but belongs to the last turn.
    for event in [event for part in chapters[-2:] for event in part.events if event.kind in KINDS]:
        data: Mapping[str, Any] = event.data
        match event.kind:
            case "turn_began":
                deeds = _no_deeds()
            case "primary" | "secondary":
                deeds["abilities"].setdefault(data["crew"], {})[event.kind] = event.seat
            case "set_course":
                deeds["course"] = data["destination"]
            case "controls":
                deeds["hits"][data["crew"]] = event.seat
            case "resolved":
                deeds["deals"] = []
            case "picked":
                picked = data
            case "tied":
                tied = data
            case "struck":
                # A match that begins in the middle of a tie has no fact `tied`.
                stake = {key: tied[key] for key in ("crew", "rank") if key in tied}
                deeds["deals"].append({**data, **stake, "lookout": event.seat})
            case "deal":
                deal = {**picked, "payer": data["payer"], "rum": data["rum"], "lookout": event.seat}
                deeds["deals"].append(deal)
    return {"deeds": deeds}


def _no_deeds() -> dict[str, Any]:
    return {"abilities": {}, "deals": [], "course": None, "hits": {}}
