"""`make bench`: figures for speed and memory, beside OpenSpiel measured in the same minute."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial

from benchmarks import openspiel, playouts, startup
from quarterdeck.kernel.record import dtype_of

ROUNDS = 5
GAMES = 6000
SECONDS = 0.6
PEERS = ("hearts", "leduc_poker(players=3)")

Measure = Callable[[int], float]


def in_turns(measures: dict[str, Measure]) -> dict[str, list[float]]:
    """Each measure once a round, so that a machine that slows down slows them all."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for turn in range(ROUNDS):
        for name, measure in measures.items():
            found[name].append(measure(turn))
    return found


def measures() -> dict[str, Measure]:
    """What is measured, by the name it is printed under."""
    games = playouts.settings()
    for game in games:
        game.playouts(10)
    games[0].warm()
    chosen: dict[str, Measure] = {}
    for game in games:
        name = "meuterer " + " ".join(f"{key}={value}" for key, value in game.options.items())
        chosen[name] = partial(playouts.compiled, game, GAMES)
    chosen["meuterer, Position objects from Python"] = partial(playouts.positions, games[0], SECONDS)
    for peer in PEERS:
        chosen[f"OpenSpiel {peer}, from Python"] = partial(openspiel.from_python, peer, SECONDS)
        chosen[f"OpenSpiel {peer}, C++ rollouts"] = partial(openspiel.rollouts, peer)
    return chosen


def main() -> None:
    """Print everything."""
    chosen = measures()
    found = in_turns(chosen)
    print(f"Random legal moves a second on one core, {ROUNDS} rounds in turns")
    print(f"{'':58}{'median':>14}{'best':>14}")
    for name, speeds in found.items():
        print(f"{name:58}{statistics.median(speeds):14,.0f}{max(speeds):14,.0f}")
    ours = next(iter(found.values()))
    print(f"\nRatios of the first line, round by round{'':18}{'median':>14}{'least':>14}")
    for name, speeds in found.items():
        if name.startswith("OpenSpiel"):
            ratios = [mine / theirs for mine, theirs in zip(ours, speeds, strict=True)]
            print(f"{'to ' + name:58}{statistics.median(ratios):14.1f}{min(ratios):14.1f}")
    for game in {game.id: game for game in playouts.settings()}.values():
        print(f"\nBytes of a {game.title} state: {dtype_of(game.spec.state).itemsize}")
    print("\nSeconds, each in a process of its own")
    for what, seconds in startup.figures().items():
        print(f"{what:58}{seconds:14.2f}")


if __name__ == "__main__":
    main()
