"""Small data sets, and what their readers say of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck import Game, RecordError
from quarterdeck.lab import data
from quarterdeck.lab.data.head import Head
from quarterdeck.lab.data.self_play import Selfplay

MEUTERER = quarterdeck.game("meuterer", players=3)


def at_random(game: Game, matches: int) -> Selfplay:
    return Selfplay(game, ("random",) * game.players, matches)


def write(path: Path, series: Selfplay) -> Path:
    with data.writing(path, Head(series.game, series.line, series.seed)) as writer:
        for matches in data.play_all(series):
            writer.add(matches)
    return path


def changed(table: Path, path: Path, /, **values: object) -> Path:
    """A copy of a data set in which columns or keys of the head are others."""
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
    """What each reader says of it, which names it."""
    for read in (data.load, data.decisions):
        with pytest.raises(RecordError) as caught:
            list(read(path))
        assert str(path) in str(caught.value)
        yield str(caught.value)
