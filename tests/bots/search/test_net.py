"""The small network says what the same matrices say in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from quarterdeck.bots.search.net import (
    Activations,
    Net,
    activations,
    dot,
    forward,
    make_net,
    policy_head,
    rotate,
    value_head,
)
from quarterdeck.kernel.jit import compiled

FEATURES, UNITS, ACTIONS, SEATS = 9, 21, 6, 4


def random_net(seed: int = 1) -> Net:
    """Weights at random."""
    random = np.random.default_rng(seed)

    def weights(*shape: int) -> NDArray[np.float32]:
        return random.normal(size=shape).astype(np.float32)

    return make_net(
        first=weights(FEATURES, UNITS),
        first_bias=weights(UNITS),
        second=weights(UNITS, UNITS),
        second_bias=weights(UNITS),
        act=weights(ACTIONS, UNITS),
        act_bias=weights(ACTIONS),
        win=weights(SEATS + 1, UNITS),
        win_bias=weights(SEATS + 1),
    )


def upper_layer(net: Net) -> NDArray[np.float32]:
    """The upper layer, by the loops."""
    room = activations(FEATURES, UNITS)
    room.seen[:] = SEEN
    # What an evaluation before has left there does not count.
    room.lower[:] = room.upper[:] = 1
    forward(net, room)
    return room.upper


def expected_upper(net: Net, seen: NDArray[np.float32]) -> NDArray[np.float64]:
    """The upper layer, by matrix products."""
    one = np.maximum(seen @ net.first + net.first_bias, 0)
    two: NDArray[np.float32] = np.maximum(one @ net.second + net.second_bias, 0)
    return two.astype(np.float64)


def shares(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """The softmax."""
    raised: NDArray[np.float64] = np.exp(numbers - numbers.max())
    raised /= raised.sum()
    return raised


@compiled
def logits_of(net: Net, room: Activations, logits: NDArray[np.float32]) -> None:
    """The logit of each action, without its bias."""
    forward(net, room)
    for action in range(len(logits)):
        logits[action] = dot(net.act[action], room.upper)


SEEN = np.array([0.5, 0, -1, 0, 2, 1, 0, 3, -0.25], np.float32)


def test_both_layers_are_matrix_products() -> None:
    net = random_net()
    upper = upper_layer(net)
    assert upper == pytest.approx(expected_upper(net, SEEN), abs=1e-5)
    assert (upper > 0).any()
    assert (upper == 0).any()


@pytest.mark.parametrize("seed", range(5))
def test_compiled_it_rounds_as_it_does_interpreted(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.delenv("QUARTERDECK_INTERPRET", raising=False)
    net = random_net(seed)
    by_loops, by_numpy = np.zeros((2, ACTIONS), np.float32)
    for evaluate, logits in (logits_of, by_loops), (logits_of.interpreted, by_numpy):
        room = activations(FEATURES, UNITS)
        room.seen[:] = SEEN
        evaluate(net, room, logits)
    assert by_loops.tolist() == by_numpy.tolist()


def test_only_the_legal_actions_have_shares() -> None:
    net = random_net()._replace(canonical=False)
    ids, prior = np.array([1, 4, 5, 0, 0], np.int64), np.full(5, -1, np.float32)
    policy_head(net, upper_layer(net), None, 0, ids, 3, prior)
    expected = shares((net.act @ expected_upper(net, SEEN) + net.act_bias)[[1, 4, 5]])
    assert prior[:3] == pytest.approx(expected, abs=1e-5)
    assert (prior[3:] == -1).all()


@pytest.mark.parametrize("viewer", range(3))
def test_seats_are_counted_from_the_viewer_and_those_not_there_left_out(viewer: int) -> None:
    net, reward = random_net(), np.zeros(4)
    value_head(net, upper_layer(net), viewer, 3, reward)
    by_place = shares((net.win @ expected_upper(net, SEEN) + net.win_bias)[[0, 1, 2, SEATS]])
    for place in range(3):
        assert reward[(viewer + place) % 3] == pytest.approx(by_place[place], abs=1e-5)
    assert reward[3] == pytest.approx(by_place[3], abs=1e-5)


def test_rotating_by_all_seats_changes_nothing() -> None:
    reward = np.array([0.1, 0.2, 0.3, 0.4])
    rotate(reward, 3, 3)
    assert reward.tolist() == [0.1, 0.2, 0.3, 0.4]
    rotate(reward, 1, 3)
    assert reward.tolist() == [0.3, 0.1, 0.2, 0.4]
