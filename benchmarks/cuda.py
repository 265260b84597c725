"""Random play on a CUDA device: legal moves per second in games and in steps of lanes, compared with Pgx.

`python -m benchmarks.cuda`. Pgx plays random steps with auto-reset and masks of the games in
`benchmarks.vector`, through JAX on the same device.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

from benchmarks import playouts
from benchmarks.effort import parse_effort
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab import cuda, vector
from quarterdeck.lab.cuda import target
from quarterdeck.play import Game

GAMES = 1 << 21
# Few enough lanes that the CPU's launch overhead matters, and many enough that it hardly does.
LANES = (1 << 18, 1 << 20)
STEPS = 100
ROUNDS = 5
AIM = 1e9

# JAX would allocate nearly all of the device's memory.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")


def median(measure: Callable[[], float], rounds: int) -> float:
    """The median of several rounds, after a warm-up that compiles."""
    measure()
    return statistics.median(measure() for _round in range(rounds))


def games(game: Game, count: int) -> float:
    """Random legal moves per second in whole games: set-up, legal moves, results and their transfer."""
    start = time.perf_counter()
    _scores, moves = cuda.playouts(game, count, seed=1)
    return moves / (time.perf_counter() - start)


def steps(game: Game, lanes: int, observations: bool) -> Callable[[], float]:
    """Random steps per second, counted in lanes, including the masks of legal actions."""
    env = vector(game, lanes, observations=observations, device="cuda")

    def measure() -> float:
        start = time.perf_counter()
        for _step in range(STEPS):
            env.step(env.sample())
        target.required().synchronize()
        return STEPS * lanes / (time.perf_counter() - start)

    return measure


def pgx(lanes: Sequence[int], rounds: int) -> dict[tuple[str, int], float]:
    """Steps per second of Pgx's games on the same device, by game and lanes; empty if Pgx is not installed,
    or JAX sees no such device.
    """
    try:
        import jax

        from benchmarks import vector_peers
    except ImportError as error:
        print(f"Pgx is not measured ({error}): pip install -r requirements-bench.txt 'jax[cuda13]'")
        return {}
    if jax.default_backend() != "gpu":
        print("JAX sees no CUDA device, so Pgx is not measured: pip install 'jax[cuda13]'")
        return {}
    found = {}
    for name in vector_peers.PGX:
        for many in lanes:
            made = vector_peers.make_pgx(name, many)
            found[name, many] = median(partial(vector_peers.pgx, made, many), rounds)
    return found


def row(name: str, figure: float, note: str = "") -> None:
    """Format a name and a number."""
    print(f"{name:58}{figure:18,.0f}  {note}")


def main(given: Sequence[str] | None = None) -> int:
    """Print all results; exit code 2 without a device."""
    effort = parse_effort("benchmarks.cuda", __doc__, ROUNDS, given)
    count, many = effort.count(GAMES), [effort.count(lanes) for lanes in LANES]
    try:
        target.required()
        print(f"{cuda.device()}: random legal moves a second, median of {effort.rounds} rounds")
        for game in playouts.first_of_each(effort.names):
            found = median(partial(games, game, count), effort.rounds)
            aim = f"{found / AIM:.2f} of the aim, {AIM:,.0f}" if game.id == "meuterer" else ""
            row(f"{game.id}, {count:,} whole games", found, aim)
        for game, lanes in product(playouts.first_of_each(effort.names), many):
            row(f"{game.id}, {lanes:,} lanes, masks", median(steps(game, lanes, False), effort.rounds))
            row(
                f"{game.id}, {lanes:,} lanes, masks and observations",
                median(steps(game, lanes, True), effort.rounds),
            )
    except QuarterdeckError as error:
        print(f"Nothing was measured: {error}")
        return 2
    for (name, lanes), figure in pgx(many, effort.rounds).items():
        row(f"Pgx {name}, {lanes:,} lanes, masks and observations", figure)
    return 0


if __name__ == "__main__":
    sys.exit(main())
