"""Backups that can be restored into any supported database: for safety, and to move between SQLite and
PostgreSQL.

A backup is gzipped text, a JSON object on each line: first a header, `{"quarterdeck": "backup",
"format": 1, "schema": "0005"}`, then each row under the name of its table, and last
`{"end": {"lines": …, "sha256": …}}` over all the lines before. It holds every secret of every match, so its
file is readable by its owner alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
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

from quarterdeck.errors import system_words
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.play.new_files import whole_file
from quarterdeck.tables.errors import DataError
from quarterdeck.tables.store.engine import BEGIN, connect, database_name, unusable
from quarterdeck.tables.store.migrate import known_revisions, lock, newer_error, revision, upgrade
from quarterdeck.tables.store.rows import sound
from quarterdeck.tables.store.schema import HEAD, entries, tables

__all__ = ["FORMAT", "BackupSummary", "backup", "restore"]

FORMAT: Final = 1
# Limits for rows held in memory at once, and for the bytes of their text; the last row may exceed them.
CHUNK: Final = 1000
CHUNK_BYTES: Final = 1 << 22
# No row of ours is nearly as long. The limit stops decompression bombs: a small file with one endless line.
LONGEST_LINE: Final = 1 << 24
# The range that both databases can store: signed 64-bit integers.
INTEGERS: Final = range(-(1 << 63), 1 << 63)
# The columns that identify a row's owner; the first one that a row has counts.
WHOSE: Final = ("table_id", "id", "owner", "holder", "player")

log = logging.getLogger(__name__)


class BackupSummary(NamedTuple):
    """The number of tables and of log entries in a backup, and the ids of tables and guests from which
    invalid text was left out.
    """

    tables: int
    entries: int
    damaged: frozenset[str] = frozenset()


# -- backup


def backup(where: str | Path, path: Path) -> BackupSummary:
    """Write a consistent snapshot of a database to a new file. A server may keep running. Raises DataError if
    there is no such database, if it is of a newer program, or if the file can't be made.
    """
    engine = connect(where, create=False)
    snapshot = (
        {BEGIN: "DEFERRED"} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    )
    try:
        with engine.execution_options(**snapshot).connect() as db:
            schema = revision(db)
            if schema is None:
                sentence = _(
                    "The database {path} holds no tables of this Quarterdeck: there is nothing to back up."
                )
                raise DataError(sentence.format(path=database_name(engine)))
            if schema not in known_revisions():
                raise newer_error(engine)
            return _write_file(db, schema, path)
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None
    finally:
        engine.dispose()


def _write_file(db: Connection, schema: str | None, path: Path) -> BackupSummary:
    """Write a backup to a new file; if that fails or is interrupted, no file is left. Raises DataError."""
    try:
        # No time and no file name: the same data make the same file.
        with (
            whole_file(path, 0o600) as raw,
            gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file,
        ):
            return _write_lines(db, schema, file)
    except FileExistsError:
        sentence = _("There is a file {path} already: name one that does not exist.")
        raise DataError(sentence.format(path=path)) from None
    except OSError as error:
        raise _unwritable_error(path, error) from None


def _write_lines(db: Connection, schema: str | None, file: gzip.GzipFile) -> BackupSummary:
    """Write all lines of a backup, leaving out rows that no database could restore."""
    written = _LineWriter(file)
    written.put({"quarterdeck": "backup", "format": FORMAT, "schema": schema})
    damaged, lost = set(), set()
    for table in _existing_tables(db):
        rows = select(table).order_by(*table.primary_key).execution_options(yield_per=CHUNK)
        for row in map(dict, db.execute(rows).mappings()):
            whose = next(str(row[name]) for name in WHOSE if name in row)
            if whose in lost:
                continue
            if _is_portable(row):
                written.put({table.name: row})
                continue
            log.warning("Of %r in %s something can't be read, and is left out", whose, table.name)
            damaged.add(whose)
            if table.name == "tables":
                # Its other rows can't be restored without this one.
                lost.add(whose)
    written.put({"end": {"lines": written.lines, "sha256": written.digest.hexdigest()}})
    # The first version called entries moves: it had no other kind.
    logged = written.rows["entries"] + written.rows["moves"]
    return BackupSummary(written.rows["tables"], logged, frozenset(damaged))


class _LineWriter:
    """Writes the lines of a backup, and counts and hashes them; `rows` counts them by table."""

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


def _is_portable(row: Json) -> bool:
    """Whether every supported database can store this text."""
    return sound(row) and not any(isinstance(value, str) and "\0" in value for value in row.values())


def _unwritable_error(path: Path, error: OSError) -> DataError:
    sentence = _("The backup {path} can't be written ({reason}): name another file.")
    return DataError(sentence.format(path=path, reason=system_words(error)))


# -- restore


class _Line(NamedTuple):
    """A parsed line of a backup, and its length in bytes."""

    content: Json
    size: int


def restore(path: Path, where: str | Path) -> BackupSummary:
    """Restore a backup into an empty database, all or nothing.

    A backup of an older program is migrated. Raises DataError if the database is not empty, or if the file is
    damaged, truncated or of a newer program.
    """
    with closing(_read_lines(path)) as lines:
        schema = _read_header(path, lines)
        engine = connect(where)
        try:
            with engine.execution_options(**{BEGIN: "IMMEDIATE"}).begin() as db:
                return _fill_database(db, path, schema, lines)
        except SQLAlchemyError as error:
            raise unusable(engine, error) from None
        finally:
            engine.dispose()


def _fill_database(db: Connection, path: Path, schema: str, lines: Iterator[_Line]) -> BackupSummary:
    """Insert the rows of a backup into an empty database, and migrate it. Raises DataError."""
    lock(db)
    current = revision(db)
    if current is None:
        upgrade(db, schema)
    existing = {table.name: table for table in _existing_tables(db)}
    if any(db.execute(select(table).limit(1)).first() for table in existing.values()):
        sentence = _("The database {path} is not empty: restore into a new one.")
        raise DataError(sentence.format(path=database_name(db.engine)))
    if current not in (None, schema):
        sentence = _("The backup {path} is of another version: restore it into a database never used before.")
        raise DataError(sentence.format(path=path))
    for name, rows in groupby(lines, key=lambda line: next(iter(line.content))):
        table = existing.get(name)
        if table is None:
            raise _damaged_error(path)
        for chunk in _chunks(rows):
            if not all(_fits_table(row, table) for row in chunk):
                raise _damaged_error(path)
            try:
                db.execute(insert(table), chunk)
            except (IntegrityError, WrongValue):
                # The database is new and sound, so the file is at fault: two rows contradict each other, or a
                # number is too large.
                raise _damaged_error(path) from None
    if db.dialect.name == "postgresql" and "ordinal" in existing["tables"].c:
        last = func.max(existing["tables"].c.ordinal)
        db.execute(select(func.setval(func.pg_get_serial_sequence("tables", "ordinal"), last)))
    upgrade(db, HEAD)
    table_count, entry_count = (
        db.execute(select(func.count()).select_from(one)).scalar_one() for one in (tables, entries)
    )
    return BackupSummary(table_count, entry_count)


def _chunks(lines: Iterable[_Line]) -> Iterator[list[Any]]:
    """The rows of these lines, in chunks that fit into memory."""
    chunk: list[Any] = []
    size = 0
    for line in lines:
        chunk.extend(line.content.values())
        size += line.size
        if len(chunk) == CHUNK or size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _fits_table(row: Any, table: Table) -> bool:
    """Whether a row has exactly its table's columns, with values of the right types."""
    return (
        isinstance(row, dict)
        and row.keys() == set(table.c.keys())
        and all(_has_type(value, table.c[name].type.python_type) for name, value in row.items())
        and _is_portable(row)
    )


def _has_type(value: object, wanted: type) -> bool:
    """Whether a value has a column's type. The database checks further constraints."""
    return value is None or (type(value) is wanted and (not isinstance(value, int) or value in INTEGERS))


def _read_header(path: Path, lines: Iterator[_Line]) -> str:
    """The revision of a backup's schema, from its first line."""
    header = next(lines, _Line({}, 0)).content
    if header.get("quarterdeck") != "backup":
        sentence = _("The file {path} is no backup of a Quarterdeck.")
        raise DataError(sentence.format(path=path))
    schema = header.get("schema")
    if header.get("format") != FORMAT or not isinstance(schema, str) or schema not in known_revisions():
        sentence = _("The backup {path} is of a newer Quarterdeck: update this one.")
        raise DataError(sentence.format(path=path))
    return schema


def _read_lines(path: Path) -> Generator[_Line, None, None]:
    """All lines of a backup except the last, which is the checksum and is verified. Raises DataError."""
    digest, count = hashlib.sha256(), 0
    try:
        with gzip.open(path) as file:
            while text := file.readline(LONGEST_LINE):
                content = json.loads(text)
                if not (isinstance(content, dict) and content):
                    break
                if "end" in content:
                    if content["end"] == {"lines": count, "sha256": digest.hexdigest()} and not file.read(1):
                        return
                    break
                digest.update(text)
                count += 1
                yield _Line(content, len(text))
    except (EOFError, ValueError, RecursionError, zlib.error, gzip.BadGzipFile):
        pass
    except OSError as error:
        sentence = _("The backup {path} can't be read ({reason}).")
        raise DataError(sentence.format(path=path, reason=system_words(error))) from None
    raise _damaged_error(path)


def _damaged_error(path: Path) -> DataError:
    return DataError(_("The backup {path} is damaged or cut short: nothing was restored.").format(path=path))


def _existing_tables(db: Connection) -> list[Table]:
    """The tables that exist in a database of any version, referenced tables first."""
    metadata = MetaData()
    metadata.reflect(db, only=lambda name, _metadata: name != "alembic_version")
    return metadata.sorted_tables
