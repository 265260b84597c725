"""`make bench`: benchmarks of speed and memory, compared with OpenSpiel, Pgx and PettingZoo in the same
run.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from functools import partial

from benchmarks import datasets, openspiel, pages, playouts, search, startup, vector
from benchmarks.effort import Effort, asked
from quarterdeck.kernel.record import dtype_of
from quarterdeck.lab.openspiel import register
from quarterdeck.play import Game

ROUNDS = 5
GAMES = 6000
SECONDS = 0.6
PEERS = ("hearts", "leduc_poker(players=3)")
PYTHON, TENSORS = "from Python", "with information states"

Measure = Callable[[int], float]


def in_turns(measures: dict[str, Measure], rounds: int) -> dict[str, list[float]]:
    """Run all measurements in each round, so that a machine that slows down affects all of them."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for turn in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure(turn))
    return found


def measures(effort: Effort) -> dict[str, Measure]:
    """The measurements by printed name."""
    games = playouts.settings(effort.names)
    for game in games:
        game.playouts(10)
    chosen: dict[str, Measure] = {}
    for game in games:
        chosen[playouts.name_of(game)] = partial(playouts.compiled, game, effort.count(GAMES))
    for game in playouts.first_of_each(effort.names):
        game.warm()
        chosen |= from_python(game, effort.seconds(SECONDS))
    chosen[f"OpenSpiel {PEERS[0]}, {TENSORS}"] = partial(
        openspiel.from_python, PEERS[0], effort.seconds(SECONDS), True
    )
    for peer in PEERS:
        chosen[f"OpenSpiel {peer}, {PYTHON}"] = partial(
            openspiel.from_python, peer, effort.seconds(SECONDS), False
        )
        chosen[f"OpenSpiel {peer}, C++ rollouts"] = partial(
            openspiel.rollouts, peer, effort.count(openspiel.ROLLOUTS)
        )
    return chosen


def from_python(game: Game, seconds: float) -> dict[str, Measure]:
    """The measurements of a game from Python: by positions, with views, and through OpenSpiel."""
    door = register_name(game)
    return {
        f"{game.id}, Position.play, {PYTHON}": partial(playouts.positions, game, seconds, False),
        f"{game.id}, Position.view and play, {PYTHON}": partial(playouts.positions, game, seconds, True),
        f"{game.id} in OpenSpiel, {PYTHON}": partial(openspiel.from_python, door, seconds, False),
        f"{game.id} in OpenSpiel, {TENSORS}": partial(openspiel.from_python, door, seconds, True),
    }


def register_name(game: Game) -> str:
    """The game's name in OpenSpiel, where it is known from now on."""
    return next(name for name in register() if name.endswith(f"_{game.id}"))


def print_ratios_from_python(found: dict[str, list[float]]) -> None:
    """Print the speeds from Python relative to those of OpenSpiel's first peer, round by round."""
    for how in (PYTHON, TENSORS):
        peer = f"OpenSpiel {PEERS[0]}, {how}"
        print(f"\n{'Ratios to ' + peer:58}{'median':>14}{'least':>14}")
        for name, speeds in found.items():
            if name.endswith(how) and not name.startswith("OpenSpiel"):
                ratios = [ours / theirs for ours, theirs in zip(speeds, found[peer], strict=True)]
                print(f"{name:58}{statistics.median(ratios):14.2f}{min(ratios):14.2f}")


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
    effort = asked("benchmarks", __doc__, ROUNDS, given)
    found = in_turns(measures(effort), effort.rounds)
    print(f"Random legal moves a second on one core, {effort.rounds} rounds in turns")
    print(f"{'':58}{'median':>14}{'best':>14}")
    for name, speeds in found.items():
        print(f"{name:58}{statistics.median(speeds):14,.0f}{max(speeds):14,.0f}")
    for game in playouts.first_of_each(effort.names):
        print_ratios(game, found)
    print_ratios_from_python(found)
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
