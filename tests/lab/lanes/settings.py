"""Settings to play lanes in, and a lane as an environment whose secrecy can be checked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Action, Game, Position
from quarterdeck.lab import vector
from quarterdeck.lab.lanes import Lanes

GAMES = [
    quarterdeck.game("meuterer"),
    quarterdeck.game("meuterer", players=3, rules="french", pirates="double"),
    quarterdeck.game("meuterer", rules="manual", pirates="on"),
    quarterdeck.game("cartagena", players=2),
    quarterdeck.game("cartagena", players=4),
    quarterdeck.game("mutiny", players=2),
    quarterdeck.game("mutiny", players=5),
]
each_game = pytest.mark.parametrize("game", GAMES, ids=repr)


def play(env: Lanes, steps: int) -> None:
    for _ in range(steps):
        env.step(env.sample())


class OneLane:
    """The middle one of three lanes, as `quarterdeck.lab.leak_check` asks for it."""

    LANE = 1

    def __init__(self, game: Game) -> None:
        self.env = vector(game, 3, seed=8, information=64)

    def place(self, position: Position) -> None:
        self.env.place(self.LANE, position)

    def given(self, seat: int) -> Any:
        out = self.env.out
        mine = {"digest": out.digest[self.LANE, seat].copy()}
        if out.seat[self.LANE] == seat:
            for name in ("legal", "observation", "information"):
                mine[name] = getattr(out, name)[self.LANE].copy()
        names = ("seat", "ended", "rewards", "scores")
        return mine | {name: getattr(out, name)[self.LANE].copy() for name in names}

    def play(self, seat: int, action: Action) -> None:
        assert self.env.out.seat[self.LANE] == seat
        actions = self.env.sample()
        actions[self.LANE] = action.id
        self.env.step(actions)


def rows(env: Lanes) -> list[np.ndarray[Any, Any]]:
    """Copies of all that an environment gives."""
    return [one.copy() for one in env.out]
