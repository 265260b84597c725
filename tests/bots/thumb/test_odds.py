from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.bots.thumb.meuterer.odds import Spread, among, at_least, exactly, maybe, plus, price

FIGURES = (6, 4, 3)
spreads = st.lists(st.integers(1, 9), min_size=1, max_size=4).map(
    lambda weights: [weight / sum(weights) for weight in weights]
)


def outcomes(*several: Spread) -> list[tuple[tuple[int, ...], float]]:
    """Every combination of numbers, with its probability."""
    found = []
    for counts in product(*(range(len(spread)) for spread in several)):
        likely = 1.0
        for spread, count in zip(several, counts, strict=True):
            likely *= spread[count]
        found.append((counts, likely))
    return found


@given(spreads, spreads)
def test_at_least_is_the_chance_that_the_first_number_is_not_smaller(one: Spread, other: Spread) -> None:
    wanted = sum(p for (mine, theirs), p in outcomes(one, other) if mine >= theirs)
    assert at_least(one, other) == pytest.approx(wanted)


@given(spreads, spreads)
def test_plus_is_the_spread_of_the_sum(one: Spread, other: Spread) -> None:
    total = plus(one, other)
    for number, likely in enumerate(total):
        assert likely == pytest.approx(sum(p for counts, p in outcomes(one, other) if sum(counts) == number))


@given(st.integers(1, 4), st.lists(spreads, min_size=2, max_size=3), st.booleans())
def test_ME_65_and_ME_66_price_is_the_mean_over_all_that_rivals_may_sell(
    count: int, rivals: list[Spread], merchant: bool
) -> None:
    wanted = 0.0
    for counts, likely in outcomes(*rivals):
        if max(counts) <= count:
            tied = counts.count(count)
            wanted += likely * (FIGURES[0] if merchant else (*FIGURES, 0)[tied])
    assert price(FIGURES, count, rivals, merchant) == pytest.approx(wanted)


def test_nothing_sold_scores_nothing() -> None:
    assert price(FIGURES, 0, [exactly(0)] * 3) == 0


def test_among_unseen_cards_a_share_is_binomial() -> None:
    assert among(2, 0.5) == pytest.approx((0.25, 0.5, 0.25))
    assert maybe(0.5, among(2, 0.5)) == pytest.approx([0.625, 0.25, 0.125])
