"""Compares the move played with the best one, in the same worlds.

A search tries bad actions only a few times, so its estimates for them are mostly luck. So before a move is
called a mistake, both moves are played in the same deals of what the seat could not know, and the seat's
estimates afterwards are compared.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from quarterdeck.bots.search import Candidate
from quarterdeck.coach.player import Searcher, with_budget_divided
from quarterdeck.play import Action, View

__all__ = ["compared"]

WORLDS: Final = 32
# The search in each world is faster by this factor.
QUICKER: Final = 32
# Smaller differences in the chance to win are not re-examined.
DOUBTFUL: Final = 0.03


def compared(
    view: View, choices: tuple[Candidate, ...], played: Action, player: Searcher
) -> tuple[Candidate, ...]:
    """The choices of a view, with more exact chances to win for the first and for the one played, if they
    differ.
    """
    best, chosen = choices[0], next(one for one in choices if one.action == played)
    if chosen is best or (
        chosen.win is not None and best.win is not None and best.win - chosen.win < DOUBTFUL
    ):
        return choices
    wins = _mean_wins(view, (best.action, played), with_budget_divided(player, QUICKER))
    better = {best.action.id: wins[0], played.id: wins[1]}
    return tuple(replace(one, win=better.get(one.action.id, one.win)) for one in choices)


def _mean_wins(view: View, actions: tuple[Action, ...], player: Searcher) -> list[float]:
    """The chance to win of a view's seat after each of these actions, averaged over the same worlds."""
    seat = view.seat
    assert seat is not None
    total = [0.0] * len(actions)
    for number in range(WORLDS):
        world = view.sample(f"{player.seed} {number}")
        for at, action in enumerate(actions):
            total[at] += player.outlook(world.play(seat, action).view(seat)).wins[seat]
    return [one / WORLDS for one in total]
