"""How the mutiny may end: which side wins, and whether I am then the richest who fought for it (CA-69)."""

from __future__ import annotations

from functools import cached_property
from math import exp, sqrt

from quarterdeck.bots.thumb.cartagena.odds import likely, race
from quarterdeck.bots.thumb.cartagena.sight import CARDS, OTHER, SIDES, Sight

DUELS = 5
# What a rival's combat card adds to its side, on average, and in how many duels a side spends its cards.
PER_CARD, SPENT_IN = 1.4, 4
# How far a duel strays from what cards and sailors promise: the players' doing, and the two sailors'.
PLAYERS_DOING, SAILORS_DOING = 3.0, 4.3
# How far gold strays: what a round brings, and each card that I can't see.
ROUNDS_GOLD, HIDDEN_GOLD = 1.0, 0.5
# A win is worth so many coins; and how clearly the better side is chosen.
WIN, RESOLVE = 25.0, 14.0


class Outlook:
    """The chances of either side, and mine on it."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._chances: dict[tuple[str, float, float], float] = {}

    def presence(self, seat: int) -> float:
        """How likely a rival takes part in the mutiny at all (CA-60)."""
        one = self.sight.seats[seat]
        if not one["alive"]:
            return 0.0
        return 1.0 if one["side"] else min(0.95, 0.4 * self.sight.rounds_left)

    @cached_property
    def _force(self) -> dict[int, float]:
        """What each rival's combat cards may add to its side."""
        seats = self.sight.seats
        return {
            seat: PER_CARD * seats[seat]["combat_count"] * self.presence(seat) for seat in self.sight.rivals
        }

    def own(self, side: str) -> float:
        """The sum of my own cards for a side."""
        return float(sum(CARDS[card][1] for card in self.sight.hand if CARDS[card][0] == side))

    @cached_property
    def _doubt(self) -> float:
        """The variance of a duel that comes of not knowing who is for whom."""
        sight = self.sight
        return sum(
            4 * sight.beliefs[seat] * (1 - sight.beliefs[seat]) * (force / SPENT_IN) ** 2
            for seat, force in self._force.items()
        )

    def duels(self, side: str, strength: float = 0.0, later: int = 0) -> list[float]:
        """The chances of a side in the duels still to come, but for the first few, if I am on it and so much
        stronger.
        """
        sight = self.sight
        over = sum(sight.view["wins"].values()) + later
        lead = self.own(side) + strength
        lead += sum((2 * sight.on(side, seat) - 1) * force for seat, force in self._force.items())
        lead /= min(SPENT_IN, max(1, DUELS - over))
        calm = sqrt(PLAYERS_DOING**2 + self._doubt)
        rough = sqrt(calm**2 + SAILORS_DOING**2)
        chances = []
        for pair in sight.view["sailors"]["pairs"][over:]:
            if pair[side] is None:
                chances.append(likely(lead, rough))
            else:
                chances.append(likely(lead + pair[side] - pair[OTHER[side]], calm))
        return chances

    def prevails(self, side: str, strength: float = 0.0) -> float:
        """The chance that a side wins the mutiny with me on it."""
        wins = self.sight.view["wins"]
        return race(wins[side], wins[OTHER[side]], self.duels(side, strength))

    def richest(self, side: str, gold: float = 0.0) -> float:
        """The chance that nobody on a side is richer than I with so much more."""
        sight = self.sight
        chance = 1.0
        for seat in sight.rivals:
            one = sight.seats[seat]
            hidden = one["gold_count"] - len(one["gold_known"])
            spread = 0.7 + ROUNDS_GOLD * sqrt(sight.rounds_left) + HIDDEN_GOLD * sqrt(hidden)
            richer = likely(sight.wealth(seat) - sight.gold - gold, spread)
            chance *= 1 - sight.on(side, seat) * self.presence(seat) * richer
        return chance

    def chance(self, side: str, gold: float = 0.0, strength: float = 0.0) -> float:
        """My chance to win on a side, with so much more gold and strength, if my cards last."""
        key = (side, gold, strength)
        if key not in self._chances:
            self._chances[key] = self.prevails(side, strength) * self.richest(side, gold)
        return self._chances[key]

    @cached_property
    def lean(self) -> dict[str, float]:
        """How likely I shall fight for either side in the end."""
        sight = self.sight
        better = self.chance("valverde") - self.chance("diaz")
        valverde = 1 / (1 + exp(-RESOLVE * better))
        if sight.side is not None:
            # Only Bijoux could change it.
            valverde = 0.08 * valverde + 0.92 * (sight.side == "valverde")
        return {"valverde": valverde, "diaz": 1 - valverde}

    @cached_property
    def best(self) -> str:
        """The side that I am on, or would choose now."""
        if self.sight.side is not None:
            return self.sight.side
        return max(SIDES, key=self.chance)

    @cached_property
    def gold(self) -> float:
        """What a coin more is worth, one if my fate hangs on gold as much as it usually does."""
        gain = sum(
            share * (self.chance(side, gold=1.0) - self.chance(side)) for side, share in self.lean.items()
        )
        return 0.5 + 0.5 * min(2.0, WIN * gain)

    def strength(self, side: str) -> float:
        """What one more in a side's duels is worth to me if I am on it."""
        gain = (self.chance(side, strength=2.0) - self.chance(side)) / 2
        return 0.25 + 0.5 * min(1.0, WIN * gain)
