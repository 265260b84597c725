"""Each game in each setting passes the checks that every game has to pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quarterdeck import Game
from quarterdeck.testing import CHECKS, Case
from tests.conformance.settings import case_of, each_size


@each_size
@pytest.mark.parametrize("one", CHECKS, ids=lambda one: one.__name__)
def test_it_passes(game: Game, one: Callable[[Case], None]) -> None:
    one(case_of(game))
