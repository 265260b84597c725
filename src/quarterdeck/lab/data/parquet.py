"""Data sets as Parquet, by PyArrow, which is optional: the extra `data`. A row a match, and the head in the
metadata; docs/research.md has the columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from quarterdeck.errors import QuarterdeckError, RecordError
from quarterdeck.lab.data.head import Head, damaged, unreadable
from quarterdeck.lab.data.matches import Matches
from quarterdeck.words import _

if TYPE_CHECKING:
    import pyarrow as pa

KEY = b"quarterdeck"
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
    ]
    return pa.schema(columns, metadata={KEY: head.dumps()})


class Table:
    """A Parquet file that is being written."""

    def __init__(self, path: Path, head: Head) -> None:
        import pyarrow.parquet as pq

        self._schema = schema(head)
        # Checksums, so that a reader can tell a damaged file.
        settings = {"compression": "zstd", "write_page_checksum": True}
        encodings = {"match": "DELTA_BINARY_PACKED", "seed": "DELTA_BYTE_ARRAY"}
        lists = ["seats.list.element", "actions.list.element", "scores.list.element", "winners.list.element"]
        self._writer: Any = pq.ParquetWriter(
            path, self._schema, use_dictionary=["plies", *lists], column_encoding=encodings, **settings
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
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file: Any = pq.ParquetFile(path, page_checksum_verification=True)
    except pa.ArrowInvalid:
        raise RecordError(_("{path} is no Parquet file, or not all of one.").format(path=path)) from None
    except OSError as error:
        raise unreadable(path, error) from None
    text = (file.schema_arrow.metadata or {}).get(KEY)
    if text is None:
        sentence = _("{path} is no data set of “quarterdeck selfplay”, although it is a Parquet file.")
        raise RecordError(sentence.format(path=path))
    head = Head.loads(text, path)
    if not file.schema_arrow.equals(schema(head)):
        raise damaged(path)
    return head, _pieces(file, path, head.game.players, matches)


def _pieces(file: Any, path: Path, players: int, matches: int) -> Iterator[Matches]:
    import pyarrow as pa

    try:
        for batch in file.iter_batches(batch_size=matches):
            yield _columns(batch, players)
    except (pa.ArrowException, OSError, ValueError):
        raise damaged(path) from None


def _columns(batch: Any, players: int) -> Matches:
    """A part of the table. ValueError if no such match can be."""
    number, seeds, _plies, seats, actions, scores, winners = batch.columns
    ends = _ends(actions)
    masks = np.zeros(len(batch), np.int64)
    np.bitwise_or.at(masks, np.repeat(np.arange(len(batch)), _lengths(winners)), 1 << _flat(winners))
    if not np.array_equal(ends, _ends(seats)):
        raise ValueError("a seat for each action")
    return Matches(
        number.to_numpy(),
        seeds.to_pylist(),
        ends,
        _flat(seats),
        _flat(actions),
        _flat(scores).reshape(len(batch), players),
        masks.astype(np.uint8),
    )


def _lengths(column: Any) -> Any:
    return column.value_lengths().to_numpy()


def _ends(column: Any) -> Any:
    return np.cumsum(_lengths(column), dtype=np.int64)


def _flat(column: Any) -> Any:
    return column.flatten().to_numpy()
