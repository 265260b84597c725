from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Game, GameOptionError, RecordError
from quarterdeck.lab.compiled_bots.play_out import CHUNK
from quarterdeck.lab.games import Played, play, play_compiled, play_games, series_of
from quarterdeck.lab.series import Stopped


def interpreted(game: Game, bot: str, seed: int | str, number: int) -> Played:
    """A game of a bot that does not search."""
    (played,) = play_compiled(game, bot, seed, range(number, number + 1), 900, compile=False)
    return played


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    game = quarterdeck.game("meuterer", players=3)
    three = list(play_games(game, "random", 3, seed="s"))
    assert three == [interpreted(game, "random", "s", number) for number in range(3)]
    assert interpreted(game, "random", "t", 0) != three[0]
    assert len({one.scores for one in three}) == 3


def test_many_games_are_compiled_and_the_same_as_few() -> None:
    game = quarterdeck.game("cartagena", players=2)
    many = list(play_games(game, "rule-of-thumb", CHUNK + 5, seed="s"))
    assert many[:3] == list(play_games(game, "rule-of-thumb", 3, seed="s"))
    assert [one.number for one in many] == list(range(CHUNK + 5))
    assert list(play_games(game, "rule-of-thumb", CHUNK + 5, seed="s", jobs=2)) == many


@pytest.mark.parametrize("name", ["meuterer", "cartagena", "mutiny"])
def test_compiled_games_begin_as_those_of_bots_that_are_called(name: str) -> None:
    game = quarterdeck.game(name)
    one, other = play(game, "random", "s", 3), interpreted(game, "random", "s", 3)
    assert one.begins == other.begins
    assert one.number == other.number


def test_bots_that_search_are_called_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    called = []
    monkeypatch.setattr("quarterdeck.lab.games.play", lambda *given: called.append(given[1]))
    list(play_games(quarterdeck.game("mutiny"), "captain", 2))
    list(play_games(quarterdeck.game("mutiny"), "random", 2))
    assert called == ["captain", "captain"]


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
    played = interpreted(game, "random", 5, 2)
    assert played.rounds == 8
    assert played.plies > 100
    assert played.winners == tuple(
        seat for seat, score in enumerate(played.scores) if score == max(played.scores)
    )
    assert game.start(seed="5/2").to_act == (played.begins,)


def test_an_unknown_bot_is_refused_before_a_process_is_started() -> None:
    with pytest.raises(GameOptionError, match="no agent “stockfish”"):
        next(play_games(quarterdeck.game("meuterer"), "stockfish", 4, jobs=2))


@pytest.mark.parametrize("seed", ["\udcff", "a\nb", " x"])
def test_a_seed_that_no_match_file_can_hold_is_refused_before_a_game_is_played(seed: str) -> None:
    with pytest.raises(RecordError, match="A seed is one line of printable text"):
        next(play_games(quarterdeck.game("meuterer"), "random", 4, seed=seed))


@pytest.mark.parametrize("name", ["random", "captain"])
@pytest.mark.parametrize("seed", [None, 1.5, b"x", np.array([1, 2])], ids=lambda seed: type(seed).__name__)
def test_a_wrong_seed_is_refused_before_a_game_is_played(name: str, seed: Any) -> None:
    with pytest.raises(GameOptionError, match=r"^A seed is a text, or a whole number "):
        next(play_games(quarterdeck.game("meuterer"), name, 4, seed=seed))
    with pytest.raises(GameOptionError, match=r"^A seed is a text, or a whole number "):
        play(quarterdeck.game("meuterer"), name, seed, 0)


@pytest.mark.parametrize("count", [-3, True, 2.0, "3", None])
def test_a_wrong_number_of_games_is_refused_in_a_sentence(count: Any) -> None:
    game = quarterdeck.game("meuterer")
    for ask in (lambda: series_of(game, "random", count), lambda: next(play_games(game, "captain", count))):
        with pytest.raises(GameOptionError, match=r"^count is a whole number, 0 or more, not "):
            ask()


def test_a_number_of_games_may_be_of_any_kind() -> None:
    game, three = quarterdeck.game("cartagena", players=2), np.array([3])[0]
    assert list(play_games(game, "random", three)) == list(play_games(game, "random", 3))
    assert list(play_games(game, "random", 0)) == []


def test_a_number_of_any_kind_is_the_seed_that_its_digits_are() -> None:
    game = quarterdeck.game("cartagena", players=2)
    number: Any = np.int64(7)
    games = [list(play_games(game, "random", 3, seed=seed)) for seed in (7, "7", number)]
    assert games[0] == games[1] == games[2]


def test_a_game_that_is_not_wanted_any_more_ends_before_the_next_move() -> None:
    answers = iter([False] * 5 + [True])
    with pytest.raises(Stopped):
        play(quarterdeck.game("meuterer"), "random", "s", 0, lambda: next(answers))
    assert list(answers) == []
