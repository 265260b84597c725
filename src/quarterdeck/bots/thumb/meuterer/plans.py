"""Which cards to show, when to leave and as what: every set of cards that could still be shown is a plan."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from quarterdeck.bots.thumb.meuterer import mutiny
from quarterdeck.bots.thumb.meuterer.selling import Market, Prospects, markets, worth
from quarterdeck.bots.thumb.meuterer.sight import Cards, Sight

# To be Captain in the next round is worth about this much.
CHAIR = 1.2
# The Loader's choice of cards is worth about this much in the rounds to come.
LOADER = 0.7
# Each card shown first gives the others time to take the better action cards, and shows them my plan.
HURRY = 0.12
# A point that a rival misses is worth this part of a point of mine.
SPITE = 0.1
# In how much of a turn round the table a rival leaves.
LEAVING = 0.25


class Plans:
    """The worth of everything that a player in phase 2 can still do."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.prospects = Prospects(sight)
        self._success: dict[tuple[str | None, int], float] = {}

    @cached_property
    def markets(self) -> list[Market]:
        return markets(self.sight)

    @cached_property
    def merchant_markets(self) -> list[Market]:
        return markets(self.sight, merchant=True)

    @cached_property
    def free(self) -> frozenset[str] | None:
        """The action cards that I have seen lying there, once I have left (ME-34)."""
        if not self.sight.seat(self.sight.me)["left"]:
            return None
        return frozenset(mutiny.ROLES) - set(self.sight.view["roles_gone"])

    def shows(self) -> Iterator[tuple[Cards, float]]:
        """Every set of cards that I could show before leaving, nothing included, and what that is worth."""
        hand = self.sight.hand
        kinds = [kind for kind in hand if kind != "pirates"]
        for counts in product(*(range(hand[kind] + 1) for kind in kinds)):
            cards = Cards(dict(zip(kinds, counts, strict=True)))
            yield cards, self.plan(cards)

    def plan(self, cards: Cards) -> float:
        """What it is worth to show these cards and then to leave."""
        sight = self.sight
        table = sight.shown[sight.me] + cards
        kept = sight.hand - cards
        sales = worth(self.markets, table, sight.manual)
        if sight.me == sight.captain:
            rest = self.command(table, kept)
        else:
            # The best role that is likely to lie there still, and if not that, the next one.
            rest, missed = 0.0, 1.0
            for role, points in sorted(self.roles(table, kept).items(), key=lambda pair: -pair[1]):
                there = (1 - mutiny.desire(sight, role)) ** self._gone_before(cards.total())
                rest += missed * there * points
                missed *= 1 - there
            rest += self.home(kept)
        return sales + rest - HURRY * cards.total()

    def _gone_before(self, cards: int) -> float:
        """How many rivals will have taken an action card before I have shown so many cards and left."""
        others = [seat for seat in self.sight.rivals if seat != self.sight.captain]
        still_in = sum(not self.sight.seat(seat)["left"] for seat in others)
        return len(others) - still_in + still_in * min(1.0, LEAVING * cards)

    def command(self, table: Cards, kept: Cards) -> float:
        """ME-33, ME-60: what the Captain gets from leaving with these cards, in danger of a mutiny."""
        place = self.sight.ahead(kept.total())
        stays = 1 - mutiny.taken_by_rival(self.sight, "mutineer", None) * self._succeeds(None, table, kept)
        return stays * (self.sight.dock(place) + self._chair) + self.prospects.hand(
            kept, place, self.sight.ship
        )

    def roles(self, table: Cards, kept: Cards) -> dict[str, float]:
        """What each action card is worth to me, over taking none."""
        sight = self.sight
        rebel = mutiny.taken_by_rival(sight, "mutineer", self.free)
        mine = sight.ahead(kept.total())
        target = sum(weight * sight.dock(place) for place, weight in self._captain_bound)
        won = self._succeeds("mutineer", table, kept)
        moved = self.prospects.hand(kept, mine, sight.ship) - self.home(kept)
        boy = rebel * self._succeeds("cabin-boy", table, kept)
        toppled = rebel * self._succeeds("first-mate", table, kept)
        plain = worth(self.markets, table, sight.manual)
        return {
            # A mutiny pays its dock and the command, and takes the Captain's points away.
            "mutineer": won * (sight.dock(mine) + self._chair + moved + SPITE * target),
            # Two points, if somebody else mutinies and wins.
            "cabin-boy": boy * (2 + SPITE * target),
            # One point and the offer, unless a mutiny succeeds.
            "first-mate": (1 - toppled) * (1 + (sight.view["offer"] or 0)),
            # What ties for the most would cost.
            "merchant": worth(self.merchant_markets, table, sight.manual) - plain,
            # Better cards next time, all the more the fewer are kept.
            "loader": 0.0 if sight.last_round else LOADER + 0.08 * (5 - kept.total()),
        }

    def home(self, kept: Cards) -> float:
        """What the cards in hand are worth in the next round, wherever the Captain goes."""
        return sum(
            weight * self.prospects.hand(kept, place, self.sight.ship)
            for place, weight in self._captain_bound
        )

    @cached_property
    def _chair(self) -> float:
        return 0.0 if self.sight.last_round else CHAIR

    @cached_property
    def _captain_bound(self) -> list[tuple[int, float]]:
        """Where the Captain may be going, and how likely: the better the dock, the likelier."""
        set_course = self.sight.view["destinations"]["captain"]
        if set_course is not None:
            return [(set_course, 1.0)]
        cards = self.sight.seat(self.sight.captain)["hand_size"]
        docks = {self.sight.ahead(steps): 1.0 for steps in range(cards + 1)}
        weights = {place: 1.0 + self.sight.dock(place) for place in docks}
        return [(place, weight / sum(weights.values())) for place, weight in weights.items()]

    def _succeeds(self, role: str | None, table: Cards, kept: Cards) -> float:
        shown = 0 if self.sight.view["options"]["rules"] == "french" else table["conflict"]
        conflicts = shown + kept["conflict"]
        key = (role, conflicts)
        if key not in self._success:
            self._success[key] = mutiny.success(self.sight, role, conflicts, self.free)
        return self._success[key]
