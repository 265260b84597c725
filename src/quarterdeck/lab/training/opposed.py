"""Many matches of a learner in one seat against rules of thumb in all others, with the interface of lanes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.search.net import no_net
from quarterdeck.kernel.encode import Numbers
from quarterdeck.lab.compiled_bots.matches import DEAL, WAIT, matches, play_on, shown
from quarterdeck.lab.compiled_bots.players import HEURISTICS, bots_for
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.lanes.buffers import aligned
from quarterdeck.play import Game


class LearnerStep(NamedTuple):
    """The arrays of `TimeStep` that a training needs; `seat` is the learner's."""

    seat: NDArray[np.int32]
    legal: NDArray[np.bool_]
    observation: Numbers
    rewards: NDArray[np.float32]
    scores: NDArray[np.int16]
    ended: NDArray[np.bool_]


class Opposed:
    """n matches of a learner in one seat against rules of thumb in all others, played by one thread.

    The learner's seat changes from lane to lane. When a match ends, the next one of its lane begins. `seed`
    decides all deals and the opponents' choices.
    """

    def __init__(self, game: Game, n: int, seed: str) -> None:
        self.game, self.n = game, n
        observation = aligned((n, game.features), np.float32)
        self._mask = aligned((n, game.spec.actions), np.int8)
        self._matches, self._results = matches(game, n), shown(game, n, observation, self._mask)
        self._matches.learner[:] = np.arange(n) % game.players
        self._matches.who[:] = HEURISTICS
        self._generator = np.random.default_rng(list(seed.encode()))
        self._bots = bots_for(game, (no_net(), no_net()), (1.0, 1.0))
        self.out = LearnerStep(
            self._matches.learner,
            self._mask.view(np.bool_),
            observation,
            np.zeros((n, game.players), np.float32),
            np.zeros((n, game.players), np.int16),
            np.zeros(n, np.bool_),
        )
        self._play_actions(np.full(n, DEAL, np.int32))

    def step(self, actions: NDArray[np.int64]) -> LearnerStep:
        """Play the learners' actions, int64 [n], and on to their next decisions."""
        self._play_actions(actions.astype(np.int32))
        ended = self._results.ended | self._results.truncated
        for target, result in (
            (self.out.ended, ended),
            (self.out.rewards, self._results.rewards),
            (self.out.scores, self._results.scores),
        ):
            target[:] = result
        if ended.any():
            self._play_actions(np.where(ended, DEAL, WAIT).astype(np.int32))
        return self.out

    def _play_actions(self, actions: NDArray[np.int32]) -> None:
        dealt = np.flatnonzero(actions == DEAL)
        self._matches.deal_key[dealt] = self._generator.integers(2**64, size=(len(dealt), 2), dtype=np.uint64)
        keys = np.asarray(self._matches.dice)["key"]
        keys[dealt] = self._generator.integers(2**64, size=(len(dealt), 2), dtype=np.uint64)
        limit = ply_limit(self.game, None)
        play_on(0, self.n, actions, self._matches, self._results, self._bots, limit)
