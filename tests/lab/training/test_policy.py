"""The policy on legal actions only: drawn as often as it says, and trained as plain PyTorch would."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from quarterdeck.lab.training import tensor_policy
from quarterdeck.lab.training.choices import Choices, joined, legal_choices, select
from quarterdeck.lab.training.policy import draw, log_chances, policy_loss
from quarterdeck.lab.training.surrogate import PolicyLoss, Surrogate, Weights, surrogate_of

CLIP, BONUS, MAGNET = Weights(0.2, 0.3, 0.4)


def logs(chance: np.random.Generator, count: int) -> torch.Tensor:
    """So many log probabilities."""
    return torch.from_numpy(np.log(chance.uniform(0.1, 0.6, count)).astype(np.float32))


def some_choices(chance: np.random.Generator) -> Choices:
    """Three decisions of two, three and two actions out of five."""
    return Choices(
        first=torch.tensor([0, 2, 5, 7]),
        action=torch.tensor([0, 3, 0, 1, 4, 2, 4]),
        chosen=torch.tensor([1, 0, 1]),
        log_chance=logs(chance, 3),
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
        anchor = aim.anchor[aim.choices.first[row] : aim.choices.first[row + 1]]
        distance = (logs.exp() * (logs - anchor)).sum()
        bonus = BONUS * (logs.exp() * logs).sum()
        losses.append(-torch.minimum(ratio * gain, held * gain) + bonus + MAGNET * distance)
    return torch.stack(losses).mean()


@pytest.mark.parametrize("loss", [policy_loss, tensor_policy.loss])
@pytest.mark.parametrize("seed", range(6))
def test_the_loss_and_its_gradients_are_those_of_plain_pytorch(
    seed: int, loss: Callable[..., PolicyLoss]
) -> None:
    chance = np.random.default_rng(seed)
    upper, table = (
        torch.from_numpy(chance.normal(size=size).astype(np.float32)).requires_grad_()
        for size in ((3, 4), (5, 5))
    )
    gain = torch.from_numpy(chance.normal(size=3).astype(np.float32))
    aim = Surrogate(some_choices(chance), gain, logs(chance, 7))
    told = loss(upper, table, aim, Weights(CLIP, BONUS, MAGNET))
    found = torch.autograd.grad(told.loss, (upper, table))
    plain = by_torch(upper, table, aim)
    assert told.loss.item() == pytest.approx(plain.item(), abs=1e-5)
    for one, other in zip(found, torch.autograd.grad(plain, (upper, table)), strict=True):
        assert torch.allclose(one, other, atol=1e-5)
    assert 0 < told.entropy < np.log(3)
    assert told.moved >= 0


def test_some_rows_keep_their_own_actions() -> None:
    choices = some_choices(np.random.default_rng(1))
    gain = torch.tensor([7.0, 8.0])
    found = surrogate_of(choices, torch.tensor([2, 1]), gain, torch.arange(7.0))
    assert found.choices.first.tolist() == [0, 2, 5]
    assert found.choices.action.tolist() == [2, 4, 0, 1, 4]
    assert found.choices.chosen.tolist() == [1, 0]
    assert found.choices.log_chance.tolist() == choices.log_chance[[2, 1]].tolist()
    assert found.gain is gain
    assert found.anchor.tolist() == [5, 6, 2, 3, 4]


def test_lanes_with_several_legal_actions_have_a_choice() -> None:
    legal = torch.tensor([[0, 1, 1], [0, 0, 1], [1, 0, 1]], dtype=torch.bool)
    found = legal_choices(legal)
    assert found.lowest.tolist() == [1, 2, 0]
    assert found.lanes.tolist() == [0, 2]
    assert found.choices.first.tolist() == [0, 2, 4]
    assert found.choices.action.tolist() == [1, 2, 0, 2]


def test_choices_joined_are_those_of_all_parts() -> None:
    choices = some_choices(np.random.default_rng(1))
    parts = [select(choices, torch.tensor(rows))[0] for rows in ([0, 1], [2])]
    for whole, own in zip(joined(parts), choices, strict=True):
        assert torch.equal(whole, own)


def test_actions_are_drawn_as_often_as_the_policy_says() -> None:
    shares, draws = np.array([0.5, 0.3, 0.2]), 20_000
    table = torch.tensor([[9, 9], *([0, log] for log in np.log(shares) + 7)], dtype=torch.float32)
    action, first = torch.tensor([1, 2, 3] * draws), torch.arange(draws + 1) * 3
    choices = Choices(first, action, torch.zeros(draws, dtype=torch.int64), torch.zeros(draws))
    upper, random = torch.ones(draws, 1), torch.rand(draws, generator=torch.Generator().manual_seed(1))
    log_chance = log_chances(upper, table, choices)
    assert torch.allclose(log_chance, tensor_policy.log_chances(upper, table, choices), atol=1e-5)
    found = draw(log_chance, choices, random)
    assert np.allclose(np.bincount(found.chosen) / draws, shares, atol=0.02)
    assert np.allclose(found.log_chance.exp().numpy(), shares[found.chosen], atol=1e-4)
    same = found.chosen == tensor_policy.drawn(log_chance, choices, random)
    assert same.float().mean() > 0.999
