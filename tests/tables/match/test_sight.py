"""What a sight says of its view."""

from __future__ import annotations

import random

import pytest

from quarterdeck.errors import IllegalAction
from quarterdeck.play import GAMES, Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from tests.tables.tables import kinds, play


@pytest.mark.parametrize("game", GAMES)
def test_why_something_cannot_be_done_is_what_the_view_says(game: str) -> None:
    dice = random.Random(game)
    match = Match.fresh(Record(Game(game, players=3), seed="why"), kinds(3, 3), "owner")
    asked = 0
    for _move in range(60):
        if match.over:
            break
        for seat in range(3):
            sight, view = look(match, seat), match.position.view(seat)
            for action in set(dice.sample(match.game.actions, 6)) - set(view.legal()):
                rule, sentence = view.why_not(action)
                assert sight.why[action.text] == str(IllegalAction(sentence, rule, seat, action.text))
                asked += 1
        seat = dice.choice(match.to_act)
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    assert asked > 100
    assert look(match, None).why.get(match.game.actions[0].text) is None
    assert look(match, 0).why.get("no action") is None
