"""A small network that weighs worlds: how likely each is, considering all that the seats have done.

`determinize` deals what a seat can't know with nearly equal chances, whatever the others did. A belief runs
one network on the observation of each other seat in a dealt world, and adds up the outputs. The sum is, up to
a constant of the view, the logarithm of the density ratio between true worlds and dealt ones (Sugiyama,
Suzuki and Kanamori 2012, "Density Ratio Estimation in Machine Learning"). `lab.training.beliefs` trains it.
"""

from __future__ import annotations

from math import exp, log1p
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.bots.search.net import Activations, activations, dot, forward
from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import quick_chance
from quarterdeck.kernel.record import zeros
from quarterdeck.kernel.ring import clockwise
from quarterdeck.kernel.verbs import blank, determinize, observe
from quarterdeck.play import View

# The records of `Dealer.cells`: the world to weigh, the one taken so far, and what a seat would know.
PROPOSAL, CHOSEN, SIGHT = range(3)
# Limit on the size of a logarithm, so that its exponential is finite and above 0.
STEEPEST = 60.0


class Belief(NamedTuple):
    """Weights, all float32: `first` [features, units], `second` [units, units], each with its bias, and `out`
    [units].

    A belief without features is empty: every dealt world is as likely as any other.
    """

    first: Numbers
    first_bias: Numbers
    second: Numbers
    second_bias: Numbers
    out: Numbers


class Dealer(NamedTuple):
    """A belief, and the room for dealing by it.

    For each deal `proposals` worlds are dealt, and one of them is taken. `cells` is a record array of three:
    PROPOSAL, CHOSEN and SIGHT. `room` is for the belief's layers.
    """

    belief: Belief
    proposals: int
    cells: Any
    room: Activations


def make_belief(**weights: NDArray[np.floating[Any]]) -> Belief:
    """A belief with these weights, by the names above, of any float type."""
    return Belief(**{name: np.ascontiguousarray(weight, np.float32) for name, weight in weights.items()})


def no_belief() -> Belief:
    """The empty belief."""
    flat, square = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    return Belief(square, flat, square, flat, flat)


def dealer_for(view: View, belief: Belief, proposals: int) -> Dealer:
    """A dealer of worlds for a view. For a spectator, or without a belief, it has one proposal for each deal,
    so that all worlds have the chances that `determinize` gives them.
    """
    game = view.game
    believing = len(belief.first) > 0 and view.seat is not None
    room = activations(game.features, len(belief.out))
    return Dealer(belief, proposals if believing else 1, zeros(game.spec.state, 3), room)


@rule
def deal_likely(dealer: Dealer, view: Any, viewer: int, seats: int, dice: Any) -> None:
    """Deal what is unknown in a record blanked for the viewer into `dealer.cells[CHOSEN]`.

    Likelier worlds are dealt more often: of the proposals, dealt by `determinize`, one is taken with a
    probability in proportion to exp(`log_ratio`), which is sampling importance resampling (Rubin 1988). This
    needs no sum of the weights: for each proposal a waiting time is drawn, exponentially distributed with its
    weight as rate, and the proposal with the shortest time is taken.
    """
    shortest = np.inf
    for _ in range(dealer.proposals):
        dealer.cells[PROPOSAL] = view
        determinize(dealer.cells[PROPOSAL], viewer, dice)
        waits = 0.0
        if dealer.proposals > 1:
            waits = -log1p(-quick_chance(dice)) * exp(-log_ratio(dealer, viewer, seats))
        if waits < shortest:
            shortest = waits
            dealer.cells[CHOSEN] = dealer.cells[PROPOSAL]


@rule
def log_ratio(dealer: Dealer, viewer: int, seats: int) -> float:
    """The logarithm of how much likelier the world in `cells[PROPOSAL]` is than `determinize` makes it.

    It is right up to a constant of the view, and limited to ±STEEPEST.
    """
    total = 0.0
    for away in range(1, seats):
        seat = clockwise(viewer, away, seats)
        dealer.cells[SIGHT] = dealer.cells[PROPOSAL]
        blank(dealer.cells[SIGHT], seat)
        observe(dealer.cells[SIGHT], seat, dealer.room.seen)
        forward(dealer.belief, dealer.room)
        total += dot(dealer.belief.out, dealer.room.upper)
    return min(max(total, -STEEPEST), STEEPEST)
