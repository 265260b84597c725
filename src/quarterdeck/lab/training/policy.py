"""The policy's part of the network. Of all actions only the legal ones are looked at, one in a hundred."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import compiled, compiled_loosely


class Choices(NamedTuple):
    """The legal actions of m decisions: those of decision i are `action[first[i]:first[i + 1]]`, int64.
    `chosen` int64 [m] is the index of the chosen one, `log_chance` float32 [m] its log probability.
    """

    first: NDArray[np.int64]
    action: NDArray[np.int64]
    chosen: NDArray[np.int64]
    log_chance: Numbers


class Surrogate(NamedTuple):
    """What the policy is trained on: some decisions, the advantage `gain` float32 [m] of each choice, and for
    each legal action the log probability `anchor` by the network that the policy is held to.
    """

    choices: Choices
    gain: Numbers
    anchor: Numbers


class Weights(NamedTuple):
    """PPO's clipping range, the weight of the entropy bonus, and that of the distance from the anchor."""

    clip: float
    entropy: float
    magnet: float


def surrogate_of(choices: Choices, rows: NDArray[np.int64], gain: Numbers, anchor: Numbers) -> Surrogate:
    """These rows of all choices, with their advantages [rows] and, by legal action of all, the anchor."""
    begin = choices.first[rows]
    count = choices.first[rows + 1] - begin
    first = np.concatenate([[0], np.cumsum(count)])
    edge = np.repeat(begin - first[:-1], count) + np.arange(first[-1])
    return Surrogate(
        Choices(first, choices.action[edge], choices.chosen[rows], choices.log_chance[rows]),
        gain,
        anchor[edge],
    )


class PolicyLoss(torch.autograd.Function):
    """PPO's clipped surrogate (Schulman et al. 2017), the entropy bonus and the distance from the anchor
    (magnetic mirror descent: Sokota et al. 2023), averaged over decisions.
    """

    @staticmethod
    def forward(
        ctx: Any, upper: Tensor, table: Tensor, aim: Surrogate, weights: Weights
    ) -> tuple[Tensor, float, float]:
        """The loss, the mean entropy, and the distance from the policy that chose, in nats, for the upper
        layer [m, units] and `Model.actions`.
        """
        logs = log_chances(upper.detach().numpy(), table.detach().numpy(), aim.choices)
        loss, entropy, moved = policy_gradient(logs, aim, weights)
        ctx.aim, ctx.slope = aim.choices, logs
        ctx.save_for_backward(upper, table)
        return torch.tensor(loss), entropy, moved

    @staticmethod
    def backward(ctx: Any, up: Tensor, *_others: Any) -> tuple[Tensor, Tensor, None, None]:
        """The gradients with respect to the upper layer and the actions' weights."""
        upper, table = ctx.saved_tensors
        below, change = torch.zeros_like(upper), torch.zeros_like(table)
        layer, known, down, grown = (one.numpy() for one in (upper, table, below, change))
        backpropagate(layer, known, down, grown, ctx.aim, ctx.slope)
        return below * up, change * up, None, None


def policy_loss(
    upper: Tensor, table: Tensor, aim: Surrogate, weights: Weights
) -> tuple[Tensor, float, float]:
    """See `PolicyLoss.forward`."""
    found: tuple[Tensor, float, float] = cast(Any, PolicyLoss).apply(upper, table, aim, weights)
    return found


@compiled_loosely
def log_chances(upper: Numbers, table: Numbers, choices: Choices) -> Numbers:
    """The log probability of each legal action in `choices.action`: float32, from the upper layer [m, units]
    and each action's weights and bias, `table` [actions, units + 1].
    """
    first, action = choices.first, choices.action
    rows, units = upper.shape
    logs = np.zeros(len(action), np.float32)
    for row in range(rows):
        best = np.float32(-1e9)
        for at in range(first[row], first[row + 1]):
            weight = table[action[at]]
            logit = np.float32(0)
            for unit in range(units):
                logit += weight[unit] * upper[row, unit]
            logs[at] = logit + weight[units]
            best = max(best, logs[at])
        total = 0.0
        for at in range(first[row], first[row + 1]):
            total += np.exp(logs[at] - best)
        lift = np.float32(best + np.log(total))
        for at in range(first[row], first[row + 1]):
            logs[at] -= lift
    return logs


@compiled
def policy_gradient(logs: Numbers, aim: Surrogate, weights: Weights) -> tuple[float, float, float]:
    """See `PolicyLoss.forward`. Replaces the log probabilities by the loss's gradient with respect to the
    logits.
    """
    clip, bonus, magnet = weights
    choices, gain, anchor = aim
    first, _action, chosen, before = choices
    rows = len(chosen)
    loss = 0.0
    entropies = 0.0
    moved = 0.0
    for row in range(rows):
        entropy = 0.0
        distance = 0.0
        for at in range(first[row], first[row + 1]):
            entropy -= np.exp(logs[at]) * logs[at]
            distance += np.exp(logs[at]) * (logs[at] - anchor[at])
        taken = first[row] + chosen[row]
        moves = logs[taken] - before[row]
        ratio = np.exp(moves)
        held = min(max(ratio, 1 - clip), 1 + clip)
        loss -= min(ratio * gain[row], held * gain[row]) + bonus * entropy - magnet * distance
        entropies += entropy
        moved += ratio - 1 - moves
        inside = ratio <= 1 + clip if gain[row] > 0 else ratio >= 1 - clip
        push = ratio * gain[row] if inside else 0.0
        for at in range(first[row], first[row + 1]):
            chance = np.exp(logs[at])
            mine = 1.0 if at == taken else 0.0
            drawn = bonus * (logs[at] + entropy) + magnet * (logs[at] - anchor[at] - distance)
            logs[at] = (chance * drawn - push * (mine - chance)) / rows
    return loss / rows, entropies / rows, moved / rows


@compiled
def backpropagate(
    upper: Numbers, table: Numbers, below: Numbers, change: Numbers, choices: Choices, slope: Numbers
) -> int:
    """Add the gradients with respect to `upper` and `table` to `below` and `change`, from those with respect
    to the legal actions' logits; returns the number of rows.
    """
    first, action = choices.first, choices.action
    rows, units = upper.shape
    for row in range(rows):
        for at in range(first[row], first[row + 1]):
            weight, ours = table[action[at]], change[action[at]]
            pull = slope[at]
            for unit in range(units):
                below[row, unit] += pull * weight[unit]
                ours[unit] += pull * upper[row, unit]
            ours[units] += pull
    return int(rows)


@compiled
def draw(logs: Numbers, choices: Choices, random: Numbers) -> int:
    """Draw one of each row's legal actions by the log probabilities `logs` and `random` [rows] in [0, 1), and
    write it and its log probability to `choices`; returns the number of rows.
    """
    first, _action, chosen, log_chance = choices
    for row in range(len(chosen)):
        left = random[row]
        taken = first[row]
        for at in range(first[row], first[row + 1]):
            taken = at
            left -= np.exp(logs[at])
            if left < 0:
                break
        chosen[row] = taken - first[row]
        log_chance[row] = logs[taken]
    return len(chosen)
