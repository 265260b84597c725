"""Each game in each setting passes the checks that every game has to pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import quarterdeck
from quarterdeck import Game
from quarterdeck.testing import CHECKS, Case
from quarterdeck.testing.compiled import rules_can_be_compiled
from tests.conformance.settings import case_of, each_game, each_size

# What is asked of the source of a game's rules is the same in all its settings.
IN_A_SETTING = [one for one in CHECKS if one is not rules_can_be_compiled]


@each_size
@pytest.mark.parametrize("one", IN_A_SETTING, ids=lambda one: one.__name__)
def test_a_game_passes_each_check(game: Game, one: Callable[[Case], None]) -> None:
    one(case_of(game))


@each_game
def test_its_rules_can_be_compiled(name: str) -> None:
    rules_can_be_compiled(case_of(quarterdeck.game(name)))
