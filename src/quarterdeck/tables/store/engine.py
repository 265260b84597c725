"""Opens databases: SQLite next to the server, or PostgreSQL anywhere. Commits survive kills and power
cuts.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from quarterdeck.errors import system_words
from quarterdeck.i18n import _
from quarterdeck.tables.errors import DataError

__all__ = [
    "BEGIN",
    "connect",
    "database_name",
    "holds_tables",
    "reason",
    "scrub",
    "sqlite_file",
    "unusable",
]

log = logging.getLogger(__name__)

# The execution option for how a SQLite transaction begins; without it each statement is its own transaction.
BEGIN: Final = "quarterdeck_begin"
# Seconds that one writer waits for another before it gives up.
PATIENCE: Final = 5
# SQLite's primary result codes for "another process has locked the database".
PASSING: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
# Those for a file that is no database, or one that can be read in part only.
DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def connect(where: str | Path, create: bool = True) -> Engine:
    """The engine for a database URL, or for a path, which means SQLite. No connection is opened yet, but an
    SQLite file is created, readable by its owner alone; without `create` it must exist. Raises DataError.
    """
    url = _parse_url(where)
    if url.get_backend_name() == "sqlite":
        _check_file(str(url.database), create)
        engine = create_engine(url, connect_args={"timeout": PATIENCE})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_transaction)
        return engine
    try:
        # Detects connections that a restart of the database has cut before they are used.
        timeouts = {
            "connect_timeout": PATIENCE,
            "tcp_user_timeout": 2000 * PATIENCE,
            # A listener only reads: without these it would not notice for hours that the network has
            # dropped its connection, and hear nothing meanwhile.
            "keepalives_idle": 2 * PATIENCE,
            "keepalives_interval": PATIENCE,
            "keepalives_count": 2,
        }
        options = {name: value for name, value in timeouts.items() if name not in url.query}
        engine = create_engine(url, pool_size=10, pool_pre_ping=True, connect_args=options)
    except ImportError:
        sentence = _("PostgreSQL needs a driver that is not installed: run {command}.")
        command = f"{sys.executable} -m pip install 'psycopg[binary]'"
        raise DataError(sentence.format(command=command)) from None
    event.listen(engine, "connect", _set_up_postgresql)
    return engine


def sqlite_file(where: str | Path) -> Path | None:
    """The file of a SQLite database; None for any other. Raises DataError."""
    url = _parse_url(where)
    return Path(str(url.database)).resolve() if url.get_backend_name() == "sqlite" else None


def holds_tables(where: str | Path) -> bool:
    """Whether a database, of whatever version, holds tables at which somebody plays or has played. Raises
    DataError if it can't be read.
    """
    engine = connect(where)
    try:
        with engine.connect() as db:
            if not inspect(db).has_table("tables"):
                return False
            return db.execute(text("SELECT 1 FROM tables LIMIT 1")).first() is not None
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None
    finally:
        engine.dispose()


def _parse_url(where: str | Path) -> URL:
    """The URL of a database, with the driver we use. Raises DataError if it is of no kind that we support."""
    if isinstance(where, Path):
        return URL.create("sqlite", database=str(where))
    url = None
    with suppress(ArgumentError, ValueError):
        url = make_url(where)
    # The URL is not quoted: it may hold a password.
    if url is None or url.drivername not in ("sqlite", "postgresql", "postgresql+psycopg"):
        raise DataError(
            _("A database is named sqlite:///path or postgresql://user@host/database, and nothing else.")
        )
    if url.drivername == "sqlite":
        # A database in memory ends with the process; a file of that name would be a mistake, too.
        if url.database in (None, "", ":memory:"):
            raise DataError(_("A SQLite database needs a path: sqlite:///path."))
        return url
    return url.set(drivername="postgresql+psycopg")


def _check_file(path: str, create: bool) -> None:
    """Check that a SQLite file can be written; with `create` it is made if missing. Raises DataError."""
    try:
        os.close(os.open(path, os.O_RDWR | (os.O_CREAT if create else 0), 0o600))
    except OSError as error:
        sentence = _("The database {path} can't be used ({reason}): name another one.")
        raise DataError(sentence.format(path=path, reason=system_words(error))) from None


def database_name(engine: Engine) -> str:
    """A database's name for messages, without a password."""
    url = engine.url
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    secrets = {name: "***" for name in url.query if "password" in name}
    return url.update_query_dict(secrets).render_as_string()


def unusable(engine: Engine, error: SQLAlchemyError) -> DataError:
    """The error for a database that can't be opened."""
    sentence = _("The database {path} can't be used ({reason}): name another one.")
    result = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) & 0xFF
    if result in DAMAGED:
        sentence = _(
            "The database {path} is damaged, or no database ({reason}): name another one, or move it away "
            "and fill a new one from a backup by “quarterdeck restore”."
        )
    elif result == sqlite3.SQLITE_FULL:
        sentence = _("The database {path} can't be used ({reason}): make room on its disk.")
    return DataError(sentence.format(path=database_name(engine), reason=reason(error)))


def reason(error: SQLAlchemyError) -> str:
    """The database's own message on one line. Only for the server's log: it may name hosts, users and
    paths.
    """
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0].strip() if lines else type(error).__name__


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    # By itself the driver would begin transactions only before writes.
    connection.isolation_level = None
    # Invalid bytes damage only their own row, not every list with it.
    connection.text_factory = _decode_text
    _switch_to_write_ahead_log(connection)
    connection.execute("PRAGMA synchronous = FULL")
    # Deleted content is overwritten with zeros, for guests who want to be forgotten.
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA foreign_keys = ON")


def scrub(engine: Engine) -> None:
    """Checkpoint and truncate SQLite's write-ahead log, so that it keeps no deleted content. If a long read
    blocks this, the next call does it.
    """
    try:
        with engine.connect() as db:
            busy, *_pages = db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
    except SQLAlchemyError as error:
        busy = True
        log.warning("The write-ahead log can't be copied: %s", reason(error))
    if busy:
        log.warning("The write-ahead log keeps what was deleted until the next time.")


def _switch_to_write_ahead_log(connection: Any) -> None:
    """Switch to a write-ahead log. Retry while another process does the same, since SQLite does not wait for
    it.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # A full disk or a read-only medium will not change within five seconds.
            if error.sqlite_errorcode & 0xFF not in PASSING or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _decode_text(stored: bytes) -> str:
    return stored.decode("utf-8", "surrogateescape")


def _begin_transaction(connection: Connection) -> None:
    """Begin a SQLite transaction in the way that the execution option BEGIN says."""
    if how := connection.get_execution_options().get(BEGIN):
        connection.exec_driver_sql(f"BEGIN {how}")


def _set_up_postgresql(connection: Any, _record: Any) -> None:
    connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
    # A process that hangs within a transaction must not block the others for ever.
    connection.execute("SET idle_in_transaction_session_timeout = '60s'")
    connection.commit()
