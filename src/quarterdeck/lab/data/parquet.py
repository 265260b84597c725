"""Data sets as Parquet files. Needs PyArrow: the extra `data`. There is one row per match, and the head is in
the metadata; docs/research.md has the columns.
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
    """Check that PyArrow is installed. QuarterdeckError."""
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
        self._waiting: list[Any] = []
        self._rows = 0

    def add(self, matches: Matches) -> None:
        """Write these matches, now or with later ones. OSError."""
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
        """Write the rest and the file's footer. OSError."""
        if self._rows:
            self._write(self._rows)
        self._writer.close()
        self._file.close()

    def drop(self) -> None:
        """Abandon the file."""
        # PyArrow would try to write again after an error, here and when it is garbage-collected.
        for half in (self._writer, self._file):
            with suppress(Exception):
                half.close()

    def _write(self, rows: int) -> None:
        """Write a row group; its size is independent of the chunks received."""
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
    """Yield a data set's head, and its matches in groups of this size. RecordError."""
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
    """A Parquet file and its checked columns. RecordError."""
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


class _Unfit(Exception):
    """A column that contradicts the others; its name."""


def _pieces(file: Any, path: Path, players: int, matches: int) -> Iterator[Matches]:
    import pyarrow as pa

    last, count, rows = -1, 0, 0
    try:
        for batch in file.iter_batches(batch_size=matches):
            rows = len(batch)
            piece = _columns(batch, players, last)
            last, count = int(np.append(last, piece.number)[-1]), count + rows
            yield piece
        # PyArrow silently truncates the other columns to a shorter one.
        if count != file.metadata.num_rows:
            raise ValueError("all matches")
    except _Unfit as column:
        raise _contradiction(path, count, rows, str(column)) from None
    except (pa.ArrowException, OSError, ValueError):
        raise damaged(path) from None


def _contradiction(path: Path, first: int, rows: int, column: str) -> RecordError:
    """The error for impossible values, which mean a wrong program rather than damage."""
    sentence = _(
        "{path}: somewhere from row {first} to {last}, “{column}” does not fit. A match has a number above "
        "that of the one before, a seed, as many plies as seats and actions, a score for each seat, and as "
        "winners seats, each once; nothing is missing."
    )
    return RecordError(sentence.format(path=path, first=first, last=first + rows - 1, column=column))


def _columns(batch: Any, players: int, last: int) -> Matches:
    """The columns of a row group, whose matches must follow match `last`. _Unfit if they are inconsistent;
    only a replay checks that moves are legal.
    """
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if column.null_count or (name in LISTS and column.flatten().null_count):
            raise _Unfit(name)
    number, seeds, plies, seats, actions, scores, winners, *cut = batch.columns
    ends, numbers = _ends(actions), np.append(last, _numbers(number))
    fits = {
        # Compared without differences, which may overflow.
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
    """The seeds of the rows. _Unfit for an invalid one."""
    texts: list[str] = column.to_pylist()
    try:
        for text in texts:
            check_seed(text)
    except RecordError:
        raise _Unfit("seed") from None
    return texts


def _masks(winners: Any, players: int) -> Any:
    """The seats of each row as a bit mask. _Unfit for an invalid or repeated seat."""
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
    """The concatenated values of its lists."""
    return _numbers(column.flatten())


def _numbers(column: Any) -> Any:
    """A column as an array. ValueError if a value is missing."""
    return column.to_numpy(zero_copy_only=True)
