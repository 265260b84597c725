"""Plays several choices on to the end in the same worlds, for comparisons in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.search.rollouts import arrays_for, roll_out
from quarterdeck.bots.search.weights import own_net
from quarterdeck.kernel import jit
from quarterdeck.play import Action, View
from quarterdeck.play.checks import seed_text
from quarterdeck.play.position import dice

__all__ = ["played_on", "world_seed"]

# More choices than any match has, so that the network never estimates who will win.
TO_THE_END: Final = 1_000_000


def world_seed(seed: int | str, number: int) -> str:
    """The seed for `View.sample` that deals world `number` of `played_on`. GameOptionError for what is no
    seed.
    """
    return f"{seed_text(seed)} {number}"


def played_on(
    view: View, actions: Sequence[Action], worlds: int, seed: int | str, depth: int = TO_THE_END
) -> NDArray[np.float64]:
    """Play on after each of these legal actions of the view's seat, in the same worlds.

    Returns each seat's share of the win, and at the end nobody's: float64 [worlds, actions, seats + 1].
    World i is dealt with `world_seed(seed, i)`, and in it the same random numbers follow each action. All
    seats play on by the game's network for `depth` choices, by default to the end. ValueError for a
    spectator's view.
    """
    if view.seat is None:
        raise ValueError("a spectator has nothing to choose")
    net = own_net(view.game.id)
    arrays = arrays_for(view, net, seed)
    roll = roll_out if jit.loaded() else roll_out.interpreted
    ids = np.array([one.id for one in actions], np.int64)
    rewards = np.zeros((worlds, len(ids), view.game.players + 1))
    for number in range(worlds):
        arrays.dice[0] = dice(world_seed(seed, number))
        roll(arrays, net, view.seat, ids, 1, depth, rewards[number])
    return rewards
