"""The figures of docs/environments.md agree with the whole trees of the tiny games."""

from __future__ import annotations

from math import log10

import pytest

from benchmarks.environments import course, sample
from quarterdeck.lab import exact


def test_random_matches_estimate_the_size_of_a_tree() -> None:
    found = sample(exact.tiny("cartagena"), 2_000, "tiny")
    # 14,400 whole matches (docs/tiny-games.md) of 16 deals, each as likely.
    assert found.knuth == pytest.approx(log10(14_400 / 16), abs=0.02)
    assert (found.plies.min(), found.plies.max()) == (6, 8)
    assert (found.most, found.forced) == (3, 0)
    assert found.choices == pytest.approx(2.5, abs=0.1)
    assert found.nobody.mean() == pytest.approx(0.25, abs=0.04)


def test_tiny_games_have_all_chance_in_the_deal_and_choices_at_once() -> None:
    found = course(exact.tiny("cartagena"), 5, "tiny")
    assert found.chance == 0
    assert 0.2 < found.at_once < 0.5
