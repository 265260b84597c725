"""Data sets as Parquet, by PyArrow, which is optional: the extra `data`. A row a match, and the head in the
metadata; docs/research.md has the columns.
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
# The columns with several values for a match.
LISTS = ("seats", "actions", "scores", "winners")
# The last column, which older data sets don't have: none of their matches was truncated.
TRUNCATED = "truncated"
# So many matches are written at a time; a reader skips or shares out no less.
ROW_GROUP = 8000


def check() -> None:
    """Whether PyArrow is there. QuarterdeckError."""
    if find_spec("pyarrow") is None:
        sentence = _('Parquet needs PyArrow, which is not installed: “pip install "quarterdeck[data]"”.')
        raise QuarterdeckError(sentence)


def schema(head: Head) -> pa.Schema:
    """The columns, and the head as metadata."""
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
    """A Parquet file that is being written."""

    def __init__(self, path: Path, head: Head) -> None:
        import pyarrow.parquet as pq

        self._schema = schema(head)
        # Python's own file: what goes wrong with it has the system's words.
        self._file = path.open("xb")
        # Checksums, so that a reader can tell a damaged file.
        settings = {"compression": "zstd", "write_page_checksum": True}
        encodings = {"match": "DELTA_BINARY_PACKED", "seed": "DELTA_BYTE_ARRAY"}
        lists = [f"{name}.list.element" for name in LISTS]
        self._writer: Any = pq.ParquetWriter(
            self._file, self._schema, use_dictionary=["plies", *lists], column_encoding=encodings, **settings
        )
        self._waiting: list[Any] = []
        self._rows = 0

    def add(self, matches: Matches) -> None:
        """Write them, now or with the next ones. OSError."""
        import pyarrow as pa

        players = matches.scores.shape[1]
        won = (matches.winners[:, None] >> np.arange(players)) & 1
        columns = [
            pa.array(matches.number),
            pa.array(matches.seeds, pa.string()),
            pa.array(matches.plies.astype(np.int32)),
            _lists(matches.ends, matches.seats),
            _lists(matches.ends, matches.actions),
            _lists(players * np.arange(1, len(won) + 1), matches.scores.ravel()),
            _lists(won.sum(axis=1).cumsum(), won.nonzero()[1].astype(np.int8)),
            pa.array(matches.truncated),
        ]
        self._waiting.append(pa.RecordBatch.from_arrays(columns, schema=self._schema))
        self._rows += len(won)
        while self._rows >= ROW_GROUP:
            self._write(ROW_GROUP)

    def close(self) -> None:
        """Write the rest and the file's end. OSError."""
        if self._rows:
            self._write(self._rows)
        self._writer.close()
        self._file.close()

    def drop(self) -> None:
        """Let the file go as it is."""
        # PyArrow goes on with a file that could not be written, here and else when it is collected.
        for half in (self._writer, self._file):
            with suppress(Exception):
                half.close()

    def _write(self, rows: int) -> None:
        """A row group: where it ends depends on no chunk."""
        import pyarrow as pa

        table = pa.Table.from_batches(self._waiting, self._schema)
        self._writer.write_table(table.slice(0, rows), row_group_size=rows)
        self._waiting = table.slice(rows).to_batches()
        self._rows -= rows


def _lists(ends: Any, values: Any) -> pa.ListArray[Any]:
    import pyarrow as pa

    offsets = pa.array(np.concatenate([[0], ends]).astype(np.int32))
    return pa.ListArray.from_arrays(offsets, pa.array(values))


def read(path: Path, matches: int) -> tuple[Head, Iterator[Matches]]:
    """A data set's head, and its matches, so many at a time. RecordError."""
    check()
    file, found = _opened(path)
    text = (found.metadata or {}).get(KEY)
    if text is None:
        sentence = _("{path} is no data set of “quarterdeck selfplay”, although it is a Parquet file.")
        raise RecordError(sentence.format(path=path))
    head = Head.loads(text, path)
    wanted = schema(head)
    if not found.equals(wanted) and not found.equals(wanted.remove(wanted.get_field_index(TRUNCATED))):
        sentence = _("{path} needs these columns in this order, and has others: {columns}.")
        columns = ", ".join(f"{one.name} ({one.type})" for one in wanted)
        raise RecordError(sentence.format(path=path, columns=columns))
    return head, _pieces(file, path, head.game.players, matches)


def _opened(path: Path) -> tuple[Any, pa.Schema]:
    """A Parquet file and what its columns are. RecordError."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # Python first: it says in the system's words why a file can't be read.
        path.open("rb").close()
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    try:
        file = pq.ParquetFile(path, page_checksum_verification=True)
        return file, file.schema_arrow
    except (pa.ArrowException, OSError, ValueError):
        raise RecordError(_("{path} is no Parquet file, or not all of one.").format(path=path)) from None


class _Unfit(Exception):
    """A column that does not fit the others; its name."""


def _pieces(file: Any, path: Path, players: int, matches: int) -> Iterator[Matches]:
    import pyarrow as pa

    last, count, rows = -1, 0, 0
    try:
        for batch in file.iter_batches(batch_size=matches):
            rows = len(batch)
            piece = _columns(batch, players, last)
            last, count = int(np.append(last, piece.number)[-1]), count + rows
            yield piece
        # A column that says it is shorter ends the others in silence.
        if count != file.metadata.num_rows:
            raise ValueError("all matches")
    except _Unfit as column:
        raise _contradiction(path, count, rows, str(column)) from None
    except (pa.ArrowException, OSError, ValueError):
        raise damaged(path) from None


def _contradiction(path: Path, first: int, rows: int, column: str) -> RecordError:
    """The error of a table that says what no match can be, which is not how damage to a file shows."""
    sentence = _(
        "{path}: somewhere from row {first} to {last}, “{column}” does not fit. A match has a number above "
        "that of the one before, a seed, as many plies as seats and actions, a score for each seat, and as "
        "winners seats, each once; nothing is missing."
    )
    return RecordError(sentence.format(path=path, first=first, last=first + rows - 1, column=column))


def _columns(batch: Any, players: int, last: int) -> Matches:
    """A part of the table, behind match `last`. _Unfit if no such matches can be; whether the moves are
    legal, a replay tells.
    """
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if column.null_count or (name in LISTS and column.flatten().null_count):
            raise _Unfit(name)
    number, seeds, plies, seats, actions, scores, winners, *cut = batch.columns
    ends, numbers = _ends(actions), np.append(last, _numbers(number))
    fits = {
        # Not by their differences, which may be too large for a number.
        "match": (numbers[1:] > numbers[:-1]).all(),
        "plies": np.array_equal(_numbers(plies), np.diff(ends, prepend=0)),
        "seats": np.array_equal(_ends(seats), ends),
        "scores": (_lengths(scores) == players).all(),
    }
    for name, fit in fits.items():
        if not fit:
            raise _Unfit(name)
    return Matches(
        numbers[1:],
        _seeds(seeds),
        ends,
        _flat(seats),
        _flat(actions),
        _flat(scores).reshape(len(batch), players),
        _masks(winners, players),
        cut[0].to_numpy(zero_copy_only=False) if cut else np.zeros(len(batch), np.bool_),
    )


def _seeds(column: Any) -> list[str]:
    """The seeds of the rows. _Unfit for what can't be one."""
    texts: list[str] = column.to_pylist()
    try:
        for text in texts:
            check_seed(text)
    except RecordError:
        raise _Unfit("seed") from None
    return texts


def _masks(winners: Any, players: int) -> Any:
    """The seats of each row as a bit mask. _Unfit for one that is none or is there twice."""
    rows, seats = np.repeat(np.arange(len(winners)), _lengths(winners)), _flat(winners)
    if ((seats < 0) | (seats >= players)).any():
        raise _Unfit("winners")
    times = np.bincount(rows * players + seats, minlength=len(winners) * players).reshape(-1, players)
    if (times > 1).any():
        raise _Unfit("winners")
    return (times << np.arange(players)).sum(axis=1).astype(np.uint8)


def _lengths(column: Any) -> Any:
    return _numbers(column.value_lengths())


def _ends(column: Any) -> Any:
    return np.cumsum(_lengths(column), dtype=np.int64)


def _flat(column: Any) -> Any:
    """What is in all its lists."""
    return _numbers(column.flatten())


def _numbers(column: Any) -> Any:
    """A column as an array. ValueError if a value is missing."""
    return column.to_numpy(zero_copy_only=True)
