"""Notifies the processes of one server of each other's commits, where the database does not: on SQLite.

Their parent passes lines on (`web.serving.processes`).
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from types import TracebackType

from quarterdeck.tables.store.folder import private_file

__all__ = ["Bus", "OneWriter"]

log = logging.getLogger(__name__)


class Bus:
    """A process's connection to the others. Listeners are called, in a thread, with every line that another
    process tells. `ended` is called once the parent has gone.
    """

    def __init__(self, line: socket.socket, ended: Callable[[], None]) -> None:
        self._line = line
        self._ended = ended
        self._listeners: list[Callable[[str], None]] = []
        self._send_lock = threading.Lock()
        self._thread = threading.Thread(target=self._read_lines, name="bus", daemon=True)

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call `heard` with each line from now on; the first listener gets those that came before, too."""
        self._listeners.append(heard)
        if len(self._listeners) == 1:
            self._thread.start()

    def tell(self, lines: Iterable[str]) -> None:
        """Tell the others these lines, none of which has a line break."""
        data = "".join(f"{line}\n" for line in lines).encode()
        # Errors mean that the parent has gone; then this process ends anyway.
        with self._send_lock, suppress(OSError):
            self._line.sendall(data)

    def close(self) -> None:
        """Say and hear nothing more; `ended` is not called."""
        self._ended = lambda: None
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        if self._listeners:
            self._thread.join(10)
        self._line.close()

    def _read_lines(self) -> None:
        """Pass the others' lines on to the listeners, until the connection ends."""
        with suppress(OSError), self._line.makefile("r", encoding="utf-8") as lines:
            for line in lines:
                for heard in self._listeners:
                    heard(line.rstrip("\n"))
        self._ended()


class OneWriter(AbstractContextManager[None]):
    """Lets one thread of all processes write to a SQLite database at a time. Waiting here is faster than
    waiting in SQLite, which retries.
    """

    def __init__(self, database: Path) -> None:
        self._thread_lock = threading.Lock()
        # Private: whoever can open the file, even for reading, can lock it and so stop all writers.
        self._file = private_file(database.with_name(f"{database.name}.turn"))

    def __enter__(self) -> None:
        import fcntl

        self._thread_lock.acquire()
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX)
        except BaseException:
            self._thread_lock.release()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import fcntl

        fcntl.flock(self._file, fcntl.LOCK_UN)
        self._thread_lock.release()

    def close(self) -> None:
        """Take no more turns."""
        self._file.close()
