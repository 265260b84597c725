"""A match as a parallel PettingZoo environment: in each step all seats that are to act do so."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from quarterdeck.errors import ActionTextError, QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab.env_common import play, win_shares
from quarterdeck.lab.pettingzoo.agents import Agents, Observation
from quarterdeck.lab.versioned import VERSION
from quarterdeck.play import Game, Position
from quarterdeck.play.checks import number

Told = dict[str, Any]
Step = tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], dict[str, Told]]


class ParallelEnvironment(ParallelEnv[str, Observation, int]):
    """See `quarterdeck.lab.pettingzoo.parallel_env`. `position` is the match's position, secrets included."""

    def __init__(self, game: Game, render_mode: str | None, max_plies: int, masks: str) -> None:
        game.warm()
        self.game = game
        self.max_plies = max_plies
        self.metadata = {"name": f"quarterdeck_{game.id}_v{VERSION}", "render_modes": ["ansi", "human"]}
        self.render_mode = render_mode
        self._seats = Agents(game, masks)
        self.possible_agents = self._seats.names
        self.observation_space = self._seats.observation_space
        self.action_space = self._seats.action_space
        self.agents: list[str] = []
        self._deals = np.random.default_rng()
        self.position: Position | None = None
        self.plies = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Told, dict[str, Told]]:
        """Deal a new match. A seed determines this match and the following ones. GameOptionError for a seed
        that is not a whole number from 0.
        """
        if seed is not None:
            self._deals = np.random.default_rng(number("seed", seed, 0))
        self.position = self.game.start(seed=int(self._deals.integers(2**63)))
        self.plies = 0
        self.agents = list(self.possible_agents)
        return self._told(self.position)

    def step(self, actions: Mapping[str, int]) -> Step:
        """Play the actions of the agents that are to act, in seat order; those of others count for nothing.

        IllegalAction, and ActionTextError for an unknown or missing action, leave the match unchanged. An
        action that became impossible by one before it in the same step is not played; its agent is asked
        again. After the end all is empty. QuarterdeckError before the first reset.
        """
        position = self._dealt
        if not self.agents:
            return {}, {}, {}, {}, {}
        chosen = {seat: self._action(actions, seat) for seat in position.to_act}
        first, *others = chosen
        after = play(position, first, chosen[first])
        for seat in others:
            play(position, seat, chosen[seat])
        self.position, self.plies = after, self.plies + 1
        for seat in others:
            self._follow(seat, chosen[seat])
        return self._results(self._dealt)

    def _action(self, actions: Mapping[str, int], seat: int) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise ActionTextError(_("“{agent}” is to act, but has no action.").format(agent=agent))
        return actions[agent]

    def _follow(self, seat: int, action: int) -> None:
        """Play an action, unless others have made it impossible."""
        position = self._dealt
        if self.plies < self.max_plies and self.game.actions[action] in position.legal(seat):
            self.position = play(position, seat, action)
            self.plies += 1

    def _results(self, position: Position) -> Step:
        over, cut = position.over, not position.over and self.plies >= self.max_plies
        names = self.possible_agents
        if over or cut:
            self.agents = []
        seen, infos = self._told(position)
        rewards = dict(zip(names, win_shares(position), strict=True))
        return seen, rewards, dict.fromkeys(names, over), dict.fromkeys(names, cut), infos

    def _told(self, position: Position) -> tuple[Told, dict[str, Told]]:
        """What the agents see, and their infos."""
        if self.render_mode == "human":
            self.render()
        ended = not self.agents
        seen = {name: self._seats.observe(position, name, ended) for name in self.possible_agents}
        return seen, self._seats.infos(position, ended)

    @property
    def to_act(self) -> tuple[str, ...]:
        """The agents that are to act; none at the end. QuarterdeckError before the first reset."""
        acting = self._dealt.to_act if self.agents else ()
        return tuple(self.possible_agents[seat] for seat in acting)

    def render(self) -> str | None:
        """The spectator's page; in mode “human” it is printed."""
        if self.render_mode is None:
            return None
        page = str(self._dealt.view(None))
        if self.render_mode == "ansi":
            return page
        sys.stdout.write(page + "\n")
        return None

    def close(self) -> None:
        """Nothing to close."""

    @property
    def _dealt(self) -> Position:
        if self.position is None:
            raise QuarterdeckError(_("Call reset() before anything else: it deals the match."))
        return self.position
