"""A match as a PettingZoo environment."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from quarterdeck.errors import GameOptionError, QuarterdeckError
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import action_mask, any_action, bound, one_of, play, win_shares
from quarterdeck.play import Game, Position
from quarterdeck.play.checks import number

Observation = dict[str, Any]


class Environment(AECEnv[str, Observation, int]):
    """See `quarterdeck.lab.pettingzoo.env`. `position` is the match's position, secrets included."""

    def __init__(self, game: Game, render_mode: str | None, max_plies: int) -> None:
        super().__init__()
        game.warm()
        self.game = game
        self.max_plies = max_plies
        self.metadata = {
            "name": f"quarterdeck_{game.id}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self._spaces = {agent: _observations(game) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(game.spec.actions) for agent in self.possible_agents}
        self._deals = np.random.default_rng()
        self.position: Position | None = None
        self.plies = 0

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[self._known(agent)]

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
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to(self.position)

    def _turn_to(self, position: Position) -> None:
        # The first of the seats that decide simultaneously; the others don't see its choice.
        self.agent_selection = self.possible_agents[position.to_act[0]]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The agent's observation and mask; the mask is all 1 if it has nothing to decide. GameOptionError
        for an unknown agent.
        """
        view = self._dealt.view(self.possible_agents.index(self._known(agent)))
        mask = any_action(self.game) if self._ended else action_mask(view)
        return {"observation": view.observation(), "action_mask": mask}

    def _known(self, agent: str) -> str:
        if one_of(agent, self.possible_agents):
            return agent
        sentence = _("There is no agent “{name}”; there is {agents}.")
        raise GameOptionError(sentence.format(name=short(agent, str), agents=", ".join(self.possible_agents)))

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
        for agent, share, points in zip(self.agents, win_shares(position), position.scores, strict=True):
            self.rewards[agent] = share
            self.terminations[agent] = position.over
            self.truncations[agent] = not position.over
            self.infos[agent] = {"points": points}
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


def _observations(game: Game) -> spaces.Dict:
    most = bound(game)
    return spaces.Dict(
        {
            "observation": spaces.Box(-most, most, (game.features,), np.float32),
            "action_mask": spaces.Box(0, 1, (game.spec.actions,), np.int8),
        }
    )
