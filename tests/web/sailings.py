"""Moments of Mutiny!."""

from __future__ import annotations

from typing import Any

from quarterdeck.tables.match.match import Match
from tests.web.moments import Moments

MOMENTS = ("bid", "offer", "pick", "move", "course", "lose", "retrieve", "waiting bid", "waiting", "over")


def _weight(_match: Match, _seat: int, action: str) -> float:
    """Bids are small, so that something is left for all crew members."""
    verb, *rest = action.split()
    return 0.6 ** (int(rest[0]) + int(rest[1])) if verb == "bid" else 0.2 if verb == "done" else 1


def _moment(view: dict[str, Any]) -> str:
    name = view["phase"] if 0 in view["to_act"] or view["phase"] == "over" else f"waiting {view['phase']}"
    return name if name in MOMENTS else "waiting"


MUTINY = Moments("mutiny", MOMENTS, _moment, _weight, range(88, 128))
