"""The policy's log probabilities, draws and gradients in compiled loops, for the processor.

m decisions have k legal actions altogether. `first` int64 [m + 1], `action` int64 [k], `chosen` int64 [m] and
`log_chance` float32 [m] are those of `Choices`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.jit import compiled, compiled_loosely

Integers = NDArray[np.int64]


class SurrogateArrays(NamedTuple):
    """The data of `surrogate.Surrogate` as arrays, without the actions."""

    first: Integers
    chosen: Integers
    log_chance: Numbers
    gain: Numbers
    anchor: Numbers


@compiled_loosely
def log_chances(upper: Numbers, table: Numbers, first: Integers, action: Integers) -> Numbers:
    """The log probability of each legal action: float32 [k].

    `upper` [m, units] is the network's upper layer for each decision, `table` [actions, units + 1] are each
    action's weights and, in the last column, its bias.
    """
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
def policy_gradient(
    logs: Numbers, surrogate: SurrogateArrays, clip: float, bonus: float, magnet: float
) -> tuple[float, float, float]:
    """The three figures of `surrogate.PolicyLoss`.

    `clip` is PPO's clipping range, `bonus` the weight of the entropy, `magnet` that of the KL divergence from
    the anchor. Overwrites the log probabilities `logs` [k] with the gradient of the loss with respect to the
    logits.
    """
    first, chosen, before, gain, anchor = surrogate
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
    upper: Numbers,
    table: Numbers,
    below: Numbers,
    change: Numbers,
    first: Integers,
    action: Integers,
    slope: Numbers,
) -> int:
    """Add the gradient with respect to `upper` to `below`, and that with respect to `table` to `change`.

    `upper` and `below` are float32 [m, units], `table` and `change` float32 [actions, units + 1]. `slope` [k]
    is the gradient with respect to the legal actions' logits. Returns m.
    """
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
def draw(logs: Numbers, first: Integers, chosen: Integers, random: Numbers) -> int:
    """Draw one of each row's legal actions, and write its index among them to `chosen` [m].

    `logs` [k] are their log probabilities, `random` [m] a random number in [0, 1) for each row. Returns the
    number of rows.
    """
    for row in range(len(chosen)):
        left = random[row]
        taken = first[row]
        for at in range(first[row], first[row + 1]):
            taken = at
            left -= np.exp(logs[at])
            if left < 0:
                break
        chosen[row] = taken - first[row]
    return len(chosen)
