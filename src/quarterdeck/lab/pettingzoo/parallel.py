"""A match as a parallel PettingZoo environment: in each step all seats that are to act do so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from quarterdeck.errors import ActionTextError
from quarterdeck.i18n import _, short
from quarterdeck.lab.env_common import play, win_shares
from quarterdeck.lab.pettingzoo.agents import Observation
from quarterdeck.lab.pettingzoo.dealing import Dealing
from quarterdeck.play import Game, Position

ByAgent = dict[str, Any]
Step = tuple[ByAgent, dict[str, float], dict[str, bool], dict[str, bool], dict[str, ByAgent]]


class ParallelEnvironment(Dealing, ParallelEnv[str, Observation, int]):
    """See `quarterdeck.lab.pettingzoo.parallel_env`."""

    def __init__(self, game: Game, render_mode: str | None, max_plies: int, masks: str) -> None:
        super().__init__(game, render_mode, max_plies, masks)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ByAgent, dict[str, ByAgent]]:
        """Deal a new match; returns the observations and the infos, both by agent.

        A seed determines this match and the following ones; `options` have no effect. Raises GameOptionError
        for a seed that is not a whole number from 0.
        """
        position = self._deal_match(seed)
        self._set(position=position, plies=0, agents=list(self.possible_agents))
        return self._observe_all(position)

    def step(self, actions: Mapping[str, int]) -> Step:
        """Play the actions of the agents that are to act, in seat order; those of others count for nothing.

        IllegalAction, and ActionTextError for an unknown agent, an unknown or missing action, or anything but
        a mapping, leave the match unchanged. An action that became impossible by one before it in the same
        step is not played; its agent is asked again. After the end all is empty. Raises QuarterdeckError
        before the first reset.
        """
        position = self._dealt_position
        if not self.agents:
            return {}, {}, {}, {}, {}
        unchecked: object = actions
        if not isinstance(unchecked, Mapping):
            sentence = _("A step takes a mapping of agents to their actions, not {value}.")
            raise ActionTextError(sentence.format(value=short(actions)))
        for agent in actions:
            if agent not in self.possible_agents:
                sentence = _("There is no agent {agent}; there are {agents}.")
                names = ", ".join(self.possible_agents)
                raise ActionTextError(sentence.format(agent=short(agent), agents=names))
        chosen = {seat: self._action_of(actions, seat) for seat in position.to_act}
        first, *others = chosen
        after = play(position, first, chosen[first])
        for seat in others:
            play(position, seat, chosen[seat])
        plies = self.plies + 1
        for seat in others:
            after, plies = self._play_if_possible(after, plies, seat, chosen[seat])
        return self._step_results(after, plies)

    def _action_of(self, actions: Mapping[str, int], seat: int) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise ActionTextError(_("“{agent}” is to act, but has no action.").format(agent=agent))
        return actions[agent]

    def _play_if_possible(
        self, position: Position, plies: int, seat: int, action: int
    ) -> tuple[Position, int]:
        """The position and the plies after an action, unless others have made it impossible."""
        if plies < self.max_plies and self.game.actions[action] in position.legal(seat):
            return play(position, seat, action), plies + 1
        return position, plies

    def _step_results(self, position: Position, plies: int) -> Step:
        """Go on to a position after `plies` plies; returns what `step` does."""
        over, truncated = position.over, not position.over and plies >= self.max_plies
        names = self.possible_agents
        self._set(position=position, plies=plies, agents=[] if over or truncated else self.agents)
        observations, infos = self._observe_all(position)
        rewards = dict(zip(names, win_shares(position), strict=True))
        return observations, rewards, dict.fromkeys(names, over), dict.fromkeys(names, truncated), infos

    def _observe_all(self, position: Position) -> tuple[ByAgent, dict[str, ByAgent]]:
        """The observations and the infos of all agents, by name. In mode “human” it prints the page first."""
        if self.render_mode == "human":
            self.render()
        ended = not self.agents
        observations = {
            name: self._seat_agents.observe(position, name, ended) for name in self.possible_agents
        }
        return observations, self._seat_agents.infos(position, ended)

    @property
    def to_act(self) -> tuple[str, ...]:
        """The agents that are to act; none at the end. Raises QuarterdeckError before the first reset."""
        acting = self._dealt_position.to_act if self.agents else ()
        return tuple(self.possible_agents[seat] for seat in acting)

    def render(self) -> str | None:
        """The spectator's page; in mode “human” it is printed."""
        return self._show_page(None)
