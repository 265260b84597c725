"""Search by rollouts on one core: a captain's and an admiral's time for a move, and the time that an
evaluation of the network takes, compared with PyTorch's.

`python -m benchmarks.rollouts`. The network is evaluated for one observation at a time, as in a search.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

import torch

from benchmarks import playouts
from benchmarks.effort import Effort, parse_effort
from quarterdeck.bots.levels import Level
from quarterdeck.bots.search.net import Activations, Net, activations, forward
from quarterdeck.bots.search.weights import own_net
from quarterdeck.kernel.jit import compiled
from quarterdeck.play import Game, View

DECISIONS = 24
EACH_MATCH = 4
EVALUATIONS = 20_000


def decisions(game: Game, count: int) -> list[View]:
    """Views of random matches, for seats with a choice: some of each match."""
    found: list[View] = []
    while len(found) < count:
        positions = random.Random(1).sample(playouts.choices(game, seed=len(found)), EACH_MATCH)
        found += [position.view(position.to_act[0]) for position in positions]
    return found[:count]


def think(level: str, views: Sequence[View]) -> float:
    """A level's mean time for a move, in ms."""
    began = time.perf_counter()
    for view in views:
        Level(level).choose(view)
    return 1e3 * (time.perf_counter() - began) / len(views)


@compiled
def evaluate(net: Net, room: Activations, count: int) -> None:
    """Compute the network's layers `count` times."""
    for _ in range(count):
        forward(net, room)


def ours(view: View, count: int) -> float:
    """The time in which a search computes the layers, in µs."""
    net = own_net(view.game.id)
    room = activations(*net.first.shape)
    room.seen[:] = view.observation()
    evaluate(net, room, 1)
    began = time.perf_counter()
    evaluate(net, room, count)
    return 1e6 * (time.perf_counter() - began) / count


def pytorch(view: View, count: int) -> float:
    """The time in which PyTorch computes the layers on one core, in µs."""
    net, seen = own_net(view.game.id), torch.from_numpy(view.observation())
    first, second = (torch.from_numpy(weights.T.copy()) for weights in (net.first, net.second))
    first_bias, second_bias = torch.from_numpy(net.first_bias), torch.from_numpy(net.second_bias)
    torch.set_num_threads(1)
    with torch.inference_mode():
        began = time.perf_counter()
        for _ in range(count):
            lower = torch.relu(torch.nn.functional.linear(seen, first, first_bias))
            torch.relu(torch.nn.functional.linear(lower, second, second_bias))
        return 1e6 * (time.perf_counter() - began) / count


def print_figures(games: Sequence[Game], effort: Effort) -> None:
    """Print the medians of some rounds."""
    print(f"{'Search by rollouts on one core':44}{'captain, ms':>14}{'admiral, ms':>14}", end="")
    print(f"{'network, µs':>14}{'PyTorch, µs':>14}{'ratio':>8}")
    for game in games:
        game.warm()
        views = decisions(game, effort.count(DECISIONS))
        measures: tuple[Callable[[], float], ...] = (
            partial(think, "captain", views),
            partial(think, "admiral", views),
            partial(ours, views[0], effort.count(EVALUATIONS)),
            partial(pytorch, views[0], effort.count(EVALUATIONS)),
        )
        # The first move waits for the compiler.
        think("captain", views[:1])
        rounds = [[measure() for measure in measures] for _ in range(effort.rounds)]
        captain, admiral, net, peer = map(statistics.median, zip(*rounds, strict=True))
        name = f"{game.id}, {game.players} players"
        print(f"{name:44}{captain:14.1f}{admiral:14.0f}{net:14.2f}{peer:14.2f}{peer / net:8.1f}", flush=True)


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    effort = parse_effort("benchmarks.rollouts", __doc__, 3, given)
    print_figures(playouts.first_of_each(effort.names), effort)


if __name__ == "__main__":
    main()
