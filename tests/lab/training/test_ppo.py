"""Learning from a window: what turned out better is chosen more often, and a network gets stronger."""

from __future__ import annotations

import numpy as np
import torch

import quarterdeck
from quarterdeck.bots.search.net import Net
from quarterdeck.lab.training.model import Model
from quarterdeck.lab.training.ppo import Hyperparameters, learn
from quarterdeck.lab.training.rollouts import WorkClock, collect
from quarterdeck.lab.training.strength import strength
from quarterdeck.lab.training.tables import open_tables

GAME = "meuterer"


def taught(windows: int) -> tuple[Net, Net]:
    """A network before and after learning from this many windows of its own play."""
    torch.manual_seed(3)
    model = Model(GAME, quarterdeck.game(GAME).features, 32)
    before = model.net()
    adam = torch.optim.Adam(model.parameters(), 3e-3)
    tables, generator = open_tables(GAME, 128, "t", 1), np.random.default_rng(1)
    for _ in range(windows):
        window = collect(model, tables, 64, generator, WorkClock())
        learn(model, adam, window, Hyperparameters(batch=1_024), generator)
    return before, model.net()


def test_a_network_learns_from_nothing_to_beat_what_it_was() -> None:
    before, after = taught(16)
    won = strength(quarterdeck.game(GAME), after, 60, "judge", other=before)
    assert won.low > 0.3


def test_a_window_in_which_nothing_follows_a_decision_teaches_nothing() -> None:
    model = Model(GAME, quarterdeck.game(GAME).features, 8)
    window = collect(model, open_tables(GAME, 8, "t", 1), 1, np.random.default_rng(1), WorkClock())
    assert len(window.seen)
    losses = learn(
        model, torch.optim.Adam(model.parameters()), window, Hyperparameters(), np.random.default_rng(1)
    )
    assert losses == (0, 0, 0, 0, 0)
