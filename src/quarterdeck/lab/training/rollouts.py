"""Plays the seats of many matches with the network, and keeps the decisions to learn from."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from quarterdeck.lab.canonical import canonical_actions
from quarterdeck.lab.training.choices import Choices, joined, legal_choices
from quarterdeck.lab.training.model import Model, precision
from quarterdeck.lab.training.policy import draw, log_chances
from quarterdeck.lab.training.returns import Results, Trajectories
from quarterdeck.lab.training.tables import Table


class Window(NamedTuple):
    """What T steps of all lanes gave: the m decisions between several legal actions, with their observations
    `seen` [m, features], and the results of the matches that ended.
    """

    seen: Tensor
    choices: Choices
    decisions: Trajectories
    results: Results


class Chosen(NamedTuple):
    """The network's choices in one step: their `lanes` int64 [m] and seats `seat` int64 [m], the observations
    `seen` [m, features], and the network's expectations (`Trajectories.value`).
    """

    lanes: Tensor
    seat: Tensor
    seen: Tensor
    choices: Choices
    value: Tensor


@dataclass
class WorkClock:
    """Seconds spent on simulation, inference and learning."""

    spent: dict[str, float] = field(default_factory=dict)
    since: float = field(default_factory=time.perf_counter)

    def lap(self, work: str) -> None:
        """Count the time since the last lap as spent on this work."""
        now = time.perf_counter()
        self.spent[work] = self.spent.get(work, 0.0) + now - self.since
        self.since = now


class Inputs(NamedTuple):
    """The network's inputs: arrays of `TimeStep` of all lanes, as tensors on the network's device.

    `row` int64 [lanes] is the row of `SeatMaps` for the seat to act.
    """

    observation: Tensor
    legal: Tensor
    seat: Tensor
    row: Tensor


class SeatMaps(NamedTuple):
    """The canonical actions (`lab.canonical`) of several tables: a row for each seat of each table.

    `canonical` int64 [rows, actions] gives each action's canonical action, `actual` the reverse. `first`
    int64 [lanes] is the row of seat 0 at the lane's table.
    """

    canonical: Tensor
    actual: Tensor
    first: Tensor


def collect(
    model: Model,
    tables: Sequence[Table],
    steps: int,
    generator: np.random.Generator,
    clock: WorkClock,
    rival: Model | None = None,
) -> Window:
    """Play this many steps in all lanes, drawing each action from the network's policy.

    With a rival the network plays one seat of each match, which changes from lane to lane, and the rival all
    others. Only the network's decisions are kept. At tables of `Opposed` rules of thumb play the other seats.
    """
    lanes, seats = sum(table.n for table in tables), model.score.out_features
    players = np.concatenate([np.full(table.n, table.game.players) for table in tables])
    own_seat = torch.from_numpy(np.arange(lanes) % players).to(model.device)
    maps = _seat_maps(tables, model.device)
    results = Results(
        np.zeros((steps, lanes), bool),
        np.zeros((steps, lanes, seats), np.float32),
        np.zeros((steps, lanes, seats), np.float32),
        players,
    )
    parts: list[Chosen] = []
    for step in range(steps):
        names = ("observation", "legal", "seat")
        observation, legal, seat = (_join_outputs(tables, name, model.device) for name in names)
        inputs = Inputs(observation, legal, seat, maps.first + seat)
        clock.lap("simulation")
        if rival is None:
            action, part = _choose(model, inputs, maps, generator)
        else:
            action, part = _choose_against((rival, model), seat == own_seat, inputs, maps, generator)
        parts.append(part)
        clock.lap("inference")
        _step_tables(tables, action, results, step)
        clock.lap("simulation")
    return _join_window(parts, results)


def _join_window(parts: Sequence[Chosen], results: Results) -> Window:
    """The window of these choices, one part for each step, and of the results of all matches."""
    steps = len(parts)
    step_of = np.repeat(np.arange(steps), [len(part.lanes) for part in parts])
    lane, chooser, value = (
        torch.cat([getattr(part, name) for part in parts]).cpu().numpy()
        for name in ("lanes", "seat", "value")
    )
    return Window(
        torch.cat([part.seen for part in parts]),
        joined([part.choices for part in parts]),
        Trajectories(step_of, lane, chooser, value),
        results,
    )


def _join_outputs(tables: Sequence[Table], name: str, device: torch.device) -> Tensor:
    """The array of `TimeStep` with this name, of all tables one after the other, on the device."""
    return torch.cat([torch.as_tensor(getattr(table.out, name), device=device) for table in tables])


def _seat_maps(tables: Sequence[Table], device: torch.device) -> SeatMaps:
    """The canonical actions of these tables, table by table and seat by seat."""
    maps = [torch.from_numpy(canonical_actions(table.game).copy()) for table in tables]
    canonical = torch.cat(maps)
    sizes = torch.tensor([len(rows) for rows in maps])
    first = torch.repeat_interleave(sizes.cumsum(0) - sizes, torch.tensor([table.n for table in tables]))
    return SeatMaps(canonical.to(device), canonical.argsort(1).to(device), first.to(device))


def _choose(
    model: Model, inputs: Inputs, maps: SeatMaps, generator: np.random.Generator
) -> tuple[Tensor, Chosen]:
    """An action for each lane, and the network's choices, which do not include forced moves."""
    action, lanes, choices = legal_choices(inputs.legal)
    row = inputs.row[lanes]
    if model.canonical:
        row_of_each = torch.repeat_interleave(row, choices.first.diff(), output_size=len(choices.action))
        choices = choices._replace(action=maps.canonical[row_of_each, choices.action])
    seen = inputs.observation[lanes].to(precision(model.device.type))
    with torch.no_grad(), model.casting():
        predictions = model(seen)
        value = torch.cat([torch.softmax(predictions.win.float(), 1), predictions.score.float()], 1)
        logs = log_chances(predictions.upper.float(), model.actions(), choices)
    random = torch.from_numpy(generator.random(len(lanes), np.float32))
    choices = draw(logs, choices, random.to(model.device))
    chosen_action = choices.action[choices.first[:-1] + choices.chosen]
    action[lanes] = maps.actual[row, chosen_action] if model.canonical else chosen_action
    return action, Chosen(lanes, inputs.seat[lanes].long(), seen, choices, value)


def _choose_against(
    models: tuple[Model, Model], own: Tensor, inputs: Inputs, maps: SeatMaps, generator: np.random.Generator
) -> tuple[Tensor, Chosen]:
    """`_choose` by the second model where `own` [lanes] is True, elsewhere by the first, the rival. The
    rival's choices are left out of the result.
    """
    rival, model = models
    ours, theirs = own.nonzero()[:, 0], (~own).nonzero()[:, 0]
    action = torch.zeros_like(own, dtype=torch.int64)
    action[theirs], _ = _choose(rival, Inputs(*(tensor[theirs] for tensor in inputs)), maps, generator)
    action[ours], part = _choose(model, Inputs(*(tensor[ours] for tensor in inputs)), maps, generator)
    return action, part._replace(lanes=ours[part.lanes])


def _step_tables(tables: Sequence[Table], action: Tensor, results: Results, step: int) -> None:
    """Play an action in each lane, and keep the results of matches that end."""
    chosen = action.cpu().numpy()
    begin = 0
    for table in tables:
        end = begin + table.n
        out = table.step(chosen[begin:end])
        seats = table.game.players
        ended, shares, scores = (
            torch.as_tensor(array).cpu().numpy() for array in (out.ended, out.rewards, out.scores)
        )
        results.ended[step, begin:end] = ended
        results.shares[step, begin:end, :seats] = shares
        margins = scores.astype(np.float32)
        results.margins[step, begin:end, :seats] = margins - margins.mean(1, keepdims=True)
        begin = end
