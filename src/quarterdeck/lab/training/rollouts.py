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
    """What was played in a window of T steps of all lanes: m decisions between several legal actions, with
    the observations `seen` [m, features], and the matches that ended.
    """

    seen: Tensor
    choices: Choices
    decisions: Trajectories
    results: Results


class Chosen(NamedTuple):
    """The network's choices in one step: in which `lanes` int64 [m] and for which `seat` int64 [m], from
    which observations, and what it expects (`Trajectories.value`).
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
        """Book the time since the last lap on this work."""
        now = time.perf_counter()
        self.spent[work] = self.spent.get(work, 0.0) + now - self.since
        self.since = now


class Inputs(NamedTuple):
    """What the network chooses from: `TimeStep`'s arrays of all lanes, as tensors on its device. `row` int64
    [lanes] is the row of `SeatMaps` for the seat to act.
    """

    observation: Tensor
    legal: Tensor
    seat: Tensor
    row: Tensor


class SeatMaps(NamedTuple):
    """Canonical actions (`lab.canonical`) of several tables and all their seats: `canonical` int64 [rows,
    actions], and the way back, `actual`. `first` int64 [lanes] is the row of a lane's seat 0.
    """

    canonical: Tensor
    actual: Tensor
    first: Tensor


def collect(
    model: Model,
    tables: Sequence[Table],
    steps: int,
    chance: np.random.Generator,
    clock: WorkClock,
    rival: Model | None = None,
) -> Window:
    """Play this many steps in all lanes, drawing each action from the network's policy. With a rival the
    network has one seat, another one from lane to lane, and only its decisions are kept; so it has at tables
    with rules of thumb (`Opposed`).
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
        observation, legal, seat = (_gathered(tables, name, model.device) for name in names)
        inputs = Inputs(observation, legal, seat, maps.first + seat)
        clock.lap("simulation")
        if rival is None:
            action, part = _choose(model, inputs, maps, chance)
        else:
            action, part = _choose_against((rival, model), seat == own_seat, inputs, maps, chance)
        parts.append(part)
        clock.lap("inference")
        _advance(tables, action, results, step)
        clock.lap("simulation")
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


def _gathered(tables: Sequence[Table], name: str, device: torch.device) -> Tensor:
    """An array of `TimeStep`, of all tables, on the device."""
    return torch.cat([torch.as_tensor(getattr(table.out, name), device=device) for table in tables])


def _seat_maps(tables: Sequence[Table], device: torch.device) -> SeatMaps:
    """The canonical actions of these tables."""
    found = [torch.from_numpy(canonical_actions(table.game).copy()) for table in tables]
    canonical = torch.cat(found)
    sizes = torch.tensor([len(one) for one in found])
    first = torch.repeat_interleave(sizes.cumsum(0) - sizes, torch.tensor([table.n for table in tables]))
    return SeatMaps(canonical.to(device), canonical.argsort(1).to(device), first.to(device))


def _choose(
    model: Model, inputs: Inputs, maps: SeatMaps, chance: np.random.Generator
) -> tuple[Tensor, Chosen]:
    """An action for each lane, and what the network chose: forced moves are none of its decisions."""
    action, lanes, choices = legal_choices(inputs.legal)
    row = inputs.row[lanes]
    if model.canonical:
        of_each = torch.repeat_interleave(row, choices.first.diff(), output_size=len(choices.action))
        choices = choices._replace(action=maps.canonical[of_each, choices.action])
    seen = inputs.observation[lanes].to(precision(model.device.type))
    with torch.no_grad(), model.casting():
        said = model(seen)
        value = torch.cat([torch.softmax(said.win.float(), 1), said.score.float()], 1)
        logs = log_chances(said.upper.float(), model.actions(), choices)
    random = torch.from_numpy(chance.random(len(lanes), np.float32))
    choices = draw(logs, choices, random.to(model.device))
    taken = choices.action[choices.first[:-1] + choices.chosen]
    action[lanes] = maps.actual[row, taken] if model.canonical else taken
    return action, Chosen(lanes, inputs.seat[lanes].long(), seen, choices, value)


def _choose_against(
    models: tuple[Model, Model], own: Tensor, inputs: Inputs, maps: SeatMaps, chance: np.random.Generator
) -> tuple[Tensor, Chosen]:
    """`_choose` by the second model in the lanes where `own` [lanes] is True, else by the first, the rival;
    what the rival chose is not returned.
    """
    rival, model = models
    ours, theirs = own.nonzero()[:, 0], (~own).nonzero()[:, 0]
    action = torch.zeros_like(own, dtype=torch.int64)
    action[theirs], _ = _choose(rival, Inputs(*(one[theirs] for one in inputs)), maps, chance)
    action[ours], part = _choose(model, Inputs(*(one[ours] for one in inputs)), maps, chance)
    return action, part._replace(lanes=ours[part.lanes])


def _advance(tables: Sequence[Table], action: Tensor, results: Results, step: int) -> None:
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
