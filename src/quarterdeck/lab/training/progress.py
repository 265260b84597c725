"""The files in a training's folder: its state, the network so far, and the curve of its strength."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from quarterdeck.bots.search.weights import write_net
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.training.model import Model
from quarterdeck.play.new_files import draft_of

STATE, NETWORK, CURVE = "training.pt", "network.npz", "curve.csv"
# The network in the folder is the mean over about this many windows: it plays better than the newest one.
AVERAGED = 50


@dataclass
class Progress:
    """A training so far: the learning `model`, its `mean` over recent windows, the optimizer `adam`, the
    numbers of windows and decisions, the hours, and the standard deviation of scores (0: not known yet).

    `curve` has a point for each measurement: how far the training was, the policy's entropy in nats, and the
    figures that were measured.
    """

    model: Model
    mean: Model
    adam: torch.optim.Optimizer
    windows: int = 0
    decisions: int = 0
    hours: float = 0.0
    deviation: float = 0.0
    curve: list[dict[str, Any]] = field(default_factory=list)

    def average(self) -> None:
        """Take the model's present weights into the mean."""
        share = 1 / min(self.windows, AVERAGED)
        with torch.no_grad():
            for mean, newest in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(newest, share)

    def state(self) -> dict[str, Any]:
        """All of it, for `torch.save`."""
        plain = {name: value for name, value in vars(self).items() if not hasattr(value, "state_dict")}
        return plain | {name: vars(self)[name].state_dict() for name in ("model", "mean", "adam")}


def save(progress: Progress, folder: Path, about: Mapping[str, Any]) -> None:
    """Write network, state and curve. An interrupted write leaves the previous state. Raises WeightsError for
    a network that no file can hold, and then nothing is written.
    """
    write_net(folder / NETWORK, progress.mean.net(), about["game"], about)
    with draft_of(folder / STATE) as fresh:
        torch.save(progress.state(), fresh)
        os.replace(fresh, folder / STATE)
    with (folder / CURVE).open("w", newline="") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(name for point in progress.curve for name in point)))
        writer.writeheader()
        writer.writerows(progress.curve)


def resume(progress: Progress, folder: Path) -> None:
    """Go on from what the folder holds, if it holds any. Raises QuarterdeckError for a training that is
    damaged, that is another network's, or that can't be read now.
    """
    file = folder / STATE
    if not file.exists():
        return
    try:
        saved = torch.load(file, map_location=progress.model.device)
        states = {name: saved.pop(name) for name in ("model", "mean", "adam")}
    # Such a file may be whole: nobody is to delete it.
    except (OSError, MemoryError, torch.OutOfMemoryError) as error:
        reason = getattr(error, "strerror", None) or "there is too little memory"
        raise QuarterdeckError(f"{file} can't be read ({reason}).") from None
    # For damaged bytes PyTorch and pickle raise undocumented errors.
    except Exception:
        raise QuarterdeckError(f"{file} is damaged: delete it to begin anew.") from None
    try:
        for name, state in states.items():
            vars(progress)[name].load_state_dict(state)
    except (RuntimeError, TypeError, AttributeError, ValueError):
        raise QuarterdeckError(
            f"{folder} holds the training of another network: name another folder."
        ) from None
    vars(progress).update(saved)


def make_folder(path: str) -> Path:
    """Create the folder if it is missing. Raises QuarterdeckError."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "it is a file" if isinstance(error, FileExistsError) else error.strerror
        raise QuarterdeckError(
            f"{folder} can't be the folder of a training ({reason}): name another one."
        ) from None
    return folder


__all__ = ["CURVE", "NETWORK", "STATE", "Progress", "make_folder", "resume", "save"]
