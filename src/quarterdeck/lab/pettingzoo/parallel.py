"""A match as a parallel PettingZoo environment: in each step all seats that are to act do so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from quarterdeck.errors import ActionTextError
from quarterdeck.i18n import _
from quarterdeck.lab.env_common import play, win_shares
from quarterdeck.lab.pettingzoo.agents import Observation
from quarterdeck.lab.pettingzoo.dealing import Dealing
from quarterdeck.play import Game, Position

Told = dict[str, Any]
Step = tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], dict[str, Told]]


class ParallelEnvironment(Dealing, ParallelEnv[str, Observation, int]):
    """See `quarterdeck.lab.pettingzoo.parallel_env`."""

    def __init__(self, game: Game, render_mode: str | None, max_plies: int, masks: str) -> None:
        super().__init__(game, render_mode, max_plies, masks)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Told, dict[str, Told]]:
        """Deal a new match. A seed determines this match and the following ones. GameOptionError for a seed
        that is not a whole number from 0.
        """
        position = self._deal(seed)
        self.agents = list(self.possible_agents)
        return self._told(position)

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
        return self._page(None)
