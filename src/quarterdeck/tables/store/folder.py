"""The data folder: holds a server's matches, with a lock that allows one server at a time."""

from __future__ import annotations

import errno
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import platformdirs

from quarterdeck.errors import system_words
from quarterdeck.i18n import _
from quarterdeck.play.file_lock import lock_file
from quarterdeck.tables.errors import DataError
from quarterdeck.tables.store.engine import holds_tables, sqlite_file

__all__ = ["DATABASE", "DataFolder", "default_folder", "locked_database", "private_file"]

DATABASE: Final = "quarterdeck.sqlite3"
# As the option `key` allows it.
KEY: Final = re.compile(r"\S{32,}")


def default_folder() -> Path:
    """The default data folder: the user's data folder of this system."""
    return platformdirs.user_data_path("quarterdeck", appauthor=False)


class DataFolder:
    """A data folder, created if missing and locked until `close`: two servers on it would diverge. `shared`:
    the tables are elsewhere, and other servers may use the same key.

    Raises DataError if it can't be created, written or locked.
    """

    def __init__(self, path: Path | str | None = None, shared: bool = False) -> None:
        self.path = default_folder() if path is None else Path(path)
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = private_file(self.path / "lock")
        except OSError as error:
            raise self.unusable(error) from None
        if shared:
            return
        try:
            lock_file(self._lock)
        except OSError:
            self._lock.close()
            sentence = _(
                "Another Quarterdeck is using the data folder {path}: stop it, or name another folder."
            )
            raise DataError(sentence.format(path=self.path)) from None

    def unusable(self, error: OSError) -> DataError:
        """The error for a folder, or for a file in it, that the system does not let us use."""
        if isinstance(error, PermissionError) and Path(error.filename or "").parent == self.path:
            sentence = _(
                "The file {path} can't be used ({reason}): it has to belong to the user who runs Quarterdeck."
            )
            return DataError(sentence.format(path=error.filename, reason=system_words(error)))
        if isinstance(error, FileExistsError):
            # Of a file where the folder should be, the system says that it exists.
            error = NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        sentence = _("The data folder {path} can't be used ({reason}): name another folder.")
        return DataError(sentence.format(path=self.path, reason=system_words(error)))

    def key(self, database: str | Path | None = None) -> str:
        """The secret that signs cookies and tokens of this database. It is created once, even if several
        servers start at the same moment, and readable by its owner alone. Raises DataError, also for a file
        that holds no key and for a database that has lost its key: no key is ever replaced.
        """
        try:
            with private_file(self.path / "key") as file:
                lock_file(file, wait=True)
                key = file.read().strip()
                if not key:
                    if database is not None and holds_tables(database):
                        raise self._lost_key_error()
                    file.seek(0)
                    file.truncate()
                    key = secrets.token_hex(32)
                    file.write(key + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                if not (KEY.fullmatch(key) and key.isprintable()):
                    raise self._damaged_key_error()
                return key
        except UnicodeDecodeError:
            raise self._damaged_key_error() from None
        except OSError as error:
            raise self.unusable(error) from None

    def _damaged_key_error(self) -> DataError:
        # The reason is left out: it would quote a byte of the secret.
        sentence = _(
            "The key file {path} is damaged. Put a copy of it back. If there is none, write at least 32 "
            "random letters and digits into it; then no browser knows its tables again."
        )
        return DataError(sentence.format(path=self.path / "key"))

    def _lost_key_error(self) -> DataError:
        sentence = _(
            "The database holds tables, but the key file {path} is missing or empty. Put a copy of it "
            "back. If there is none, write at least 32 random letters and digits into it; then no browser "
            "knows its tables again."
        )
        return DataError(sentence.format(path=self.path / "key"))

    def database(self) -> Path:
        """The path of the database. Its file is made readable by its owner alone, since it holds the seeds of
        running matches.
        """
        path = self.path / DATABASE
        try:
            private_file(path).close()
        except OSError as error:
            raise self.unusable(error) from None
        return path

    def close(self) -> None:
        """Unlock the folder."""
        self._lock.close()


@contextmanager
def locked_database(database: str | Path) -> Iterator[None]:
    """Lock a SQLite database, wherever it is, like a data folder; other databases allow any number of
    servers. Raises DataError.
    """
    file = sqlite_file(database)
    if file is None:
        yield
        return
    try:
        lock = private_file(file.with_name(f"{file.name}.lock"))
    except OSError as error:
        sentence = _("The database {path} can't be used ({reason}): name another one.")
        raise DataError(sentence.format(path=file, reason=system_words(error))) from None
    with lock:
        try:
            lock_file(lock)
        except OSError:
            sentence = _("Another Quarterdeck is using the database {path}: stop it, or name another one.")
            raise DataError(sentence.format(path=file)) from None
        yield


def private_file(path: Path) -> IO[str]:
    """A file for reading and writing that only its owner may open; created if missing."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
