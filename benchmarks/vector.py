"""Many random matches in parallel: steps per second by the number of lanes, compared with Pgx and PettingZoo.

`python -m benchmarks.vector`. A step picks a random legal action for every lane, plays it, deals the next
match where one ended, and writes the masks of legal actions, with or without observations.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from benchmarks import playouts
from benchmarks.effort import Effort, parse_effort
from quarterdeck.lab import vector
from quarterdeck.lab.lanes import Lanes
from quarterdeck.play import Game

LANES = (1, 256, 4096, 65536)
THREADS = (1, 2)
SECONDS = 0.25
WARM_UP = 300

Measure = Callable[[], float]


def running_lanes(game: Game, n: int, threads: int, observations: bool) -> Lanes:
    """Lanes in the middle of their matches."""
    env = vector(game, n, threads=threads, observations=observations)
    for _ in range(WARM_UP):
        env.step(env.sample())
    return env


def ours(env: Lanes, seconds: float) -> float:
    """Steps per second, counted in lanes, measured for this many seconds."""
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        env.step(env.sample())
        steps += 1
    return steps * env.n / (time.perf_counter() - start)


def in_turns(measures: Mapping[str, Measure], rounds: int) -> dict[str, float]:
    """The median of each measurement over the rounds, run in turns."""
    speeds_by_name: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            speeds_by_name[name].append(measure())
    return {name: statistics.median(speeds) for name, speeds in speeds_by_name.items()}


def print_row(name: str, figures: list[float]) -> None:
    """Print a name and a number for each number of lanes."""
    print(f"{name:44}" + "".join(f"{figure:14,.0f}" for figure in figures))


def print_ours(game: Game, lanes: Sequence[int], effort: Effort) -> None:
    """Print a game's results by number of threads, with and without observations."""
    for observations in (False, True):
        for threads in THREADS:
            what = "masks and observations" if observations else "masks"
            measures = {
                str(n): partial(ours, running_lanes(game, n, threads, observations), effort.seconds(SECONDS))
                for n in lanes
            }
            speeds = in_turns(measures, effort.rounds)
            print_row(f"{game.id}, threads={threads}, {what}", list(speeds.values()))


def print_peers(lanes: Sequence[int], effort: Effort) -> None:
    """Print the results of Pgx and PettingZoo, if installed."""
    try:
        from benchmarks import vector_peers
    except ImportError as error:
        print(f"Pgx and PettingZoo are not measured ({error}): pip install -r requirements-bench.txt")
        return
    seconds = effort.seconds(SECONDS)
    for name in vector_peers.PGX:
        measures = {
            str(n): partial(vector_peers.pgx, vector_peers.make_pgx(name, n), n, seconds) for n in lanes
        }
        found = in_turns(measures, effort.rounds)
        print_row(f"Pgx {name}, masks and observations", list(found.values()))
    for name, make in vector_peers.PETTINGZOO.items():
        one: dict[str, Any] = {"1": partial(vector_peers.pettingzoo, make(), seconds)}
        print_row(f"PettingZoo {name}, both", list(in_turns(one, effort.rounds).values()))
    shared = vector_peers.jax_shares(vector("meuterer", 16).out.observation)
    print(f"JAX takes our arrays {'as they are' if shared else 'as copies'}")


def print_figures(games: list[Game], effort: Effort) -> None:
    """Print all results, and the bytes of a lane."""
    lanes = [n for n in LANES if n <= effort.count(LANES[-1])]
    print(f"\n{'Steps of random matches a second, by lanes':44}" + "".join(f"{n:14,}" for n in lanes))
    for game in games:
        print_ours(game, lanes, effort)
    print_peers(lanes, effort)
    print(f"\n{'Bytes of a lane':44}{'masks':>14}{'observations':>14}{'information':>14}")
    for game in games:
        masks = vector(game, 1024, observations=False)
        sizes = [
            env.nbytes / 1024 for env in (masks, vector(game, 1024), vector(game, 1024, information=256))
        ]
        print_row(game.id, sizes)


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    effort = parse_effort("benchmarks.vector", __doc__, 3, given)
    print_figures(playouts.first_of_each(effort.names), effort)


if __name__ == "__main__":
    main()
