from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Game, QuarterdeckError, Record, RecordError
from quarterdeck.lab import data
from quarterdeck.lab.data import parquet, playing
from quarterdeck.lab.data.head import Head
from quarterdeck.lab.data.playing import Selfplay

GAMES = [quarterdeck.game(name) for name in quarterdeck.GAMES]
MEUTERER = quarterdeck.game("meuterer", players=3)


def at_random(game: Game, matches: int) -> Selfplay:
    return Selfplay(game, ("random",) * game.players, matches)


def write(path: Path, series: Selfplay) -> Path:
    with data.writing(path, Head(series.game, series.line, series.seed)) as writer:
        for matches in data.play_all(series):
            writer.add(matches)
    return path


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve random matches as Parquet."""
    return write(tmp_path_factory.mktemp("sets") / "games.parquet", at_random(MEUTERER, 12))


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
    assert list(kinds.values()) == ["int64", "int32", "int8", "float32", "bool", "int16", "float32", "int16"]


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
    monkeypatch.setattr(playing, "CHUNK", 5)
    monkeypatch.setattr(playing, "ROOM", 1)
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
    page = (Path(__file__).parents[3] / "docs" / "research.md").read_text()
    for name, kind in columns.items():
        kind = kind.replace("list<element:", "list of ").rstrip(">")
        assert f"| `{name}` | {kind} |" in page
    assert found["plies"].to_pylist() == [len(actions) for actions in found["actions"].to_pylist()]


def break_off(path: Path) -> None:
    series = at_random(MEUTERER, 3)
    with data.writing(path, Head(series.game, series.line, series.seed)) as writer:
        writer.add(next(data.play_all(series)))
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["a.parquet", "a.qd", "a"])
def test_nothing_is_left_of_a_data_set_that_is_broken_off(tmp_path: Path, name: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        break_off(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def changed(table: Path, path: Path, /, **values: object) -> Path:
    """A copy of a data set in which columns or keys of the head are others."""
    import json

    import pyarrow as pa
    import pyarrow.parquet as pq

    found = pq.read_table(table)
    head = json.loads(found.schema.metadata[b"quarterdeck"])
    for name, value in values.items():
        if name in found.column_names:
            at = found.column_names.index(name)
            found = found.set_column(at, found.field(at), pa.array(value, found.field(at).type))
        else:
            head[name] = value
    pq.write_table(found.replace_schema_metadata({"quarterdeck": json.dumps(head)}), path)
    return path


def readers(path: Path) -> Iterator[str]:
    """What each reader says of it."""
    for read in (data.load, data.decisions):
        with pytest.raises(QuarterdeckError) as caught:
            list(read(path))
        yield str(caught.value)


def test_a_table_that_was_changed_is_refused(table: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    actions, scores, seats, winners = (
        pq.read_table(table)[name].to_pylist() for name in ("actions", "scores", "seats", "winners")
    )
    path = tmp_path / "changed.parquet"
    scores[4][0] += 1
    for sentence in readers(changed(table, path, scores=scores)):
        assert sentence == f"{path} is damaged: match 4 goes against the rules or against its own result."
    actions[7][20] = 705 if actions[7][20] != 705 else 704
    for sentence in readers(changed(table, path, actions=actions)):
        assert "match 7 goes against the rules" in sentence
    actions[7][20] = 9999
    for sentence in readers(changed(table, path, actions=actions)):
        assert "match 7 goes against the rules" in sentence
    seats[2][3] = 9
    for sentence in readers(changed(table, path, seats=seats)):
        assert "match 2 goes against the rules" in sentence
    winners[1] = [0, 1, 2]
    for sentence in readers(changed(table, path, winners=winners)):
        assert "match 1 goes against the rules" in sentence
    actions[0] = actions[0][:-1]
    for sentence in readers(changed(table, path, actions=actions)):
        assert sentence == f"{path} is damaged: make it again, or copy it anew."


def test_a_table_of_another_version_or_of_somebody_else_is_refused(table: Path, tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "other.parquet"
    for sentence in readers(changed(table, path, format="quarterdeck matches 2")):
        assert sentence.endswith(
            "has the format “quarterdeck matches 2”; this program reads “quarterdeck matches 1”."
        )
    for sentence in readers(changed(table, path, rules_version=99)):
        assert "were played by version 99 of the rules; this program plays version" in sentence
    for sentence in readers(changed(table, path, game="chess")):
        assert sentence.startswith("There is no game “chess”")
    for wrong in ({"options": [3]}, {"table": str(table)}):
        for sentence in readers(changed(table, path, **wrong)):
            assert sentence == f"{path} is damaged: make it again, or copy it anew."
    pq.write_table(pa.table({"x": [1]}), path)
    for sentence in readers(path):
        assert sentence.endswith("is no data set of “quarterdeck selfplay”, although it is a Parquet file.")


def test_a_damaged_file_is_told_in_a_sentence(table: Path, tmp_path: Path) -> None:
    whole, path = table.read_bytes(), tmp_path / "damaged.parquet"
    path.write_bytes(whole[:-100])
    for sentence in readers(path):
        assert sentence == f"{path} is no Parquet file, or not all of one."
    # A bit in the middle of the moves.
    path.write_bytes(whole[:1000] + bytes([whole[1000] ^ 4]) + whole[1001:])
    for sentence in readers(path):
        assert sentence == f"{path} is damaged: make it again, or copy it anew."
    for sentence in readers(tmp_path / "none.parquet"):
        assert sentence.endswith("none.parquet can't be read (No such file or directory).")


def test_match_files_that_are_wrong_are_told_with_their_line(tmp_path: Path) -> None:
    path = write(tmp_path / "games.qd", at_random(MEUTERER, 2))
    lines = path.read_text().splitlines(keepends=True)
    second = lines.index("quarterdeck match 1\n", 1)
    at = next(number for number, line in enumerate(lines) if number > second and line.startswith("move 2 "))
    lines[at] = "move 3 0 offer 1\n"
    path.write_text("".join(lines))
    for sentence in readers(path):
        assert sentence.startswith(f"{path}, line {at + 1}: Move 2 is expected here")
    path.write_bytes(b"\xff\xfe")
    for sentence in readers(path):
        assert sentence.endswith("is not UTF-8 text, so it is no match file.")
    (tmp_path / "empty").mkdir()
    for sentence in readers(tmp_path / "empty"):
        assert sentence == f"There are no match files (*.qd) in {tmp_path / 'empty'}."


def test_a_match_that_goes_on_has_no_decisions_with_a_reward(tmp_path: Path) -> None:
    Record(MEUTERER, "1").save(tmp_path / "begun.qd")
    with pytest.raises(RecordError, match="match 0 is not over, so nobody knows what its decisions"):
        list(data.decisions(tmp_path / "begun.qd"))


def test_batches_have_a_match_at_least(table: Path) -> None:
    with pytest.raises(QuarterdeckError, match="A batch has one match or more"):
        next(data.decisions(table, matches=0))


def test_without_pyarrow_a_sentence_tells_how_to_install_it(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "find_spec", lambda name: None)
    for sentence in readers(table):
        assert sentence == 'Parquet needs PyArrow, which is not installed: “pip install "quarterdeck[data]"”.'
