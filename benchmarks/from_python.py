"""Random legal moves per second of Python loops: our positions and views, OpenSpiel's own games, and ours
there. Seconds are of the processor, so that a busy machine disturbs less.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from functools import partial

from benchmarks import openspiel, playouts
from benchmarks.effort import Effort, parse_effort
from quarterdeck.lab.openspiel import register
from quarterdeck.play import Game

ROUNDS = 5
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


def measures(games: Sequence[Game], effort: Effort) -> dict[str, Measure]:
    """The measurements by printed name."""
    chosen: dict[str, Measure] = {}
    for game in games:
        game.warm()
        chosen |= of_game(game, effort.seconds(SECONDS))
    for peer in PEERS:
        for how in (PYTHON, TENSORS):
            chosen[f"OpenSpiel {peer}, {how}"] = partial(
                openspiel.from_python, peer, effort.seconds(SECONDS), how == TENSORS
            )
    return chosen


def of_game(game: Game, seconds: float) -> dict[str, Measure]:
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


def print_ratios(found: dict[str, list[float]]) -> None:
    """Print the speeds from Python relative to those of OpenSpiel's first peer, round by round."""
    for how in (PYTHON, TENSORS):
        peer = f"OpenSpiel {PEERS[0]}, {how}"
        print(f"\n{'Ratios to ' + peer:58}{'median':>14}{'least':>14}")
        for name, speeds in found.items():
            if name.endswith(how) and not name.startswith("OpenSpiel"):
                ratios = [ours / theirs for ours, theirs in zip(speeds, found[peer], strict=True)]
                print(f"{name:58}{statistics.median(ratios):14.2f}{min(ratios):14.2f}")


def main(given: Sequence[str] | None = None) -> None:
    """Print everything."""
    effort = parse_effort("benchmarks.from_python", __doc__, ROUNDS, given)
    found = in_turns(measures(playouts.first_of_each(effort.names), effort), effort.rounds)
    print(f"{'Random legal moves a second from Python':58}{'median':>14}{'best':>14}")
    for name, speeds in found.items():
        print(f"{name:58}{statistics.median(speeds):14,.0f}{max(speeds):14,.0f}")
    print_ratios(found)


if __name__ == "__main__":
    main()
