"""Decisions to learn from: what was seen, what was legal, what was chosen, and how the game ended."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quarterdeck.play import Game
from quarterdeck.play.registry import find

# Every option of a game is played, the usual one more often.
USUAL = 0.6


class TrainingSet(NamedTuple):
    """`seen` float16 [n, features]; `first` int64 [n + 1] where the legal actions of each begin in `action`
    int16; `chosen` int16 [n], which of them was. `won` float16 [n, most seats + 1], counted from the viewer,
    the last for nobody: each one's part of the win. `scores` float16 [n, most seats]: each seat's final score
    less the mean of all, 0 where there is no seat.
    """

    seen: NDArray[np.float16]
    first: NDArray[np.int64]
    action: NDArray[np.int16]
    chosen: NDArray[np.int16]
    won: NDArray[np.float16]
    scores: NDArray[np.float16]


def join(parts: list[TrainingSet]) -> TrainingSet:
    """All of these in one."""
    ends = np.cumsum([0, *(part.first[-1] for part in parts)])
    first = np.concatenate([[0], *(part.first[1:] + end for part, end in zip(parts, ends, strict=False))])
    fields = {name: np.concatenate([getattr(part, name) for part in parts]) for name in TrainingSet._fields}
    return TrainingSet(**fields | {"first": first})


def draw(name: str, chance: random.Random) -> Game:
    """A game with options drawn."""
    picked = {
        one.name: one.choices[0] if chance.random() < USUAL else chance.choice(one.choices)
        for one in find(name).options
    }
    return Game(name, **picked)


def seen_from(
    seat: NDArray[np.int64], won: NDArray[np.float64], scores: NDArray[np.float64], most: int
) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
    """The ends of games, one a row, as decisions keep them: `won` [n, seats + 1] and `scores` [n, seats] by
    number → counted from these seats [n], with room for `most`.
    """
    rows, seats = len(seat), scores.shape[1]
    turned = (np.arange(seats) + seat[:, None]) % seats
    parts, ahead = np.zeros((rows, most + 1), np.float16), np.zeros((rows, most), np.float16)
    parts[:, :seats] = np.take_along_axis(won[:, :seats], turned, 1)
    parts[:, most] = won[:, seats]
    ahead[:, :seats] = np.take_along_axis(scores - scores.mean(1, keepdims=True), turned, 1)
    return parts, ahead
