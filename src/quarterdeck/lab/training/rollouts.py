"""Plays all seats of many matches with the network, and keeps the decisions to learn from."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from quarterdeck.kernel.encode import Numbers
from quarterdeck.lab.lanes import Lanes
from quarterdeck.lab.training.model import Model
from quarterdeck.lab.training.policy import Choices, draw, log_chances
from quarterdeck.lab.training.returns import Results, Trajectories

# Networks are evaluated in 16 bits: several times as fast where the processor has such units.
HALF = torch.bfloat16


class Window(NamedTuple):
    """What was played in a window of T steps of all lanes: m decisions between several legal actions, with
    the observations `seen` [m, features], and the matches that ended.
    """

    seen: Tensor
    choices: Choices
    decisions: Trajectories
    results: Results


class Chosen(NamedTuple):
    """The network's choices in one step: in which `lanes` int64 [m], from which observations, and what it
    expects (`Trajectories.value`).
    """

    lanes: NDArray[np.int64]
    seen: Tensor
    choices: Choices
    value: Numbers


@dataclass
class WorkClock:
    """Seconds spent on simulation, inference and learning."""

    spent: dict[str, float] = field(default_factory=dict)
    since: float = field(default_factory=time.perf_counter)

    def lap(self, work: str) -> None:
        """Book the time since the last lap on this work."""
        now = time.perf_counter()
        self.spent[work] = self.spent.get(work, 0.0) + now - self.since
        self.since = now


def collect(
    model: Model,
    tables: list[Lanes],
    steps: int,
    chance: np.random.Generator,
    clock: WorkClock,
    rival: Model | None = None,
) -> Window:
    """Play this many steps in all lanes, drawing each action from the network's policy. With a rival the
    network has one seat, another one from lane to lane, and only its decisions are kept.
    """
    lanes, seats = sum(table.n for table in tables), model.score.out_features
    players = np.concatenate([np.full(table.n, table.game.players) for table in tables])
    own_seat = np.arange(lanes) % players
    results = Results(
        np.zeros((steps, lanes), bool),
        np.zeros((steps, lanes, seats), np.float32),
        np.zeros((steps, lanes, seats), np.float32),
        players,
    )
    parts: list[Chosen] = []
    where: list[NDArray[np.int64]] = []
    for step in range(steps):
        seen = np.concatenate([table.out.observation for table in tables])
        legal = np.concatenate([table.out.legal for table in tables])
        seat = np.concatenate([table.out.seat for table in tables]).astype(np.int64)
        clock.lap("simulation")
        if rival is None:
            action, part = _choose(model, seen, legal, chance)
        else:
            action, part = _choose_against(rival, model, seat == own_seat, (seen, legal), chance)
        clock.lap("inference")
        parts.append(part)
        where.append(np.stack([np.full(len(part.lanes), step), part.lanes, seat[part.lanes]]))
        _advance(tables, action, results, step)
        clock.lap("simulation")
    places = np.concatenate(where, 1)
    return Window(
        torch.cat([part.seen for part in parts]),
        _joined([part.choices for part in parts]),
        Trajectories(places[0], places[1], places[2], np.concatenate([part.value for part in parts])),
        results,
    )


def _choose(
    model: Model, seen: Numbers, legal: NDArray[np.bool_], chance: np.random.Generator
) -> tuple[NDArray[np.int64], Chosen]:
    """An action for each lane, and what the network chose: forced moves are none of its decisions."""
    actions = legal.shape[1]
    lane, action = np.divmod(np.flatnonzero(legal), actions)
    count = np.bincount(lane, minlength=len(legal))
    taken = action[np.cumsum(count) - count]
    lanes = np.flatnonzero(count > 1)
    ids, count = action[count[lane] > 1], count[lanes]
    half = torch.from_numpy(seen[lanes]).to(HALF)
    with torch.inference_mode(), torch.autocast("cpu", HALF):
        said = model(half)
        value = torch.cat([torch.softmax(said.win.float(), 1), said.score.float()], 1)
        upper, table = said.upper.float().numpy(), model.actions().numpy()
    first = np.concatenate([[0], np.cumsum(count)])
    choices = Choices(first, ids, np.zeros(len(lanes), np.int64), np.zeros(len(lanes), np.float32))
    draw(log_chances(upper, table, choices), choices, chance.random(len(lanes), np.float32))
    taken[lanes] = ids[first[:-1] + choices.chosen]
    return taken, Chosen(lanes, half, choices, value.numpy())


def _choose_against(
    rival: Model,
    model: Model,
    own: NDArray[np.bool_],
    now: tuple[Numbers, NDArray[np.bool_]],
    chance: np.random.Generator,
) -> tuple[NDArray[np.int64], Chosen]:
    """`_choose` by the model in the lanes where `own` [lanes] is True, else by the rival; `now` is what is
    seen and legal.
    """
    seen, legal = now
    ours, theirs = np.flatnonzero(own), np.flatnonzero(~own)
    action = np.zeros(len(own), np.int64)
    action[theirs], _ = _choose(rival, seen[theirs], legal[theirs], chance)
    action[ours], part = _choose(model, seen[ours], legal[ours], chance)
    return action, part._replace(lanes=ours[part.lanes])


def _advance(tables: list[Lanes], action: NDArray[np.int64], results: Results, step: int) -> None:
    """Play an action in each lane, and keep the results of matches that end."""
    begin = 0
    for table in tables:
        end = begin + table.n
        out = table.step(action[begin:end])
        seats = table.game.players
        results.ended[step, begin:end] = out.ended
        results.shares[step, begin:end, :seats] = out.rewards
        margins = out.scores.astype(np.float32)
        results.margins[step, begin:end, :seats] = margins - margins.mean(1, keepdims=True)
        begin = end


def _joined(parts: list[Choices]) -> Choices:
    """Concatenate these."""
    ends = np.cumsum([0, *(len(part.action) for part in parts)])
    first = np.concatenate([[0], *(part.first[1:] + end for part, end in zip(parts, ends, strict=False))])
    action, chosen, log_chance = (
        np.concatenate(column) for column in zip(*(part[1:] for part in parts), strict=True)
    )
    return Choices(first, action, chosen, log_chance)
