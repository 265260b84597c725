"""A match as one seat plays it, with bots in the others, as a Gymnasium environment."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import deepcopy
from math import inf

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from quarterdeck.bots import Bot, bot
from quarterdeck.errors import IllegalAction
from quarterdeck.i18n import _
from quarterdeck.lab.env_common import Mask, action_mask, any_action, bound, play, win_shares
from quarterdeck.lab.gymnasium.settings import ON_ILLEGAL, Info, chosen_of, opponents_of
from quarterdeck.play import Game, Position, View
from quarterdeck.play.checks import seat_number

Numbers = NDArray[np.float32]
RENDER_MODES = (None, "ansi", "human")


class Environment(gymnasium.Env[Numbers, np.int64]):
    """See `quarterdeck.lab.gymnasium.make`.

    `position` is the match's position, secrets included; `seat` is the learner's seat in this match.
    """

    def __init__(
        self,
        game: Game,
        opponents: str | Sequence[str],
        seat: int | None,
        illegal: str,
        render_mode: str | None,
        max_plies: int,
    ) -> None:
        self.metadata = {"render_modes": [mode for mode in RENDER_MODES if mode], "render_fps": 1}
        self.game = game
        self.opponents = opponents_of(game, opponents)
        self.fixed_seat = None if seat is None else seat_number(seat, game.players)
        self.illegal = chosen_of("illegal", illegal, ON_ILLEGAL)
        self.render_mode = chosen_of("render_mode", render_mode, RENDER_MODES)
        game.warm()
        most = bound(game)
        self.observation_space = spaces.Box(-most, most, (game.features,), np.float32)
        self.action_space = spaces.Discrete(game.spec.actions)
        self.seat = self.fixed_seat or 0
        self.position: Position | None = None
        self.max_plies = max_plies
        self.plies = 0
        self._lost = self._truncated = False
        self._bots: dict[int, Bot] = {}

    def __copy__(self) -> Environment:
        # A copy has a generator of its own.
        return deepcopy(self)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Numbers, Info]:
        """Deal a new match and play up to the learner's first decision. Deterministic for a given seed."""
        super().reset(seed=seed)
        self._lost = self._truncated = False
        self.plies = 0
        match_number = int(self.np_random.integers(2**63))
        seats = self.game.players
        random_seat = int(self.np_random.integers(seats))
        self.seat = random_seat if self.fixed_seat is None else self.fixed_seat
        others = [(self.seat + step) % seats for step in range(1, seats)]
        self._bots = {
            other: bot(name, f"{match_number}/{other}")
            for other, name in zip(others, self.opponents, strict=True)
        }
        # The limit allows the learner one decision in any case, because a reset can't end a match.
        self._play_opponents(self.game.start(seed=match_number), inf)
        return self._learner_view.observation(), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, Info]:
        """Play an action, then the other seats up to the learner's next decision or the end."""
        if self._lost or self._dealt_position.over or self._truncated:
            raise gymnasium.error.ResetNeeded(_("Call reset() before anything else: it deals the match."))
        try:
            after = play(self._dealt_position, self.seat, action)
        except IllegalAction as error:
            if self.illegal == "error":
                raise
            self._lost = True
            return self._learner_view.observation(), 0.0, True, False, {**self._info(), "illegal": str(error)}
        self.plies += 1
        self._play_opponents(after, self.max_plies)
        self._truncated = self.plies >= self.max_plies and not self._dealt_position.over
        reward = win_shares(self._dealt_position)[self.seat]
        over, truncated = self._dealt_position.over, self._truncated
        return self._learner_view.observation(), reward, over, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions by id: bool [actions]; all true when the match has ended."""
        return self._action_mask().astype(bool)

    def _action_mask(self) -> Mask:
        ended = self._lost or self._truncated
        return any_action(self.game) if ended else action_mask(self._learner_view)

    def render(self) -> str | None:  # type: ignore[override]  # Gymnasium 1.2: an unbound TypeVar
        """The page of the learner's seat; in mode “human” it is printed."""
        if self.render_mode is None:
            return None
        page = str(self._learner_view)
        if self.render_mode == "ansi":
            return page
        sys.stdout.write(page + "\n")
        return None

    def _play_opponents(self, position: Position, limit: float) -> None:
        """Let the bots play up to the learner's next decision, the end, or this number of plies."""
        # Where seats decide at once, the others play after the learner, and don't see its action.
        while self.seat not in position.to_act and not position.over and self.plies < limit:
            other = position.to_act[0]
            position = position.play(other, self._bots[other].choose(position.view(other)))
            self.plies += 1
        self.position = position
        if self.render_mode == "human":
            self.render()

    def _info(self) -> Info:
        info: Info = {"action_mask": self._action_mask(), "seat": self.seat}
        if self._dealt_position.over or self._truncated:
            info["points"] = self._dealt_position.scores
        return info

    @property
    def _learner_view(self) -> View:
        return self._dealt_position.view(self.seat)

    @property
    def _dealt_position(self) -> Position:
        if self.position is None:
            raise gymnasium.error.ResetNeeded(_("Call reset() before anything else: it deals the match."))
        return self.position
