"""The policy's part of the network. Of all actions only the legal ones are looked at, one in a hundred."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import compiled_loosely


class Choices(NamedTuple):
    """The legal actions of m decisions: those of decision i are `action[first[i]:first[i + 1]]`, int64.
    `chosen` int64 [m] is the index of the chosen one, `log_chance` float32 [m] its log probability.
    """

    first: NDArray[np.int64]
    action: NDArray[np.int64]
    chosen: NDArray[np.int64]
    log_chance: Numbers


class Surrogate(NamedTuple):
    """What the policy is trained on: some decisions and the advantage `gain` float32 [m] of each choice."""

    choices: Choices
    gain: Numbers


def surrogate_of(choices: Choices, rows: NDArray[np.int64], gain: Numbers) -> Surrogate:
    """These rows of all choices, with their advantages [rows]."""
    begin = choices.first[rows]
    count = choices.first[rows + 1] - begin
    first = np.concatenate([[0], np.cumsum(count)])
    edge = np.repeat(begin - first[:-1], count) + np.arange(first[-1])
    return Surrogate(
        Choices(first, choices.action[edge], choices.chosen[rows], choices.log_chance[rows]), gain
    )


class PolicyLoss(torch.autograd.Function):
    """PPO's clipped surrogate (Schulman et al. 2017) and the entropy bonus, averaged over decisions."""

    @staticmethod
    def forward(
        ctx: Any, upper: Tensor, table: Tensor, aim: Surrogate, weights: tuple[float, float]
    ) -> tuple[Tensor, float, float]:
        """The loss, the mean entropy, and the distance from the policy that chose, in nats, for the upper
        layer [m, units] and `Model.actions`. `weights` are the clipping range and the weight of the entropy.
        """
        below, slope = torch.zeros_like(upper), torch.zeros_like(table)
        layer, known, down, change = (one.detach().numpy() for one in (upper, table, below, slope))
        loss, entropy, moved = policy_gradient(layer, known, down, change, aim.choices, aim.gain, weights)
        ctx.slopes = below, slope
        return torch.tensor(loss), entropy, moved

    @staticmethod
    def backward(ctx: Any, up: Tensor, *_others: Any) -> tuple[Tensor, Tensor, None, None]:
        """The gradients with respect to the upper layer and the actions' weights."""
        below, slope = ctx.slopes
        return below * up, slope * up, None, None


def policy_loss(
    upper: Tensor, table: Tensor, aim: Surrogate, weights: tuple[float, float]
) -> tuple[Tensor, float, float]:
    """See `PolicyLoss.forward`."""
    found: tuple[Tensor, float, float] = cast(Any, PolicyLoss).apply(upper, table, aim, weights)
    return found


@compiled_loosely
def policy_gradient(
    upper: Numbers,
    table: Numbers,
    below: Numbers,
    slope: Numbers,
    choices: Choices,
    gain: Numbers,
    weights: tuple[float, float],
) -> tuple[float, float, float]:
    """See `PolicyLoss.forward`; adds the loss's gradients to `below` and `slope`."""
    clip, bonus = weights
    first, action, chosen, before = choices
    rows, units = upper.shape
    logits = np.zeros(len(table), np.float32)
    loss = 0.0
    entropies = 0.0
    moved = 0.0
    for row in range(rows):
        begin, count = first[row], first[row + 1] - first[row]
        best = np.float32(-1e9)
        for one in range(count):
            weight = table[action[begin + one]]
            logit = np.float32(0)
            for unit in range(units):
                logit += weight[unit] * upper[row, unit]
            logits[one] = logit + weight[units]
            best = max(best, logits[one])
        total = 0.0
        for one in range(count):
            total += np.exp(logits[one] - best)
        lift = best + np.log(total)
        entropy = 0.0
        for one in range(count):
            logits[one] -= lift
            entropy -= np.exp(logits[one]) * logits[one]
        moves = logits[chosen[row]] - before[row]
        ratio = np.exp(moves)
        held = min(max(ratio, 1 - clip), 1 + clip)
        # Not by comparing products: reordered, equal ones may differ.
        free = ratio <= 1 + clip if gain[row] > 0 else ratio >= 1 - clip
        push = ratio * gain[row] if free else 0.0
        for one in range(count):
            chance = np.exp(logits[one])
            mine = 1.0 if one == chosen[row] else 0.0
            pull = np.float32((bonus * chance * (logits[one] + entropy) - push * (mine - chance)) / rows)
            weight = table[action[begin + one]]
            change = slope[action[begin + one]]
            for unit in range(units):
                below[row, unit] += pull * weight[unit]
                change[unit] += pull * upper[row, unit]
            change[units] += pull
        loss -= min(ratio * gain[row], held * gain[row]) + bonus * entropy
        entropies += entropy
        moved += ratio - 1 - moves
    return loss / rows, entropies / rows, moved / rows


@compiled_loosely
def draw(upper: Numbers, table: Numbers, choices: Choices, random: Numbers) -> int:
    """Draw one of each row's legal actions from the policy, by `random` [rows] in [0, 1), and write it and
    its log probability to `choices`; returns the number of rows.
    """
    first, action, chosen, log_chance = choices
    rows, units = upper.shape
    logits = np.zeros(len(table), np.float32)
    for row in range(rows):
        begin, count = first[row], first[row + 1] - first[row]
        best = np.float32(-1e9)
        for one in range(count):
            weight = table[action[begin + one]]
            logit = np.float32(0)
            for unit in range(units):
                logit += weight[unit] * upper[row, unit]
            logits[one] = logit + weight[units]
            best = max(best, logits[one])
        total = 0.0
        for one in range(count):
            total += np.exp(logits[one] - best)
        left = random[row] * total
        taken = 0
        for one in range(count):
            taken = one
            left -= np.exp(logits[one] - best)
            if left < 0:
                break
        chosen[row] = taken
        log_chance[row] = logits[taken] - best - np.log(total)
    return int(rows)
