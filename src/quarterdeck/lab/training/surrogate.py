"""What the policy is trained on, and what its loss tells."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from quarterdeck.lab.training.choices import Choices, select


class Surrogate(NamedTuple):
    """What the policy is trained on: some decisions, the advantage `gain` float32 [m] of each choice, and for
    each legal action the log probability `anchor` by the network that the policy is held to.
    """

    choices: Choices
    gain: Tensor
    anchor: Tensor


class Weights(NamedTuple):
    """PPO's clipping range, the weight of the entropy bonus, and that of the distance from the anchor."""

    clip: float
    entropy: float
    magnet: float


class PolicyLoss(NamedTuple):
    """The loss, the mean entropy of the policy, and its distance from the one that chose, in nats: []."""

    loss: Tensor
    entropy: Tensor
    moved: Tensor


def surrogate_of(choices: Choices, rows: Tensor, gain: Tensor, anchor: Tensor) -> Surrogate:
    """These rows of all choices, with their advantages [rows] and, by legal action of all, the anchor."""
    some, edges = select(choices, rows)
    return Surrogate(some, gain, anchor[edges])
