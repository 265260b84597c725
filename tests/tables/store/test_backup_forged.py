"""Backups that somebody has forged: their checksums agree, and what they say is no database of ours."""

from __future__ import annotations

import gzip
import hashlib
import json
import tracemalloc
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.tables.errors import DataError
from quarterdeck.tables.store.backup import LONGEST_LINE, restore
from quarterdeck.tables.store.schema import HEAD

HEADER = {"quarterdeck": "backup", "format": 1, "schema": HEAD}
TABLE: dict[str, Any] = {
    "ordinal": 1,
    "id": "first",
    "game": "meuterer",
    "rules_version": 1,
    "options": "{}",
    "components": "null",
    "setup": "null",
    "names": "[]",
    "kinds": "[]",
    "seed": "5",
    "owner": "ann",
    "created": 1,
    "public": 0,
    "terms": "{}",
    "parent": None,
    "relation": None,
    "prelude": "[]",
    "version": 0,
    "state": "waiting",
    "standing": "{}",
    "seats": "[]",
    "wake_at": None,
    "touched": 1,
    "booked": -1,
}
ENTRY = {"table_id": "first", "number": 1, "at": 1, "kind": "sit", "seat": 0, "data": "{}"}
DEEP = 100_000
MEGABYTE = 1 << 20
DAMAGED = "The backup {path} is damaged or cut short: nothing was restored."
NEWER = "The backup {path} is of a newer Quarterdeck: update this one."


def table(**changed: Any) -> dict[str, Any]:
    return {"tables": {**TABLE, **changed}}


def forge(path: Path, lines: Iterable[Any]) -> Path:
    """A backup of these lines, as JSON or as they are, with the end that belongs to them."""
    digest, count = hashlib.sha256(), 0
    with gzip.open(path, "wb", compresslevel=1) as file:
        for line in lines:
            text = line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n"
            digest.update(text)
            count += text.endswith(b"\n")
            file.write(text)
        end = {"end": {"lines": count, "sha256": digest.hexdigest()}}
        file.write(json.dumps(end).encode() + b"\n")
    return path


def test_what_is_forged_well_is_restored(tmp_path: Path, empty_url: str) -> None:
    file = forge(tmp_path / "forged", [HEADER, table(), {"entries": ENTRY}])
    assert restore(file, empty_url) == (1, 1, frozenset())


WRONG_ROWS: dict[str, list[Any]] = {
    "a row that is a list": [{"tables": [1]}],
    "a row that is nothing": [{"tables": None}],
    "a row without columns": [{"tables": {}}],
    "a row without some columns": [{"tables": {"id": "first"}}],
    "a column that is unknown": [table(evil=1)],
    "text that is an object": [table(id={"a": 1})],
    "text that is a number": [table(id=1)],
    "a number that is text": [table(created="1")],
    "a number that is a fraction": [table(created=1.5)],
    "a number that is none": [table(created=float("nan"))],
    "a number that is true": [table(created=True)],
    "a number of 65 bits": [table(created=1 << 63)],
    "a number of 100 bits": [table(created=1 << 99)],
    "a number of thousands of digits": [b'{"tables": {"id": ' + b"9" * 6000 + b"}}\n"],
    "half a letter": [table(id="\ud800")],
    "a null character": [table(id="first\0")],
    "nothing where something has to be": [table(id=None)],
    "one row twice": [table(), table()],
    "an entry without a table": [{"entries": ENTRY}],
    "an entry before its table": [{"entries": ENTRY}, table()],
    "two tables in a line": [{**table(), "entries": ENTRY}],
    "rows of different columns": [table(), {"tables": {**ENTRY}}],
    "a table of the database itself": [{"sqlite_master": {"name": "x"}}],
    "a table that is unknown": [{'tables"; DROP TABLE tables': {"id": "x"}}],
    "the mark of the version": [{"alembic_version": {"version_num": "0001"}}],
    "brackets without end": [b'{"tables": ' + b"[" * DEEP + b"\n"],
}


@pytest.mark.parametrize("rows", WRONG_ROWS.values(), ids=WRONG_ROWS.keys())
def test_a_forged_row_restores_nothing(tmp_path: Path, empty_url: str, rows: list[Any]) -> None:
    check(forge(tmp_path / "forged", [HEADER, *rows]), empty_url, DAMAGED)


def check(file: Path, url: str, sentence: str) -> None:
    """The backup is refused with this sentence, and leaves the database empty, so that it can be used."""
    with pytest.raises(DataError) as refused:
        restore(file, url)
    assert str(refused.value) == sentence.format(path=file)
    assert restore(forge(file, [HEADER, table()]), url).tables == 1


WRONG_HEADERS: dict[str, tuple[Any, str]] = {
    "a schema that is a list": ({**HEADER, "schema": ["0005"]}, NEWER),
    "a schema that is an object": ({**HEADER, "schema": {}}, NEWER),
    "a schema that is a path": ({**HEADER, "schema": "../../etc/passwd"}, NEWER),
    "a header that is a list": ([1, 2], DAMAGED),
    "brackets without end": (b"[" * DEEP + b"\n", DAMAGED),
    "another encoding": (json.dumps(HEADER).encode("utf-16") + b"\n", DAMAGED),
}


@pytest.mark.parametrize(("header", "sentence"), WRONG_HEADERS.values(), ids=WRONG_HEADERS.keys())
def test_a_forged_header_restores_nothing(tmp_path: Path, header: Any, sentence: str) -> None:
    check(forge(tmp_path / "forged", [header, table()]), f"sqlite:///{tmp_path / 'new.sqlite3'}", sentence)


def most_memory(file: Path, url: str) -> int:
    """The most bytes that Python took at once to restore a backup that is damaged."""
    tracemalloc.start()
    with pytest.raises(DataError, match="is damaged or cut short: nothing was restored"):
        restore(file, url)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def endless(start: bytes, megabytes: int) -> Iterator[bytes]:
    yield start
    for _part in range(megabytes):
        yield b"x" * MEGABYTE


@pytest.mark.parametrize("place", ["at the beginning", "in a row"])
def test_a_line_without_an_end_is_not_read_into_memory(tmp_path: Path, place: str) -> None:
    bomb = endless(b'{"tables": {"id": "', 256)
    file = forge(
        tmp_path / "bomb", bomb if place == "at the beginning" else (x for y in ([HEADER], bomb) for x in y)
    )
    assert file.stat().st_size < 4 * MEGABYTE
    assert most_memory(file, f"sqlite:///{tmp_path / 'new.sqlite3'}") < 4 * LONGEST_LINE


def test_long_rows_are_not_gathered_in_memory(tmp_path: Path) -> None:
    rows = (table(ordinal=n, id=str(n), names="x" * MEGABYTE) for n in range(128))
    file = forge(tmp_path / "bomb", (x for y in ([HEADER], rows, [{"tables": None}]) for x in y))
    assert most_memory(file, f"sqlite:///{tmp_path / 'new.sqlite3'}") < 48 * MEGABYTE
