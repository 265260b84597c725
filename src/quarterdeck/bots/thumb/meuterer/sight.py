"""What the player sees, as the rules of thumb want it: from the JSON of a view and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quarterdeck.bots.thumb.meuterer.odds import Spread, among, exactly, plus

SOLD = ("ruby", "salt", "wine", "cloth", "grain")
FOR = ("mutineer", "cabin-boy")

Cards = Counter[str]


@dataclass(frozen=True)
class Sight:
    """A view's JSON (docs/json/meuterer.md), of a seat that is about to act."""

    view: dict[str, Any]

    @cached_property
    def me(self) -> int:
        return int(self.view["seat"])

    @cached_property
    def rivals(self) -> list[int]:
        """The other seats, clockwise."""
        return [(self.me + step) % self.players for step in range(1, self.players)]

    @cached_property
    def players(self) -> int:
        return len(self.view["seats"])

    @cached_property
    def captain(self) -> int:
        return int(self.view["captain"])

    @cached_property
    def manual(self) -> bool:
        return bool(self.view["options"]["rules"] == "manual")

    @cached_property
    def last_round(self) -> bool:
        return bool(self.view["round"] == self.view["rounds"])

    @cached_property
    def hand(self) -> Cards:
        return Counter(self.view["seats"][self.me]["hand"])

    def seat(self, seat: int) -> dict[str, Any]:
        """What is known of a seat."""
        found: dict[str, Any] = self.view["seats"][seat]
        return found

    @cached_property
    def shown(self) -> list[Cards]:
        """By seat: the cards on the table."""
        return [Counter(one["shown"]) for one in self.view["seats"]]

    @cached_property
    def share(self) -> dict[str, float]:
        """By kind: its share of the cards that I can't place."""
        unseen = self.view["unseen"]
        total = sum(unseen.values()) or 1
        return {kind: unseen.get(kind, 0) / total for kind in (*SOLD, "conflict")}

    def held(self, seat: int, kind: str, eagerness: float = 1.0) -> Spread:
        """How many cards of a kind a rival's hand holds, and would part with."""
        one = self.seat(seat)
        known = one["known"]
        hidden = one["hand_size"] - len(known)
        return plus(exactly(known.count(kind)), among(hidden, eagerness * self.share[kind]))

    @cached_property
    def ship(self) -> int:
        return int(self.view["ship"])

    @cached_property
    def markets(self) -> list[dict[str, Any]]:
        """ME-62: the islands where goods are sold, the ship's first."""
        places = [self.ship, self.view["came_from"]]
        return [self.view["islands"][place] for place in places if place is not None]

    def ahead(self, steps: int) -> int:
        """ME-33: the place so many islands clockwise from the ship."""
        return int((self.ship + steps) % len(self.view["islands"]))

    def dock(self, place: int) -> int:
        """The points for docking at a place."""
        return int(self.view["islands"][place]["dock"])

    def shown_conflicts(self, seat: int) -> int:
        """ME-54: conflict cards on the table that will count in a mutiny."""
        return 0 if self.view["options"]["rules"] == "french" else self.shown[seat]["conflict"]
