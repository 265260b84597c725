"""Imitation learning: predicts others' choices, the winner, and the scores."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from quarterdeck.lab.training.decisions import TrainingSet
from quarterdeck.lab.training.model import Batch, Model, batches, log_chances, misjudged

BATCH = 1_024
RATE = 4e-3
DECAY = 1e-3
# A lower weight for the winner: there is one result per game, but many decisions.
WEIGHT = 0.5


def losses(model: Model, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """The cross entropies of policy and winner, in nats, and the scores' mean square error."""
    act, win, score = model(batch.seen, batch.row, batch.action)
    return -log_chances(act, batch)[batch.chosen].mean(), *misjudged(win, score, batch)


def imitate(
    model: Model, decisions: TrainingSet, passes: int, chance: np.random.Generator, part: float = 0.95
) -> str:
    """Train the model on `part` of the decisions for a number of epochs; returns the losses on the rest."""
    total = len(decisions.seen)
    own = np.arange(int(total * part))
    rest = np.arange(len(own), total)
    steps = passes * -(-len(own) // BATCH)
    adam = torch.optim.AdamW(model.parameters(), RATE, weight_decay=DECAY)
    slope = torch.optim.lr_scheduler.OneCycleLR(adam, RATE, total_steps=steps)
    for _ in range(passes):
        for batch in batches(decisions, chance.permutation(own), BATCH):
            adam.zero_grad()
            policy, win, score = losses(model, batch)
            torch.autograd.backward(policy + WEIGHT * (win + score))
            adam.step()
            slope.step()
    with torch.no_grad():
        found = [[float(loss) for loss in losses(model, batch)] for batch in batches(decisions, rest, BATCH)]
    acts, seats, ahead = np.mean(found, 0)
    told = f"policy {acts:.3f}, winner {seats:.3f} nats, scores {ahead:.3f}"
    return f"{len(own)} decisions; on {len(rest)} others: {told}"
