"""Rounds of training: play, learn from it, play better, again.

That is expert iteration (Anthony, Tian and Barber 2017, "Thinking Fast and Slow with Deep Learning and Tree
Search").
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch

from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.weights import read_about, write_net
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.pool import played
from quarterdeck.lab.training.fit import Model, fit
from quarterdeck.lab.training.selfplay import Lessons, Samples, join
from quarterdeck.play import GAMES, Game


def main(words: list[str]) -> None:
    """Make a network, round by round; what a folder holds already is gone on from."""
    asked = parser().parse_args(words)
    torch.set_num_threads(asked.jobs)
    folder = Path(asked.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        model, done, hours = resume(folder, asked)
        for turn in range(done, asked.rounds):
            began = time.monotonic()
            found = one_round(asked, folder, turn, model)
            hours += (time.monotonic() - began) / 3600
            about = {
                "command": f"python -m quarterdeck.lab.training {' '.join(words)}",
                "seed": asked.seed,
                "hours": round(hours, 2),
                "figures": found,
            }
            torch.save(model.state_dict(), folder / f"model-{turn}.pt")
            write_net(folder / f"net-{turn}.npz", model.net(), asked.game, about)
    except (QuarterdeckError, OSError) as error:
        sys.exit(str(error))


def resume(folder: Path, asked: argparse.Namespace) -> tuple[Model, int, float]:
    """The model as far as the rounds in the folder have brought it, their number and the hours they took."""
    torch.manual_seed(0)
    model = Model(asked.game, Game(asked.game).features, asked.units)
    done = len(list(folder.glob("net-*.npz")))
    if not done:
        return model, 0, 0.0
    model.load_state_dict(torch.load(folder / f"model-{done - 1}.pt"))
    return model, done, float(read_about(folder / f"net-{done - 1}.npz")["hours"])


def one_round(asked: argparse.Namespace, folder: Path, turn: int, model: Model) -> str:
    """Play, keep the games, and learn from those of the last rounds; returns what came of it, in words."""
    count = asked.games if turn else asked.lessons
    net = model.net() if turn else no_net()
    lessons = Lessons(asked.game, net, f"{asked.seed}/{turn}", asked.simulations, count)
    games = join(list(played(lessons, asked.jobs)))
    np.savez(folder / f"games-{turn}.npz", **games._asdict())
    window = range(max(turn - asked.window + 1, 0), turn + 1)
    samples = join([Samples(**np.load(folder / f"games-{turn}.npz")) for turn in window])
    found = fit(model, samples, asked.passes, np.random.default_rng(turn))
    sys.stdout.write(f"round {turn}: {count} games, {len(games.seen)} decisions; {found}\n")
    sys.stdout.flush()
    return found


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m quarterdeck.lab.training",
        description="Train a network for a game's search by play against itself. Needs the extra “train”.",
    )
    parser.add_argument("game", choices=list(GAMES), help="the game")
    parser.add_argument("--folder", default="training", help="where games and networks are kept (training)")
    parser.add_argument("--rounds", type=int, default=10, help="how often to play and learn (10)")
    parser.add_argument(
        "--lessons", type=int, default=2_000, help="games of rule-of-thumb players in round 0 (2000)"
    )
    parser.add_argument("--games", type=int, default=1_000, help="games in every other round (1000)")
    parser.add_argument("--simulations", type=int, default=200, help="of each decision (200)")
    parser.add_argument("--window", type=int, default=4, help="how many rounds to learn from (4)")
    parser.add_argument("--passes", type=int, default=12, help="how often to go through their games (12)")
    parser.add_argument("--units", type=int, default=128, help="in each layer of the network (128)")
    parser.add_argument("--seed", default="1", help="decides every game (1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play (1)")
    return parser
