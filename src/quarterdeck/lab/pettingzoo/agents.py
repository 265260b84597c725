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
    """One agent for each seat of a game. `masks` says where the masks are: in observations, or in infos
    alone.
    """

    def __init__(self, game: Game, masks: str) -> None:
        self.game = game
        self.names = [f"seat_{seat}" for seat in range(game.players)]
        self._in_observations = masks == "observation"
        self._spaces = {name: self._observations() for name in self.names}
        self._actions: dict[str, spaces.Discrete[np.int64]] = {
            name: spaces.Discrete(game.spec.actions) for name in self.names
        }

    def _observations(self) -> spaces.Space[Any]:
        most = bound(self.game)
        seen = spaces.Box(-most, most, (self.game.features,), np.float32)
        if not self._in_observations:
            return seen
        mask = spaces.Box(0, 1, (self.game.spec.actions,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def seat(self, agent: str) -> int:
        """The seat of an agent. GameOptionError for an unknown one."""
        if one_of(agent, self.names):
            return self.names.index(agent)
        sentence = _("There is no agent “{name}”; there is {agents}.")
        raise GameOptionError(sentence.format(name=short(agent, str), agents=", ".join(self.names)))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same space at each call. GameOptionError for an unknown agent."""
        return self._spaces[self.names[self.seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The same space at each call. GameOptionError for an unknown agent."""
        return self._actions[self.names[self.seat(agent)]]

    def observe(self, position: Position, agent: str, ended: bool) -> Observation:
        """What the agent sees, with its mask if that belongs there. GameOptionError for an unknown agent."""
        seen = position.view(self.seat(agent)).observation()
        if not self._in_observations:
            return seen
        return {"observation": seen, "action_mask": self._mask(position, agent, ended)}

    def infos(self, position: Position, ended: bool) -> dict[str, dict[str, Any]]:
        """What is said beside: the masks if they belong there, and at the end the points."""
        told: dict[str, dict[str, Any]] = {name: {} for name in self.names}
        if not self._in_observations:
            for name in self.names:
                told[name]["action_mask"] = self._mask(position, name, ended)
        if ended:
            for name, points in zip(self.names, position.scores, strict=True):
                told[name]["points"] = points
        return told

    def _mask(self, position: Position, agent: str, ended: bool) -> Mask:
        """What the agent may do: all 1 if it has nothing to decide."""
        return any_action(self.game) if ended else action_mask(position.view(self.seat(agent)))
