"""What a seat knows as numbers says what happens."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck import Game, View
from quarterdeck.testing import play_out, random_positions
from tests.conformance.settings import each_setting


def views(game: Game, seed: int, every: int) -> Iterator[View]:
    """Each seat's view of positions of a random game, and of its end."""
    position = game.start(seed=seed)
    for position in random_positions(game, seed, every):
        yield from (position.view(seat) for seat in range(game.players))
    end = play_out(position, seed)
    yield from (end.view(seat) for seat in range(game.players))


@each_setting
def test_a_move_that_a_seat_sees_changes_its_observation(game: Game) -> None:
    seen = {view.observation().tobytes() for view in views(game, seed=6, every=1)}
    assert len(seen) > 50
