"""Training data: observations, legal actions, choices, and results."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.play import Game
from quarterdeck.play.registry import find

# All options of a game are played, the default most often.
USUAL = 0.6


class TrainingSet(NamedTuple):
    """`seen` float16 [n, features]; `first` int64 [n + 1]: where each decision's legal actions begin in
    `action` int16; `chosen` int16 [n]: the index of the chosen one. `won` float16 [n, most seats + 1]: shares
    of the win, counted from the viewer, the last for nobody. `scores` float16 [n, most seats]: each seat's
    final score minus the mean, 0 where there is no seat.
    """

    seen: NDArray[np.float16]
    first: NDArray[np.int64]
    action: NDArray[np.int16]
    chosen: NDArray[np.int16]
    won: NDArray[np.float16]
    scores: NDArray[np.float16]


def join(parts: list[TrainingSet]) -> TrainingSet:
    """Concatenate these sets."""
    ends = np.cumsum([0, *(part.first[-1] for part in parts)])
    first = np.concatenate([[0], *(part.first[1:] + end for part, end in zip(parts, ends, strict=False))])
    fields = {name: np.concatenate([getattr(part, name) for part in parts]) for name in TrainingSet._fields}
    return TrainingSet(**fields | {"first": first})


def draw(name: str, chance: random.Random) -> Game:
    """A game with random options, without house rules: an observation does not tell the readings."""
    picked = {
        one.name: one.choices[0] if chance.random() < USUAL else chance.choice(one.choices)
        for one in find(name).options
        if not one.rule
    }
    return Game(name, **picked)


def seen_from(
    seat: NDArray[np.int64], won: NDArray[np.float64], scores: NDArray[np.float64], most: int
) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
    """Convert final results, one row per game, for decisions: `won` [n, seats + 1] and `scores` [n, seats] by
    number become relative to these seats [n], padded to `most`.
    """
    rows, seats = len(seat), scores.shape[1]
    turned = (np.arange(seats) + seat[:, None]) % seats
    parts, ahead = np.zeros((rows, most + 1), np.float16), np.zeros((rows, most), np.float16)
    parts[:, :seats] = np.take_along_axis(won[:, :seats], turned, 1)
    parts[:, most] = won[:, seats]
    ahead[:, :seats] = np.take_along_axis(scores - scores.mean(1, keepdims=True), turned, 1)
    return parts, ahead
