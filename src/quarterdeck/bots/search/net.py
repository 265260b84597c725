"""A small network on an information set: its policy over the legal actions, and each seat's chance to win.

Its input is an observation (`kernel.verbs.observe`). Two layers of rectified units are followed by a logit
for each action, and a logit for each seat, counted from the viewer, and for nobody. `lab.training` trains the
weights; this module only evaluates them, with plain loops that the compiler vectorizes.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final, NamedTuple, Protocol

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
# A layer adds this number of rows of weights in one pass over its units, which loads and stores these less
# often.
AT_ONCE: Final = 4
# A dot product has this number of partial sums, so that the processor need not finish one addition before it
# begins the next.
PARTIAL_SUMS: Final = 8


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


class Activations(NamedTuple):
    """Room for what a network computes. `seen` float32 [features] is its input, `lower` and `upper` float32
    [units] are its layers. `active` int64 [features or units, whichever are more] lists a layer's inputs that
    are not zero.
    """

    seen: Numbers
    lower: Numbers
    upper: Numbers
    active: NDArray[np.int64]


def activations(features: int, units: int) -> Activations:
    """Room for a network of this size."""
    seen, lower, upper = (np.zeros(size, np.float32) for size in (features, units, units))
    return Activations(seen, lower, upper, np.zeros(max(features, units), np.int64))


@rule
def forward(net: Layers, room: Activations) -> None:
    """Compute both layers for the observation in `room.seen`."""
    add_layer(room.seen, net.first, net.first_bias, room.active, room.lower)
    add_layer(room.lower, net.second, net.second_bias, room.active, room.upper)


def _add_layer_loops(values: Numbers, weights: Numbers, bias: Numbers, active: Ids, layer: Numbers) -> None:
    # Most values are zero. No processor foresees which, so their numbers are listed without a branch.
    count = 0
    for one in range(len(values)):
        active[count] = one
        count += int(values[one] != 0)
    for unit in range(len(layer)):
        layer[unit] = bias[unit]
    whole = count - count % AT_ONCE
    for one in range(0, whole, AT_ONCE):
        a, b, c, d = active[one], active[one + 1], active[one + 2], active[one + 3]
        by_a, by_b, by_c, by_d = values[a], values[b], values[c], values[d]
        for unit in range(len(layer)):
            sum_of_two = layer[unit] + by_a * weights[a, unit] + by_b * weights[b, unit]
            layer[unit] = sum_of_two + by_c * weights[c, unit] + by_d * weights[d, unit]
    for one in range(whole, count):
        a = active[one]
        by_a = values[a]
        for unit in range(len(layer)):
            layer[unit] += by_a * weights[a, unit]
    for unit in range(len(layer)):
        layer[unit] = max(layer[unit], np.float32(0))


def add_layer(values: Numbers, weights: Numbers, bias: Numbers, active: Ids, layer: Numbers) -> None:
    """Write the rectified sums of `values` [inputs] times `weights` [inputs, units], plus `bias` [units], to
    `layer` [units]. `active` [inputs] is scratch space.
    """
    layer[:] = bias
    for one in np.flatnonzero(values):
        layer += values[one] * weights[one]
    np.maximum(layer, 0, out=layer)


# Interpreted, the loops would take a hundred times as long; both sum in the same order.
rule(add_layer, compiled_as=_add_layer_loops)


def _dot_loop(row: Numbers, upper: Numbers) -> float:
    a = b = c = d = e = f = g = h = np.float32(0)
    whole = len(upper) - len(upper) % PARTIAL_SUMS
    for unit in range(0, whole, PARTIAL_SUMS):
        a += row[unit] * upper[unit]
        b += row[unit + 1] * upper[unit + 1]
        c += row[unit + 2] * upper[unit + 2]
        d += row[unit + 3] * upper[unit + 3]
        e += row[unit + 4] * upper[unit + 4]
        f += row[unit + 5] * upper[unit + 5]
        g += row[unit + 6] * upper[unit + 6]
        h += row[unit + 7] * upper[unit + 7]
    total = a + b + c + d + e + f + g + h
    for unit in range(whole, len(upper)):
        total += row[unit] * upper[unit]
    return float(total)


def dot(row: Numbers, upper: Numbers) -> float:
    """The dot product of a row of weights with the upper layer, both float32 [units]."""
    # `accumulate` adds in the order of the compiled loops, so both round alike.
    products = row * upper
    whole = len(upper) - len(upper) % PARTIAL_SUMS
    partial = np.add.accumulate(products[:whole].reshape(-1, PARTIAL_SUMS))[-1:].ravel()
    return float(np.add.accumulate(np.concatenate([partial, products[whole:]]))[-1])


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
