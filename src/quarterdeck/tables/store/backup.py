"""Backups that any database can be filled from: how a host keeps a copy, and moves from SQLite to PostgreSQL
or back.

A backup is gzipped text, a JSON object on each line: first what it is, `{"quarterdeck": "backup",
"format": 1, "schema": "0005"}`, then each row under the name of its table, and last
`{"end": {"lines": …, "sha256": …}}` over all the lines before. It holds every secret of every match, so only
its owner may read it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import os
import zlib
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, MetaData, Table, func, insert, select
from sqlalchemy.exc import DataError as WrongValue
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.tables.errors import DataError
from quarterdeck.tables.store.engine import BEGIN, connect, named, unusable
from quarterdeck.tables.store.migrate import known_revisions, lock, revision, upgrade
from quarterdeck.tables.store.rows import sound
from quarterdeck.tables.store.schema import HEAD, entries, tables

__all__ = ["FORMAT", "Copied", "backup", "restore"]

FORMAT: Final = 1
# Rows that are held in memory at once, and the bytes of a backup's text that they take at most, the last row
# aside.
CHUNK: Final = 1000
CHUNK_BYTES: Final = 1 << 22
# No row of ours is nearly as long. Whoever packs a line without an end into a small file gets no further.
LONGEST_LINE: Final = 1 << 24
# What both databases can keep: a whole number of 64 bits with its sign.
INTEGERS: Final = range(-(1 << 63), 1 << 63)
# The columns, the first that a row has, that say whose it is.
WHOSE: Final = ("table_id", "id", "owner")

log = logging.getLogger(__name__)


class Copied(NamedTuple):
    """How many tables a backup has, how many entries their logs have, and the ids of tables and guests of
    which something was left out: text that is no text.
    """

    tables: int
    entries: int
    damaged: frozenset[str] = frozenset()


# -- backup


def backup(where: str | Path, path: Path) -> Copied:
    """Write everything in a database, as it is at one moment, to a new file. A server may go on meanwhile.

    DataError if there is no such database, if it is of a newer program, or if the file can't be made.
    """
    engine = connect(where, create=False)
    snapshot = (
        {BEGIN: "DEFERRED"} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    )
    try:
        with engine.execution_options(**snapshot).connect() as db:
            found = revision(db)
            if found not in known_revisions():
                sentence = _(
                    "The database {path} holds no tables of this Quarterdeck: there is nothing to back up."
                )
                raise DataError(sentence.format(path=named(engine)))
            return _write(db, found, path)
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None
    finally:
        engine.dispose()


def _write(db: Connection, schema: str | None, path: Path) -> Copied:
    try:
        raw = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except FileExistsError:
        sentence = _("There is a file {path} already: name one that does not exist.")
        raise DataError(sentence.format(path=path)) from None
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with raw:
            # Without the time and the file's name: the same data make the same file.
            with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
                copied = _write_lines(db, schema, file)
            raw.flush()
            os.fsync(raw.fileno())
    except OSError as error:
        path.unlink()
        raise _unwritable(path, error) from None
    except BaseException:
        path.unlink()
        raise
    return copied


def _write_lines(db: Connection, schema: str | None, file: gzip.GzipFile) -> Copied:
    written = _Written(file)
    written.put({"quarterdeck": "backup", "format": FORMAT, "schema": schema})
    damaged, lost = set(), set()
    for table in _tables(db):
        rows = select(table).order_by(*table.primary_key).execution_options(yield_per=CHUNK)
        for row in map(dict, db.execute(rows).mappings()):
            whose = next(str(row[name]) for name in WHOSE if name in row)
            if whose in lost:
                continue
            if _portable(row):
                written.put({table.name: row})
                continue
            log.warning("Of %r in %s something can't be read, and is left out", whose, table.name)
            damaged.add(whose)
            if table.name == "tables":
                # Nothing else of it can be put back without this row.
                lost.add(whose)
    written.put({"end": {"lines": written.lines, "sha256": written.digest.hexdigest()}})
    # The first program called entries moves: there was nothing else.
    logged = written.rows["entries"] + written.rows["moves"]
    return Copied(written.rows["tables"], logged, frozenset(damaged))


class _Written:
    """Lines of a backup, counted and hashed as they are written; `rows` by table."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self.rows = Counter[str]()
        self.lines = 0
        self.digest = hashlib.sha256()

    def put(self, line: Json) -> None:
        text = json.dumps(line).encode() + b"\n"
        self._file.write(text)
        self.digest.update(text)
        self.lines += 1
        self.rows.update(line.keys())


def _portable(row: Json) -> bool:
    """Whether any database can keep this text."""
    return sound(row) and not any(isinstance(value, str) and "\0" in value for value in row.values())


def _unwritable(path: Path, error: OSError) -> DataError:
    sentence = _("The backup {path} can't be written ({reason}): name another file.")
    return DataError(sentence.format(path=path, reason=error.strerror or error))


# -- restore


class _Line(NamedTuple):
    """What a line of a backup says, and how many bytes it has."""

    said: Json
    size: int


def restore(path: Path, where: str | Path) -> Copied:
    """Put everything of a backup into an empty database, all or nothing.

    A backup of an older program is brought up to date. DataError if the database is not empty, or if the file
    is damaged, cut short or of a newer program.
    """
    with closing(_lines(path)) as lines:
        schema = _schema(path, lines)
        engine = connect(where)
        try:
            with engine.execution_options(**{BEGIN: "IMMEDIATE"}).begin() as db:
                return _fill(db, path, schema, lines)
        except SQLAlchemyError as error:
            raise unusable(engine, error) from None
        finally:
            engine.dispose()


def _fill(db: Connection, path: Path, schema: str, lines: Iterator[_Line]) -> Copied:
    lock(db)
    found = revision(db)
    if found is None:
        upgrade(db, schema)
    known = {table.name: table for table in _tables(db)}
    if any(db.execute(select(table).limit(1)).first() for table in known.values()):
        sentence = _("The database {path} is not empty: restore into a new one.")
        raise DataError(sentence.format(path=named(db.engine)))
    if found not in (None, schema):
        sentence = _("The backup {path} is of another version: restore it into a database never used before.")
        raise DataError(sentence.format(path=path))
    for name, rows in groupby(lines, key=lambda line: next(iter(line.said))):
        table = known.get(name)
        if table is None:
            raise _damaged(path)
        for chunk in _chunks(rows):
            if not all(_fits(row, table) for row in chunk):
                raise _damaged(path)
            try:
                db.execute(insert(table), chunk)
            except (IntegrityError, WrongValue):
                # The database is new and sound: two rows contradict each other, or a number is too large.
                raise _damaged(path) from None
    if db.dialect.name == "postgresql" and "ordinal" in known["tables"].c:
        last = func.max(known["tables"].c.ordinal)
        db.execute(select(func.setval(func.pg_get_serial_sequence("tables", "ordinal"), last)))
    upgrade(db, HEAD)
    began, logged = (
        db.execute(select(func.count()).select_from(one)).scalar_one() for one in (tables, entries)
    )
    return Copied(began, logged)


def _chunks(lines: Iterable[_Line]) -> Iterator[list[Any]]:
    """What lines say of their table, in lists that fit into memory."""
    chunk: list[Any] = []
    size = 0
    for line in lines:
        chunk.extend(line.said.values())
        size += line.size
        if len(chunk) == CHUNK or size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _fits(row: Any, table: Table) -> bool:
    """Whether a row has each column of its table, no other one, and a value of the right type for each."""
    return (
        isinstance(row, dict)
        and row.keys() == set(table.c.keys())
        and all(_is_of(value, table.c[name].type.python_type) for name, value in row.items())
        and _portable(row)
    )


def _is_of(value: object, wanted: type) -> bool:
    """Whether a column of this type can hold the value. What it must not be besides, the database says."""
    return value is None or (type(value) is wanted and (not isinstance(value, int) or value in INTEGERS))


def _schema(path: Path, lines: Iterator[_Line]) -> str:
    """The revision of a backup's schema, from its first line."""
    header = next(lines, _Line({}, 0)).said
    if header.get("quarterdeck") != "backup":
        sentence = _("The file {path} is no backup of a Quarterdeck.")
        raise DataError(sentence.format(path=path))
    schema = header.get("schema")
    if header.get("format") != FORMAT or not isinstance(schema, str) or schema not in known_revisions():
        sentence = _("The backup {path} is of a newer Quarterdeck: update this one.")
        raise DataError(sentence.format(path=path))
    return schema


def _lines(path: Path) -> Generator[_Line, None, None]:
    """All lines of a backup but the last, which must agree with them. DataError."""
    digest, count = hashlib.sha256(), 0
    try:
        with gzip.open(path) as file:
            while text := file.readline(LONGEST_LINE):
                said = json.loads(text)
                if not (isinstance(said, dict) and said):
                    break
                if "end" in said:
                    if said["end"] == {"lines": count, "sha256": digest.hexdigest()} and not file.read(1):
                        return
                    break
                digest.update(text)
                count += 1
                yield _Line(said, len(text))
    except (EOFError, ValueError, RecursionError, zlib.error, gzip.BadGzipFile):
        pass
    except OSError as error:
        sentence = _("The backup {path} can't be read ({reason}).")
        raise DataError(sentence.format(path=path, reason=error.strerror or error)) from None
    raise _damaged(path)


def _damaged(path: Path) -> DataError:
    return DataError(_("The backup {path} is damaged or cut short: nothing was restored.").format(path=path))


def _tables(db: Connection) -> list[Table]:
    """The tables that a database has, of whatever version: those that others refer to first."""
    found = MetaData()
    found.reflect(db, only=lambda name, _metadata: name != "alembic_version")
    return found.sorted_tables
