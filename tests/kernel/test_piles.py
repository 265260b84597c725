"""Piles as counts by kind."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from quarterdeck.kernel.piles import Pile, count, kind_at, pick, pour, take_any
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import new


def pile(*counts: int) -> Pile:
    return np.array(counts, np.int8)


def test_count_adds_up_all_kinds() -> None:
    assert count(pile(3, 0, 2)) == 5
    assert count(pile(0, 0)) == 0
    assert count(pile(100, 100)) == 200


@pytest.mark.parametrize(
    ("counts", "kinds"), [((3, 0, 2), [0, 0, 0, 2, 2]), ((0, 1, 0), [1]), ((1, 0, 0, 1), [0, 3])]
)
def test_kind_at_lays_the_pile_out_by_kind(counts: tuple[int, ...], kinds: list[int]) -> None:
    assert [kind_at(pile(*counts), at) for at in range(len(kinds))] == kinds


def test_pick_draws_each_card_alike_and_leaves_the_pile() -> None:
    dice, cards = new(Dice), pile(1, 0, 3, 6)
    found = Counter(pick(cards, dice, 10) for _ in range(2000))
    assert set(found) == {0, 2, 3}
    assert abs(found[0] - 200) < 60
    assert abs(found[2] - 600) < 90
    assert cards.tolist() == [1, 0, 3, 6]


def test_take_any_takes_every_card_once() -> None:
    dice, cards = new(Dice), pile(1, 0, 3)
    assert sorted(take_any(cards, dice) for _ in range(4)) == [0, 2, 2, 2]
    assert cards.tolist() == [0, 0, 0]


def test_pour_moves_everything() -> None:
    source, target = pile(1, 0, 3), pile(2, 2, 0)
    pour(source, target)
    assert (source.tolist(), target.tolist()) == ([0, 0, 0], [3, 2, 3])
