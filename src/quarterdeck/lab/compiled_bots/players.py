"""How compiled bots choose: at random, by the game's heuristics, or by a network's policy without search."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.heuristics.judge import judge, take
from quarterdeck.bots.search.net import Activations, Net, activations, forward, policy_head, sample
from quarterdeck.kernel.batch import MAX_LEGAL, slate
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import zeros
from quarterdeck.kernel.verbs import blank, observe
from quarterdeck.play import Game

# Who chooses for a seat: chance, the heuristics, or one of the networks of `Bots`.
RANDOM, HEURISTICS, FIRST, SECOND = range(4)


class Player(NamedTuple):
    """A network that plays, room for its layers, and the power to which its policy is raised."""

    net: Net
    room: Activations
    sharpness: float


class Bots(NamedTuple):
    """The two networks that may choose, FIRST and SECOND, and a thread's own room for choosing.

    `sight` [1] is a record for a seat's view, `slate` [1] holds legal actions. `prior` float32 [MAX_LEGAL] is
    a network's policy over the legal actions, `worth` float64 [MAX_LEGAL] the heuristics' ratings of them.
    """

    first: Player
    second: Player
    sight: Any
    slate: Any
    prior: Numbers
    worth: NDArray[np.float64]


def bots_for(game: Game, nets: tuple[Net, Net], sharpness: tuple[float, float]) -> Bots:
    """Bots with these two networks, empty (`no_net`) where none is needed, and with room of their own."""
    first, second = (
        Player(net, activations(game.features, len(net.second)), float(power))
        for net, power in zip(nets, sharpness, strict=True)
    )
    sight, prior = zeros(game.spec.state, 1), np.zeros(MAX_LEGAL, np.float32)
    return Bots(first, second, sight, slate(), prior, np.zeros(MAX_LEGAL))


@rule
def choose(s: Any, seat: int, count: int, who: int, bots: Bots, dice: Dice) -> int:
    """Index of the action that a bot takes from `bots.slate[0].ids[:count]`, the seat's legal actions.

    `who` is HEURISTICS, FIRST or SECOND. The bot knows only what the seat knows.
    """
    bots.sight[0] = s
    blank(bots.sight[0], seat)
    if who == HEURISTICS:
        judge(bots.sight[0], seat, bots.slate[0].ids, count, bots.worth, dice)
        return take(bots.worth, count, dice)
    return by_network(bots, bots.first if who == FIRST else bots.second, seat, count, dice)


@rule
def by_network(bots: Bots, player: Player, seat: int, count: int, dice: Dice) -> int:
    """Index of a legal action, drawn from the player's policy for `bots.sight`."""
    observe(bots.sight[0], seat, player.room.seen)
    forward(player.net, player.room)
    policy_head(player.net, player.room.upper, bots.sight[0], seat, bots.slate[0].ids, count, bots.prior)
    if player.sharpness != 1:
        for one in range(count):
            bots.prior[one] **= player.sharpness
    return sample(bots.prior, count, dice)
