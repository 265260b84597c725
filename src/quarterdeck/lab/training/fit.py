"""Fit a network to samples, with PyTorch (the extra `train`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from quarterdeck.bots.search.net import Net, make_net
from quarterdeck.lab.training.selfplay import Samples
from quarterdeck.play.game import find

BATCH = 1_024
RATE = 4e-3
DECAY = 1e-3
# Who will win is learned half from who won and half from what the search saw, which varies less.
SEEN = 0.5
# Of who wins there is less to learn, one result a game, than of what to do.
WEIGHT = 0.5


class Model(nn.Module):
    """The network while it learns: as `Net`, but that an action's weights are the sum of those of the words
    in its text and of each two neighbours, so that what is learned of one helps with those like it.
    """

    def __init__(self, name: str, features: int, units: int) -> None:
        super().__init__()
        self.words: Tensor
        self.register_buffer("words", torch.from_numpy(words(name)))
        self.first = nn.Linear(features, units)
        self.second = nn.Linear(units, units)
        self.act = nn.Linear(units, self.words.shape[1])
        self.win = nn.Linear(units, find(name).most_players + 1)
        # Only to learn more from a game than who won it.
        self.score = nn.Linear(units, find(name).most_players)
        nn.init.normal_(self.act.weight, std=0.05)
        nn.init.zeros_(self.act.bias)

    def forward(self, seen: Tensor, row: Tensor, action: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Observations [n, features] and some actions, each with its row → a logit for each of these, and
        those of the seats [n, seats + 1] and their scores ahead of the mean, in deviations [n, seats].
        """
        upper = torch.relu(self.second(torch.relu(self.first(seen))))
        weights, bias = self.words @ self.act.weight, self.words @ self.act.bias
        return (upper[row] * weights[action]).sum(1) + bias[action], self.win(upper), self.score(upper)

    def net(self) -> Net:
        """What it has learned, for the search."""
        with torch.no_grad():
            return make_net(
                first=self.first.weight.T.numpy(),
                first_bias=self.first.bias.numpy(),
                second=self.second.weight.T.numpy(),
                second_bias=self.second.bias.numpy(),
                act=(self.words @ self.act.weight).numpy(),
                act_bias=(self.words @ self.act.bias).numpy(),
                win=self.win.weight.numpy(),
                win_bias=self.win.bias.numpy(),
            )


def words(name: str) -> NDArray[np.float32]:
    """[actions, words]: which words, by place, and which pairs of neighbours are in each action's text."""
    spec = find(name)
    known: dict[str, int] = {}
    rows = []
    for action in range(spec.actions):
        verb, *rest = spec.action_text(action).split()
        parts = [verb, *(f"{verb} {at} {word}" for at, word in enumerate(rest))]
        pairs = enumerate(pairwise(rest))
        parts += [f"{verb} {at} {one} {other}" for at, (one, other) in pairs]
        rows.append([known.setdefault(part, len(known)) for part in parts])
    out = np.zeros((len(rows), len(known)), np.float32)
    for row, found in enumerate(rows):
        out[row, found] = 1
    return out


def batches(samples: Samples, order: NDArray[np.int64]) -> Iterator[list[Tensor]]:
    """So many decisions at a time: observations; of each legal action the row, the action and its share; who
    wins.
    """
    count = np.diff(samples.first)
    deviation = samples.scores.astype(np.float32).std() + 1e-3
    for at in range(0, len(order), BATCH):
        rows = order[at : at + BATCH]
        counts = count[rows]
        row = np.repeat(np.arange(len(rows)), counts)
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        edge = np.repeat(samples.first[rows], counts) + within
        wins = SEEN * samples.wins[rows].astype(np.float32) + (1 - SEEN) * samples.won[rows]
        seen, action = samples.seen[rows].astype(np.float32), samples.action[edge].astype(np.int64)
        share = samples.share[edge].astype(np.float32)
        scores = samples.scores[rows].astype(np.float32) / deviation
        yield [torch.from_numpy(one) for one in (seen, row, action, share, wins.astype(np.float32), scores)]


def losses(model: Model, batch: list[Tensor]) -> tuple[Tensor, Tensor, Tensor]:
    """Cross entropies of the policy and of who wins, in nats, and the scores' mean square error."""
    seen, row, action, share, wins, scores = batch
    act, win, score = model(seen, row, action)
    best = torch.full((len(seen),), -torch.inf).scatter_reduce(0, row, act.detach(), "amax")
    total = torch.zeros(len(seen)).index_add(0, row, torch.exp(act - best[row]))
    policy = -(share * (act - best[row] - torch.log(total)[row])).sum() / len(seen)
    winner = -(wins * torch.log_softmax(win, 1)).sum(1).mean()
    return policy, winner, nn.functional.mse_loss(score, scores)


def fit(
    model: Model,
    samples: Samples,
    passes: int,
    chance: np.random.Generator,
    part: float = 0.95,
) -> str:
    """Let the model learn from `part` of the samples, so many times; says how it does on the others."""
    total = len(samples.seen)
    own = np.arange(int(total * part))
    rest = np.arange(len(own), total)
    steps = passes * -(-len(own) // BATCH)
    adam = torch.optim.AdamW(model.parameters(), RATE, weight_decay=DECAY)
    slope = torch.optim.lr_scheduler.OneCycleLR(adam, RATE, total_steps=steps)
    for _ in range(passes):
        for batch in batches(samples, chance.permutation(own)):
            adam.zero_grad()
            policy, win, score = losses(model, batch)
            torch.autograd.backward(policy + WEIGHT * (win + score))
            adam.step()
            slope.step()
    with torch.no_grad():
        found = [[float(loss) for loss in losses(model, batch)] for batch in batches(samples, rest)]
    acts, seats, ahead = np.mean(found, 0)
    told = f"policy {acts:.3f}, winner {seats:.3f} nats, scores {ahead:.3f}"
    return f"{len(own)} decisions; on {len(rest)} others: {told}"
