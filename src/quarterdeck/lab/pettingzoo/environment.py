"""A match as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from quarterdeck.lab.env_common import play, win_shares
from quarterdeck.lab.interrupts import undisturbed
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
        """Deal a new match. A seed determines this match and the following ones; `options` have no effect.
        Raises GameOptionError for a seed that is not a whole number from 0.
        """
        agents = list(self.possible_agents)
        self._go_on(self._deal_match(seed), 0, dict.fromkeys(agents, 0.0), agents=agents)

    def _go_on(self, position: Position, plies: int, owed: dict[str, float], **others: Any) -> None:
        """Set all that belongs to a position after `plies` plies; `owed` are earlier rewards by agent."""
        ended = self._is_end(position, plies)
        names = self.possible_agents
        rewards = dict(zip(names, win_shares(position), strict=True)) if ended else dict.fromkeys(names, 0.0)
        # Of the seats that decide simultaneously, the first; the others don't see its choice.
        selected = names[0 if ended else position.to_act[0]]
        self._set(
            position=position,
            plies=plies,
            rewards=rewards,
            _cumulative_rewards={name: owed[name] + reward for name, reward in rewards.items()},
            terminations=dict.fromkeys(names, position.over),
            truncations=dict.fromkeys(names, ended and not position.over),
            infos=self._seat_agents.infos(position, ended),
            agent_selection=selected,
            **others,
        )
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The agent's observation, with its mask if that belongs there. Raises GameOptionError for an unknown
        agent.
        """
        return self._seat_agents.observe(self._dealt_position, agent, self._has_ended)

    def step(self, action: int | None) -> None:
        """Play an action of the agent to act; None once the match is over. IllegalAction and ActionTextError
        leave the match unchanged. Raises QuarterdeckError before the first reset.
        """
        before = self._dealt_position
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            with undisturbed():
                self._was_dead_step(action)
            return
        position = play(before, self.possible_agents.index(agent), action)
        self._go_on(position, self.plies + 1, {**self._cumulative_rewards, agent: 0.0})

    def render(self) -> str | None:
        """The page of the seat to act, at the end the spectator's; in mode “human” it is printed."""
        if self.render_mode is None:
            return None
        return self._show_page(None if self._has_ended else self._dealt_position.to_act[0])

    @property
    def _has_ended(self) -> bool:
        return self._is_end(self._dealt_position, self.plies)

    def _is_end(self, position: Position, plies: int) -> bool:
        return position.over or plies >= self.max_plies
