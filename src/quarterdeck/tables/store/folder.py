"""The data folder: where the matches of a server lie, and the lock that gives it to one server at a time."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import platformdirs

from quarterdeck.i18n import _
from quarterdeck.tables.errors import DataError
from quarterdeck.tables.store.engine import sqlite_file

__all__ = ["DATABASE", "DataFolder", "default_folder", "held"]

DATABASE: Final = "quarterdeck.sqlite3"


def default_folder() -> Path:
    """Where matches are kept unless another folder is named: the user's data folder of this system."""
    return platformdirs.user_data_path("quarterdeck", appauthor=False)


class DataFolder:
    """A data folder, made if it is missing and held until `close`: two servers on it would each tell their
    own story. `shared`: its tables lie elsewhere, and other servers may use the same key.

    DataError if it can't be made, written or held.
    """

    def __init__(self, path: Path | str | None = None, shared: bool = False) -> None:
        self.path = default_folder() if path is None else Path(path)
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _private(self.path / "lock")
        except OSError as error:
            raise self.unusable(error) from None
        if shared:
            return
        try:
            _hold(self._lock)
        except OSError:
            self._lock.close()
            sentence = _(
                "Another Quarterdeck is using the data folder {path}: stop it, or name another folder."
            )
            raise DataError(sentence.format(path=self.path)) from None

    def unusable(self, error: OSError) -> DataError:
        """The sentence for a folder that the system does not let us use."""
        sentence = _("The data folder {path} can't be used ({reason}): name another folder.")
        return DataError(sentence.format(path=self.path, reason=error.strerror or error))

    def key(self) -> str:
        """The secret that signs cookies and tokens: made once, also where several servers that share it begin
        at the same moment, and readable by its owner alone.
        """
        try:
            with _private(self.path / "key") as file:
                _hold(file, wait=True)
                found = file.read().strip()
                if len(found) < 64:
                    file.seek(0)
                    file.truncate()
                    found = secrets.token_hex(32)
                    file.write(found + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                return found
        except UnicodeDecodeError:
            # Without the reason: it would quote a byte of the secret.
            sentence = _(
                "The key file {path} is damaged. Put a copy of it back, or delete it: then a new key is "
                "made, and no browser knows its tables again."
            )
            raise DataError(sentence.format(path=self.path / "key")) from None
        except OSError as error:
            raise self.unusable(error) from None

    def database(self) -> Path:
        """The path of the database, its file made readable by its owner alone: it holds the seeds of running
        matches.
        """
        path = self.path / DATABASE
        try:
            _private(path).close()
        except OSError as error:
            raise self.unusable(error) from None
        return path

    def close(self) -> None:
        """Let the folder go."""
        self._lock.close()


@contextmanager
def held(database: str | Path) -> Iterator[None]:
    """Hold a SQLite database, wherever it lies, as a folder is held; others are for any number of servers.

    DataError.
    """
    file = sqlite_file(database)
    if file is None:
        yield
        return
    try:
        lock = _private(file.with_name(f"{file.name}.lock"))
    except OSError as error:
        sentence = _("The database {path} can't be used ({reason}): name another one.")
        raise DataError(sentence.format(path=file, reason=error.strerror or error)) from None
    with lock:
        try:
            _hold(lock)
        except OSError:
            sentence = _("Another Quarterdeck is using the database {path}: stop it, or name another one.")
            raise DataError(sentence.format(path=file)) from None
        yield


def _private(path: Path) -> IO[str]:
    """A file for reading and writing that only its owner may open; it is made if it is missing."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")


def _hold(file: IO[str], wait: bool = False) -> None:
    """Lock a file for as long as it is open; the system lets it go however the process ends. OSError if it is
    held already and we do not wait.
    """
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
