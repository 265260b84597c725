"""The value of shown cards in this round (ME-62 to ME-67), and of kept cards in the next.

A stall is a place where goods are sold: an island or, in `manual`, a kind.
"""

from __future__ import annotations

from quarterdeck.games.meuterer.heuristics.estimates import (
    MOST,
    Cards,
    Estimates,
    Numbers,
    has_left,
    holds,
    last_round,
    manual,
    total,
)
from quarterdeck.games.meuterer.heuristics.odds import Spread, among, exactly
from quarterdeck.games.meuterer.selling import buys, price, takes
from quarterdeck.games.meuterer.state import ANY, HAND, NONE, SOLD_KINDS, Good, State
from quarterdeck.kernel.jit import rule

# Rivals who have not left yet will show this share of their useful cards.
EAGERNESS = 0.6
# For islands that take any kind: the distribution of the number of cards of a rival's most frequent kind
# among five fresh cards.
BEST_OF_FIVE = (0.0, 0.35, 0.5, 0.15)
# The factor for points of the next round, which are less certain.
HOPE = 0.6
# The value of keeping a conflict card for the next round, for at most two.
CONFLICT_KEPT = 0.45


@rule
def bought(s: State, stall: int) -> int:
    """ME-63, ME-67: the kind that a stall buys, or ANY."""
    return stall if manual(s) else buys(s, stall)


@rule
def figure(s: State, stall: int, tied: int) -> int:
    """ME-65, ME-67: the points for selling most at a stall, alone or tied."""
    return max(0, 3 - tied) if manual(s) else price(s, stall, tied)


# This round


@rule
def markets(s: State) -> int:
    """ME-62, ME-67: the number of stalls where goods are sold in this round."""
    if manual(s):
        return SOLD_KINDS
    return 1 if s.astern == NONE else 2


@rule
def stall_of(s: State, market: int) -> int:
    """The stall of a market: the ship's island is market 0."""
    if manual(s):
        return market
    return int(s.ship) if market == 0 else int(s.astern)


@rule
def ask_prices(s: State, seat: int, estimates: Estimates) -> None:
    """Write the expected points at each market, by number of cards sold, to `prices` and `merchants`."""
    for market in range(markets(s)):
        stall = stall_of(s, market)
        rivals = 0
        for other in range(int(s.seats)):
            if other != seat:
                offered(s, other, stall, estimates.share, estimates.spreads[rivals])
                rivals += 1
        for number in range(MOST):
            plain, merchant = expected(s, stall, number, rivals, estimates.spreads)
            estimates.prices[market, number] = plain
            estimates.merchants[market, number] = merchant


@rule
def offered(s: State, seat: int, stall: int, share: Numbers, out: Spread) -> None:
    """Write the distribution of the number of cards that a rival will sell at a stall to `out`.

    They are the cards that it shows and, if it has not left yet, some of its hand.
    """
    best = bought(s, stall)
    if best == ANY:
        best = 0
        for kind in range(1, SOLD_KINDS):
            more = s.shown[seat, kind] - s.shown[seat, best]
            if more > 0 or (more == 0 and share[kind] > share[best]):
                best = kind
    if has_left(s, seat):
        exactly(int(s.shown[seat, best]), out)
    else:
        holds(s, seat, best, int(s.shown[seat, best]), EAGERNESS, share, out)


@rule
def expected(s: State, stall: int, number: int, rivals: int, sold: Spread) -> tuple[float, float]:
    """ME-65, ME-66: the expected points of selling `number` cards, without and with the Merchant.

    `sold` is the distribution of each rival's sales, float64 [rivals, SPREAD].
    """
    if number == 0:
        return 0.0, 0.0
    # The chances that no rival sells more, and that no rival (`alone`), one, two or three sell as many as I.
    alone = 1.0
    one = two = three = 0.0
    for rival in range(rivals):
        fewer = 0.0
        for less in range(number):
            fewer += sold[rival, less]
        equal = sold[rival, number]
        three = three * fewer + two * equal
        two = two * fewer + one * equal
        one = one * fewer + alone * equal
        alone = alone * fewer
    plain = alone * figure(s, stall, 1) + one * figure(s, stall, 2) + two * figure(s, stall, 3)
    return plain, (alone + one + two + three) * figure(s, stall, 1)


@rule
def worth_of(s: State, prices: Numbers, cards: Cards) -> float:
    """The expected points of the cards shown, sold in the best way; the cards stay as they are."""
    if manual(s):
        points = 0.0
        for kind in range(SOLD_KINDS):
            points += prices[kind, cards[kind]]
        return points
    if s.astern == NONE:
        return most_of_one(s, 0, prices, cards)
    best = most_of_one(s, 1, prices, cards)
    for kind in range(SOLD_KINDS):
        if takes(s, int(s.ship), kind):
            number = int(cards[kind])
            for sold in range(1, number + 1):
                cards[kind] = number - sold
                best = max(best, prices[0, sold] + most_of_one(s, 1, prices, cards))
            cards[kind] = number
    return best


@rule
def most_of_one(s: State, market: int, prices: Numbers, cards: Cards) -> float:
    """The expected points at one market for the most frequent kind that it takes."""
    wanted = buys(s, stall_of(s, market))
    if wanted != ANY:
        return float(prices[market, cards[wanted]])
    most = 0
    for kind in range(SOLD_KINDS):
        most = max(most, int(cards[kind]))
    return float(prices[market, most])


# The next round


@rule
def hope(s: State, kept: Cards, estimates: Estimates) -> float:
    """The expected points, at the ship's island (`manual`: in all), of a hand filled up to five cards."""
    if last_round(s):
        return 0.0
    sales = 0.0
    if manual(s):
        for kind in range(SOLD_KINDS):
            sales += at_stall(s, kind, kept, estimates)
    else:
        sales = at_stall(s, int(s.ship), kept, estimates)
    return HOPE * sales + CONFLICT_KEPT * min(2, int(kept[Good.CONFLICT]))


@rule
def more_hope(s: State, place: int, kept: Cards, estimates: Estimates) -> float:
    """The additional points in the next round if this place (NONE: there is none) is active as well."""
    if place == NONE or place == s.ship or manual(s) or last_round(s):
        return 0.0
    return HOPE * at_stall(s, place, kept, estimates)


@rule
def at_stall(s: State, stall: int, kept: Cards, estimates: Estimates) -> float:
    """The expected points at one stall of the next round."""
    if estimates.hopes[stall, 0] < 0:
        foresee_prices(s, stall, estimates)
    fresh = max(0, HAND - total(kept))
    wanted = bought(s, stall)
    number = 0.0
    if wanted == ANY:
        for kind in range(SOLD_KINDS):
            number = max(number, kept[kind] + fresh * estimates.share[kind])
    else:
        number = kept[wanted] + fresh * estimates.share[wanted]
    whole = min(int(number), MOST - 2)
    low = float(estimates.hopes[stall, whole])
    return low + (number - whole) * (float(estimates.hopes[stall, whole + 1]) - low)


@rule
def foresee_prices(s: State, stall: int, estimates: Estimates) -> None:
    """Write the expected points at a stall, by number of cards, to `hopes`: rivals have five fresh cards."""
    rivals = int(s.seats) - 1
    kind = bought(s, stall)
    for rival in range(rivals):
        sold = estimates.spreads[rival]
        exactly(0, sold)
        if kind == ANY:
            for number in range(len(BEST_OF_FIVE)):
                sold[number] = BEST_OF_FIVE[number]
        else:
            among(sold, HAND, EAGERNESS * estimates.share[kind])
    for number in range(MOST):
        estimates.hopes[stall, number], _ = expected(s, stall, number, rivals, estimates.spreads)
