"""The policy on legal actions only: drawn as often as it says, and trained as plain PyTorch would."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from quarterdeck.lab.training.policy import (
    Choices,
    Surrogate,
    Weights,
    draw,
    log_chances,
    policy_loss,
    surrogate_of,
)

CLIP, BONUS, MAGNET = Weights(0.2, 0.3, 0.4)


def some_choices(chance: np.random.Generator) -> Choices:
    """Three decisions of two, three and two actions out of five."""
    return Choices(
        first=np.array([0, 2, 5, 7]),
        action=np.array([0, 3, 0, 1, 4, 2, 4]),
        chosen=np.array([1, 0, 1]),
        log_chance=np.log(chance.uniform(0.1, 0.6, 3)).astype(np.float32),
    )


def by_torch_log_chances(
    upper: torch.Tensor, table: torch.Tensor, choices: Choices, row: int
) -> torch.Tensor:
    """The log probabilities of a row's legal actions, in plain PyTorch."""
    ids = choices.action[choices.first[row] : choices.first[row + 1]].tolist()
    return torch.log_softmax(table[ids, :-1] @ upper[row] + table[ids, -1], 0)


def by_torch(upper: torch.Tensor, table: torch.Tensor, aim: Surrogate) -> torch.Tensor:
    """PPO's loss in plain PyTorch."""
    losses = []
    for row, gain in enumerate(aim.gain.tolist()):
        logs = by_torch_log_chances(upper, table, aim.choices, row)
        ratio = torch.exp(logs[aim.choices.chosen[row]] - float(aim.choices.log_chance[row]))
        held = ratio.clamp(1 - CLIP, 1 + CLIP)
        anchor = torch.from_numpy(aim.anchor[aim.choices.first[row] : aim.choices.first[row + 1]])
        distance = (logs.exp() * (logs - anchor)).sum()
        bonus = BONUS * (logs.exp() * logs).sum()
        losses.append(-torch.minimum(ratio * gain, held * gain) + bonus + MAGNET * distance)
    return torch.stack(losses).mean()


@pytest.mark.parametrize("seed", range(6))
def test_the_loss_and_its_gradients_are_those_of_plain_pytorch(seed: int) -> None:
    chance = np.random.default_rng(seed)
    upper, table = (
        torch.from_numpy(chance.normal(size=size).astype(np.float32)).requires_grad_()
        for size in ((3, 4), (5, 5))
    )
    anchor = np.log(chance.uniform(0.1, 0.6, 7)).astype(np.float32)
    aim = Surrogate(some_choices(chance), chance.normal(size=3).astype(np.float32), anchor)
    loss, entropy, moved = policy_loss(upper, table, aim, Weights(CLIP, BONUS, MAGNET))
    found = torch.autograd.grad(loss, (upper, table))
    plain = by_torch(upper, table, aim)
    assert loss.item() == pytest.approx(plain.item(), abs=1e-5)
    for one, other in zip(found, torch.autograd.grad(plain, (upper, table)), strict=True):
        assert torch.allclose(one, other, atol=1e-5)
    assert 0 < entropy < np.log(3)
    assert moved >= 0


def test_some_rows_keep_their_own_actions() -> None:
    choices = some_choices(np.random.default_rng(1))
    gain = np.array([7, 8], np.float32)
    found = surrogate_of(choices, np.array([2, 1]), gain, np.arange(7, dtype=np.float32))
    assert found.choices.first.tolist() == [0, 2, 5]
    assert found.choices.action.tolist() == [2, 4, 0, 1, 4]
    assert found.choices.chosen.tolist() == [1, 0]
    assert found.choices.log_chance.tolist() == choices.log_chance[[2, 1]].tolist()
    assert found.gain is gain
    assert found.anchor.tolist() == [5, 6, 2, 3, 4]


def test_actions_are_drawn_as_often_as_the_policy_says() -> None:
    shares, draws = np.array([0.5, 0.3, 0.2]), 20_000
    table = np.array([[9, 9], *([0, log] for log in np.log(shares) + 7)], np.float32)
    chosen, log_chance = np.zeros(draws, np.int64), np.zeros(draws, np.float32)
    choices = Choices(np.arange(draws + 1) * 3, np.tile([1, 2, 3], draws), chosen, log_chance)
    logs = log_chances(np.ones((draws, 1), np.float32), table, choices)
    draw(logs, choices, np.random.default_rng(1).random(draws, np.float32))
    assert np.allclose(np.bincount(chosen) / draws, shares, atol=0.02)
    assert np.allclose(np.exp(log_chance), shares[chosen], atol=1e-4)
