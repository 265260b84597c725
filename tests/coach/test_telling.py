"""The coach's figures in words."""

from __future__ import annotations

import pytest

from quarterdeck.coach.telling import whole_percents


@pytest.mark.parametrize(
    ("wins", "nobody", "told"),
    [
        ((0.266, 0.263, 0.244, 0.227), 0.0, [27, 26, 24, 23]),
        ((1 / 3, 1 / 3, 1 / 3), 0.0, [34, 33, 33]),
        ((0.495, 0.495), 0.01, [50, 49]),
        ((1.0, 0.0), 0.0, [100, 0]),
        ((0.0, 0.0), 1.0, [0, 0]),
    ],
)
def test_chances_in_whole_per_cents_sum_to_a_hundred(
    wins: tuple[float, ...], nobody: float, told: list[int]
) -> None:
    said, none = whole_percents(wins, nobody)
    assert said == [f"{one}%" for one in told]
    assert sum(int(one.rstrip("%")) for one in [*said, none]) == 100
