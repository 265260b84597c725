"""A table with a tiny game, should somebody make one: its pages render from the first move to the last."""

from __future__ import annotations

import random

import pytest

from quarterdeck.play import GAMES, Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.web.table.screen import table_page
from tests.tables.tables import kinds, play


@pytest.mark.parametrize("name", list(GAMES))
def test_every_position_of_a_tiny_game_has_its_page(name: str) -> None:
    dice = random.Random(1)
    for seed in "abc":
        match = Match.fresh(
            Record(Game(name, table="tiny"), seed=seed, names=["Ann", "Ben"]), kinds(1, 2), "me"
        )
        rendered = 0
        while True:
            for viewer in (0, 1, None):
                assert "Ann" in table_page(match, viewer, "token")
                rendered += 1
            if match.position.over:
                break
            seat = match.position.to_act[0]
            play(match, seat, match.version, dice.choice(match.position.legal(seat)))
        assert rendered > 15
