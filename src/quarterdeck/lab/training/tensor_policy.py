"""The policy's log probabilities, draws and loss in plain PyTorch, for graphics cards."""

from __future__ import annotations

import torch
from torch import Tensor

from quarterdeck.lab.training.choices import Choices
from quarterdeck.lab.training.surrogate import PolicyLoss, Surrogate, Weights


def _row_of_each_action(choices: Choices) -> Tensor:
    """The row of each legal action."""
    rows = torch.arange(len(choices.chosen), device=choices.first.device)
    return torch.repeat_interleave(rows, choices.first.diff(), output_size=len(choices.action))


def log_chances(upper: Tensor, table: Tensor, choices: Choices) -> Tensor:
    """The log probability of each legal action, with gradients: see `policy.log_chances`."""
    row = _row_of_each_action(choices)
    weight = table.index_select(0, choices.action)
    logits = (upper.index_select(0, row) * weight[:, :-1]).sum(1) + weight[:, -1]
    best = logits.new_full((len(upper),), -torch.inf).scatter_reduce(0, row, logits.detach(), "amax")
    above = logits - best[row]
    total = torch.zeros_like(best).index_add(0, row, above.exp())
    return above - total.log()[row]


def drawn(logs: Tensor, choices: Choices, random: Tensor) -> Tensor:
    """`Choices.chosen`, drawn as in `policy.draw`."""
    row, first = _row_of_each_action(choices), choices.first
    reached = logs.double().exp().cumsum(0)
    before = torch.cat([reached.new_zeros(1), reached])[first[:-1]]
    passed = (reached - before[row] <= random[row]).long()
    count = torch.zeros_like(choices.chosen).index_add(0, row, passed)
    return count.minimum(first.diff() - 1)


def loss(upper: Tensor, table: Tensor, surrogate: Surrogate, weights: Weights) -> PolicyLoss:
    """See `policy.policy_loss`."""
    choices, gain, anchor = surrogate
    logs = log_chances(upper, table, choices)
    rows, chance = len(gain), logs.exp()
    moves = logs[choices.first[:-1] + choices.chosen] - choices.log_chance
    ratio = moves.exp()
    clipped = ratio.clamp(1 - weights.clip, 1 + weights.clip)
    entropy = -(chance * logs).sum() / rows
    distance = (chance * (logs - anchor)).sum() / rows
    loss = weights.magnet * distance - torch.minimum(ratio * gain, clipped * gain).mean()
    moved = (ratio - 1 - moves).mean()
    return PolicyLoss(loss - weights.entropy * entropy, entropy.detach(), moved.detach())
