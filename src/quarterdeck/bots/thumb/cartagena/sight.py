"""What the player sees, as the rules of thumb want it: from the JSON of a view and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from quarterdeck.kernel.spec import Json

SIDES = ("valverde", "diaz")
OTHER = {"valverde": "diaz", "diaz": "valverde"}
# Per combat card: the side that it fights for and its value.
CARDS = {
    f"{colour} {value}": (side, value)
    for side, colour in zip(SIDES, ("pink", "grey"), strict=True)
    for value in (1, 2, 3)
}
# How sure I am of a conviction that its owner has handled since I saw it (CA-49), and of one I never saw; and
# how much likelier a card in a duel is of its player's own colour than of the other.
STALE, UNSEEN, TELLING = 0.7, 0.5, 2.5
# How many spaces the ship moves in a round, and how much of each supply a player takes out of it.
PACE = 1.9
TAKEN = {"combat": 0.8, "gold": 0.35, "coins": 0.5}


class Sight:
    """A view's JSON (docs/json/cartagena.md), of a seat that is about to act."""

    def __init__(self, view: Json) -> None:
        self.view = view
        self.me: int = view["seat"]
        self.seats: list[dict[str, Any]] = view["seats"]
        self.mine = self.seats[self.me]
        self.players = len(self.seats)
        self.rivals = [(self.me + step) % self.players for step in range(1, self.players)]
        self.side: str | None = self.mine["side"]
        self.hand: list[str] = self.mine["combat"]
        self.gold: int = self.mine["gold_worth"]
        self.supply: dict[str, int] = view["supply"]

    @cached_property
    def gold_card(self) -> float:
        """What a gold card that I can't see is worth on average."""
        unseen = self.view["unseen"]["gold"]
        return mean((int(value), count) for value, count in unseen.items()) or 2.0

    @cached_property
    def combat_cards(self) -> list[tuple[str, float]]:
        """Each combat card, and its share of those that I can't place."""
        unseen = self.view["unseen"]["combat"]
        total = sum(unseen.values())
        if not total:
            return [(card, 1 / len(CARDS)) for card in CARDS]
        return [(card, count / total) for card, count in unseen.items()]

    def wealth(self, seat: int) -> float:
        """The gold of a seat, coins and cards, as far as it can be known."""
        one = self.seats[seat]
        hidden = one["gold_count"] - len(one["gold_known"])
        return float(one["gold_worth"] + hidden * self.gold_card)

    @cached_property
    def beliefs(self) -> list[float]:
        """By seat: how likely it is to fight for Captain Valverde."""
        seen = {one["seat"]: one["side"] for one in self.mine["saw"]}
        found = []
        for seat, one in enumerate(self.seats):
            if one["side"] in SIDES:
                found.append(float(one["side"] == "valverde"))
            else:
                belief = UNSEEN
                if seat in seen:
                    belief = STALE if seen[seat] == "valverde" else 1 - STALE
                odds = belief / (1 - belief) * TELLING ** self._shown[seat]
                found.append(odds / (1 + odds))
        return found

    @cached_property
    def _shown(self) -> list[float]:
        """By seat: pink cards laid in duels less grey ones; a card of I don't know whom counts for all."""
        shown = [0.0] * self.players
        for laid in (laid for duel in self.view["duels"] for laid in duel["rounds"]):
            unknown = [seat for seat in self.rivals if seat not in laid["by"]]
            for card, seat in zip(laid["cards"], laid["by"], strict=True):
                pink = 1.0 if CARDS[card][0] == "valverde" else -1.0
                if seat is not None:
                    shown[seat] += pink
                else:
                    for one in unknown:
                        shown[one] += pink / len(unknown)
        return shown

    def on(self, side: str, seat: int) -> float:
        """How likely a seat is to fight for a side."""
        belief = self.beliefs[seat]
        return belief if side == "valverde" else 1 - belief

    @cached_property
    def rounds_left(self) -> float:
        """How many more rounds the voyage will have after this one, by the route and by the supplies."""
        if self.view["duels"]:
            return 0.0
        ways = [self.view["route"]["left"] / PACE]
        ways += [self.supply[pile] / (self.players * rate) for pile, rate in TAKEN.items()]
        return 0.0 if self.view["dry"] else max(0.0, min(ways) - 0.5)


def mean(weighed: Iterable[tuple[float, float]]) -> float:
    """The mean of numbers with weights; 0 of none."""
    total = weights = 0.0
    for number, weight in weighed:
        total += number * weight
        weights += weight
    return total / weights if weights else 0.0
