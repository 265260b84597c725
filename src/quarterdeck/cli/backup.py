"""`quarterdeck backup`, `restore` and `export`: a server's database to one file and back, and its publishable
games.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.i18n import _, ngettext
from quarterdeck.settings import Settings, read
from quarterdeck.tables.errors import DataError
from quarterdeck.tables.store.backup import BackupSummary, backup, restore
from quarterdeck.tables.store.engine import reason, sqlite_file
from quarterdeck.tables.store.export import write
from quarterdeck.tables.store.folder import DATABASE, DataFolder, default_folder, locked_database
from quarterdeck.tables.store.store import Store

__all__ = ["open_store", "run_backup", "run_export", "run_restore"]

SERVER_OPTIONS = ("data", "database")


def run_backup(options: argparse.Namespace) -> int:
    """Write the database of a server, running or not, to a new file; returns the exit code. Raises
    SettingsError, DataError.
    """
    settings = _read_settings(options)
    # Without `DataFolder`, because the server holds its lock.
    here = (settings.data or default_folder()) / DATABASE
    copied = backup(_database_url(settings) or here, options.file)
    sentence = _("The backup {file} is written: {what}.")
    if copied.damaged:
        sentence = _("The backup {file} is written, without what is damaged: {what}.")
    return _print_copied(sentence, options.file, copied)


def run_restore(options: argparse.Namespace) -> int:
    """Restore a backup into the empty database of a stopped server; returns the exit code. Raises
    SettingsError, DataError.
    """
    settings = _read_settings(options)
    url = _database_url(settings)
    if url is not None and url.startswith("postgresql"):
        copied = restore(options.file, url)
    else:
        copied = _restore_locally(options.file, url, settings.data or default_folder())
    return _print_copied(_("The backup {file} is restored: {what}."), options.file, copied)


def _restore_locally(backup_file: Path, url: str | None, path: Path) -> BackupSummary:
    """Restore into a SQLite database of this data folder, or at this URL. Raises DataError; then what was
    made for it is removed.
    """
    no_folder = not path.exists()
    no_database = not (sqlite_file(url or path / DATABASE) or path).exists()
    folder = DataFolder(path)
    try:
        database = url or folder.database()
        with locked_database(database), _removed_if_refused(database, no_database):
            return restore(backup_file, database)
    except DataError:
        if no_folder:
            shutil.rmtree(path, ignore_errors=True)
        raise
    finally:
        folder.close()


@contextmanager
def _removed_if_refused(database: str | Path, new: bool) -> Iterator[None]:
    """If DataError is raised, remove the files of a new SQLite database."""
    try:
        yield
    except DataError:
        file = sqlite_file(database)
        if file is not None and new:
            for suffix in ("", "-wal", "-shm", "-journal", ".lock"):
                file.with_name(file.name + suffix).unlink(missing_ok=True)
        raise


def run_export(options: argparse.Namespace) -> int:
    """Write to a new file the finished public games whose players have all agreed; returns the exit code. The
    server may be running. Raises SettingsError, DataError.
    """
    with open_store(options) as (store, settings, folder):
        database = _database_url(settings) or folder.path / DATABASE
        key = settings.key.get_secret_value() if settings.key else folder.key(database)
        written = write(store, key, options.file)
    what = ngettext("{count} game", "{count} games", written).format(count=written)
    sys.stdout.write(_("The export {file} is written: {what}.").format(file=options.file, what=what) + "\n")
    return 0


@contextmanager
def open_store(options: argparse.Namespace) -> Iterator[tuple[Store, Settings, DataFolder]]:
    """The store of a server, which may be running, with its settings and data folder. Raises SettingsError,
    DataError.
    """
    settings = _read_settings(options)
    where = _database_url(settings) or (settings.data or default_folder()) / DATABASE
    file = sqlite_file(where)
    # A store makes the file that it doesn't find.
    if file is not None and not file.exists():
        sentence = _("There is no database {path}: name the folder or the database of the server.")
        raise DataError(sentence.format(path=file))
    # Not locked: the server holds the lock.
    folder = DataFolder(settings.data, shared=True)
    store = None
    try:
        store = Store(where)
        yield store, settings, folder
    except SQLAlchemyError as error:
        raise DataError(_("The database can't be read ({reason}).").format(reason=reason(error))) from None
    finally:
        folder.close()
        if store is not None:
            store.close()


def _read_settings(options: argparse.Namespace) -> Settings:
    """The options of the server that owns the database. Raises SettingsError."""
    given = {name: getattr(options, name) for name in SERVER_OPTIONS}
    return read({name: value for name, value in given.items() if value is not None}, options.config)


def _database_url(settings: Settings) -> str | None:
    return settings.database.get_secret_value() if settings.database else None


def _print_copied(sentence: str, file: Path, copied: BackupSummary) -> int:
    size = file.stat().st_size
    what = [
        ngettext("{count} table", "{count} tables", copied.tables).format(count=copied.tables),
        ngettext("{count} entry", "{count} entries", copied.entries).format(count=copied.entries),
        ngettext("{count} byte", "{count} bytes", size).format(count=size),
    ]
    sys.stdout.write(sentence.format(file=file, what=", ".join(what)) + "\n")
    return 0
