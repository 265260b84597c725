from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quarterdeck
from quarterdeck.games.meuterer.heuristics.estimates import holds
from quarterdeck.games.meuterer.heuristics.odds import SPREAD, Spread, among, at_least, exactly, plus
from quarterdeck.games.meuterer.heuristics.selling import expected
from quarterdeck.games.meuterer.state import TRADE, Good

FIGURES = (6, 4, 3)
chances = st.lists(st.integers(1, 9), min_size=1, max_size=4).map(
    lambda weights: [weight / sum(weights) for weight in weights]
)


def spread(likely: Sequence[float]) -> Spread:
    """The chances of 0, 1, … as the rules keep them."""
    return np.array([*likely, *[0.0] * (SPREAD - len(likely))])


def known(number: int) -> Spread:
    """The spread of a number that is known."""
    made = spread([])
    exactly(number, made)
    return made


def outcomes(*several: Sequence[float]) -> list[tuple[tuple[int, ...], float]]:
    """Every combination of numbers, with its probability."""
    found = []
    for counts in product(*(range(len(one)) for one in several)):
        likely = 1.0
        for one, count in zip(several, counts, strict=True):
            likely *= one[count]
        found.append((counts, likely))
    return found


@given(chances, chances, st.integers(-3, 3))
def test_at_least_is_the_chance_that_the_first_number_moved_is_not_smaller(
    one: list[float], other: list[float], ahead: int
) -> None:
    wanted = sum(p for (mine, theirs), p in outcomes(one, other) if mine + ahead >= theirs)
    assert at_least(spread(one), spread(other), ahead) == pytest.approx(wanted)


@given(chances, chances, st.integers(0, 2), st.sampled_from([0.0, 0.3, 1.0]))
def test_plus_is_the_spread_of_a_sum_whose_second_part_is_there_only_with_some_likelihood(
    one: list[float], other: list[float], fixed: int, likely: float
) -> None:
    total = spread(one)
    plus(total, spread(other), fixed, likely)
    wanted = [0.0] * SPREAD
    for (first, second, there), p in outcomes(one, other, [1 - likely, likely]):
        wanted[first + there * (second + fixed)] += p
    assert total.tolist() == pytest.approx(wanted)


def island(state: Any) -> Any:
    """The state, with these figures at place 0."""
    state.trade[0] = TRADE.pack(buys=int(Good.RUBY), alone=FIGURES[0], two=FIGURES[1], three=FIGURES[2])
    return state


STATE = island(quarterdeck.game("meuterer").start(seed=1).state)


@given(st.integers(1, 4), st.lists(chances, min_size=2, max_size=3))
def test_ME_65_and_ME_66_a_price_is_the_mean_over_all_that_rivals_may_sell(
    count: int, rivals: list[list[float]]
) -> None:
    plain = merchant = 0.0
    for counts, likely in outcomes(*rivals):
        if max(counts) <= count:
            plain += likely * (*FIGURES, 0)[counts.count(count)]
            merchant += likely * FIGURES[0]
    sold = np.array([spread(one) for one in rivals])
    assert expected(STATE, 0, count, len(rivals), sold) == pytest.approx((plain, merchant))


def test_nothing_sold_scores_nothing() -> None:
    assert expected(STATE, 0, 0, 3, np.array([known(0)] * 3)) == (0, 0)


def test_among_unseen_cards_a_share_is_binomial() -> None:
    cards = known(0)
    among(cards, 2, 0.5)
    assert cards[:4].tolist() == pytest.approx([0.25, 0.5, 0.25, 0])
    more = known(1)
    among(more, 1, 0.25)
    assert more[:4].tolist() == pytest.approx([0, 0.75, 0.25, 0])


@pytest.mark.parametrize("hidden", [0, 2])
def test_ME_74_cards_known_to_be_in_a_hand_are_counted_as_such(hidden: int) -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    view = position.view(0).state
    view.hand[1, Good.SALT], view.hidden[1] = 2, hidden
    found, shares = known(0), np.full(7, 0.5)
    holds(view, 1, int(Good.SALT), 0, 1.0, shares, found)
    binomial = {0: [1.0, 0, 0], 2: [0.25, 0.5, 0.25]}[hidden]
    assert found[:5].tolist() == pytest.approx([0, 0, *binomial])
