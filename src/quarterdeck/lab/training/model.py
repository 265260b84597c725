"""The trainable network, in PyTorch (the extra `train`)."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from quarterdeck.bots.search.net import Net, make_net
from quarterdeck.play.position import dice
from quarterdeck.play.registry import find


class Predictions(NamedTuple):
    """The model's output for n observations.

    `upper` [n, units] is its upper layer, from which `policy` makes the policy. `win` [n, seats + 1] are the
    logits of who wins: the seats, counted from the viewer, and nobody last. `score` [n, seats] are the seats'
    final scores relative to their mean, in standard deviations.
    """

    upper: Tensor
    win: Tensor
    score: Tensor


class Model(nn.Module):
    """The trainable form of `Net`.

    An action's weights are the sum of embeddings, one for each word in its text and one for each pair of
    neighbouring words. So similar actions share what is learned.
    """

    def __init__(self, name: str, features: int, units: int) -> None:
        super().__init__()
        self.words: Tensor
        self.canonical: Tensor
        # Whether the rows of `act` are canonical actions, as in `Net`; kept with the weights.
        self.register_buffer("canonical", torch.tensor(True))
        self.begins: Tensor
        action_words = words(name)
        self.register_buffer("words", torch.tensor([word for row in action_words for word in row]))
        self.register_buffer("begins", torch.tensor([0, *np.cumsum([len(row) for row in action_words])[:-1]]))
        self.first = nn.Linear(features, units)
        self.second = nn.Linear(units, units)
        self.act = nn.EmbeddingBag(int(self.words.max()) + 1, units + 1, mode="sum")
        self.win = nn.Linear(units, find(name).most_players + 1)
        # An auxiliary target: scores teach more than the winner alone.
        self.score = nn.Linear(units, find(name).most_players)
        for head in (self.act, self.win, self.score):
            nn.init.normal_(head.weight, std=0.01)
        for last in (self.win, self.score):
            nn.init.zeros_(last.bias)

    def forward(self, seen: Tensor) -> Predictions:
        """The estimates for observations [n, features]."""
        upper = torch.relu(self.second(torch.relu(self.first(seen))))
        return Predictions(upper, self.win(upper), self.score(upper))

    @property
    def device(self) -> torch.device:
        """Where its weights are."""
        return self.begins.device

    def casting(self) -> AbstractContextManager[object]:
        """The context in which it is evaluated, with the numbers of `precision`."""
        kind = precision(self.device.type)
        return nullcontext() if kind == torch.float32 else torch.autocast(self.device.type, kind)

    def actions(self) -> Tensor:
        """Each action's weights and, last, its bias: [actions, units + 1]."""
        table: Tensor = self.act(self.words, self.begins)
        return table

    def adopt(self, net: Net) -> None:
        """Take over the weights of a network with the same number of units."""
        has_word = np.zeros((len(self.begins), self.act.num_embeddings), np.float32)
        counts = np.diff([*self.begins.tolist(), len(self.words)])
        has_word[np.repeat(np.arange(len(counts)), counts), self.words.cpu().numpy()] = 1
        table = np.concatenate([net.act, net.act_bias[:, None]], 1)
        weights = {
            "first.weight": net.first.T,
            "first.bias": net.first_bias,
            "second.weight": net.second.T,
            "second.bias": net.second_bias,
            "act.weight": np.linalg.lstsq(has_word, table, rcond=None)[0],
            "win.weight": net.win,
            "win.bias": net.win_bias,
            "canonical": net.canonical,
        }
        state = {name: torch.from_numpy(np.array(weight)) for name, weight in weights.items()}
        self.load_state_dict(self.state_dict() | state)

    def net(self) -> Net:
        """The network for the search."""
        with torch.no_grad():
            table = self.actions().cpu().numpy()
            return make_net(
                first=self.first.weight.T.cpu().numpy(),
                first_bias=self.first.bias.cpu().numpy(),
                second=self.second.weight.T.cpu().numpy(),
                second_bias=self.second.bias.cpu().numpy(),
                act=table[:, :-1],
                act_bias=table[:, -1],
                win=self.win.weight.cpu().numpy(),
                win_bias=self.win.bias.cpu().numpy(),
            )._replace(canonical=bool(self.canonical))


def seed_weights(seed: str) -> None:
    """Let a training's seed decide the weights of the models that are made next."""
    torch.manual_seed(int(dice(f"{seed} weights").key[0]))


@cache
def precision(device: str) -> torch.dtype:
    """The dtype of evaluation: bfloat16 on graphics cards and on processors that multiply it faster than
    float32. Processors without units for it take four times as long.
    """
    if device != "cpu":
        return torch.bfloat16
    return min((torch.float32, torch.bfloat16), key=_seconds_per_layer)


def _seconds_per_layer(kind: torch.dtype) -> float:
    """The seconds that a layer takes with numbers of this dtype, at best."""
    inputs, weights = (torch.ones(rows, 256, dtype=kind) for rows in (1_024, 256))
    seconds = []
    for _ in range(5):
        started = time.perf_counter()
        nn.functional.linear(inputs, weights)
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def words(name: str) -> list[list[int]]:
    """For each action, the numbers of the words in its text, one for each word and position, and of the pairs
    of neighbouring words.
    """
    spec = find(name)
    numbers: dict[str, int] = {}
    rows = []
    for action in range(spec.actions):
        verb, *rest = spec.action_text(action).split()
        parts = [verb, *(f"{verb} {at} {word}" for at, word in enumerate(rest))]
        pairs = enumerate(pairwise(rest))
        parts += [f"{verb} {at} {left} {right}" for at, (left, right) in pairs]
        rows.append([numbers.setdefault(part, len(numbers)) for part in parts])
    return rows
