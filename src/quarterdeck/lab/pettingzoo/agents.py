"""The agents of a game: their names, their spaces, and what they are shown."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import Mask, action_mask, any_action, bound, one_of
from quarterdeck.play import Game, Position

Observation = Any  # a dict, or float32 [features] with masks="info"


class Agents:
    """One agent for each seat of a game. `masks` says where the action masks are: “observation” or “info”."""

    def __init__(self, game: Game, masks: str) -> None:
        self.game = game
        self.names = [f"seat_{seat}" for seat in range(game.players)]
        self._in_observations = masks == "observation"
        self._observation_spaces = {name: self._make_observation_space() for name in self.names}
        self._action_spaces: dict[str, spaces.Discrete[np.int64]] = {
            name: spaces.Discrete(game.spec.actions) for name in self.names
        }

    def _make_observation_space(self) -> spaces.Space[Any]:
        limit = bound(self.game)
        box = spaces.Box(-limit, limit, (self.game.features,), np.float32)
        if not self._in_observations:
            return box
        mask = spaces.Box(0, 1, (self.game.spec.actions,), np.int8)
        return spaces.Dict({"observation": box, "action_mask": mask})

    def seat(self, agent: str) -> int:
        """The seat of an agent. Raises GameOptionError for an unknown one."""
        if one_of(agent, self.names):
            return self.names.index(agent)
        sentence = _("There is no agent “{name}”; there is {agents}.")
        raise GameOptionError(sentence.format(name=short(agent, str), agents=", ".join(self.names)))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same space at each call. Raises GameOptionError for an unknown agent."""
        return self._observation_spaces[self.names[self.seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The same space at each call. Raises GameOptionError for an unknown agent."""
        return self._action_spaces[self.names[self.seat(agent)]]

    def observe(self, position: Position, agent: str, ended: bool) -> Observation:
        """What the agent sees, with its mask if that belongs there. Raises GameOptionError for an unknown
        agent.
        """
        observation = position.view(self.seat(agent)).observation()
        if not self._in_observations:
            return observation
        return {"observation": observation, "action_mask": self._action_mask(position, agent, ended)}

    def infos(self, position: Position, ended: bool) -> dict[str, dict[str, Any]]:
        """The infos by agent: the mask, unless observations have it, and at the end the agent's points."""
        infos: dict[str, dict[str, Any]] = {name: {} for name in self.names}
        if not self._in_observations:
            for name in self.names:
                infos[name]["action_mask"] = self._action_mask(position, name, ended)
        if ended:
            for name, points in zip(self.names, position.scores, strict=True):
                infos[name]["points"] = points
        return infos

    def _action_mask(self, position: Position, agent: str, ended: bool) -> Mask:
        """The agent's legal actions, int8 [actions]; all 1 if it has nothing to decide."""
        return any_action(self.game) if ended else action_mask(position.view(self.seat(agent)))
