"""Exact methods: all deals of the tiny games with their probabilities, beside those that seeds give."""

from __future__ import annotations

from collections import Counter

import pytest

import quarterdeck
from quarterdeck import Position
from quarterdeck.errors import GameOptionError
from quarterdeck.kernel.record import to_bytes
from quarterdeck.lab.exact import deals
from quarterdeck.play import GAMES

SAMPLES = 4_000

each_game = pytest.mark.parametrize("name", list(GAMES))


def without_key(position: Position) -> bytes:
    """The dealt record without the secret that it came from."""
    state = position.state
    state.key[:] = 0
    return to_bytes(state)


@each_game
def test_sampled_deals_are_those_listed_and_as_frequent(name: str) -> None:
    game = quarterdeck.game(name, table="tiny")
    game.warm()
    listed = {without_key(deal.position): deal.probability for deal in deals(game)}
    seen = Counter(without_key(game.start(seed=seed)) for seed in range(SAMPLES))
    assert set(seen) == set(listed)
    distance = sum((seen[one] - SAMPLES * chance) ** 2 / (SAMPLES * chance) for one, chance in listed.items())
    # Chi-square of n degrees of freedom: mean n, variance 2 n; four standard deviations.
    freedom = len(listed) - 1
    assert distance < freedom + 4 * (2 * freedom) ** 0.5


@each_game
def test_deals_are_distinct_and_sum_to_one_in_an_order_of_their_own(name: str) -> None:
    game = quarterdeck.game(name, table="tiny")
    found = deals(game)
    assert found == deals(game)
    assert sum(deal.probability for deal in found) == pytest.approx(1, abs=1e-12)
    assert len({deal.position for deal in found}) == len(found)


def test_the_numbers_of_deals_can_be_counted_by_hand() -> None:
    numbers = {name: len(deals(quarterdeck.game(name, table="tiny"))) for name in GAMES}
    # Two captains, and the 26 ways in which four grain, two wine and two conflict make two hands of two;
    # two first givers, two orders of the sailors and two kinds for each hand; two lookouts.
    assert numbers == {"meuterer": 2 * 26, "cartagena": 2 * 2 * 2 * 2, "mutiny": 2}


def test_cards_are_dealt_as_often_as_a_shuffled_deck_would() -> None:
    found = deals(quarterdeck.game("meuterer", table="tiny"))
    conflicts = [deal for deal in found if deal.position.to_json()["seats"][0]["hand"] == ["conflict"] * 2]
    assert sum(deal.probability for deal in conflicts) == pytest.approx(2 / 8 * 1 / 7)


def test_a_game_of_full_size_is_refused() -> None:
    with pytest.raises(GameOptionError, match="more deals than can be listed"):
        deals(quarterdeck.game("meuterer", players=3))
