"""Plays several choices on to the end in the same worlds, for comparisons in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.base import choices_of
from quarterdeck.bots.search.rollouts import arrays_for, roll_out
from quarterdeck.bots.search.weights import own_net
from quarterdeck.errors import IllegalAction
from quarterdeck.kernel import jit
from quarterdeck.play import Action, View
from quarterdeck.play.checks import number, seed_text
from quarterdeck.play.position import dice

__all__ = ["played_on", "world_seed"]

# More choices than any match has, so that the network never estimates who will win.
TO_THE_END: Final = 1_000_000


def world_seed(seed: int | str, number: int) -> str:
    """The seed for `View.sample` that deals world `number` of `played_on`. Raises GameOptionError for an
    invalid seed.
    """
    return f"{seed_text(seed)} {number}"


def played_on(
    view: View, actions: Sequence[Action | str], worlds: int, seed: int | str, depth: int = TO_THE_END
) -> NDArray[np.float64]:
    """Play on after each of these legal actions of the view's seat, in the same worlds.

    Returns each seat's share of the win, and at the end nobody's: float64 [worlds, actions, seats + 1].
    World i is dealt with `world_seed(seed, i)`, and in it the same random numbers follow each action. All
    seats play on by the game's network for `depth` choices, by default to the end.

    Raises BotError for a spectator's view and for that of a seat that is not to act; IllegalAction, which
    cites the rule, or ActionTextError for an action that the seat can't choose; GameOptionError for an
    invalid number or seed.
    """
    choices_of(view)
    assert view.seat is not None
    worlds, depth = number("worlds", worlds, 0), number("depth", depth, 0)
    ids = np.array([_legal_id(view, action) for action in actions], np.int64)
    net = own_net(view.game.id)
    arrays = arrays_for(view, net, seed)
    roll = roll_out if jit.loaded() else roll_out.interpreted
    rewards = np.zeros((worlds, len(ids), view.game.players + 1))
    for world in range(worlds):
        arrays.dice[0] = dice(world_seed(seed, world))
        roll(arrays, net, view.seat, ids, 1, depth, rewards[world])
    return rewards


def _legal_id(view: View, action: Action | str) -> int:
    """The id of a legal action of the view's seat, from an action or a text. Raises IllegalAction,
    ActionTextError.
    """
    own = view.game.action(action.text if isinstance(action, Action) else action)
    if own not in view.legal():
        rule, sentence = view.why_not(own)
        raise IllegalAction(sentence, rule, view.seat or 0, own.text)
    return own.id
