"""How a database is opened: SQLite beside the server or PostgreSQL anywhere, set up so that what was
committed survives a kill and a power cut.
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

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from quarterdeck.i18n import _
from quarterdeck.tables.errors import DataError

__all__ = ["BEGIN", "connect", "named", "reason", "scrub", "unusable"]

log = logging.getLogger(__name__)

# The execution option that says how a transaction on SQLite begins; without it each statement stands alone.
BEGIN: Final = "quarterdeck_begin"
# How long, in seconds, one writer waits for another before it gives up.
PATIENCE: Final = 5
# What SQLite says, in the last byte of its codes, when another process has the database just now.
PASSING: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)


def connect(where: str | Path, create: bool = True) -> Engine:
    """The engine for a database's URL, or for a path, which is SQLite. Nothing is opened yet, but a file is
    made for SQLite, readable by its owner alone; without `create` it must be there. DataError.
    """
    url = _url(where)
    if url.get_backend_name() == "sqlite":
        _find(str(url.database), create)
        engine = create_engine(url, connect_args={"timeout": PATIENCE})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin)
        return engine
    try:
        # A connection that a restart of the database has cut is found out before it is used.
        # Nobody waits for minutes for a computer that is not there any more.
        waits = {"connect_timeout": PATIENCE, "tcp_user_timeout": 2000 * PATIENCE}
        given = {name: value for name, value in waits.items() if name not in url.query}
        engine = create_engine(url, pool_size=10, pool_pre_ping=True, connect_args=given)
    except ImportError:
        sentence = _("PostgreSQL needs a driver that is not installed: run {command}.")
        command = f"{sys.executable} -m pip install 'psycopg[binary]'"
        raise DataError(sentence.format(command=command)) from None
    event.listen(engine, "connect", _set_up_postgresql)
    return engine


def sqlite_file(where: str | Path) -> Path | None:
    """The file of a SQLite database; None for any other. DataError."""
    url = _url(where)
    return Path(str(url.database)).resolve() if url.get_backend_name() == "sqlite" else None


def _url(where: str | Path) -> URL:
    if isinstance(where, Path):
        return URL.create("sqlite", database=str(where))
    url = None
    with suppress(ArgumentError, ValueError):
        url = make_url(where)
    # Without quoting it: it may hold a password.
    if url is None or url.drivername not in ("sqlite", "postgresql", "postgresql+psycopg"):
        raise DataError(
            _("A database is named sqlite:///path or postgresql://user@host/database, and nothing else.")
        )
    if url.drivername == "sqlite":
        if not url.database:
            raise DataError(_("A SQLite database needs a path: sqlite:///path."))
        return url
    return url.set(drivername="postgresql+psycopg")


def _find(path: str, create: bool) -> None:
    try:
        os.close(os.open(path, os.O_RDWR | (os.O_CREAT if create else 0), 0o600))
    except OSError as error:
        sentence = _("The database {path} can't be used ({reason}): name another one.")
        raise DataError(sentence.format(path=path, reason=error.strerror or error)) from None


def named(engine: Engine) -> str:
    """A database as sentences name it, without a password."""
    url = engine.url
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string()


def unusable(engine: Engine, error: SQLAlchemyError) -> DataError:
    """The sentence for a database that can't be opened."""
    sentence = _("The database {path} can't be used ({reason}): name another one.")
    return DataError(sentence.format(path=named(engine), reason=reason(error)))


def reason(error: SQLAlchemyError) -> str:
    """What the database itself said, on one line: for whoever runs the server, and for nobody else, as it may
    name hosts, users and paths.
    """
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0].strip() if said else type(error).__name__


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    # The driver would begin transactions by itself, and only before it writes.
    connection.isolation_level = None
    # Bytes that are no text damage their row alone, not every list that has it.
    connection.text_factory = _text
    _log_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")
    # What is deleted is overwritten with zeros: somebody wants to be forgotten.
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA foreign_keys = ON")


def scrub(engine: Engine) -> None:
    """Copy SQLite's write-ahead log into the database and cut it off, so that it keeps nothing of what was
    deleted. Where somebody reads for longer than anybody waits, the next time does it.
    """
    try:
        with engine.connect() as db:
            busy, *_pages = db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
    except SQLAlchemyError as error:
        busy = True
        log.warning("The write-ahead log can't be copied: %s", reason(error))
    if busy:
        log.warning("The write-ahead log keeps what was deleted until the next time.")


def _log_ahead(connection: Any) -> None:
    """Switch to a write-ahead log, which by itself does not wait while another process does the same."""
    given_up = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # A disk that is full or a medium that is read-only will be so in five seconds, too.
            if error.sqlite_errorcode & 0xFF not in PASSING or time.monotonic() > given_up:
                raise
            time.sleep(0.02)


def _text(stored: bytes) -> str:
    return stored.decode("utf-8", "surrogateescape")


def _begin(connection: Connection) -> None:
    if how := connection.get_execution_options().get(BEGIN):
        connection.exec_driver_sql(f"BEGIN {how}")


def _set_up_postgresql(connection: Any, _record: Any) -> None:
    connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
    # A process that hangs in the middle of a transaction does not hold up the others for ever.
    connection.execute("SET idle_in_transaction_session_timeout = '60s'")
    connection.commit()
