"""A bot against OpenSpiel's search."""

from __future__ import annotations

import pyspiel
import pytest

from benchmarks import ismcts
from quarterdeck.lab.openspiel import register


def test_both_sides_think_and_what_the_bot_wins_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    register()
    contest = ismcts.Contest(pyspiel.load_game("quarterdeck_meuterer(players=3)"), "mate")
    won = [contest.won(1, seat) for seat in range(3)]
    assert all(0 <= one <= 1 for one in won)
    # One against two: it thinks half as often.
    assert contest.search_moves.count > contest.bot_moves.count > 20
    assert contest.simulations.count >= 2 * contest.search_moves.count
    assert contest.bot_moves.mean > 0


def test_a_wrong_number_of_players_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ismcts.main(["meuterer", "--players", "5"])
    assert "meuterer is not for 5 players" in capsys.readouterr().err
