"""Self-play training: proximal policy optimization (Schulman et al. 2017) against rule-of-thumb players and
earlier networks.

Rudolph et al. 2025 ("Reevaluating Policy Gradient Methods for Imperfect-Information Games") find that it does
as well as methods made for games of hidden information. Playing against earlier networks prevents forgetting
and cycling.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from quarterdeck.bots.search.net import Net
from quarterdeck.lab.training.decisions import join
from quarterdeck.lab.training.model import Batch, Model, batches, log_chances, misjudged
from quarterdeck.lab.training.rollouts import Rollouts, roll

# The games of a turn are split into this many parts, each with other options and another earlier network.
PARTS = 4
# The probability of playing the newest of the earlier networks, instead of any.
NEWEST = 0.5
PASSES = 2
BATCH = 4_096
# PPO's clipping range.
CLIP = 0.2
WEIGHT = 0.5
# The weight of the entropy bonus.
ENTROPY = 0.01
LONGEST_STEP = 0.5


class Schedule(NamedTuple):
    """A round's schedule: this many `turns` of `games` each, on `jobs` threads; `rate` is the learning rate.
    Games are truncated after `max_plies`, by default the game's own limit.
    """

    turns: int
    games: int
    jobs: int
    rate: float
    max_plies: int | None = None


def improve(model: Model, name: str, league: list[Net], seed: str, course: Schedule) -> str:
    """Train the model by play against a league of networks, newest last; returns a summary."""
    adam = torch.optim.Adam(model.parameters(), course.rate, eps=1e-5)
    chance = random.Random(seed)
    order, told = np.random.default_rng(list(seed.encode())), []
    with ThreadPoolExecutor(course.jobs) as threads:
        for turn in range(course.turns):
            others = [league[-1] if chance.random() < NEWEST else chance.choice(league) for _ in range(PARTS)]
            play = partial(roll, name, course.games // PARTS, model.net(), max_plies=course.max_plies)
            seeds = [f"{seed}/{turn}/{part}" for part in range(PARTS)]
            found = _together(list(threads.map(play, others, seeds)))
            learn(model, adam, found, order)
            told.append((len(found.chance), found.truncated, found.wins, found.beaten))
    decisions, truncated, *won = np.array(told).T
    among = zip(won, ("earlier networks", "rules of thumb"), strict=True)
    # A short training may not have played against every kind of opponent.
    words = [f"{np.nanmean(wins):.2f} among {who}" for wins, who in among if not np.isnan(wins).all()]
    cut = f"{truncated.sum():.0f} games truncated"
    own = f"{decisions.sum():.0f} decisions of its own, {cut}"
    return f"{own}; times its share won: {', '.join(words) or 'unknown'}"


def _together(parts: list[Rollouts]) -> Rollouts:
    """Concatenate these."""
    decisions, chance, better, *won, truncated = zip(*parts, strict=True)
    wins, beaten = (float(np.mean([one for one in share if one == one] or np.nan)) for share in won)
    whole = join(list(decisions)), np.concatenate(chance), np.concatenate(better)
    return Rollouts(*whole, wins, beaten, sum(truncated))


def learn(model: Model, adam: torch.optim.Optimizer, found: Rollouts, order: np.random.Generator) -> None:
    """Train on the collected decisions, PASSES times."""
    better = torch.from_numpy((found.better - found.better.mean()) / (found.better.std() + 1e-6))
    before = torch.from_numpy(np.log(found.chance + 1e-9))
    for _ in range(PASSES):
        for batch in batches(found.decisions, order.permutation(len(better)), BATCH):
            adam.zero_grad()
            torch.autograd.backward(loss(model, batch, before[batch.numbers], better[batch.numbers]))
            nn.utils.clip_grad_norm_(model.parameters(), LONGEST_STEP)
            adam.step()


def loss(model: Model, batch: Batch, before: Tensor, better: Tensor) -> Tensor:
    """PPO's loss: the clipped surrogate, the value losses, and the entropy bonus.

    `before` [n]: the log probability of each chosen action at play time; `better` [n]: its advantage.
    """
    act, win, score = model(batch.seen, batch.row, batch.action)
    logs = log_chances(act, batch)
    ratio = torch.exp(logs[batch.chosen] - before)
    gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
    entropy = -(torch.exp(logs) * logs).sum() / len(batch.seen)
    winner, scores = misjudged(win, score, batch)
    return WEIGHT * (winner + scores) - gain - ENTROPY * entropy
