"""A match as a PettingZoo environment."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab.env_common import play, win_shares
from quarterdeck.lab.pettingzoo.agents import Agents, Observation
from quarterdeck.lab.versioned import VERSION
from quarterdeck.play import Game, Position
from quarterdeck.play.checks import number


class Environment(AECEnv[str, Observation, int]):
    """See `quarterdeck.lab.pettingzoo.env`. `position` is the match's position, secrets included."""

    def __init__(self, game: Game, render_mode: str | None, max_plies: int, masks: str) -> None:
        super().__init__()
        game.warm()
        self.game = game
        self.max_plies = max_plies
        self.metadata = {
            "name": f"quarterdeck_{game.id}_v{VERSION}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._seats = Agents(game, masks)
        self.possible_agents = self._seats.names
        self.observation_space = self._seats.observation_space
        self.action_space = self._seats.action_space
        self._deals = np.random.default_rng()
        self.position: Position | None = None
        self.plies = 0

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match. A seed determines this match and the following ones. GameOptionError for a seed
        that is not a whole number from 0.
        """
        if seed is not None:
            self._deals = np.random.default_rng(number("seed", seed, 0))
        self.position = self.game.start(seed=int(self._deals.integers(2**63)))
        self.plies = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn_to(self.position)

    def _turn_to(self, position: Position) -> None:
        # The first of the seats that decide simultaneously; the others don't see its choice.
        self.agent_selection = self.possible_agents[position.to_act[0]]
        self.infos = self._seats.infos(position, ended=False)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The agent's observation, with its mask if that belongs there. GameOptionError for an unknown
        agent.
        """
        return self._seats.observe(self._dealt, agent, self._ended)

    def step(self, action: int | None) -> None:
        """Play an action of the agent to act; None once the match is over. IllegalAction and ActionTextError
        leave the match unchanged. QuarterdeckError before the first reset.
        """
        before = self._dealt
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = play(before, self.possible_agents.index(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.plies += 1
        if self._ended:
            self._finish(self.position)
        else:
            self._turn_to(self.position)
        self._accumulate_rewards()

    def _finish(self, position: Position) -> None:
        for agent, share in zip(self.agents, win_shares(position), strict=True):
            self.rewards[agent] = share
            self.terminations[agent] = position.over
            self.truncations[agent] = not position.over
        self.infos = self._seats.infos(position, ended=True)
        self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The page of the seat to act, at the end the spectator's; in mode “human” it is printed."""
        if self.render_mode is None:
            return None
        position = self._dealt
        page = str(position.view(None if self._ended else position.to_act[0]))
        if self.render_mode == "ansi":
            return page
        sys.stdout.write(page + "\n")
        return None

    def close(self) -> None:
        """Nothing to close."""

    @property
    def _ended(self) -> bool:
        return self._dealt.over or self.plies >= self.max_plies

    @property
    def _dealt(self) -> Position:
        # Without PettingZoo's wrapper, which checks for it itself.
        if self.position is None:
            raise QuarterdeckError(_("Call reset() before anything else: it deals the match."))
        return self.position
