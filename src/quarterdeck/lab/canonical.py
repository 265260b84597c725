"""Canonical actions of a game as a table, for networks that choose from observations."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel import verbs
from quarterdeck.play.game import played_game
from quarterdeck.play.steps import GameLike


@lru_cache(maxsize=64)
def canonical_actions(game: GameLike) -> NDArray[np.int64]:
    """Each action with seats counted from the seat that takes it: int64 [players, actions], read-only.

    Observations count seats from the viewer, but actions name them by number. In row 3 “pick 3” is “pick 0”.
    A row is a permutation: `argsort(1)` is the way back, from canonical actions to those of each seat. Where
    actions name no seats, each action is itself in all rows.

        >>> import quarterdeck
        >>> from quarterdeck.lab.canonical import canonical_actions
        >>> game = quarterdeck.game("mutiny")
        >>> table = canonical_actions(game)
        >>> game.actions[table[3, game.action("pick 0").id]].text
        'pick 1'

    Raises GameOptionError for anything but a game.
    """
    played_game(game)
    s = game.spec.template(game.options, game.table)
    seats, actions = range(game.players), range(game.spec.actions)
    table = np.array([[verbs.canonical(s, seat, action) for action in actions] for seat in seats], np.int64)
    table.setflags(write=False)
    return table
