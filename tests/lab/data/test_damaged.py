"""Data sets that are not as they were written: each reader tells which one it is, and what is wrong."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from quarterdeck import QuarterdeckError, RecordError
from quarterdeck.lab import data
from quarterdeck.lab.data import parquet
from tests.lab.data.sets import MEUTERER, at_random, changed, readers, write


def of(table: Path, column: str) -> list[Any]:
    """The values of a column."""
    import pyarrow.parquet as pq

    return list(pq.read_table(table)[column].to_pylist())


def test_a_table_that_was_changed_is_refused(table: Path, tmp_path: Path) -> None:
    actions, scores, seats, winners = (of(table, name) for name in ("actions", "scores", "seats", "winners"))
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
        assert "“plies” does not fit. A match has a number above that of the one before" in sentence


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("match", None),
        ("match", -1),
        ("match", 2),
        ("match", 4),
        ("seed", None),
        ("seed", " 0/3"),
        ("plies", None),
        ("plies", 7),
        ("seats", None),
        ("actions", None),
        ("scores", None),
        ("scores", [1, 2]),
        ("scores", [None, 0, 0]),
        ("winners", None),
        ("winners", [None]),
        ("winners", [-1]),
        ("winners", [3]),
        ("winners", [60]),
        ("winners", [0, 0]),
    ],
)
def test_impossible_values_are_refused(table: Path, tmp_path: Path, column: str, value: object) -> None:
    values = of(table, column)
    values[3] = value
    path = changed(table, tmp_path / "changed.parquet", **{column: values})
    for sentence in readers(path):
        assert sentence.startswith(
            f"{path}: somewhere from row 0 to {len(values) - 1}, “{column}” does not fit."
        )


def test_nothing_is_taken_for_another_that_stands_beside_it(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "changed.parquet"
    first, second, *others = of(table, "scores")
    moved = [first[:2], [*first[2:], *second], *others]
    for sentence in readers(changed(table, path, scores=moved)):
        assert "“scores” does not fit" in sentence
    # So far below that the difference is a positive number again.
    numbers = [*of(table, "match")[:-1], -(1 << 63)]
    for sentence in readers(changed(table, path, match=numbers)):
        assert "“match” does not fit" in sentence
    # Python would count these from the end, and find each action.
    below = [[action - MEUTERER.spec.actions for action in actions] for actions in of(table, "actions")]
    for sentence in readers(changed(table, path, actions=below)):
        assert sentence == f"{path} is damaged: match 0 goes against the rules or against its own result."


def test_a_table_without_a_column_is_told_which_ones_it_needs(table: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    path = tmp_path / "changed.parquet"
    pq.write_table(pq.read_table(table).drop_columns(["seed"]), path)
    for sentence in readers(path):
        assert sentence == (
            f"{path} lacks the columns seed; a data set has match, seed, plies, seats, actions, scores, "
            "winners, truncated."
        )
    whole = pq.read_table(table)
    pq.write_table(whole.select(whole.column_names[::-1]), path)
    for sentence in readers(path):
        assert sentence.startswith(
            f"{path} needs these columns in this order, and has others: match (int64), seed"
        )
    # As pandas writes it.
    pq.write_table(whole.replace_schema_metadata(None), path)
    for sentence in readers(path):
        assert "its metadata has no key “quarterdeck”, which pandas drops: filter with PyArrow" in sentence


def test_a_table_that_pyarrow_has_filtered_is_a_data_set(table: Path, tmp_path: Path) -> None:
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    path = tmp_path / "some.parquet"
    whole = pq.read_table(table)
    pq.write_table(whole.filter(pc.field("match") < 1), path)
    assert len(list(data.load(path))) == 1


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
    head: dict[str, Any]
    for head, told in (
        ({"game": "chess"}, "There is no game “chess”"),
        ({"options": {"sailors": 3}}, "Meuterer has no option “sailors”; it has players, rules, pirates."),
        ({"options": {"players": 7}}, "In Meuterer “players” can be 3, 4, not “7”."),
        ({"table": {"x": 1}}, "Unknown key x; a table has"),
        ({"bots": ["random"]}, "3 players need as many names, not 1."),
        ({"bots": ["random", "", "random"]}, "A player's name has 1 to 40 printable characters"),
    ):
        for sentence in readers(changed(table, path, **head)):
            assert sentence.startswith(f"{path}: {told}")
    for head in ({"options": [3]}, {"table": str(table)}, {"table": "tiny"}, {"rules_version": "1"}):
        for sentence in readers(changed(table, path, **head)):
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


@pytest.mark.parametrize(
    "raw", [b"", b"null", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"format": ' + b"1" * 5000]
)
def test_a_damaged_head_is_refused(table: Path, tmp_path: Path, raw: bytes) -> None:
    import pyarrow.parquet as pq

    path = tmp_path / "changed.parquet"
    pq.write_table(pq.read_table(table).replace_schema_metadata({"quarterdeck": raw}), path)
    for sentence in readers(path):
        assert sentence == f"{path} is damaged: make it again, or copy it anew."


def test_a_damaged_end_of_a_file_loses_no_match_in_silence(table: Path, tmp_path: Path) -> None:
    whole, path, dice = table.read_bytes(), tmp_path / "damaged.parquet", random.Random(3)
    matches = list(data.load(table))
    end = range(len(whole) - 8 - int.from_bytes(whole[-8:-4], "little"), len(whole))
    # Where it says 12, with a sign in the last bit, it says −41 instead; and anywhere it says anything.
    counts = [(at, 81) for at in end if whole[at] == 24]
    for at, byte in [*counts, *[(dice.choice(end), dice.randrange(256)) for _trial in range(100)]]:
        path.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
        with suppress(RecordError):
            assert list(data.load(path)) == matches


@pytest.mark.parametrize("ending", ["", ".qd", ".parquet"])
def test_a_name_that_can_not_be_read_is_told(tmp_path: Path, ending: str) -> None:
    for name, told in (
        ("none", "No such file or directory"),
        ("n" * 300, "File name too long"),
        ("n\0ne", "there is no such path"),
    ):
        for read in (data.load, data.decisions):
            with pytest.raises(RecordError, match=rf"can't be read \({told}\)\.$"):
                list(read(f"{tmp_path}/{name}{ending}"))
    (tmp_path / "folder.parquet").mkdir()
    for sentence in readers(tmp_path / "folder.parquet"):
        assert sentence.endswith("folder.parquet can't be read (Is a directory).")


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
    # A match that is lost, other than a file of no matches.
    (tmp_path / "empty" / "1.qd").touch()
    for sentence in readers(tmp_path / "empty"):
        assert sentence.endswith("would be “quarterdeck match 1”.")


def test_without_pyarrow_a_sentence_tells_how_to_install_it(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "find_spec", lambda name: None)
    for read in (data.load, data.decisions):
        with pytest.raises(QuarterdeckError) as caught:
            next(read(table))
        told = 'Parquet needs PyArrow, which is not installed: “pip install "quarterdeck[data]"”.'
        assert str(caught.value) == told
