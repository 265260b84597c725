"""Rollouts: how a seat's actions turn out if all seats then play by the network. One code for all games."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.search.belief import CHOSEN, Belief, Dealer, deal_likely, dealer_for, no_belief
from quarterdeck.bots.search.net import (
    Activations,
    Net,
    activations,
    forward,
    policy_head,
    sample,
    value_head,
)
from quarterdeck.bots.search.simulate import next_seat, share_win
from quarterdeck.kernel.batch import MAX_LEGAL, no_ids
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import cell, zeros
from quarterdeck.kernel.verbs import Ids, apply, blank, legal, observe, over, to_act, winners
from quarterdeck.play import View
from quarterdeck.play.position import dice

VIEW, WORLD, SIGHT = range(3)
# In place of the viewer's first action: all seats, the viewer too, play by the network from the start.
NOTHING = -1


class RolloutArrays(NamedTuple):
    """The arrays that rollouts use.

    - `cells`: a record array of three: the VIEW; a WORLD that is played on; and the SIGHT of the seat to act
      there.
    - `dealer`: deals these worlds.
    - `dice`: the source of deals and choices, one record.
    - `ids`: the legal actions. `room`: for the network's layers. `prior` float32: its policy.
    - `reward`: float64 [seats + 1], each seat's share of the win in one rollout, the last entry nobody's.
    """

    cells: Any
    dealer: Dealer
    dice: Any
    ids: Ids
    room: Activations
    prior: Numbers
    reward: NDArray[np.float64]


def arrays_for(
    view: View, net: Net, seed: int | str, belief: Belief | None = None, proposals: int = 1
) -> RolloutArrays:
    """The arrays for rollouts from this view with this network.

    With a belief each world is chosen from `proposals` dealt ones. Without one all worlds that agree with the
    view can be dealt, with nearly equal chances.
    """
    dealer = dealer_for(view, belief or no_belief(), proposals)
    cells, rolls = zeros(view.game.spec.state, 3), zeros(Dice, 1)
    cells[VIEW] = cell(view.state)[0]
    rolls[0] = dice(seed)
    room, prior = activations(view.game.features, len(net.second)), np.zeros(MAX_LEGAL, np.float32)
    return RolloutArrays(cells, dealer, rolls, no_ids(), room, prior, np.zeros(view.game.players + 1))


@compiled
def roll_out(
    arrays: RolloutArrays,
    net: Net,
    viewer: int,
    first: Ids,
    worlds: int,
    depth: int,
    sums: NDArray[np.float64],
) -> int:
    """Try each action in `first`, all of them the viewer's, in the same `worlds` dealt worlds.

    Adds each seat's rewards, and nobody's, to `sums` float64 [actions, seats + 1]; returns the number of
    plies played. The same random numbers follow each action, so that the difference between two actions is
    less a matter of luck. After `depth` choices the network estimates who will win.
    """
    plies = 0
    for _ in range(worlds):
        deal_likely(arrays.dealer, arrays.cells[VIEW], viewer, len(arrays.reward) - 1, arrays.dice[0])
        counter = arrays.dice[0].counter
        for one in range(len(first)):
            arrays.cells[WORLD] = arrays.dealer.cells[CHOSEN]
            arrays.dice[0].counter = counter
            plies += play_on(arrays, net, viewer, int(first[one]), depth)
            for seat in range(len(arrays.reward)):
                sums[one, seat] += arrays.reward[seat]
    return plies


@rule
def play_on(arrays: RolloutArrays, net: Net, viewer: int, first: int, depth: int) -> int:
    """Play an action of the viewer, then by the network's policy for `depth` choices.

    Writes each seat's share of the win, or its chance to win by the network if the match isn't over, to
    `reward`; returns the number of plies.
    """
    world, sight, seats = arrays.cells[WORLD], arrays.cells[SIGHT], len(arrays.reward) - 1
    ids, room = arrays.ids, arrays.room
    plies = 0
    left = depth
    while not over(world):
        seat = next_seat(to_act(world), viewer, seats)
        count = legal(world, seat, ids)
        chosen = int(ids[0])
        if plies == 0 and first != NOTHING:
            chosen = first
        elif count > 1:
            arrays.cells[SIGHT] = arrays.cells[WORLD]
            blank(sight, seat)
            observe(sight, seat, room.seen)
            forward(net, room)
            if left == 0:
                value_head(net, room.upper, seat, seats, arrays.reward)
                return plies
            left -= 1
            policy_head(net, room.upper, world, seat, ids, count, arrays.prior)
            chosen = int(ids[sample(arrays.prior, count, arrays.dice[0])])
        apply(world, seat, chosen, None)
        plies += 1
    share_win(arrays.reward, winners(world))
    return plies
