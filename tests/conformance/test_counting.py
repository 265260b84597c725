"""20,000 random games, every card counted after every move, and views compared on the way, compiled."""

from __future__ import annotations

import pytest

from benchmarks.counting import find_fault, is_whole
from benchmarks.million import check_games, settings
from quarterdeck import Game
from quarterdeck.kernel import jit
from quarterdeck.testing import random_positions
from tests.conformance.settings import each_setting, each_size, every_game

GAMES = 20_000
VIEWS_EVERY = 12


@pytest.mark.skipif(
    jit.interpreted(), reason="QUARTERDECK_INTERPRET is set, and interpreted it takes an hour"
)
@each_setting
def test_every_card_is_counted_in_random_games(game: Game) -> None:
    count = -(-GAMES // len(every_game()))
    seen = check_games(game, count, seed="conformance", views_every=VIEWS_EVERY)
    assert seen.games == count
    assert seen.moves > 60 * count
    # A spectator's view and that of every seat, each time; a game may end just before the next time.
    assert seen.views >= (game.players + 1) * (seen.moves // VIEWS_EVERY - count)
    assert (seen.negotiations > count) == (seen.longest > 0) == (game.id == "mutiny")


# Per game, fields in which one more is one too many.
COUNTED = {
    "meuterer": ("pile", "discard", "hand", "shown", "fought"),
    "cartagena": ("pile", "hand", "gold_pile", "gold", "supply", "coins", "deck", "sailors"),
    "mutiny": ("bank", "rum", "rum_on", "effect", "first", "pool"),
}


@each_size
def test_what_is_lost_or_doubled_is_found(game: Game) -> None:
    made = game.spec.template(game.options, game.table)
    for position in random_positions(game, seed=43, every=15):
        assert find_fault(position.state, made, False) == 0
        assert is_whole(position.state)
        for field in COUNTED[game.id]:
            state = position.state
            if state[field].ndim:
                state[field].flat[0] += 1
            else:
                state[field] += 1
            assert find_fault(state, made, False) != 0, field


def test_the_million_covers_every_setting() -> None:
    assert set(settings()) == set(every_game())


@each_setting
def test_scores_are_those_of_the_same_game_played_move_by_move(game: Game) -> None:
    whole, moves = game.playouts(40, seed=41)
    assert whole.shape == (40, game.players)
    assert moves > 40 * 60
    pieces = [game.playouts(10, seed=41, first=first) for first in (0, 10, 20, 30)]
    assert [row for out, _ in pieces for row in out.tolist()] == whole.tolist()
    assert sum(number for _, number in pieces) == moves
    assert game.playouts(40, seed=42)[0].tolist() != whole.tolist()
