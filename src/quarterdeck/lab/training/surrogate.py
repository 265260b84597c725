"""The data of the policy's loss, its weights and its results."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from quarterdeck.lab.training.choices import Choices, select


class Surrogate(NamedTuple):
    """The data of the policy's loss for m decisions.

    `gain` float32 [m] is the advantage of each choice. `anchor` float32 is the log probability of each legal
    action by the network that the policy is kept near to.
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
    """The data for these rows of all choices.

    `gain` [rows] are the advantages of these rows; `anchor` has an entry for each legal action of `choices`.
    """
    some, edges = select(choices, rows)
    return Surrogate(some, gain, anchor[edges])
