"""Actions and seats that there are not are refused in one sentence; who may act at once."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

import quarterdeck
from quarterdeck import ActionTextError, Game
from quarterdeck.testing import random_positions
from tests.conformance.settings import AT_ONCE, each_game, each_size


@each_game
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "?",
        "nonsense",
        "leave ?",
        "play ?",
        "bid ?",
        "show",
        "take",
        "\n",
        "x" * 10_000,
        "show wine;",
        "coin;",
    ],
)
def test_a_text_that_is_no_action_is_refused_in_one_short_sentence(name: str, text: str) -> None:
    with pytest.raises(ActionTextError) as caught:
        quarterdeck.game(name).action(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@each_game
def test_ids_are_counted_from_0(name: str) -> None:
    game = quarterdeck.game(name)
    assert [action.id for action in game.actions] == list(range(game.spec.actions))


@each_size
def test_several_act_at_once_where_the_game_has_it(game: Game) -> None:
    # In a single random match of Cartagena it may come to no duel with several seats.
    positions = chain.from_iterable(random_positions(game, seed, every=1) for seed in range(14, 18))
    assert any(len(position.to_act) > 1 for position in positions) == (game.id in AT_ONCE)


@each_size
@pytest.mark.parametrize("seat", [-1, 5, 99, "0", 0.5, None])
def test_there_is_no_other_seat(game: Game, seat: Any) -> None:
    position = game.start(seed=1)
    text = str(position.legal()[0])
    with pytest.raises(ValueError, match="There is no seat"):
        position.play(seat, text)
    if seat is not None:
        with pytest.raises(ValueError, match="There is no seat"):
            position.view(seat)
