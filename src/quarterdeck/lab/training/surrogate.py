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
    """PPO's clipping range, the weight of the entropy bonus, and that of the divergence from the anchor."""

    clip: float
    entropy: float
    magnet: float


class PolicyLoss(NamedTuple):
    """Three scalars: the loss, the policy's mean entropy, and how far it has `moved`, both in nats.

    `moved` estimates the KL divergence KL(π₀‖π) between the policy π₀ that chose and the present one, π, by
    the mean of r − 1 − log r over the choices, where r = π / π₀ (Schulman 2020, "Approximating KL
    divergence").
    """

    loss: Tensor
    entropy: Tensor
    moved: Tensor


def surrogate_of(choices: Choices, rows: Tensor, gain: Tensor, anchor: Tensor) -> Surrogate:
    """The data for these rows of all choices.

    `gain` [rows] are the advantages of these rows; `anchor` has an entry for each legal action of `choices`.
    """
    some, edges = select(choices, rows)
    return Surrogate(some, gain, anchor[edges])
