from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

import quarterdeck
from quarterdeck import GameOptionError, QuarterdeckError
from quarterdeck.lab import games
from quarterdeck.lab.games import cores, play, play_games


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    game = quarterdeck.game("meuterer", players=3)
    three = list(play_games(game, "random", 3, seed="s"))
    assert three == [play(game, "random", "s", number) for number in range(3)]
    assert play(game, "random", "t", 0) != three[0]
    assert len({one.scores for one in three}) == 3


def test_the_number_of_processes_changes_nothing() -> None:
    changed = quarterdeck.game("meuterer").table.to_json()
    changed["island"][0]["dock"] = 29
    game = quarterdeck.game("meuterer", table=changed, rules="french")
    alone = list(play_games(game, "random", 7, seed=1))
    assert list(play_games(game, "random", 7, seed=1, jobs=2)) == alone
    assert list(play_games(game, "random", 7, seed=1, jobs=3)) == alone
    assert [one.number for one in alone] == list(range(7))
    assert any(max(one.scores) > 50 for one in alone), "the table has not come along"


def test_a_game_is_played_to_its_end_and_what_it_came_to_is_kept() -> None:
    game = quarterdeck.game("meuterer", players=4)
    played = play(game, "random", 5, 2)
    assert played.rounds == 8
    assert played.plies > 100
    assert played.winners == tuple(
        seat for seat, score in enumerate(played.scores) if score == max(played.scores)
    )
    assert game.start(seed="5/2").to_act == (played.begins,)


def test_an_unknown_bot_is_refused_before_a_process_is_started() -> None:
    with pytest.raises(GameOptionError, match="no bot “stockfish”"):
        next(play_games(quarterdeck.game("meuterer"), "stockfish", 4, jobs=2))


def test_a_process_that_is_killed_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, *settings: Any) -> None:
            self.left = False

        def map(self, *work: Any) -> Iterator[Future[Any]]:
            raise BrokenProcessPool

        def shutdown(self, **how: bool) -> None:
            assert how == {"cancel_futures": True}

    monkeypatch.setattr(games, "ProcessPoolExecutor", Broken)
    with pytest.raises(QuarterdeckError, match="was killed"):
        list(play_games(quarterdeck.game("meuterer"), "random", 4, jobs=2))


def test_only_the_cores_that_this_process_may_use_are_counted() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
