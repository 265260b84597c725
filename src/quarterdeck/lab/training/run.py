"""The command `python -m quarterdeck.lab.training`: trains, and goes on where it was stopped."""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch

from quarterdeck.bots.heuristics.judge import judged
from quarterdeck.bots.search.weights import read_about, read_net
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.interrupts import ending, undisturbed
from quarterdeck.lab.training.measure import measured
from quarterdeck.lab.training.model import Model, seed_weights
from quarterdeck.lab.training.ppo import Hyperparameters, Losses, learn
from quarterdeck.lab.training.progress import Progress, own_folder, resume, save
from quarterdeck.lab.training.recorded_command import recorded_command
from quarterdeck.lab.training.rollouts import WorkClock, collect
from quarterdeck.lab.training.tables import GROUPS, OPPOSED, TINY, Table, open_tables
from quarterdeck.play import GAMES, Game, find

# At the end of the training, the learning rate is this fraction of `--rate`.
LAST = 0.05
# After this many windows new tables with other options are opened.
REOPENED = 40


def main(words: list[str]) -> None:
    """Train a network; continues from a folder's earlier training."""
    options = parser().parse_args(words)
    torch.set_num_threads(options.threads)
    try:
        with ending():
            # A training that can't begin leaves no folder.
            progress = begin(options)
            with own_folder(options.folder) as folder:
                resume(progress, folder)
                if share_done(options, progress) >= 1:
                    held = f"{folder} holds a training of {progress.decisions:,} decisions"
                    sys.stdout.write(f"{held}, which is at its end: raise --decisions or --hours to go on.\n")
                train(options, progress, folder)
    except KeyboardInterrupt:
        sys.stderr.write(f"Stopped: the same command goes on from what is kept in {options.folder}.\n")
        sys.exit(130)
    except (QuarterdeckError, OSError) as error:
        sys.exit(str(error))


def begin(options: argparse.Namespace) -> Progress:
    """A new training, with random weights or with those of the network `--begin`. Raises QuarterdeckError,
    WeightsError.
    """
    if options.device == "cuda" and not torch.cuda.is_available():
        raise QuarterdeckError("PyTorch finds no graphics card here: train without --device.")
    if options.lanes < GROUPS and not options.tiny:
        raise QuarterdeckError(f"A training has at least {GROUPS} --lanes, not {options.lanes}.")
    if options.opposed:
        check_opposed(options)
    seed_weights(options.seed)
    model, mean = (
        adopted(options.begin, options.game)
        if options.begin
        else Model(options.game, Game(options.game).features, options.units)
        for _ in range(2)
    )
    model, mean = model.to(options.device), mean.to(options.device)
    adam = torch.optim.Adam(model.parameters(), options.rate, eps=1e-5, fused=True)
    rules_version = find(options.game).rules_version
    return Progress(model, mean, adam, game=options.game, rules_version=rules_version, tiny=options.tiny)


def check_opposed(options: argparse.Namespace) -> None:
    """Check that the options do not contradict play against rules of thumb. Raises QuarterdeckError."""
    if not judged(options.game):
        raise QuarterdeckError(f"{options.game} has no rules of thumb: train against a network's file.")
    if options.against:
        raise QuarterdeckError("Either a network or rules of thumb have the other seats: leave one out.")
    if options.tiny:
        raise QuarterdeckError("Rules of thumb play games of full size: leave out --tiny.")
    if options.simulation != "cpu":
        raise QuarterdeckError("Rules of thumb play on the processor: leave out --simulation.")


def adopted(path: str | Path, game: str) -> Model:
    """A model with the weights of a network file. Raises WeightsError."""
    net = read_net(path, game)
    model = Model(game, Game(game).features, len(net.second))
    model.adopt(net)
    return model


def train(options: argparse.Namespace, progress: Progress, folder: Path) -> None:
    """Play and learn in turns until the number of decisions or hours is reached.

    Saves the training every few minutes and, if it is interrupted, at the end of the present turn.
    """
    clock, tables = WorkClock(), list[Table]()
    generator = np.random.default_rng([progress.decisions, *options.seed.encode()])
    started_at = saved_at = time.monotonic()
    earlier_hours = progress.hours
    rival = adopted(options.against, options.game).to(options.device) if options.against else None
    kind = TINY if options.tiny else OPPOSED if options.opposed else ""
    try:
        while share_done(options, progress) < 1:
            with undisturbed():
                if progress.windows % REOPENED == 0 or not tables:
                    seed = f"{options.seed}/{progress.windows}"
                    tables = open_tables(
                        options.game, options.lanes, seed, options.threads, kind, options.simulation
                    )
                losses = play_and_learn(options, progress, tables, rival, generator, clock)
                now = time.monotonic()
                progress.hours = earlier_hours + (now - started_at) / 3600
                if now - saved_at > 60 * options.minutes or share_done(options, progress) >= 1:
                    saved_at = now
                    measure_and_report(options, progress, losses, clock)
                    save(progress, folder, note_of(options, progress))
                    clock.lap("measuring")
    except KeyboardInterrupt:
        save(progress, folder, note_of(options, progress))
        raise


def share_done(options: argparse.Namespace, progress: Progress) -> float:
    """The share of the training that is done, 1 or more at its end: by decisions or by hours, whichever is
    further.
    """
    by_hours: float = progress.hours / options.hours if options.hours else 0
    by_decisions: float = progress.decisions / options.decisions
    return max(by_decisions, by_hours)


def play_and_learn(
    options: argparse.Namespace,
    progress: Progress,
    tables: list[Table],
    rival: Model | None,
    generator: np.random.Generator,
    clock: WorkClock,
) -> Losses:
    """Play a window at these tables, perhaps against a rival, and learn from it."""
    share_left = max(1 - share_done(options, progress), LAST)
    for group in progress.adam.param_groups:
        group["lr"] = options.rate * share_left
    window = collect(progress.model, tables, options.steps, generator, clock, rival)
    ended, margins = window.results.ended, window.results.margins
    if ended.any():
        progress.deviation = progress.deviation or float(margins[ended].std()) + 1e-3
        margins /= progress.deviation
    settings = Hyperparameters(
        batch=options.batch,
        entropy=options.entropy * (share_left if options.cooling else 1),
        magnet=options.magnet,
        scale=options.scale,
        decay=options.decay,
        margin=options.margin,
    )
    magnet = progress.mean if options.magnet else None
    losses = learn(progress.model, progress.adam, window, settings, generator, magnet)
    clock.lap("learning")
    progress.windows += 1
    progress.decisions += losses.decisions
    progress.average()
    return losses


def measure_and_report(
    options: argparse.Namespace, progress: Progress, losses: Losses, clock: WorkClock
) -> None:
    """Measure the network, add a point to the curve, and print it with the time spent on each work."""
    line = f"{progress.decisions:,} decisions, entropy {losses.entropy:.2f}, winner {losses.win:.3f} nats"
    point = {"decisions": progress.decisions, "hours": round(progress.hours, 2), "entropy": losses.entropy}
    figures, words = measured(options, progress.mean.net())
    point |= figures
    progress.curve.append({name: round(number, 4) for name, number in point.items()})
    total = sum(clock.spent.values())
    parts = ", ".join(f"{work} {spent / total:.0%}" for work, spent in clock.spent.items())
    rate = progress.decisions / max(progress.hours, 1e-9) / 1e6
    sys.stdout.write(f"{line}{words}; {rate:.0f} M decisions an hour ({parts})\n")
    sys.stdout.flush()


def note_of(options: argparse.Namespace, progress: Progress) -> dict[str, object]:
    """The note in the network's file about how it was made."""
    how = "against rules of thumb" if options.opposed else "in self-play"
    note: dict[str, object] = {
        "game": options.game,
        "method": f"proximal policy optimization {how}",
        "command": recorded_command(parser(), options),
        "seed": options.seed,
        "decisions": progress.decisions,
        "hours": round(progress.hours, 2),
    }
    files = {"before": options.begin, "against": options.against}
    return note | {key: read_about(file) for key, file in files.items() if file}


def whole_number(text: str) -> int:
    """Parse a whole number on the command line; 1e8 and 100_000_000 are one, too."""
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not (1 <= value <= 1e15 and value == int(value)):
        raise argparse.ArgumentTypeError(f"“{text[:40]}” is no whole number from 1 on")
    return int(value)


def whole_number_or_zero(text: str) -> int:
    """Parse a whole number that may be 0."""
    return 0 if text == "0" else whole_number(text)


def real_number(text: str) -> float:
    """Parse a number from 0 on, which is neither infinite nor NaN."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"“{text[:40]}” is no number from 0 on")
    return value


def share(text: str) -> float:
    """Parse a number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"“{text[:40]}” is no number from 0 to 1")
    return value


def parser() -> argparse.ArgumentParser:
    """The command-line parser."""
    parser = argparse.ArgumentParser(
        prog="python -m quarterdeck.lab.training",
        description="Train a network for a game's bots by play against itself. Needs the extra “train”.",
    )
    parser.add_argument("game", choices=list(GAMES), help="the game")
    parser.add_argument("--folder", default="training", help="where the training is kept (training)")
    wholes = {
        "decisions": ("how many to learn from, altogether", 20_000_000),
        "lanes": ("matches side by side", 1_024),
        "steps": ("moves of each lane between two lessons", 64),
        "units": ("in each layer of the network", 256),
        "batch": ("decisions in each step of the optimizer", 4_096),
        "threads": ("of play and learning", 1),
    }
    for name, (words, whole) in wholes.items():
        parser.add_argument(f"--{name}", type=whole_number, default=whole, help=f"{words} ({whole})")
    words = "in each measurement, played once from each seat; 0 measures nothing (250)"
    parser.add_argument("--deals", type=whole_number_or_zero, default=250, help=words)
    reals = {
        "hours": ("after which training ends before it has its decisions; 0 sets no limit", 0.0),
        "minutes": ("between two measurements, after which all is kept", 5.0),
        "rate": ("the first learning rate; it falls to a twentieth", 1e-3),
        "entropy": ("the weight of the entropy bonus", 0.02),
        "magnet": ("the weight of the distance from the mean network", 0.0),
        "scale": ("what advantages are divided by; 0 is their standard deviation", 0.0),
        "decay": ("λ of the returns", 0.95),
        "margin": ("the weight of one's own score beside the win", 0.0),
    }
    for name, (words, real) in reals.items():
        kind = share if name == "decay" else real_number
        parser.add_argument(f"--{name}", type=kind, default=real, help=f"{words} ({real})")
    parser.add_argument("--begin", metavar="FILE", help="a network to begin with, instead of from nothing")
    parser.add_argument("--against", metavar="FILE", help="play one seat against this network in all others")
    words = "play one seat against rules of thumb in all others"
    parser.add_argument("--opposed", action="store_true", help=words)
    parser.add_argument("--tiny", action="store_true", help="play the tiny game; measure its exploitability")
    parser.add_argument("--cooling", action="store_true", help="the entropy bonus falls like the rate")
    devices = {"device": "what evaluates and trains the network", "simulation": "what plays the matches"}
    for name, words in devices.items():
        parser.add_argument(f"--{name}", choices=["cpu", "cuda"], default="cpu", help=f"{words} (cpu)")
    parser.add_argument("--seed", default="1", help="decides every match and the first weights (1)")
    return parser
