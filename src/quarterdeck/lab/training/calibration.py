"""`python -m quarterdeck.lab.training.calibration GAME`: whether a network wins as often as it expects."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.kernel.encode import Numbers
from quarterdeck.lab.training.returns import lambda_returns
from quarterdeck.lab.training.rollouts import WorkClock, collect
from quarterdeck.lab.training.run import adopted, whole_number
from quarterdeck.lab.training.tables import open_tables
from quarterdeck.play import GAMES

BINS = 10


class Bin(NamedTuple):
    """Decisions with similar estimates of the seat's share of the win: their number, their mean estimate, and
    the mean share that the seats had in the end.
    """

    decisions: int
    estimate: float
    share: float


def calibration(name: str, path: str | Path, steps: int, seed: str) -> list[Bin]:
    """Play a network against itself in 256 lanes, at tables of the kinds that it learned from. Returns the
    bins of its decisions in the matches that end within these steps. Raises WeightsError.
    """
    tables = open_tables(name, 256, seed, 1)
    generator = np.random.default_rng([*seed.encode()])
    window = collect(adopted(path, name), tables, steps, generator, WorkClock())
    step, lane, _seat, value = window.decisions
    target, is_known = np.empty_like(value), np.zeros(len(value), bool)
    lambda_returns(window.decisions, window.results, 1.0, target, is_known)
    last = steps - 1 - window.results.ended[::-1].argmax(0)
    ended = (step <= last[lane]) & window.results.ended[last[lane], lane]
    return bins(value[ended, 0], target[ended, 0])


def bins(estimates: Numbers, shares: Numbers) -> list[Bin]:
    """The decisions in bins of equal width, without empty ones; `estimates`, `shares` [m] are from 0 to 1."""
    bin_of = np.minimum((estimates * BINS).astype(np.int64), BINS - 1)
    return [
        Bin(
            int((bin_of == number).sum()),
            float(estimates[bin_of == number].mean()),
            float(shares[bin_of == number].mean()),
        )
        for number in np.unique(bin_of)
    ]


def table(found: list[Bin], *titles: str) -> str:
    """The bins as lines, below the titles of their three columns."""
    rows = [f"{bin_.estimate:8.1%} {bin_.share:6.1%} {bin_.decisions:10,}\n" for bin_ in found]
    estimate, share, decisions = titles
    return "".join([f"{estimate:>8} {share:>6} {decisions:>10}\n", *rows])


def main(words: list[str]) -> None:
    """Print the table of a network."""
    parser = argparse.ArgumentParser(
        prog="python -m quarterdeck.lab.training.calibration",
        description="Compare what a network expects to win in play against itself with what it wins.",
    )
    parser.add_argument("game", choices=list(GAMES), help="the game")
    parser.add_argument("--network", metavar="FILE", help="the network (the game's own)")
    parser.add_argument(
        "--steps", type=whole_number, default=2_000, help="moves of each of 256 lanes (2,000)"
    )
    parser.add_argument("--seed", default="calibration", help="decides every match (calibration)")
    options = parser.parse_args(words)
    options.network = options.network or GAMES[options.game].network
    if options.network is None:
        sys.exit(f"{GAMES[options.game].title} comes with no network: name a file with --network.")
    try:
        found = calibration(options.game, options.network, options.steps, options.seed)
    except QuarterdeckError as error:
        sys.exit(str(error))
    if not found:
        sys.exit(
            _("No match ended in {steps} moves of each lane: take more --steps.").format(steps=options.steps)
        )
    sys.stdout.write(table(found, "estimate", "share", "decisions"))


if __name__ == "__main__":
    main(sys.argv[1:])
