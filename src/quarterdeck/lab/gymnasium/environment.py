"""A match as one seat plays it, with bots in the others, as a Gymnasium environment."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from copy import deepcopy
from math import inf
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from quarterdeck.bots import Bot
from quarterdeck.errors import IllegalAction, QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.kernel.encode import Numbers
from quarterdeck.lab.arena.match import BotFailure
from quarterdeck.lab.env_common import Mask, action_mask, any_action, bound, play, win_shares
from quarterdeck.lab.gymnasium.settings import ON_ILLEGAL, Info, agents_of, chosen_of
from quarterdeck.play import Game, Position, View
from quarterdeck.play.checks import number, seat_number

RENDER_MODES = (None, "ansi", "human")


class Environment(gymnasium.Env[Numbers, np.int64]):
    """See `quarterdeck.lab.gymnasium.make`.

    `position` is the match's position, secrets included; `seat` is the learner's seat in this match.
    """

    def __init__(
        self,
        game: Game,
        opponents: object,
        seat: int | None,
        illegal: str,
        render_mode: str | None,
        max_plies: int,
    ) -> None:
        self.metadata = {"render_modes": [mode for mode in RENDER_MODES if mode], "render_fps": 1}
        self.game = game
        self._agents = agents_of(game, opponents)
        self.opponents = tuple(agent.name for agent in self._agents)
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
        """Deal a new match and play up to the learner's first decision. Deterministic for a given seed.
        `options` have no effect. Raises GameOptionError for a seed that is not a whole number from 0.
        """
        # Gymnasium itself takes no integers of NumPy.
        super().reset(seed=None if seed is None else number("seed", seed, 0))
        match_number = int(self.np_random.integers(2**63))
        seats = self.game.players
        random_seat = int(self.np_random.integers(seats))
        seat = random_seat if self.fixed_seat is None else self.fixed_seat
        others = [(seat + step) % seats for step in range(1, seats)]
        bots = {
            other: agent.make(f"{match_number}/{other}")
            for other, agent in zip(others, self._agents, strict=True)
        }
        # The limit allows the learner one decision in any case, because a reset can't end a match.
        position, plies = _opponents_turn(self.game.start(seed=match_number), seat, bots, 0, inf)
        self._set(position=position, plies=plies, seat=seat, _bots=bots, _lost=False, _truncated=False)
        return self._learner_view.observation(), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, Info]:
        """Play an action, then the other seats up to the learner's next decision or the end.

        Returns observation, reward, terminated, truncated and info, as Gymnasium wants it; `make` describes
        them. IllegalAction with `illegal="error"`, and ActionTextError for an unknown id, leave the match as
        it was; ResetNeeded if it has ended.
        """
        if self._lost or self._dealt_position.over or self._truncated:
            raise gymnasium.error.ResetNeeded(_("The match is over: reset() deals the next one."))
        try:
            after = play(self._dealt_position, self.seat, action)
        except IllegalAction as error:
            if self.illegal == "error":
                raise
            self._lost = True
            return self._learner_view.observation(), 0.0, True, False, {**self._info(), "illegal": str(error)}
        position, plies = _opponents_turn(after, self.seat, self._bots, self.plies + 1, self.max_plies)
        over, truncated = position.over, plies >= self.max_plies and not position.over
        self._set(position=position, plies=plies, _truncated=truncated)
        reward = win_shares(position)[self.seat]
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

    def _set(self, **attributes: Any) -> None:
        """Go on to a new position, and show it to people."""
        # All at once: an interrupt, or a bot that fails, leaves the match as it was before or as it is now.
        vars(self).update(attributes)
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


def _opponents_turn(
    position: Position, learner: int, bots: Mapping[int, Bot], plies: int, limit: float
) -> tuple[Position, int]:
    """The position and the plies after the bots have played, up to the learner's next decision, the end, or a
    limit of plies. Raises BotFailure for a bot that makes an illegal move.
    """
    # Where seats decide at once, the others play after the learner, and don't see its action.
    while learner not in position.to_act and not position.over and plies < limit:
        other = position.to_act[0]
        action = bots[other].choose(position.view(other))
        try:
            position = position.play(other, action)
        except QuarterdeckError as error:
            # An IllegalAction would seem to be the learner's.
            sentence = _("The opponent {name} made an illegal move, “{action}”: {why}")
            name = type(bots[other]).__name__
            raise BotFailure(sentence.format(name=name, action=str(action)[:40], why=error)) from None
        plies += 1
    return position, plies
