"""Who thinks for the coach."""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.bots.search import TreeSearch
from quarterdeck.play import View

__all__ = ["SIMULATIONS", "get_ready", "hurried", "strong"]

SIMULATIONS = 2_000
LEAST = 16
# More than there are seconds for.
ENDLESS = 10**9


def strong(simulations: int = SIMULATIONS, seconds: float | None = None, seed: int | str = 0) -> TreeSearch:
    """The strongest player there is, that thinks so long about a decision; seconds count instead of
    simulations.
    """
    return TreeSearch(seed, simulations=simulations if seconds is None else ENDLESS, seconds=seconds)


def hurried(player: TreeSearch, times: int) -> TreeSearch:
    """The same player so many times quicker."""
    seconds, simulations = player.seconds, player.simulations
    return replace(
        player,
        seconds=None if seconds is None else seconds / times,
        simulations=None if simulations is None else max(LEAST, simulations // times),
    )


def get_ready(player: TreeSearch, view: View) -> None:
    """Have compiled what a player needs for views of this game, so that its seconds are for thinking."""
    if player.seconds is not None:
        replace(player, seconds=None, simulations=LEAST).outlook(view)
