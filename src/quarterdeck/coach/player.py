"""The coach's search player."""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.search.player import USUAL

__all__ = ["SIMULATIONS", "hurried", "strong"]

SIMULATIONS = USUAL
LEAST = 16


def strong(simulations: int = SIMULATIONS, seconds: float | None = None, seed: int | str = 0) -> TreeSearch:
    """A strong player with this budget per decision; seconds replace the number of simulations."""
    return TreeSearch(seed, simulations if seconds is None else None, seconds)


def hurried(player: TreeSearch, times: int) -> TreeSearch:
    """The same player with its budget divided by this factor."""
    seconds = player.seconds
    simulations = USUAL if player.simulations is None and seconds is None else player.simulations
    return replace(
        player,
        seconds=None if seconds is None else seconds / times,
        simulations=None if simulations is None else max(LEAST, simulations // times),
    )
