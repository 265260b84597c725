"""What cards on the table are worth in this round (ME-62 to ME-67), and cards kept in hand in the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quarterdeck.bots.thumb.meuterer.odds import Spread, among, exactly, plus, price
from quarterdeck.bots.thumb.meuterer.sight import SOLD, Cards, Sight

# Rivals who are still in show about so much of what they could.
EAGERNESS = 0.6
# A rival's best single kind among five fresh cards, for islands that take any.
BEST_OF_FIVE: Spread = (0.0, 0.35, 0.5, 0.15)
# Points of the next round are less sure than points of this one.
HOPE = 0.6
# A conflict card in hand is worth about this much from round to round, the first two at least.
CONFLICT_KEPT = 0.45
KIND_FIGURES = (2, 1, 0)  # ME-67

# What is bought, and the points for selling most: alone, tied by two, by three.
Stall = tuple[str, tuple[int, ...]]
# A market: what it buys, and the points to expect there for selling 0, 1, 2, … cards.
Market = tuple[str, Sequence[float]]

MOST = 10


def markets(sight: Sight, merchant: bool = False) -> list[Market]:
    """This round's markets with what I may expect in each; in `manual` each kind is a market of its own."""
    stalls = _kinds() if sight.manual else _stalls(sight.markets)
    made: list[Market] = []
    for kind, figures in stalls:
        rivals = [_offer(sight, seat, kind) for seat in sight.rivals]
        made.append((kind, [price(figures, count, rivals, merchant) for count in range(MOST)]))
    return made


def _kinds() -> list[Stall]:
    return [(kind, KIND_FIGURES) for kind in SOLD]


def _stalls(islands: Sequence[dict[str, Any]]) -> list[Stall]:
    return [(island["buys"], tuple(island["trade"])) for island in islands]


def _offer(sight: Sight, seat: int, kind: str) -> Spread:
    """How many cards of a kind a rival will offer: those shown and, unless gone, some of the hand."""
    shown = sight.shown[seat]
    kinds = SOLD if kind == "any" else (kind,)
    best = max(kinds, key=lambda one: (shown[one], sight.share[one]))
    fixed = exactly(shown[best])
    return fixed if sight.seat(seat)["left"] else plus(fixed, sight.held(seat, best, EAGERNESS))


def worth(markets: Sequence[Market], cards: Cards, manual: bool) -> float:
    """The points to expect from cards on the table, sold in the best way."""
    if manual:
        return sum(prices[min(cards[kind], MOST - 1)] for kind, prices in markets)
    if len(markets) == 1:
        return _best(markets[0], cards)
    return max(
        (points + _best(markets[1], cards - sold) for points, sold in _lots(markets[0], cards)), default=0.0
    )


def _best(market: Market, cards: Cards) -> float:
    wanted, prices = market
    return float(prices[max(cards[kind] for kind in (SOLD if wanted == "any" else (wanted,)))])


def _lots(market: Market, cards: Cards) -> list[tuple[float, Cards]]:
    wanted, prices = market
    lots = [
        (float(prices[count]), Cards({kind: count}))
        for kind in (SOLD if wanted == "any" else (wanted,))
        for count in range(1, cards[kind] + 1)
    ]
    return [(0.0, Cards()), *lots]


class Prospects:
    """What a hand kept for the next round is worth, by the island the ship sails to."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._stalls = _kinds() if sight.manual else _stalls(sight.view["islands"])
        self._prices: dict[int, list[float]] = {}

    def hand(self, kept: Cards, *active: int) -> float:
        """The points to expect from this hand, filled up to five cards, once these islands are active."""
        if self._sight.last_round:
            return 0.0
        stalls = range(len(SOLD)) if self._sight.manual else {*active}
        fresh = max(0, 5 - kept.total())
        sales = sum(self._stall(stall, kept, fresh) for stall in stalls)
        return HOPE * sales + CONFLICT_KEPT * min(2, kept["conflict"])

    def _stall(self, stall: int, kept: Cards, fresh: int) -> float:
        wanted, _figures = self._stalls[stall]
        if stall not in self._prices:
            self._prices[stall] = self._expect(stall)
        prices = self._prices[stall]
        kinds = SOLD if wanted == "any" else (wanted,)
        count = max(kept[kind] + fresh * self._sight.share[kind] for kind in kinds)
        whole = min(int(count), MOST - 2)
        return prices[whole] + (count - whole) * (prices[whole + 1] - prices[whole])

    def _expect(self, stall: int) -> list[float]:
        wanted, figures = self._stalls[stall]
        rival = BEST_OF_FIVE if wanted == "any" else among(5, EAGERNESS * self._sight.share[wanted])
        rivals = [rival] * (self._sight.players - 1)
        return [price(figures, count, rivals) for count in range(MOST)]
