"""The trainable network, in PyTorch (the extra `train`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from quarterdeck.bots.search.net import Net, make_net
from quarterdeck.lab.training.decisions import TrainingSet
from quarterdeck.play.registry import find


class Model(nn.Module):
    """The trainable form of `Net`. An action's weights are the sum of embeddings for the words in its text
    and for neighbouring pairs of words, so similar actions share what is learned.
    """

    def __init__(self, name: str, features: int, units: int) -> None:
        super().__init__()
        self.words: Tensor
        self.register_buffer("words", torch.from_numpy(words(name)))
        self.first = nn.Linear(features, units)
        self.second = nn.Linear(units, units)
        self.act = nn.Linear(units, self.words.shape[1])
        self.win = nn.Linear(units, find(name).most_players + 1)
        # An auxiliary target: scores teach more than the winner alone.
        self.score = nn.Linear(units, find(name).most_players)
        nn.init.normal_(self.act.weight, std=0.05)
        nn.init.zeros_(self.act.bias)

    def forward(self, seen: Tensor, row: Tensor, action: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Observations [n, features] and some actions, each with its row → the actions' logits, the winner's
        logits [n, seats + 1] and the seats' standardized scores relative to the mean [n, seats].
        """
        upper = torch.relu(self.second(torch.relu(self.first(seen))))
        weights, bias = self.words @ self.act.weight, self.words @ self.act.bias
        return (upper[row] * weights[action]).sum(1) + bias[action], self.win(upper), self.score(upper)

    def net(self) -> Net:
        """The network for the search."""
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
    """[actions, words]: which words, by position, and which pairs of neighbours occur in each action's
    text.
    """
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


class Batch(NamedTuple):
    """Some decisions: their numbers [n], observations [n, features], row and action of each legal action [m],
    the index of the chosen one among these [n], `won`, and `scores` in standard deviations.
    """

    numbers: NDArray[np.int64]
    seen: Tensor
    row: Tensor
    action: Tensor
    chosen: Tensor
    won: Tensor
    scores: Tensor


def batches(decisions: TrainingSet, order: NDArray[np.int64], size: int) -> Iterator[Batch]:
    """Yield batches of this size, in this order."""
    count = np.diff(decisions.first)
    deviation = decisions.scores.astype(np.float32).std() + 1e-3
    for at in range(0, len(order), size):
        numbers = order[at : at + size]
        counts = count[numbers]
        begin = np.cumsum(counts) - counts
        row = np.repeat(np.arange(len(numbers)), counts)
        edge = decisions.first[numbers][row] + np.arange(counts.sum()) - begin[row]
        parts = (
            decisions.seen[numbers].astype(np.float32),
            row,
            decisions.action[edge].astype(np.int64),
            begin + decisions.chosen[numbers],
            decisions.won[numbers].astype(np.float32),
            decisions.scores[numbers].astype(np.float32) / deviation,
        )
        yield Batch(numbers, *map(torch.from_numpy, parts))


def log_chances(logits: Tensor, batch: Batch) -> Tensor:
    """The log probability of each legal action."""
    rows, row = len(batch.seen), batch.row
    best = torch.full((rows,), -torch.inf).scatter_reduce(0, row, logits.detach(), "amax")
    lifted = logits - best[row]
    return lifted - torch.log(torch.zeros(rows).index_add(0, row, torch.exp(lifted)))[row]


def misjudged(win: Tensor, score: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
    """The cross entropy of the winner, in nats, and the scores' mean square error."""
    winner = -(batch.won * torch.log_softmax(win, 1)).sum(1).mean()
    return winner, nn.functional.mse_loss(score, batch.scores)
