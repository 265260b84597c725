"""Matches as columns: the content of a data set, enough for a replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.record import zeros
from quarterdeck.lab.data import replay
from quarterdeck.play import Game
from quarterdeck.play.game import deal_key


class Matches(NamedTuple):
    """Whole matches of one game, in order.

    `number` int64 [n] and `seeds` [n] identify them. `seats` int8 [m] and `actions` int16 [m] are the moves
    of all matches, one match after the other; those of match i end before `ends[i]`, int64 [n]. `scores`
    int16 [n, players] and `winners` uint8 [n], a bit mask of seats, are the results. `truncated` bool [n]
    marks matches that reached the ply limit, which have no winner.
    """

    number: NDArray[np.int64]
    seeds: Sequence[str]
    ends: NDArray[np.int64]
    seats: NDArray[np.int8]
    actions: NDArray[np.int16]
    scores: NDArray[np.int16]
    winners: NDArray[np.uint8]
    truncated: NDArray[np.bool_]

    @property
    def plies(self) -> NDArray[np.int64]:
        """The number of moves of each match: int64 [n]."""
        return np.diff(self.ends, prepend=0)


def results(game: Game, states: Any) -> tuple[NDArray[np.int16], NDArray[np.uint8], NDArray[np.bool_]]:
    """The results of n records: scores int16 [n, players], bit masks of the winners uint8 [n], and whether
    each match is over, bool [n].
    """
    count = len(states)
    found = np.zeros((count, game.players), np.int16), np.zeros(count, np.uint8), np.zeros(count, np.bool_)
    replay.results(states, *found)
    return found


def deal(game: Game, seeds: Sequence[str], *, compile: bool = True) -> Any:
    """The initial records of the matches with these seeds, a record array [n]; with `compile`, compiled rules
    deal them.
    """
    states = zeros(game.spec.state, len(seeds))
    states[:] = game.spec.template(game.options, game.table)
    keys = np.array([deal_key(seed) for seed in seeds], np.uint64).reshape(-1, 2)
    (replay.deal if compile else replay.deal.interpreted)(states, keys)
    return states
