"""A bot against OpenSpiel's search that thinks as long: `python -m benchmarks.ismcts mutiny`.

In each deal the bot sits once in each seat, OpenSpiel's information-set Monte Carlo tree search
(`open_spiel.python.algorithms.ismcts`, random playouts, UCT with c = 2) in all others. It simulates as often
as fits into the mean time that the bot takes for a move, but at least once for each legal action. A match
before all others sets the pace. Matches that nobody wins count for nobody.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from quarterdeck.bots import BOTS, bot
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab.arena.interval import share
from quarterdeck.lab.openspiel import register
from quarterdeck.play import GAMES, Game

UCT = 2.0


@dataclass
class Pace:
    """How long one side has thought: seconds, over moves or simulations."""

    seconds: float = 0.0
    count: int = 0

    def add(self, begun: float, count: int = 1) -> None:
        """Book the time since `begun`."""
        self.seconds += time.perf_counter() - begun
        self.count += count

    @property
    def mean(self) -> float:
        """Seconds each; 0 without any."""
        return self.seconds / max(self.count, 1)


class Contest:
    """The bot and OpenSpiel's search at one game, and how long each has thought so far."""

    def __init__(self, game: Any, name: str) -> None:
        self.game, self.name = game, name
        self.bot_moves, self.search_moves, self.simulations = Pace(), Pace(), Pace()

    def warm_up(self) -> None:
        """Load compiled code, and play a match that sets the pace."""
        self.game.rules.warm()
        self.won(0, 0)
        self.bot_moves = Pace()
        self.won(0, 0)
        self.search_moves, self.simulations = Pace(), Pace(self.simulations.mean, 1)

    def won(self, deal: int, seat: int) -> tuple[float, bool]:
        """The bot's share of the win in this seat of a deal, and whether anybody won."""
        chance, random = np.random.default_rng([deal, 0]), np.random.RandomState(1000 * deal + seat)
        state, player = self.game.new_initial_state(), bot(self.name, f"{deal}/{seat}")
        while not state.is_terminal():
            if state.is_chance_node():
                results, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(chance.choice(results, p=weights)))
            elif len(state.legal_actions()) == 1:
                state.apply_action(state.legal_actions()[0])
            elif state.current_player() == seat:
                view = state.line.position.view(seat)
                begun = time.perf_counter()
                chosen = player.choose(view)
                self.bot_moves.add(begun)
                state.apply_action(chosen.id)
            else:
                state.apply_action(self._timed_search(state, random))
        players: int = self.game.num_players()
        # Returns are all 0 where nobody wins, and where all share the win.
        decided = bool(state.line.position.winners)
        return (float((state.returns()[seat] + 1) / players) if decided else 0.0), decided

    def _timed_search(self, state: Any, random: np.random.RandomState) -> int:
        """OpenSpiel's choice, in about the time that the bot takes on average."""
        fitting = self.bot_moves.mean / self.simulations.mean if self.simulations.count else 0
        number = max(round(fitting), len(state.legal_actions()))
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        search = ismcts.ISMCTSBot(self.game, evaluator, UCT, number, random_state=random)
        begun = time.perf_counter()
        action = int(search.step(state))
        self.search_moves.add(begun)
        self.simulations.add(begun, number)
        return action


def print_figures(name: str, players: int, level: str, deals: int) -> None:
    """Play all deals of one game, and print what the bot won and how long both thought."""
    contest = Contest(pyspiel.load_game(f"quarterdeck_{name}(players={players})"), level)
    contest.warm_up()
    results = [[contest.won(deal, seat) for seat in range(players)] for deal in range(1, deals + 1)]
    shares, decided = np.array(results, np.float64).sum(1).T
    won = share(shares, decided)
    if won is None:
        print(f"{name}, {players} players, {deals} deals: nobody won any match")
        return
    each = contest.search_moves.count or 1
    times = f"{contest.bot_moves.mean:.3f} and {contest.search_moves.mean:.3f}"
    simulations = f"{contest.simulations.count / each:.0f} simulations"
    print(
        f"{name}, {players} players, {deals} deals: {level} wins {won.value:.1%} "
        f"({won.low:.1%} to {won.high:.1%}), {1 / players:.1%} is fair; "
        f"seconds a move {times}, {simulations}",
        flush=True,
    )


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    parser = argparse.ArgumentParser("python -m benchmarks.ismcts", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", choices=list(BOTS), default="captain", help="the bot (captain)")
    parser.add_argument("--deals", type=int, default=10, help="each played once from each seat (10)")
    options = parser.parse_args(given)
    if options.deals < 1:
        parser.error("--deals is a number from 1 on")
    try:
        Game(options.game, players=options.players)
    except QuarterdeckError as error:
        parser.error(str(error))
    register()
    print_figures(options.game, options.players, options.bot, options.deals)


if __name__ == "__main__":
    main()
