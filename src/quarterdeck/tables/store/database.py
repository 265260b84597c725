"""Connections to the database: how its transactions begin, who writes when, and who hears of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from quarterdeck.tables.errors import DataError
from quarterdeck.tables.store.bus import Bus, OneWriter
from quarterdeck.tables.store.engine import BEGIN, connect, scrub, sqlite_file
from quarterdeck.tables.store.listen import TOLD, Listener
from quarterdeck.tables.store.migrate import migrate

__all__ = ["Database"]


class Database:
    """A migrated database, by its URL, or by its path for SQLite. `bus`: the other processes on a SQLite
    database. Raises DataError if it is not ours, too new, or can't be opened.

    `engine` has its connections. `reads` are for single queries, `snapshots` for several that have to agree,
    and `writes` begin transactions that write; `write` also waits its turn, and tells the bus. `shared`:
    whether other processes may write, too.
    """

    def __init__(self, where: str | Path, bus: Bus | None = None) -> None:
        self.engine = engine = connect(where)
        file = sqlite_file(where)
        try:
            migrate(engine)
        except DataError:
            engine.dispose()
            raise
        self._closing = ExitStack()
        self._closing.callback(engine.dispose)
        self._bus = bus if file is not None else None
        self.shared = file is None or bus is not None
        self._one_writer: AbstractContextManager[Any] = nullcontext()
        if file is not None:
            self._one_writer = self._writer_lock(file)
            self.reads, self.snapshots = engine, engine.execution_options(**{BEGIN: "DEFERRED"})
        else:
            self.reads = engine.execution_options(isolation_level="AUTOCOMMIT")
            self.snapshots = engine.execution_options(isolation_level="REPEATABLE READ")
        self.writes = engine.execution_options(**{BEGIN: "IMMEDIATE"})

    def _writer_lock(self, file: Path) -> AbstractContextManager[Any]:
        """The lock of the writers to a SQLite database, which takes one at a time."""
        if self._bus is None:
            return threading.Lock()
        one_writer = OneWriter(file)
        self._closing.callback(one_writer.close)
        self._closing.callback(self._bus.close)
        return one_writer

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that writes. Once it is committed, the other processes get its notifications."""
        notifications: list[str] = []
        with self._one_writer, self.writes.begin() as db:
            db.info[TOLD] = notifications
            yield db
        if self._bus is not None and notifications:
            self._bus.tell(notifications)

    def scrub(self) -> None:
        """Leave no deleted content in SQLite's write-ahead log: checkpoint and truncate it."""
        if self.engine.dialect.name == "sqlite":
            with self._one_writer:
                scrub(self.engine)

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call `heard`, in a thread, with what other processes have told, and with "all" if some of it may
        have been missed.
        """
        if self._bus is not None:
            self._bus.listen(heard)
            heard("all")
        elif self.shared:
            self._closing.callback(Listener(self.engine, heard).close)

    def close(self) -> None:
        """Close all connections; nothing is heard any more."""
        self._closing.close()
