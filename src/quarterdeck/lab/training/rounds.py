"""Rounds of training: first learn from rule-of-thumb players, then by play among what was learned before."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch

from quarterdeck.bots.search.net import Net
from quarterdeck.bots.search.weights import read_about, read_net, write_net
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.pool import played
from quarterdeck.lab.training.decisions import join
from quarterdeck.lab.training.imitate import imitate
from quarterdeck.lab.training.imitation_data import Lessons
from quarterdeck.lab.training.improve import Schedule, improve
from quarterdeck.lab.training.model import Model
from quarterdeck.play import GAMES, Game

# Steps get shorter from round to round, down to a part of the first.
RATE, LAST = 5e-4, 0.05
# So many of the last networks are met again, and the first always.
MEMORY = 4


def main(words: list[str]) -> None:
    """Make a network, round by round; what a folder holds already is gone on from."""
    asked = parser().parse_args(words)
    torch.set_num_threads(asked.jobs)
    folder = Path(asked.folder)
    try:
        make(folder)
        model, done, hours = resume(folder, asked)
        for turn in range(done, asked.rounds):
            began = time.monotonic()
            found = one_round(asked, folder, turn, model)
            hours += (time.monotonic() - began) / 3600
            sys.stdout.write(f"round {turn}: {found}\n")
            sys.stdout.flush()
            about = {
                "command": f"python -m quarterdeck.lab.training {' '.join(words)}",
                "seed": asked.seed,
                "hours": round(hours, 2),
                "figures": found,
            }
            torch.save(model.state_dict(), folder / f"model-{turn}.pt")
            write_net(folder / f"net-{turn}.npz", model.net(), asked.game, about)
    except KeyboardInterrupt:
        sys.stderr.write(f"Stopped: the same command goes on from the last round in {folder}.\n")
        sys.exit(130)
    except (QuarterdeckError, OSError) as error:
        sys.exit(str(error))


def make(folder: Path) -> None:
    """The folder, unless it is there. QuarterdeckError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "it is a file" if isinstance(error, FileExistsError) else error.strerror
        raise QuarterdeckError(
            f"{folder} can't be the folder of a training ({reason}): name another one."
        ) from None


def resume(folder: Path, asked: argparse.Namespace) -> tuple[Model, int, float]:
    """The model as far as the rounds in the folder have brought it, their number and the hours they took."""
    torch.manual_seed(0)
    model = Model(asked.game, Game(asked.game).features, asked.units)
    done = len(list(folder.glob("net-*.npz")))
    if not done:
        return model, 0, 0.0
    last = folder / f"model-{done - 1}.pt"
    try:
        weights = torch.load(last)
    # What spoiled bytes raise in PyTorch and pickle, they don't say.
    except Exception:
        raise QuarterdeckError(
            f"{last} is missing or damaged: delete net-{done - 1}.npz to go on from the round before it."
        ) from None
    try:
        model.load_state_dict(weights)
    except (RuntimeError, TypeError, AttributeError):
        raise QuarterdeckError(
            f"{folder} holds the training of another network: name another folder."
        ) from None
    return model, done, float(read_about(folder / f"net-{done - 1}.npz")["hours"])


def one_round(asked: argparse.Namespace, folder: Path, turn: int, model: Model) -> str:
    """Learn from others in the first, from own games in all others; returns what came of it, in words."""
    seed = f"{asked.seed}/{turn}"
    if turn:
        rate = RATE * max(1 - turn / asked.rounds, LAST)
        course = Schedule(asked.turns, asked.games, asked.jobs, rate, asked.max_plies)
        return improve(model, asked.game, league(folder, turn, asked.game), seed, course)
    lessons = join(list(played(Lessons(asked.game, seed, asked.lessons, asked.max_plies), asked.jobs)))
    found = imitate(model, lessons, asked.passes, np.random.default_rng(0))
    return f"{asked.lessons} games of rule-of-thumb players, {found}"


def league(folder: Path, turn: int, name: str) -> list[Net]:
    """The networks among which that of this round plays: the first and the last few."""
    members = {0, *range(max(turn - MEMORY, 0), turn)}
    return [read_net(folder / f"net-{one}.npz", name) for one in sorted(members)]


def count(text: str) -> int:
    """A number of the command line."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"“{text[:40]}” is no whole number from 1 on")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m quarterdeck.lab.training",
        description="Train a network for a game's search by play against itself. Needs the extra “train”.",
    )
    parser.add_argument("game", choices=list(GAMES), help="the game")
    parser.add_argument("--folder", default="training", help="where networks are kept (training)")
    parser.add_argument(
        "--rounds", type=count, default=20, help="how many, that of the teachers included (20)"
    )
    parser.add_argument(
        "--lessons", type=count, default=2_000, help="games of rule-of-thumb players in round 0 (2000)"
    )
    parser.add_argument("--passes", type=count, default=8, help="how often to go through these (8)")
    parser.add_argument("--turns", type=count, default=25, help="of playing and learning in each round (25)")
    parser.add_argument("--games", type=count, default=1_200, help="of each turn (1200)")
    parser.add_argument("--units", type=count, default=128, help="in each layer of the network (128)")
    parser.add_argument(
        "--max-plies", type=count, help="truncate a game that goes on after so many moves (the game's limit)"
    )
    parser.add_argument("--seed", default="1", help="decides every game (1)")
    parser.add_argument("--jobs", type=count, default=1, help="processes or threads that play (1)")
    return parser
