from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Game, GameOptionError, QuarterdeckError, Record, RecordError
from quarterdeck.lab import data
from quarterdeck.lab.data import parquet, self_play
from tests.lab.data.sets import MEUTERER, at_random, write

GAMES = [quarterdeck.game(name) for name in quarterdeck.GAMES]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_written_is_what_was_played_whatever_the_format(game: Game, tmp_path: Path) -> None:
    series = at_random(game, 3)
    as_table = list(data.load(write(tmp_path / "a.parquet", series)))
    assert list(data.load(write(tmp_path / "a.qd", series))) == as_table
    assert list(data.load(write(tmp_path / "a", series))) == as_table
    assert [record.seed for record in as_table] == ["0/0", "0/1", "0/2"]
    for record in as_table:
        assert record.position.over
        record.verify()


@pytest.mark.parametrize("seed", [None, 1.5, True, b"x"])
def test_a_wrong_seed_is_refused_at_once(seed: Any) -> None:
    with pytest.raises(GameOptionError, match=r"^A seed is a text, or a whole number "):
        self_play.Selfplay(MEUTERER, ("random",) * 3, 1, seed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_decisions_are_what_each_seat_saw_could_do_did_and_got(game: Game, tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", at_random(game, 1))
    (batch,) = data.decisions(path)
    row = 0
    for number, record in enumerate(data.load(path)):
        end = record.position
        for ply, (position, (seat, action)) in enumerate(zip(record.positions(), record.moves, strict=False)):
            view = position.view(seat)
            assert (batch.match[row], batch.ply[row], batch.seat[row]) == (number, ply, seat)
            assert batch.observation[row].tobytes() == view.observation().tobytes()
            assert batch.legal[row].nonzero()[0].tolist() == [one.id for one in view.legal()]
            assert batch.action[row] == action.id
            assert batch.reward[row] == np.float32((seat in end.winners) / max(1, len(end.winners)))
            assert batch.score[row] == end.scores[seat]
            row += 1
    assert row == len(batch.action)
    kinds = {name: column.dtype.name for name, column in batch._asdict().items()}
    wanted = ["int64", "int32", "int8", "float32", "bool", "int16", "float32", "int16", "bool"]
    assert list(kinds.values()) == wanted
    # PyTorch warns of others.
    assert all(column.flags.writeable for column in batch)
    assert not batch.truncated.any()


def test_decisions_come_in_whole_matches_and_the_same_from_match_files(table: Path, tmp_path: Path) -> None:
    batches = list(data.decisions(table, matches=5))
    assert [np.unique(batch.match).tolist() for batch in batches] == [
        [0, 1, 2, 3, 4],
        [5, 6, 7, 8, 9],
        [10, 11],
    ]
    again = data.decisions(write(tmp_path / "games.qd", at_random(MEUTERER, 12)), matches=5)
    for one, other in zip(batches, again, strict=True):
        for column, same in zip(one, other, strict=True):
            np.testing.assert_array_equal(column, same, strict=True)


def test_match_files_with_several_options_are_read_game_by_game(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for number, game in enumerate([MEUTERER, MEUTERER, quarterdeck.game("meuterer", rules="french")]):
        (record,) = data.load(write(tmp_path / f"{number}.qd", at_random(game, 1)))
        record.save(folder / f"{number}.qd")
    assert [np.unique(batch.match).tolist() for batch in data.decisions(folder)] == [[0, 1], [2]]


def test_a_file_is_the_same_whatever_the_chunks_and_the_room_for_moves(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_play, "CHUNK", 5)
    monkeypatch.setattr(self_play, "ROOM", 1)
    path = write(tmp_path / "games.parquet", at_random(MEUTERER, 12))
    assert path.read_bytes() == table.read_bytes()


def test_random_matches_are_the_same_interpreted(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from quarterdeck.lab.data import replay

    for name in ("deal", "play_out", "results"):
        monkeypatch.setattr(replay, name, getattr(replay, name).interpreted)
    plain = next(data.play_all(at_random(MEUTERER, 2)))
    _head, pieces = parquet.read(table, 2)
    assert plain.actions.tolist() == next(pieces).actions.tolist()


def test_row_groups_end_at_the_same_matches_whatever_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow.parquet as pq

    monkeypatch.setattr(parquet, "ROW_GROUP", 5)
    path = write(tmp_path / "games.parquet", at_random(MEUTERER, 12))
    file = pq.ParquetFile(path)
    assert [file.metadata.row_group(one).num_rows for one in range(3)] == [5, 5, 2]
    assert len(list(data.load(path))) == 12


def test_the_table_is_what_the_page_says(table: Path) -> None:
    import pyarrow.parquet as pq

    found = pq.read_table(table)
    columns = {field.name: str(field.type).replace(" ", "") for field in found.schema}
    page = (Path(__file__).parents[3] / "docs" / "data-sets.md").read_text()
    for name, kind in columns.items():
        kind = kind.replace("list<element:", "list of ").rstrip(">")
        assert f"| `{name}` | {kind} |" in page
    assert found["plies"].to_pylist() == [len(actions) for actions in found["actions"].to_pylist()]


def test_a_match_that_goes_on_has_no_decisions_with_a_reward(tmp_path: Path) -> None:
    Record(MEUTERER, "1").save(tmp_path / "begun.qd")
    with pytest.raises(RecordError, match="match 0 is not over, so nobody knows what its decisions"):
        list(data.decisions(tmp_path / "begun.qd"))


def test_batches_have_a_match_at_least(table: Path) -> None:
    for wrong in (0, True, 1.5, "a", 2**63):
        with pytest.raises(QuarterdeckError, match="matches is a whole number from 1 to 2147483647, not"):
            next(data.decisions(table, matches=cast(int, wrong)))


def test_a_limit_of_plies_is_a_whole_number_whatever_the_format(table: Path, tmp_path: Path) -> None:
    for path in (table, write(tmp_path / "games.qd", at_random(MEUTERER, 1))):
        with pytest.raises(
            GameOptionError, match="max_plies is a whole number from 1 to 1000000000, not 'a'"
        ):
            next(data.decisions(path, max_plies=cast(int, "a")))


def test_a_series_is_of_a_game() -> None:
    with pytest.raises(GameOptionError, match=r"A game is what quarterdeck\.game\(…\) gives, not 'mutiny'"):
        data.Selfplay(cast(Game, "mutiny"), ("random",) * 4, 5)


@pytest.mark.parametrize("matches", [-1, 2.5, "3", None, True])
def test_a_series_has_a_whole_number_of_matches(matches: Any) -> None:
    with pytest.raises(GameOptionError) as caught:
        at_random(MEUTERER, matches)
    assert str(caught.value) == f"matches is a whole number, 0 or more, not {matches!r}."


def test_no_matches_are_played_written_and_read_as_none(tmp_path: Path) -> None:
    for name in ("a.parquet", "a.qd"):
        path = write(tmp_path / name, at_random(MEUTERER, 0))
        assert (list(data.load(path)), list(data.decisions(path))) == ([], [])


def test_a_line_up_names_agents_as_the_command_does() -> None:
    series = self_play.Selfplay(MEUTERER, ("network", "random", "random"), 1, max_plies=5)
    assert set(series.own) == {"network"}
    (played,) = self_play.play_all(series)
    assert played.plies.tolist() == [5]
    with pytest.raises(GameOptionError, match="There is no agent “flat”: name one of rule-of-thumb"):
        self_play.Selfplay(MEUTERER, ("flat", "random", "random"), 1)


def test_random_play_is_compiled_before_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = list[range]()
    monkeypatch.setattr(self_play, "at_random", lambda _game, _seed, numbers, _most: compiled.append(numbers))
    at_random(MEUTERER, 0).compile()
    assert compiled == []
    at_random(MEUTERER, 3).compile()
    assert compiled == [range(1)]
