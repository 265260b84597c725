from __future__ import annotations

import pytest

import quarterdeck
from quarterdeck import GameOptionError, RecordError
from quarterdeck.lab.games import play, play_games
from quarterdeck.lab.series import Stopped


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


@pytest.mark.parametrize("seed", ["\udcff", "a\nb", " x"])
def test_a_seed_that_no_match_file_can_hold_is_refused_before_a_game_is_played(seed: str) -> None:
    with pytest.raises(RecordError, match="A seed is one line of printable text"):
        next(play_games(quarterdeck.game("meuterer"), "random", 4, seed=seed))


def test_a_game_that_is_not_wanted_any_more_ends_before_the_next_move() -> None:
    answers = iter([False] * 5 + [True])
    with pytest.raises(Stopped):
        play(quarterdeck.game("meuterer"), "random", "s", 0, lambda: next(answers))
    assert list(answers) == []
