"""No door and no command plays for ever: matches are truncated after a limit far above real ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import GameOptionError, RecordError
from quarterdeck.lab import data, games
from quarterdeck.lab.arena.figures import Outcome
from quarterdeck.lab.arena.tournament import Tournament, play_all
from quarterdeck.lab.balance import Balance
from quarterdeck.lab.data.self_play import Selfplay
from tests.conformance.settings import each_game, every_game
from tests.lab.data.sets import write
from tests.lab.stalling import Staller

MUTINY = quarterdeck.game("mutiny", players=2)


@each_game
def test_the_limit_of_a_game_is_ten_times_its_longest_matches(name: str) -> None:
    longest = max(
        int(data.self_play.at_random(game, "length", range(300)).plies.max())
        for game in every_game()
        if game.id == name
    )
    assert quarterdeck.game(name).max_plies > 10 * longest


def test_a_tournament_of_players_who_never_end_has_an_end() -> None:
    mine = {"staller": Staller}
    tournament = Tournament(MUTINY, ("staller", "random"), 2, own=mine, max_plies=40)
    played = list(play_all(tournament))
    both = list(play_all(Tournament(MUTINY, ("staller", "staller"), 1, own=mine, max_plies=40, files=True)))
    assert [(one.truncated, one.winners, one.plies) for one in both] == [(True, (), 40)] * len(both)
    assert Outcome(tournament, played).truncated == sum(one.truncated for one in played) / len(played)
    record = quarterdeck.Record.loads(both[0].file)
    assert (len(record.moves), record.position.over) == (40, False)


def test_a_tournament_without_a_limit_of_its_own_has_that_of_the_game() -> None:
    assert Tournament(MUTINY, ("random", "random"), 1).max_plies == MUTINY.max_plies
    unfit: list[Any] = [0, "9", 1.5]
    for wrong in unfit:
        with pytest.raises(GameOptionError, match="max_plies is a whole number from 1"):
            Tournament(MUTINY, ("random", "random"), 1, max_plies=wrong)


def test_balance_counts_what_was_truncated() -> None:
    mine = {"staller": Staller}
    played = [games.play(MUTINY, "staller", 1, number, max_plies=30, own=mine) for number in range(3)]
    assert [(one.truncated, one.winners, one.plies) for one in played] == [(True, (), 30)] * 3
    balance = Balance(MUTINY, played)
    assert (balance.truncated.value, balance.nobody.value) == (1.0, 1.0)
    (whole,) = games.play_games(MUTINY, "random", 1)
    assert not whole.truncated


@pytest.mark.parametrize("name", ["games.parquet", "games.qd", "games"])
@pytest.mark.parametrize("bot", ["random", "staller"])
def test_a_data_set_says_which_matches_were_truncated(name: str, bot: str, tmp_path: Path) -> None:
    series = Selfplay(MUTINY, (bot, bot), 6, max_plies=70, own={"staller": Staller})
    path = write(tmp_path / name, series)
    (batch,) = data.decisions(path, max_plies=70)
    by_match = {int(number): bool(cut) for number, cut in zip(batch.match, batch.truncated, strict=True)}
    records = list(data.load(path))
    assert by_match == {number: not record.position.over for number, record in enumerate(records)}
    assert any(by_match.values())
    assert all(len(record.moves) == 70 for record in records if not record.position.over)
    assert not batch.reward[batch.truncated].any()
    if bot == "random":
        assert not all(by_match.values())


def test_a_match_file_that_was_broken_off_is_no_truncated_one(tmp_path: Path) -> None:
    path = write(tmp_path / "games.qd", Selfplay(MUTINY, ("random", "random"), 2, max_plies=20))
    with pytest.raises(RecordError, match="match 0 is not over"):
        list(data.decisions(path))


def test_a_parquet_file_of_before_has_no_truncated_matches(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    path = write(tmp_path / "games.parquet", Selfplay(MUTINY, ("random", "random"), 3))
    pq.write_table(pq.read_table(path).drop_columns(["truncated"]), tmp_path / "old.parquet")
    (new,), (old,) = data.decisions(path), data.decisions(tmp_path / "old.parquet")
    assert all(
        np.array_equal(np.asarray(one), np.asarray(other)) for one, other in zip(new, old, strict=True)
    )
