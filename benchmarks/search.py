"""Tree search on one core: simulations per second, and moves per second within them, compared with
OpenSpiel's two.

`python -m benchmarks.search`. All use random rollouts and only their seat's information. Simulations of
longer games are more work, so compare the moves.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from benchmarks import openspiel, playouts
from benchmarks.effort import Effort, parse_effort
from quarterdeck.bots.search.net import no_net
from quarterdeck.bots.search.player import AVERAGING, EXPLORATION, workspace
from quarterdeck.bots.search.simulate import Parameters, search
from quarterdeck.bots.search.tree import grow
from quarterdeck.play import Game, View

PEER = "hearts"
SIMULATIONS = 20_000
OF_CPP = 5_000
OF_PYTHON = 200
EXPLORE_OF_PEERS = 2.0
# With a single simulation OpenSpiel's searches can't name a move.
LEAST = 10


class Speed(NamedTuple):
    """Simulations per second, and moves within them per second."""

    simulations: float
    moves: float


def opening(game: Game) -> View:
    """The first view of a new match, for the seat to act."""
    position = game.start(seed=1)
    return position.view(position.to_act[0])


def middle(game: Game) -> View:
    """A view half-way through a random match, for a seat with a choice."""
    found = playouts.choices(game, seed=1)
    half = found[len(found) // 2]
    return half.view(half.to_act[0])


def ours(view: View, effort: Effort, turn: int) -> Speed:
    """Our search from a view."""
    assert view.seat is not None
    seats, simulations = view.game.players, effort.count(SIMULATIONS)
    tree, space = grow(simulations + 1), workspace(view.state, seats, view.game.features, no_net(), turn)
    how = Parameters(EXPLORATION, AVERAGING, modelled=0.0, by_heuristics=False)
    began = time.perf_counter()
    moves = search(tree, space, no_net(), how, view.seat, seats, simulations)
    seconds = time.perf_counter() - began
    return Speed(simulations / seconds, moves / seconds)


def _measure_speed(go: Callable[[Any], object], simulations: int, turn: int) -> Speed:
    state, chooser = openspiel.dealt(PEER), random.Random(turn)
    while len(state.legal_actions()) == 1:
        # The player with the two of clubs must lead it, so there is nothing to search.
        state.apply_action(state.legal_actions()[0])
    length = statistics.fmean(openspiel.length(state.clone(), chooser) for _ in range(100))
    began = time.perf_counter()
    go(state)
    seconds = time.perf_counter() - began
    return Speed(simulations / seconds, simulations * length / seconds)


def cpp(effort: Effort, turn: int) -> Speed:
    """OpenSpiel's ISMCTSBot, all in C++; its moves are estimated by the mean length of a random game."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=turn)
    bot = pyspiel.ISMCTSBot(turn, evaluator, EXPLORE_OF_PEERS, effort.count(OF_CPP, LEAST))
    return _measure_speed(bot.step, effort.count(OF_CPP, LEAST), turn)


def python(effort: Effort, turn: int) -> Speed:
    """OpenSpiel's `ismcts.py`, in Python on the same C++ game."""
    chance = np.random.RandomState(turn)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    game, simulations = pyspiel.load_game(PEER), effort.count(OF_PYTHON, LEAST)
    bot = ismcts.ISMCTSBot(game, evaluator, EXPLORE_OF_PEERS, simulations, random_state=chance)
    return _measure_speed(bot.step, simulations, turn)


def print_figures(games: list[Game], effort: Effort) -> None:
    """Print the medians of some rounds, and the speed of our openings relative to the peers."""
    measures: dict[str, Callable[[int], Speed]] = {}
    for game in games:
        game.warm()
        for name, view in (("opening", opening(game)), ("middle", middle(game))):
            measures[f"{game.id}, {name}"] = partial(ours, view, effort)
    measures |= {f"OpenSpiel {PEER}, ISMCTSBot (C++)": partial(cpp, effort)}
    measures |= {f"OpenSpiel {PEER}, ismcts.py": partial(python, effort)}
    for measure in measures.values():
        measure(0)
    found: dict[str, list[Speed]] = {name: [] for name in measures}
    for turn in range(effort.rounds):
        for name, measure in measures.items():
            found[name].append(measure(turn))
    middles = {
        name: Speed(*map(statistics.median, zip(*speeds, strict=True))) for name, speeds in found.items()
    }
    print(f"\n{'Tree search on one core, a second':58}{'simulations':>14}{'moves':>14}")
    for name, speed in middles.items():
        print(f"{name:58}{speed.simulations:14,.0f}{speed.moves:14,.0f}")
    for peer in list(middles)[-2:]:
        for game in games:
            ratio = middles[f"{game.id}, opening"].moves / middles[peer].moves
            print(f"{f'moves, {game.id}, opening, to {peer}':72}{ratio:14.1f}")


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    effort = parse_effort("benchmarks.search", __doc__, 3, given)
    print_figures(playouts.first_of_each(effort.names), effort)


if __name__ == "__main__":
    main()
