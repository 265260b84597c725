"""A match as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from quarterdeck.lab.env_common import play, win_shares
from quarterdeck.lab.pettingzoo.agents import Observation
from quarterdeck.lab.pettingzoo.dealing import Dealing
from quarterdeck.play import Game, Position


class Environment(Dealing, AECEnv[str, Observation, int]):
    """See `quarterdeck.lab.pettingzoo.env`."""

    def __init__(self, game: Game, render_mode: str | None, max_plies: int, masks: str) -> None:
        super().__init__(game, render_mode, max_plies, masks)
        self.metadata["is_parallelizable"] = False

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match. A seed determines this match and the following ones. GameOptionError for a seed
        that is not a whole number from 0.
        """
        position = self._deal_match(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._begin_turn(position)

    def _begin_turn(self, position: Position) -> None:
        # The first of the seats that decide simultaneously; the others don't see its choice.
        self.agent_selection = self.possible_agents[position.to_act[0]]
        self.infos = self._seat_agents.infos(position, ended=False)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The agent's observation, with its mask if that belongs there. GameOptionError for an unknown
        agent.
        """
        return self._seat_agents.observe(self._dealt_position, agent, self._has_ended)

    def step(self, action: int | None) -> None:
        """Play an action of the agent to act; None once the match is over. IllegalAction and ActionTextError
        leave the match unchanged. QuarterdeckError before the first reset.
        """
        before = self._dealt_position
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = play(before, self.possible_agents.index(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.plies += 1
        if self._has_ended:
            self._finish_match(self.position)
        else:
            self._begin_turn(self.position)
        self._accumulate_rewards()

    def _finish_match(self, position: Position) -> None:
        for agent, share in zip(self.agents, win_shares(position), strict=True):
            self.rewards[agent] = share
            self.terminations[agent] = position.over
            self.truncations[agent] = not position.over
        self.infos = self._seat_agents.infos(position, ended=True)
        self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The page of the seat to act, at the end the spectator's; in mode “human” it is printed."""
        if self.render_mode is None:
            return None
        return self._show_page(None if self._has_ended else self._dealt_position.to_act[0])

    @property
    def _has_ended(self) -> bool:
        return self._dealt_position.over or self.plies >= self.max_plies
