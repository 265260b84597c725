"""What a seat knows as numbers: always as many, made of the view alone, the same however they are made."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from quarterdeck import Game, View
from quarterdeck.kernel import batch, verbs
from quarterdeck.kernel.record import cell
from tests.conformance.settings import each_setting, each_size, play_out, random_positions

ROOM = 8


def views(game: Game, seed: int, every: int) -> Iterator[View]:
    """Each seat's view of positions of a random game, and of its end."""
    position = game.start(seed=seed)
    for position in random_positions(game, seed, every):
        yield from (position.view(seat) for seat in range(game.players))
    end = play_out(position, seed)
    yield from (end.view(seat) for seat in range(game.players))


@each_size
def test_an_observation_fills_exactly_its_slots_with_numbers_of_its_range(game: Game) -> None:
    for seed in range(3):
        for view in views(game, seed, every=5):
            # Whatever lay there before, nothing of it stays, and nothing beyond is touched.
            first = np.full(game.features + ROOM, np.nan, np.float32)
            second = np.full(game.features + ROOM, 9, np.float32)
            for out in (first, second):
                assert batch.fast_observe(cell(view.state), view.seat or 0, out) == game.features
            assert np.isnan(first[game.features :]).all()
            assert (second[game.features :] == 9).all()
            assert np.abs(first[: game.features]).max() <= 2  # which NaN isn't
            assert first[: game.features].tolist() == second[: game.features].tolist()
            assert first[: game.features].tolist() == view.observation().tolist()


@each_size
def test_a_dealt_world_has_the_observation_of_the_view_it_was_dealt_from(game: Game) -> None:
    for ply, view in enumerate(views(game, seed=4, every=6)):
        seat = view.seat or 0
        assert view.sample(ply).view(seat).observation().tolist() == view.observation().tolist()


@each_size
def test_an_observation_is_the_same_interpreted_and_compiled(game: Game) -> None:
    for view in views(game, seed=5, every=16):
        slow = np.zeros(game.features, np.float32)
        assert verbs.observe(view.state, view.seat or 0, slow) == game.features
        assert slow.tolist() == view.observation().tolist()


@each_setting
def test_a_move_that_a_seat_sees_changes_its_observation(game: Game) -> None:
    seen = {view.observation().tobytes() for view in views(game, seed=6, every=1)}
    assert len(seen) > 50
