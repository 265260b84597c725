"""Levels of play that a person can choose from: the same search, given more or less thought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from quarterdeck.bots.search.player import TreeSearch
from quarterdeck.play import Action, View

# Simulations of a move. The longest, an admiral's, take about a second on a core of 2026.
SIMULATIONS: Final[Mapping[str, int]] = {"deckhand": 4, "mate": 40, "captain": 1_000, "admiral": 40_000}
# However slow the machine, nobody thinks for longer, once the search is compiled.
LONGEST: Final = 2.5


@dataclass(frozen=True)
class Level:
    """A tree search with the network that comes with the game."""

    name: str
    seed: int | str = 0

    def choose(self, view: View) -> Action:
        """See `TreeSearch.choose`. WeightsError if the network's file was spoiled."""
        return TreeSearch(self.seed, SIMULATIONS[self.name], LONGEST).choose(view)
