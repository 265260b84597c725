"""The policy's part of the network. It is computed for legal actions only, about one in a hundred of all.

The processor runs compiled loops (`compiled_policy`), a graphics card the same in PyTorch (`tensor_policy`).
"""

from __future__ import annotations

from typing import Any, cast

import torch
from torch import Tensor

from quarterdeck.lab.training import compiled_policy, tensor_policy
from quarterdeck.lab.training.choices import Choices
from quarterdeck.lab.training.surrogate import PolicyLoss, Surrogate, Weights


def log_chances(upper: Tensor, table: Tensor, choices: Choices) -> Tensor:
    """The log probability of each legal action in `choices.action`: float32, from the upper layer [m, units]
    and each action's weights and bias, `table` [actions, units + 1]. On the processor it has no gradient.
    """
    if upper.is_cuda:
        return tensor_policy.log_chances(upper, table, choices)
    first, action = choices.first.numpy(), choices.action.numpy()
    logs = compiled_policy.log_chances(upper.detach().numpy(), table.detach().numpy(), first, action)
    return torch.from_numpy(logs)


def draw(logs: Tensor, choices: Choices, random: Tensor) -> Choices:
    """The choices with one of each row's legal actions drawn, by the log probabilities `logs` and `random`
    [m] in [0, 1).
    """
    if logs.is_cuda:
        chosen = tensor_policy.drawn(logs, choices, random)
    else:
        chosen = torch.zeros_like(choices.chosen)
        compiled_policy.draw(logs.numpy(), choices.first.numpy(), chosen.numpy(), random.numpy())
    return choices._replace(chosen=chosen, log_chance=logs[choices.first[:-1] + chosen])


def policy_loss(upper: Tensor, table: Tensor, surrogate: Surrogate, weights: Weights) -> PolicyLoss:
    """PPO's clipped surrogate (Schulman et al. 2017), the entropy bonus and the KL divergence from the anchor
    (magnetic mirror descent: Sokota et al. 2023), averaged over the decisions.

    `upper` [m, units] is the network's upper layer, `table` is `Model.actions`.
    """
    if upper.is_cuda:
        return tensor_policy.loss(upper, table, surrogate, weights)
    return PolicyLoss(*cast(Any, _CompiledLoss).apply(upper, table, surrogate, weights))


class _CompiledLoss(torch.autograd.Function):
    """`policy_loss` in compiled loops."""

    @staticmethod
    def forward(
        ctx: Any, upper: Tensor, table: Tensor, surrogate: Surrogate, weights: Weights
    ) -> tuple[Tensor, Tensor, Tensor]:
        first, _action, chosen, before = (part.numpy() for part in surrogate.choices)
        logs = log_chances(upper, table, surrogate.choices).numpy()
        gain, anchor = surrogate.gain.numpy(), surrogate.anchor.numpy()
        arrays = compiled_policy.SurrogateArrays(first, chosen, before, gain, anchor)
        figures = compiled_policy.policy_gradient(logs, arrays, *weights)
        ctx.choices, ctx.slope = surrogate.choices, logs
        ctx.save_for_backward(upper, table)
        loss, entropy, moved = map(torch.tensor, figures)
        ctx.mark_non_differentiable(entropy, moved)
        return loss, entropy, moved

    @staticmethod
    def backward(ctx: Any, up: Tensor, *_others: Any) -> tuple[Tensor, Tensor, None, None]:
        upper, table = ctx.saved_tensors
        below, change = torch.zeros_like(upper), torch.zeros_like(table)
        upper_array, table_array, below_array, change_array = (
            tensor.numpy() for tensor in (upper, table, below, change)
        )
        first, action = ctx.choices.first.numpy(), ctx.choices.action.numpy()
        compiled_policy.backpropagate(
            upper_array, table_array, below_array, change_array, first, action, ctx.slope
        )
        return below * up, change * up, None, None
