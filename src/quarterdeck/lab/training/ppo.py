"""Proximal policy optimization (Schulman et al. 2017) on a window of self-play.

It does as well as methods made for games of hidden information, if its entropy bonus is large enough: Rudolph
et al. 2025, "Reevaluating Policy Gradient Methods for Imperfect-Information Games", arXiv 2502.08938.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from quarterdeck.lab.training.choices import select
from quarterdeck.lab.training.model import Model
from quarterdeck.lab.training.policy import log_chances, policy_loss
from quarterdeck.lab.training.returns import lambda_returns
from quarterdeck.lab.training.rollouts import Window
from quarterdeck.lab.training.surrogate import Weights, surrogate_of


class Hyperparameters(NamedTuple):
    """The settings of PPO and of its targets.

    - `passes`: the number of passes over each window, in batches of `batch` decisions.
    - `clip`: PPO's clipping range.
    - `entropy`: the weight of the entropy bonus.
    - `magnet`: the weight of the KL divergence from the magnet, a network that follows slowly.
    - `scale`: the divisor of advantages, or 0 for their standard deviation.
    - `decay`: λ of the returns.
    - `margin`: the weight of the seat's own score, in standard deviations, beside its share of the win.
    - `value`: the weight of the value losses.
    - `max_grad_norm`: the limit on a gradient's norm.
    """

    passes: int = 2
    batch: int = 4_096
    clip: float = 0.2
    entropy: float = 0.02
    magnet: float = 0.0
    scale: float = 0.0
    decay: float = 0.95
    margin: float = 0.0
    value: float = 0.5
    max_grad_norm: float = 0.5


class Losses(NamedTuple):
    """Averages over a window, and the number of its `decisions` that were learned from; all 0 if there are
    none.

    `entropy` is the policy's entropy, and `moved` its estimated KL divergence from the policy that played,
    both in nats. `win` and `score` are the value losses.
    """

    entropy: float
    moved: float
    win: float
    score: float
    decisions: int


class Targets(NamedTuple):
    """The training targets of a window's decisions: the advantage `gain` float32 [m], the λ-returns
    [m, values] and `Surrogate.anchor`.
    """

    gain: Tensor
    returns: Tensor
    anchor: Tensor


def learn(
    model: Model,
    adam: torch.optim.Optimizer,
    window: Window,
    settings: Hyperparameters,
    generator: np.random.Generator,
    magnet: Model | None = None,
) -> Losses:
    """Train the model on a window of decisions. With a magnet, its policy is kept near to the magnet's.

    Decisions that nothing follows in the window teach nothing. If all are such, the model stays as it is.
    """
    value = window.decisions.value
    target, is_known = np.empty_like(value), np.zeros(len(value), bool)
    if not lambda_returns(window.decisions, window.results, settings.decay, target, is_known):
        return Losses(0.0, 0.0, 0.0, 0.0, 0)
    seats = model.score.out_features
    # The deciding seat comes first among the shares of the win, and first among the margins after nobody's.
    ahead = target - value
    gain = ahead[:, 0] + settings.margin * ahead[:, seats + 1]
    rows = np.flatnonzero(is_known)
    gain = (gain - gain[rows].mean()) / (settings.scale or gain[rows].std() + 1e-6)
    anchor = _anchor_logs(magnet, window, settings.batch)
    targets = Targets(
        torch.from_numpy(gain).to(model.device), torch.from_numpy(target).to(model.device), anchor
    )
    steps = []
    for _ in range(settings.passes):
        order = torch.from_numpy(generator.permutation(rows)).to(model.device)
        for at in range(0, max(len(order) - settings.batch // 2, 1), settings.batch):
            steps.append(
                _optimizer_step(model, adam, window, settings, order[at : at + settings.batch], targets)
            )
    entropy, moved, win, score = torch.stack(steps).mean(0).tolist()
    return Losses(entropy, moved, win, score, len(rows))


def _anchor_logs(magnet: Model | None, window: Window, batch: int) -> Tensor:
    """The log probability that the magnet gives each legal action; zeros without a magnet."""
    if magnet is None:
        return torch.zeros(len(window.choices.action), device=window.seen.device)
    logs = []
    with torch.no_grad(), magnet.casting():
        table = magnet.actions()
        for rows in torch.split(torch.arange(len(window.seen), device=magnet.device), batch):
            upper = magnet(window.seen[rows]).upper.float()
            logs.append(log_chances(upper, table, select(window.choices, rows)[0]))
    return torch.cat(logs)


def _optimizer_step(
    model: Model,
    adam: torch.optim.Optimizer,
    window: Window,
    settings: Hyperparameters,
    rows: Tensor,
    targets: Targets,
) -> Tensor:
    """One step of the optimizer on these decisions; returns the averages of `Losses` over them, [4]."""
    target, seats = targets.returns[rows], model.score.out_features
    adam.zero_grad()
    with model.casting():
        predictions = model(window.seen.index_select(0, rows))
    surrogate = surrogate_of(window.choices, rows, targets.gain[rows], targets.anchor)
    weights = Weights(settings.clip, settings.entropy, settings.magnet)
    policy = policy_loss(predictions.upper.float(), model.actions(), surrogate, weights)
    shares = target[:, : seats + 1].clamp(0, 1)
    win = -(shares * torch.log_softmax(predictions.win.float(), 1)).sum(1).mean()
    score = nn.functional.smooth_l1_loss(predictions.score.float(), target[:, seats + 1 :])
    torch.autograd.backward(policy.loss + settings.value * (win + score))
    nn.utils.clip_grad_norm_(model.parameters(), settings.max_grad_norm)
    adam.step()
    return torch.stack([policy.entropy, policy.moved, win.detach(), score.detach()])
