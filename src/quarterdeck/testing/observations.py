"""Numbers: observations of always the same length, made of the view alone, by interpreted and compiled rules
alike; and points of every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from quarterdeck.kernel import batch, verbs
from quarterdeck.kernel.record import cell
from quarterdeck.play import View
from quarterdeck.testing.matches import Case, play_out, random_positions, require

__all__ = ["CHECKS"]

ROOM = 8
MOST = 2.0


def _views_of_match(case: Case, seed: int, every: int) -> Iterator[View]:
    """Each seat's view of positions of a random game, and of its end."""
    seats = range(case.game.players)
    for position in random_positions(case.game, seed, every):
        yield from (position.view(seat) for seat in seats)
    end = play_out(case.game.start(seed=seed), seed)
    yield from (end.view(seat) for seat in seats)


def an_observation_fills_exactly_its_slots(case: Case) -> None:
    """`observe` writes as many numbers as `blocks` say, all in their range."""
    game = case.game
    for seed in range(3):
        for view in _views_of_match(case, seed, every=5):
            # Whatever lay there before, nothing of it stays, and nothing beyond is touched.
            first = np.full(game.features + ROOM, np.nan, np.float32)
            second = np.full(game.features + ROOM, 9, np.float32)
            for out in (first, second):
                count = batch.fast_observe(cell(view.state), view.seat or 0, out)
                sentence = f"`observe` writes {count} numbers, `blocks` have {game.features}"
                require(count == game.features, sentence)
            beyond = np.isnan(first[game.features :]).all() and (second[game.features :] == 9).all()
            require(bool(beyond), "`observe` writes beyond the numbers that it counts")
            written = first[: game.features]
            # Also no NaN, which is not smaller than anything.
            wrong = [int(at) for at in np.flatnonzero(~(np.abs(written) <= MOST))]
            require(not wrong, f"`observe` leaves slots {wrong} empty, or puts a number beyond ±{MOST} there")
            require(written.tolist() == second[: game.features].tolist(), "`observe` leaves a slot as it was")
            require(written.tolist() == view.observation().tolist(), "`observe` changes by chance")


def an_observation_is_made_of_the_view_alone(case: Case) -> None:
    """A dealt world has the observation of its view."""
    for ply, view in enumerate(_views_of_match(case, seed=4, every=6)):
        again = view.sample(ply).view(view.seat).observation()
        sentence = f"`observe` tells seat {view.seat} more than its view"
        require(again.tolist() == view.observation().tolist(), sentence)


def an_observation_is_the_same_interpreted_and_compiled(case: Case) -> None:
    """Bytes do not differ."""
    for view in _views_of_match(case, seed=5, every=16):
        slow = np.zeros(case.game.features, np.float32)
        verbs.observe(view.state, view.seat or 0, slow)
        wrong = [int(at) for at in np.flatnonzero(slow != view.observation())]
        require(not wrong, f"`observe` writes other numbers interpreted than compiled to slots {wrong}")


def every_seat_has_a_score(case: Case) -> None:
    """`scores` writes the points of each seat, whatever lay there before."""
    game = case.game
    for position in random_positions(game, seed=9, every=20):
        first, second = (np.full(game.players, before, np.int16) for before in (-3, 4))
        for out in (first, second):
            verbs.scores(position.state, out)
        left = [seat for seat in range(game.players) if first[seat] != second[seat]]
        require(not left, f"`scores` writes no points of seats {left}")


CHECKS: tuple[Callable[[Case], None], ...] = (
    an_observation_fills_exactly_its_slots,
    an_observation_is_made_of_the_view_alone,
    an_observation_is_the_same_interpreted_and_compiled,
    every_seat_has_a_score,
)
