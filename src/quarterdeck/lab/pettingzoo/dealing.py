"""The common part of both kinds of environments: matches dealt one after the other, agents, and pages."""

from __future__ import annotations

import sys
from copy import deepcopy
from typing import Any, Self

import numpy as np

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.lab.pettingzoo.agents import Agents
from quarterdeck.lab.versioned import VERSION
from quarterdeck.play import Game, Position
from quarterdeck.play.checks import number


class Dealing:
    """The part of an environment that does not depend on the order in which agents act.

    `position` is the match's position, secrets included (None before the first deal), and `plies` counts its
    moves.
    """

    def __init__(self, game: Game, render_mode: str | None, max_plies: int, masks: str) -> None:
        super().__init__()
        game.warm()
        self.game = game
        self.max_plies = max_plies
        self.metadata: dict[str, Any] = {
            "name": f"quarterdeck_{game.id}_v{VERSION}",
            "render_modes": ["ansi", "human"],
        }
        self.render_mode = render_mode
        self._seat_agents = Agents(game, masks)
        self.possible_agents = self._seat_agents.names
        self.observation_space = self._seat_agents.observation_space
        self.action_space = self._seat_agents.action_space
        self._generator = np.random.default_rng()
        self.position: Position | None = None
        self.plies = 0

    def __copy__(self) -> Self:
        # A copy has a generator and dictionaries of its own.
        return deepcopy(self)

    def _deal_match(self, seed: int | None) -> Position:
        """The deal of a new match. A seed determines this match and the following ones.

        Raises GameOptionError for a seed that is not a whole number from 0.
        """
        if seed is not None:
            self._generator = np.random.default_rng(number("seed", seed, 0))
        return self.game.start(seed=int(self._generator.integers(2**63)))

    def _set(self, **attributes: Any) -> None:
        """Set these all at once: an interrupt leaves the match as it was before or as it is now."""
        vars(self).update(attributes)

    @property
    def _dealt_position(self) -> Position:
        """The match's position. Raises QuarterdeckError before the first deal."""
        if self.position is None:
            raise QuarterdeckError(_("Call reset() before anything else: it deals the match."))
        return self.position

    def _show_page(self, seat: int | None) -> str | None:
        """What a seat or a spectator sees: returned in mode “ansi”, printed in mode “human”."""
        if self.render_mode is None:
            return None
        page = str(self._dealt_position.view(seat))
        if self.render_mode == "ansi":
            return page
        sys.stdout.write(page + "\n")
        return None

    def close(self) -> None:
        """Nothing to close."""
