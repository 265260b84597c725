"""`python -m quarterdeck.lab.training.beliefs GAME`: trains the belief of a game's search.

A belief learns to tell the true world from worlds dealt for the same view (`lab.compiled_bots.worlds`) by
ranking noise-contrastive estimation (Gutmann and Hyvärinen 2010; Ma and Collins 2018, arXiv 1809.01812): the
softmax of its logits guesses which world is true. For the best guess the logits are the logarithms of the
density ratios, up to a constant of the view.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn

from quarterdeck.bots.search.belief import Belief, make_belief
from quarterdeck.bots.search.weights import write_belief
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.compiled_bots.worlds import NetworkMatches, gather, network_matches
from quarterdeck.lab.training.model import seed_weights
from quarterdeck.lab.training.progress import own_folder
from quarterdeck.lab.training.recorded_command import recorded_command
from quarterdeck.lab.training.run import whole_number
from quarterdeck.lab.training.tables import games_of
from quarterdeck.play import GAMES, Game

BELIEF = "belief.npz"
# Decisions that are gathered at once, and those in each step of the optimizer.
WINDOW, BATCH = 2_048, 512
# The learning rate falls from RATE to this fraction of it.
RATE, LAST = 2e-3, 0.02
# Kept decisions of each group that are dropped at first: all matches begin at the same time, so they are at
# the same stage.
SETTLED = 1_000
# After this many windows new tables with other options are opened.
REOPENED = 100
# Seconds between two measurements, and the decisions of held-out matches in each.
PAUSE, HELD_OUT = 60.0, 8_192


class BeliefModel(nn.Module):
    """The trainable form of `Belief`."""

    def __init__(self, features: int, units: int) -> None:
        super().__init__()
        self.first = nn.Linear(features, units)
        self.second = nn.Linear(units, units)
        self.out = nn.Linear(units, 1, bias=False)
        nn.init.zeros_(self.out.weight)

    def forward(self, seen: Tensor) -> Tensor:
        """The logits [n, worlds] for the observations of the other seats [n, worlds, seats, features].

        An observation of zeros belongs to no seat, and does not count.
        """
        each = self.out(torch.relu(self.second(torch.relu(self.first(seen)))))[..., 0]
        total: Tensor = (each * (seen != 0).any(-1)).sum(-1)
        return total

    def belief(self) -> Belief:
        """The belief for the search."""
        weights = {
            "first": self.first.weight.T,
            "first_bias": self.first.bias,
            "second": self.second.weight.T,
            "second_bias": self.second.bias,
            "out": self.out.weight[0],
        }
        return make_belief(**{name: weight.detach().numpy() for name, weight in weights.items()})


def open_worlds(name: str, seed: str) -> list[NetworkMatches]:
    """Matches at all stages, one group for each game of `games_of`, played by the game's own network.

    Raises WeightsError.
    """
    tables = [network_matches(game, f"{seed}/{group}") for group, game in enumerate(games_of(name, seed))]
    gather(name, tables, SETTLED * len(tables), 0)
    return tables


class Discrimination(NamedTuple):
    """How well a belief tells true worlds from dealt ones.

    `loss` is the cross-entropy in nats of its guess which world is true, `chance` that of a blind guess.
    `auc` is how often, of a true and a dealt world that differ, the true one has the larger logit.
    """

    loss: float
    chance: float
    auc: float


def discrimination(model: BeliefModel, seen: Tensor) -> Discrimination:
    """How well the model does on these decisions, as `worlds.gather` gives them."""
    with torch.no_grad():
        logits = torch.cat([model(part) for part in torch.split(seen, BATCH)])
    ahead = logits[:, :1] - logits[:, 1:]
    auc = ((ahead > 0).double() + (ahead == 0).double() / 2)[(seen[:, 1:] != seen[:, :1]).any(-1).any(-1)]
    chance = torch.log(torch.tensor(float(logits.shape[1])))
    return Discrimination(ranking_loss(logits).item(), chance.item(), auc.mean().item())


def ranking_loss(logits: Tensor) -> Tensor:
    """The mean cross-entropy of the guess which world is true, from logits [n, worlds]. World 0 is true."""
    return -torch.log_softmax(logits, 1)[:, 0].mean()


def train(options: argparse.Namespace, folder: Path, command: str) -> None:
    """Gather and learn in turns; keeps the belief after each measurement."""
    torch.set_num_threads(options.threads)
    seed_weights(options.seed)
    model = BeliefModel(Game(options.game).features, options.units)
    adam = torch.optim.Adam(model.parameters(), RATE, eps=1e-5, fused=True)
    held_out_seed = f"{options.seed}/held out"
    test = torch.from_numpy(
        gather(options.game, open_worlds(options.game, held_out_seed), HELD_OUT, options.dealt)
    )
    about = {
        "method": "ranking noise-contrastive estimation in self-play",
        "command": command,
        "seed": options.seed,
    }
    windows, measured_at = -(-options.decisions // WINDOW), 0.0
    for window in range(windows):
        if window % REOPENED == 0:
            tables = open_worlds(options.game, f"{options.seed}/{window}")
        for group in adam.param_groups:
            group["lr"] = RATE * max(1 - window / windows, LAST)
        seen = torch.from_numpy(gather(options.game, tables, WINDOW, options.dealt))
        for part in torch.split(seen, BATCH):
            adam.zero_grad()
            torch.autograd.backward(ranking_loss(model(part)))
            adam.step()
        if time.monotonic() - measured_at > PAUSE or window + 1 == windows:
            measured_at = time.monotonic()
            decisions, figures = (window + 1) * WINDOW, discrimination(model, test)
            write_belief(folder / BELIEF, model.belief(), options.game, about | noted(decisions, figures))
            summary = f"{figures.loss:.3f} of {figures.chance:.3f} nats, AUC {figures.auc:.3f}"
            sys.stdout.write(f"{decisions:,} decisions, {summary}\n")
            sys.stdout.flush()


def noted(decisions: int, figures: Discrimination) -> dict[str, float]:
    """The figures in a belief's note."""
    return {"decisions": decisions, **{name: round(figure, 4) for name, figure in figures._asdict().items()}}


def main(words: list[str]) -> None:
    """Train a belief."""
    parser = argparse.ArgumentParser(
        prog="python -m quarterdeck.lab.training.beliefs",
        description="Train the belief of a game's search on play of its network against itself.",
    )
    parser.add_argument("game", choices=list(GAMES), help="the game")
    parser.add_argument("--folder", default="beliefs", help=f"where {BELIEF} is kept (beliefs)")
    wholes = {
        "decisions": ("how many to learn from", 4_000_000),
        "dealt": ("worlds dealt beside each true one", 3),
        "units": ("in each layer of the belief", 64),
        "threads": ("of learning", 1),
    }
    for name, (what, whole) in wholes.items():
        parser.add_argument(f"--{name}", type=whole_number, default=whole, help=f"{what} ({whole})")
    parser.add_argument("--seed", default="1", help="decides every match and the first weights (1)")
    options = parser.parse_args(words)
    if GAMES[options.game].network is None:
        sys.exit(f"{GAMES[options.game].title} comes with no network, whose play a belief is about.")
    try:
        with own_folder(options.folder) as folder:
            train(options, folder, recorded_command(parser, options))
    except KeyboardInterrupt:
        sys.stderr.write(f"Stopped: {options.folder} has the belief of the last measurement.\n")
        sys.exit(130)
    except (QuarterdeckError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
