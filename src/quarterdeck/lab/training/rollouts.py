"""Plays all seats of many matches with the network, and keeps the decisions to learn from."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from quarterdeck.lab.lanes import Lanes
from quarterdeck.lab.training.choices import Choices, joined, open_choices
from quarterdeck.lab.training.model import Model, precision
from quarterdeck.lab.training.policy import draw, log_chances
from quarterdeck.lab.training.returns import Results, Trajectories


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


class Now(NamedTuple):
    """What many lanes show: `seen` [lanes, features], `legal` bool [lanes, actions], `seat` int64 [lanes]."""

    seen: Tensor
    legal: Tensor
    seat: Tensor


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
    own_seat = torch.from_numpy(np.arange(lanes) % players).to(model.device)
    results = Results(
        np.zeros((steps, lanes), bool),
        np.zeros((steps, lanes, seats), np.float32),
        np.zeros((steps, lanes, seats), np.float32),
        players,
    )
    parts: list[Chosen] = []
    for step in range(steps):
        now = Now(*(_shown(tables, name, model.device) for name in ("observation", "legal", "seat")))
        clock.lap("simulation")
        if rival is None:
            action, part = _choose(model, now, chance)
        else:
            action, part = _choose_against(rival, model, now.seat == own_seat, now, chance)
        parts.append(part)
        clock.lap("inference")
        _advance(tables, action, results, step)
        clock.lap("simulation")
    step_of = np.repeat(np.arange(steps), [len(part.lanes) for part in parts])
    lane, seat, value = (
        torch.cat([getattr(part, name) for part in parts]).cpu().numpy()
        for name in ("lanes", "seat", "value")
    )
    return Window(
        torch.cat([part.seen for part in parts]),
        joined([part.choices for part in parts]),
        Trajectories(step_of, lane, seat, value),
        results,
    )


def _shown(tables: list[Lanes], name: str, device: torch.device) -> Tensor:
    """One of the arrays that lanes show, of all tables, on the device."""
    shown = torch.cat([torch.as_tensor(getattr(table.out, name), device=device) for table in tables])
    return shown.long() if name == "seat" else shown


def _choose(model: Model, now: Now, chance: np.random.Generator) -> tuple[Tensor, Chosen]:
    """An action for each lane, and what the network chose: forced moves are none of its decisions."""
    taken, lanes, choices = open_choices(now.legal)
    seen = now.seen[lanes].to(precision(model.device.type))
    with torch.no_grad(), model.casting():
        said = model(seen)
        value = torch.cat([torch.softmax(said.win.float(), 1), said.score.float()], 1)
        logs = log_chances(said.upper.float(), model.actions(), choices)
    random = torch.from_numpy(chance.random(len(lanes), np.float32))
    choices = draw(logs, choices, random.to(model.device))
    taken[lanes] = choices.action[choices.first[:-1] + choices.chosen]
    return taken, Chosen(lanes, now.seat[lanes], seen, choices, value)


def _choose_against(
    rival: Model, model: Model, own: Tensor, now: Now, chance: np.random.Generator
) -> tuple[Tensor, Chosen]:
    """`_choose` by the model in the lanes where `own` [lanes] is True, else by the rival."""
    ours, theirs = own.nonzero()[:, 0], (~own).nonzero()[:, 0]
    action = torch.zeros_like(now.seat)
    action[theirs], _ = _choose(rival, Now(*(one[theirs] for one in now)), chance)
    action[ours], part = _choose(model, Now(*(one[ours] for one in now)), chance)
    return action, part._replace(lanes=ours[part.lanes])


def _advance(tables: list[Lanes], action: Tensor, results: Results, step: int) -> None:
    """Play an action in each lane, and keep the results of matches that end."""
    begin = 0
    for table in tables:
        end = begin + table.n
        given = action[begin:end]
        out = table.step(given.cpu().numpy() if _here(table.out.seat) else given)
        seats = table.game.players
        results.ended[step, begin:end] = _fetched(out.ended)
        results.shares[step, begin:end, :seats] = _fetched(out.rewards)
        margins = _fetched(out.scores).astype(np.float32)
        results.margins[step, begin:end, :seats] = margins - margins.mean(1, keepdims=True)
        begin = end


def _here(array: Any) -> bool:
    """Whether an array of lanes is in this computer's own memory."""
    return isinstance(array, np.ndarray)


def _fetched(array: Any) -> NDArray[Any]:
    """An array of lanes in this computer's own memory."""
    found: NDArray[Any] = array if _here(array) else array.copy_to_host()
    return found
