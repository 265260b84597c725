"""Notifies the server processes on one database of each other's commits: on PostgreSQL by LISTEN and NOTIFY,
on SQLite by a `Bus`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

__all__ = ["CHANNEL", "TOLD", "Listener", "notify"]

CHANNEL: Final = "quarterdeck"
# The key under which a SQLite connection keeps notifications until its transaction is committed.
TOLD: Final = "told"
# Seconds until a listener notices that it is to stop, and before it reconnects.
PULSE: Final = 0.5

log = logging.getLogger(__name__)

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', payload) FROM unnest(CAST(:payloads AS text[])) AS payload")


def notify(db: Connection, payloads: list[str]) -> None:
    """Notify the other processes if and when this transaction is committed."""
    if db.dialect.name == "postgresql":
        db.execute(_NOTIFY, {"payloads": payloads})
    else:
        db.info.setdefault(TOLD, []).extend(payloads)


class Listener:
    """A thread with its own connection that calls `heard` with every process's notifications.

    After each connect or reconnect it first calls `heard` with "all".
    """

    def __init__(self, engine: Engine, heard: Callable[[str], None]) -> None:
        self._engine = engine
        self._heard = heard
        self._closed = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()
        # From here on nothing is missed, or "all" is reported.
        self._listening.wait(5)

    def close(self) -> None:
        """Stop listening; `heard` is not called after this."""
        self._closed.set()
        self._thread.join(10)

    def _run(self) -> None:
        errors = (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error)
        while not self._closed.is_set():
            try:
                self._listen()
            except errors as error:
                log.warning("The database can't be listened to, trying again: %s", str(error).splitlines()[0])
                self._closed.wait(PULSE)

    def _listen(self) -> None:
        pooled = self._engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()
        try:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            # Also on the first connect, which may have taken longer than the caller waited.
            self._heard("all")
            self._listening.set()
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=PULSE):
                    self._heard(notice.payload)
        finally:
            connection.close()
