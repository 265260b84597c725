"""The files in a training's folder: its state, the network so far, and the curve of its strength."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from quarterdeck.bots.search.weights import write_net
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.training.model import Model
from quarterdeck.play.checks import file_path
from quarterdeck.play.file_lock import keep_others_out
from quarterdeck.play.new_files import draft_of

STATE, NETWORK, CURVE, LOCK = "training.pt", "network.npz", "curve.csv", "lock"
# What a training plays: attributes of `Progress`.
PLAYED = ("game", "rules_version", "tiny")
# The network in the folder is the mean over about this many windows: it plays better than the newest one.
AVERAGED = 50


@dataclass
class Progress:
    """A training so far: the learning `model`, its `mean` over recent windows, the optimizer `adam`, the
    numbers of windows and decisions, the hours, and the standard deviation of scores (0: not known yet).

    `curve` has a point for each measurement: how far the training was, the policy's entropy in nats, and the
    figures that were measured. `game`, `rules_version` and `tiny` say what it plays: it goes on with nothing
    else.
    """

    model: Model
    mean: Model
    adam: torch.optim.Optimizer
    windows: int = 0
    decisions: int = 0
    hours: float = 0.0
    deviation: float = 0.0
    curve: list[dict[str, Any]] = field(default_factory=list)
    game: str = ""
    rules_version: int = 0
    tiny: bool = False

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
    damaged, that is another game's or another network's, or that can't be read now.
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
    _check_game(progress, saved, folder)
    try:
        for name, state in states.items():
            vars(progress)[name].load_state_dict(state)
    except (RuntimeError, TypeError, AttributeError, ValueError):
        raise QuarterdeckError(
            f"{folder} holds the training of another network: name another folder."
        ) from None
    vars(progress).update(saved)


def _check_game(progress: Progress, saved: Mapping[str, Any], folder: Path) -> None:
    """Check that a saved training plays the game of this one. Raises QuarterdeckError."""
    # Trainings of earlier versions do not say what they play.
    game, rules_version, tiny = (saved.get(name, vars(progress)[name]) for name in PLAYED)
    if game != progress.game:
        raise QuarterdeckError(
            f"{folder} holds a training of {game}, not of {progress.game}: name another folder."
        )
    if tiny != progress.tiny:
        held = "the tiny game: add" if tiny else "the game of full size: leave out"
        raise QuarterdeckError(f"{folder} holds a training on {held} --tiny, or name another folder.")
    if rules_version != progress.rules_version:
        raise QuarterdeckError(
            f"{folder} holds a training by version {rules_version} of the rules of {game}, and this program "
            f"plays version {progress.rules_version}: name another folder."
        )


@contextmanager
def own_folder(path: str) -> Iterator[Path]:
    """The folder, created if it is missing, for one training alone within the block.

    Raises QuarterdeckError, also while another training has the folder.
    """
    folder = file_path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("a")
    except OSError as error:
        reason = "it is a file" if isinstance(error, FileExistsError) else error.strerror
        raise QuarterdeckError(
            f"{folder} can't be the folder of a training ({reason}): name another one."
        ) from None
    # The file stays when it is unlocked: if it were deleted, two trainings could lock files of one name.
    with file:
        locked = f"Another training is going on in {folder}: wait for its end, or name another folder."
        keep_others_out(file, locked)
        yield folder


__all__ = ["CURVE", "LOCK", "NETWORK", "PLAYED", "STATE", "Progress", "own_folder", "resume", "save"]
