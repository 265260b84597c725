"""Data sets as Parquet files. Needs PyArrow: the extra `data`. There is one row per match, and the head is in
the metadata; docs/data-sets.md has the columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from quarterdeck.errors import QuarterdeckError, RecordError
from quarterdeck.i18n import _
from quarterdeck.lab.data.head import Head, damaged, unreadable
from quarterdeck.lab.data.matches import Matches
from quarterdeck.play.record import check_seed

if TYPE_CHECKING:
    import pyarrow as pa

KEY = b"quarterdeck"
# The columns with several values per match.
LISTS = ("seats", "actions", "scores", "winners")
# The last column; older data sets lack it, because none of their matches was truncated.
TRUNCATED = "truncated"
# Matches per row group, the unit that readers skip or share.
ROW_GROUP = 8000


def check() -> None:
    """Check that PyArrow is installed. Raises QuarterdeckError."""
    if find_spec("pyarrow") is None:
        sentence = _('Parquet needs PyArrow, which is not installed: “pip install "quarterdeck[data]"”.')
        raise QuarterdeckError(sentence)


def schema(head: Head) -> pa.Schema:
    """The columns, with the head as metadata."""
    import pyarrow as pa

    columns = [
        ("match", pa.int64()),
        ("seed", pa.string()),
        ("plies", pa.int32()),
        ("seats", pa.list_(pa.int8())),
        ("actions", pa.list_(pa.int16())),
        ("scores", pa.list_(pa.int16())),
        ("winners", pa.list_(pa.int8())),
        (TRUNCATED, pa.bool_()),
    ]
    return pa.schema(columns, metadata={KEY: head.dumps()})


class ParquetFile:
    """A Parquet file being written."""

    def __init__(self, path: Path, head: Head) -> None:
        import pyarrow.parquet as pq

        self._schema = schema(head)
        # Python opens the file, so errors have the system's messages.
        self._file = path.open("xb")
        # Checksums let a reader detect damage.
        settings = {"compression": "zstd", "write_page_checksum": True}
        encodings = {"match": "DELTA_BINARY_PACKED", "seed": "DELTA_BYTE_ARRAY"}
        lists = [f"{name}.list.element" for name in LISTS]
        self._writer: Any = pq.ParquetWriter(
            self._file, self._schema, use_dictionary=["plies", *lists], column_encoding=encodings, **settings
        )
        self._unwritten: list[Any] = []
        self._rows = 0

    def add(self, matches: Matches) -> None:
        """Write these matches, now or with later ones. Raises OSError."""
        import pyarrow as pa

        players = matches.scores.shape[1]
        is_winner = (matches.winners[:, None] >> np.arange(players)) & 1
        columns = [
            pa.array(matches.number),
            pa.array(matches.seeds, pa.string()),
            pa.array(matches.plies.astype(np.int32)),
            _list_column(matches.ends, matches.seats),
            _list_column(matches.ends, matches.actions),
            _list_column(players * np.arange(1, len(is_winner) + 1), matches.scores.ravel()),
            _list_column(is_winner.sum(axis=1).cumsum(), is_winner.nonzero()[1].astype(np.int8)),
            pa.array(matches.truncated),
        ]
        self._unwritten.append(pa.RecordBatch.from_arrays(columns, schema=self._schema))
        self._rows += len(is_winner)
        while self._rows >= ROW_GROUP:
            self._write_rows(ROW_GROUP)

    def close(self) -> None:
        """Write the rest and the file's footer. Raises OSError."""
        if self._rows:
            self._write_rows(self._rows)
        self._writer.close()
        self._file.close()

    def drop(self) -> None:
        """Abandon the file."""
        # PyArrow would try to write again after an error, here and when it is garbage-collected.
        for open_file in (self._writer, self._file):
            with suppress(Exception):
                open_file.close()

    def _write_rows(self, rows: int) -> None:
        """Write a row group; its size is independent of the chunks received."""
        import pyarrow as pa

        table = pa.Table.from_batches(self._unwritten, self._schema)
        self._writer.write_table(table.slice(0, rows), row_group_size=rows)
        self._unwritten = table.slice(rows).to_batches()
        self._rows -= rows


def _list_column(ends: Any, values: Any) -> pa.ListArray[Any]:
    import pyarrow as pa

    offsets = pa.array(np.concatenate([[0], ends]).astype(np.int32))
    return pa.ListArray.from_arrays(offsets, pa.array(values))


def read(path: Path, matches: int) -> tuple[Head, Iterator[Matches]]:
    """Yield a data set's head, and its matches in groups of this size. Raises RecordError."""
    check()
    file, found_schema = _open_file(path)
    text = (found_schema.metadata or {}).get(KEY)
    if text is None:
        sentence = _("{path} is no data set of “quarterdeck selfplay”, although it is a Parquet file.")
        if {"match", *LISTS} <= set(found_schema.names):
            sentence = _(
                "{path} has the matches of a data set, but its metadata has no key “quarterdeck”, which "
                "pandas drops: filter with PyArrow, whose table.filter keeps it."
            )
        raise RecordError(sentence.format(path=path))
    head = Head.loads(text, path)
    new = schema(head)
    old = new.remove(new.get_field_index(TRUNCATED))
    if missing := [name for name in old.names if name not in found_schema.names]:
        sentence = _("{path} lacks the columns {missing}; a data set has {columns}.")
        names = {"missing": ", ".join(missing), "columns": ", ".join(new.names)}
        raise RecordError(sentence.format(path=path, **names))
    if not found_schema.equals(new) and not found_schema.equals(old):
        sentence = _("{path} needs these columns in this order, and has others: {columns}.")
        columns = ", ".join(f"{column.name} ({column.type})" for column in new)
        raise RecordError(sentence.format(path=path, columns=columns))
    return head, _read_batches(file, path, head.game.players, matches)


def _open_file(path: Path) -> tuple[Any, pa.Schema]:
    """A Parquet file and its checked columns. Raises RecordError."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # Open with Python first, for the system's error messages.
        path.open("rb").close()
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    try:
        file = pq.ParquetFile(path, page_checksum_verification=True)
        return file, file.schema_arrow
    except (pa.ArrowException, OSError, ValueError):
        raise RecordError(_("{path} is no Parquet file, or not all of one.").format(path=path)) from None


class _UnfitColumn(Exception):
    """A column contradicts the others; the message is its name."""


def _read_batches(file: Any, path: Path, players: int, matches: int) -> Iterator[Matches]:
    import pyarrow as pa

    last, count, rows = -1, 0, 0
    try:
        for batch in file.iter_batches(batch_size=matches):
            rows = len(batch)
            group = _matches_of_batch(batch, players, last)
            last, count = int(np.append(last, group.number)[-1]), count + rows
            yield group
        # PyArrow silently truncates the other columns to a shorter one.
        if count != file.metadata.num_rows:
            raise ValueError("all matches")
    except _UnfitColumn as column:
        raise _contradiction_error(path, count, rows, str(column)) from None
    except (pa.ArrowException, OSError, ValueError):
        raise damaged(path) from None


def _contradiction_error(path: Path, first: int, rows: int, column: str) -> RecordError:
    """The error for impossible values, which mean a wrong program rather than damage."""
    sentence = _(
        "{path}: somewhere from row {first} to {last}, “{column}” does not fit. A match has a number above "
        "that of the one before, a seed, as many plies as seats and actions, a score for each seat, and as "
        "winners seats, each once; nothing is missing."
    )
    return RecordError(sentence.format(path=path, first=first, last=first + rows - 1, column=column))


def _matches_of_batch(batch: Any, players: int, last: int) -> Matches:
    """The matches of a row group; their numbers must be above `last`. Raises _UnfitColumn if a column
    contradicts the others. Whether moves are legal is for the replay to check.
    """
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if column.null_count or (name in LISTS and column.flatten().null_count):
            raise _UnfitColumn(name)
    number, seeds, plies, seats, actions, scores, winners, *truncated = batch.columns
    ends, numbers = _list_ends(actions), np.append(last, _numbers(number))
    fits = {
        # Compared without differences, which may overflow.
        "match": (numbers[1:] > numbers[:-1]).all(),
        "plies": np.array_equal(_numbers(plies), np.diff(ends, prepend=0)),
        "seats": np.array_equal(_list_ends(seats), ends),
        "scores": (_list_lengths(scores) == players).all(),
    }
    for name, fit in fits.items():
        if not fit:
            raise _UnfitColumn(name)
    return Matches(
        numbers[1:],
        _checked_seeds(seeds),
        ends,
        _flat_values(seats),
        _flat_values(actions),
        _flat_values(scores).reshape(len(batch), players),
        _winner_masks(winners, players),
        truncated[0].to_numpy(zero_copy_only=False) if truncated else np.zeros(len(batch), np.bool_),
    )


def _checked_seeds(column: Any) -> list[str]:
    """The seeds of the rows. Raises _UnfitColumn for an invalid one."""
    texts: list[str] = column.to_pylist()
    try:
        for text in texts:
            check_seed(text)
    except RecordError:
        raise _UnfitColumn("seed") from None
    return texts


def _winner_masks(winners: Any, players: int) -> Any:
    """The seats of each row as a bit mask. Raises _UnfitColumn for an invalid or repeated seat."""
    rows, seats = np.repeat(np.arange(len(winners)), _list_lengths(winners)), _flat_values(winners)
    if ((seats < 0) | (seats >= players)).any():
        raise _UnfitColumn("winners")
    counts = np.bincount(rows * players + seats, minlength=len(winners) * players).reshape(-1, players)
    if (counts > 1).any():
        raise _UnfitColumn("winners")
    return (counts << np.arange(players)).sum(axis=1).astype(np.uint8)


def _list_lengths(column: Any) -> Any:
    return _numbers(column.value_lengths())


def _list_ends(column: Any) -> Any:
    return np.cumsum(_list_lengths(column), dtype=np.int64)


def _flat_values(column: Any) -> Any:
    """The concatenated values of its lists."""
    return _numbers(column.flatten())


def _numbers(column: Any) -> Any:
    """A column as an array. Raises ValueError if a value is missing."""
    return column.to_numpy(zero_copy_only=True)
