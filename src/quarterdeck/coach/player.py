"""Who thinks for the coach."""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.bots.search import TreeSearch

__all__ = ["SIMULATIONS", "hurried", "strong"]

SIMULATIONS = 2_000
LEAST = 16


def strong(simulations: int = SIMULATIONS, seconds: float | None = None, seed: int | str = 0) -> TreeSearch:
    """The strongest player there is, that thinks so long about a decision."""
    return TreeSearch(seed, simulations=simulations, seconds=seconds)


def hurried(player: TreeSearch, times: int) -> TreeSearch:
    """The same player so many times quicker."""
    if player.seconds is not None:
        return replace(player, seconds=player.seconds / times)
    return replace(player, simulations=max(LEAST, player.simulations // times))
