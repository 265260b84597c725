"""Moments of Cartagena."""

from __future__ import annotations

from typing import Any

from quarterdeck.tables.match.match import Match
from tests.web.moments import Moments

LIKED = {"take bijoux": 5, "take ojo": 4, "take crackpott": 4, "take cambivalute": 3}


def _weight(match: Match, seat: int, action: str) -> float:
    """Moves that lead to sides, cards and placed sailors come more often."""
    if action.startswith("play"):
        return 3
    if action in ("take bijoux", "take ojo") and match.position.to_json()["seats"][seat]["side"] is not None:
        return 1
    return LIKED.get(action, 1)


def _moment(view: dict[str, Any]) -> str:
    """Each phase in which Ann is to act, some in which she waits, and the end."""
    phase: str = view["phase"]
    if phase == "over":
        return "over" if view["winners"] else "over without a winner"
    mine = 0 in view["to_act"]
    if phase == "duel" and mine:
        return "first round of a duel" if view["duels"][-1]["round"] == 1 else "duel"
    if phase == "cabins" and mine:
        return "cabins all open" if all(door["state"] != "closed" for door in view["row"]) else "cabins"
    if mine:
        return phase
    return "waiting for a card" if phase == "duel" else "waiting"


MOMENTS = (
    "cabins",
    "cabins all open",
    "diaz",
    "tembo",
    "swap",
    "trade",
    "pang",
    "rob",
    "side",
    "spy",
    "sailors",
    "inspect",
    "handle",
    "first round of a duel",
    "duel",
    "waiting for a card",
    "waiting",
    "over",
    "over without a winner",
)

CARTAGENA = Moments("cartagena", MOMENTS, _moment, _weight, range(40))
