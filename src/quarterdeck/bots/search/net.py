"""A small network on an information set: its policy over the legal actions, and each seat's chance to win.

Its input is an observation (`kernel.verbs.observe`). Two layers of rectified units are followed by a logit
for each action, and a logit for each seat, counted from the viewer, and for nobody. `lab.training` trains the
weights; this module only evaluates them, with plain loops that the compiler vectorizes.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import quick_chance
from quarterdeck.kernel.verbs import Ids, canonical


class Layers(Protocol):
    """The two layers that `forward` computes: `first` [features, units], `second` [units, units], each with
    its bias.
    """

    @property
    def first(self) -> Numbers: ...
    @property
    def first_bias(self) -> Numbers: ...
    @property
    def second(self) -> Numbers: ...
    @property
    def second_bias(self) -> Numbers: ...


class Net(NamedTuple):
    """Weights, all float32: `first` [features, units], `second` [units, units], `act` [actions, units], `win`
    [seats + 1, units], each with its bias.

    `canonical` is true if the rows of `act` are canonical actions (`kernel.verbs.canonical`), false if they
    are actions with seats by number. A network without features is empty.
    """

    first: Numbers
    first_bias: Numbers
    second: Numbers
    second_bias: Numbers
    act: Numbers
    act_bias: Numbers
    win: Numbers
    win_bias: Numbers
    canonical: bool


WEIGHTS = Net._fields[:-1]


def make_net(**weights: NDArray[np.floating[Any]]) -> Net:
    """A network of canonical actions with these weights, by the names above, of any float type."""
    arrays = {name: np.ascontiguousarray(weight, np.float32) for name, weight in weights.items()}
    return Net(**arrays, canonical=True)


def weights_of(net: Net) -> dict[str, Numbers]:
    """The network's weights by name."""
    return {name: getattr(net, name) for name in WEIGHTS}


def no_net() -> Net:
    """The empty network."""
    flat, square = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    return Net(square, flat, square, flat, square, flat, square, flat, True)


def _forward_loops(net: Layers, seen: Numbers, lower: Numbers, upper: Numbers) -> None:
    units = len(lower)
    for unit in range(units):
        lower[unit] = net.first_bias[unit]
        upper[unit] = net.second_bias[unit]
    for feature in range(len(net.first)):
        value = seen[feature]
        # Most of an observation is zero, so zeros are skipped.
        if value != 0:
            row = net.first[feature]
            for unit in range(units):
                lower[unit] += value * row[unit]
    for below in range(units):
        value = lower[below]
        if value > 0:
            row = net.second[below]
            for unit in range(units):
                upper[unit] += value * row[unit]
    for unit in range(units):
        upper[unit] = max(upper[unit], np.float32(0))


def forward(net: Layers, seen: Numbers, lower: Numbers, upper: Numbers) -> None:
    """Compute both layers for an observation into `upper` [units]; `lower` [units] is scratch space."""
    lower[:], upper[:] = net.first_bias, net.second_bias
    for feature in np.flatnonzero(seen):
        lower += seen[feature] * net.first[feature]
    for below in np.flatnonzero(lower > 0):
        upper += lower[below] * net.second[below]
    np.maximum(upper, 0, out=upper)


# Interpreted, the loops would take a hundred times as long; both sum in the same order.
rule(forward, compiled_as=_forward_loops)


def _dot_loop(row: Numbers, upper: Numbers) -> float:
    total = np.float32(0)
    for unit in range(len(upper)):
        total += row[unit] * upper[unit]
    return float(total)


def dot(row: Numbers, upper: Numbers) -> float:
    """The dot product of a row of weights with the upper layer."""
    # `accumulate` adds in the order of the compiled loop, so both round alike.
    return float(np.add.accumulate(row * upper)[-1])


rule(dot, compiled_as=_dot_loop)


@rule
def policy_head(net: Net, upper: Numbers, s: Any, seat: int, ids: Ids, count: int, prior: Numbers) -> None:
    """Write the policy over the seat's actions `ids[:count]` to `prior[:count]`: probabilities.

    `upper` is the layer that `forward` computed, `s` is a record of the match.
    """
    best = np.float32(-1e9)
    for one in range(count):
        row = canonical(s, seat, int(ids[one])) if net.canonical else int(ids[one])
        prior[one] = net.act_bias[row] + dot(net.act[row], upper)
        best = max(best, prior[one])
    total = 0.0
    for one in range(count):
        prior[one] = exp(prior[one] - best)
        total += prior[one]
    for one in range(count):
        prior[one] /= total


@rule
def sample(prior: Numbers, count: int, dice: Any) -> int:
    """Draw an action's index by the weights in `prior[:count]`, which need not be normalized."""
    left = 0.0
    for one in range(count):
        left += prior[one]
    left *= quick_chance(dice)
    for one in range(count - 1):
        left -= prior[one]
        if left < 0:
            return one
    return count - 1


@rule
def value_head(net: Net, upper: Numbers, viewer: int, seats: int, reward: NDArray[np.float64]) -> None:
    """Write each seat's chance to win, by number, to `reward` [seats + 1], and nobody's at its end.

    `upper` is the layer that `forward` computed for `viewer`.
    """
    best = -1e9
    nobody = len(net.win) - 1
    for one in range(seats + 1):
        at = one if one < seats else nobody
        reward[one] = net.win_bias[at] + dot(net.win[at], upper)
        best = max(best, reward[one])
    total = 0.0
    for one in range(seats + 1):
        reward[one] = exp(reward[one] - best)
        total += reward[one]
    for one in range(seats + 1):
        reward[one] /= total
    rotate(reward, viewer, seats)


@rule
def rotate(reward: NDArray[np.float64], viewer: int, seats: int) -> None:
    """Put the first `seats` values, counted from the viewer, in the order of the seats' numbers, in place.

    It shifts them by one seat `viewer` times.
    """
    for _ in range(viewer):
        last = reward[seats - 1]
        for seat in range(seats - 1, 0, -1):
            reward[seat] = reward[seat - 1]
        reward[0] = last
