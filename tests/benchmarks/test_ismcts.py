"""A bot against OpenSpiel's search."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest

from benchmarks import ismcts
from quarterdeck.lab.openspiel import register


def test_both_sides_think_and_what_the_bot_wins_is_counted() -> None:
    register()
    contest = ismcts.Contest(pyspiel.load_game("quarterdeck_meuterer(players=3)"), "mate")
    contest.warm_up()
    assert contest.bot_moves.mean > 0
    assert contest.simulations.mean > 0
    contest.bot_moves = ismcts.Pace()
    won = [contest.won(1, seat) for seat in range(3)]
    assert all(0 <= share <= 1 and decided for share, decided in won)
    # One against two: it thinks half as often.
    assert contest.search_moves.count > contest.bot_moves.count > 20
    assert contest.simulations.count >= 2 * contest.search_moves.count


def test_the_search_thinks_as_long_as_the_bot() -> None:
    register()
    contest = ismcts.Contest(pyspiel.load_game("quarterdeck_meuterer(players=3)"), "mate")
    state = contest.game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    # The bot takes a second for a move, a simulation 25 ms.
    contest.bot_moves, contest.simulations = ismcts.Pace(60.0, 60), ismcts.Pace(0.25, 10)
    contest._timed_search(state, np.random.RandomState(1))
    assert contest.simulations.count == 10 + 40


def test_a_wrong_number_of_players_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ismcts.main(["meuterer", "--players", "5"])
    assert "“players” can be 3, 4, not “5”" in capsys.readouterr().err
