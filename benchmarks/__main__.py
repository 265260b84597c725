"""`make bench`: benchmarks of speed and memory, compared with OpenSpiel, Pgx and PettingZoo in the same
run.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial

from benchmarks import datasets, from_python, openspiel, pages, playouts, search, startup, vector
from benchmarks.effort import Effort, parse_effort
from benchmarks.from_python import PEERS, Measure, in_turns
from quarterdeck.kernel.record import dtype_of
from quarterdeck.play import Game

ROUNDS = 5
GAMES = 6000


def measures(effort: Effort) -> dict[str, Measure]:
    """The measurements by printed name."""
    games = playouts.settings(effort.names)
    for game in games:
        game.playouts(10)
    chosen: dict[str, Measure] = {}
    for game in games:
        chosen[playouts.name_of(game)] = partial(playouts.compiled, game, effort.count(GAMES))
    chosen |= from_python.measures(playouts.first_of_each(effort.names), effort)
    for peer in PEERS:
        chosen[f"OpenSpiel {peer}, C++ rollouts"] = partial(
            openspiel.rollouts, peer, effort.count(openspiel.ROLLOUTS)
        )
    return chosen


def print_ratios(game: Game, found: dict[str, list[float]]) -> None:
    """Print each game's speed relative to the peers, round by round."""
    name = playouts.name_of(game)
    print(f"\n{'Ratios of ' + name:58}{'median':>14}{'least':>14}")
    for peer, speeds in found.items():
        if peer.startswith("OpenSpiel"):
            ratios = [ours / theirs for ours, theirs in zip(found[name], speeds, strict=True)]
            print(f"{'to ' + peer:58}{statistics.median(ratios):14.1f}{min(ratios):14.1f}")


def main(given: Sequence[str] | None = None) -> None:
    """Print everything."""
    effort = parse_effort("benchmarks", __doc__, ROUNDS, given)
    found = in_turns(measures(effort), effort.rounds)
    print(f"Random legal moves a second on one core, {effort.rounds} rounds in turns")
    print(f"{'':58}{'median':>14}{'best':>14}")
    for name, speeds in found.items():
        print(f"{name:58}{statistics.median(speeds):14,.0f}{max(speeds):14,.0f}")
    for game in playouts.first_of_each(effort.names):
        print_ratios(game, found)
    from_python.print_ratios(found)
    for game in playouts.first_of_each(effort.names):
        print(f"\nBytes of a {game.title} state: {dtype_of(game.spec.state).itemsize}")
    vector.print_figures(playouts.first_of_each(effort.names), effort)
    search.print_figures(playouts.first_of_each(effort.names), effort)
    pages.print_figures(playouts.first_of_each(effort.names), effort)
    datasets.print_figures(playouts.first_of_each(effort.names), effort)
    print("\nSeconds, each in a process of its own")
    for what, seconds in startup.figures(effort).items():
        print(f"{what:58}{seconds:14.2f}")


if __name__ == "__main__":
    main()
