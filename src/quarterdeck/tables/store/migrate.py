"""Migrates a database to this program's schema when it is opened, with Alembic configured in code."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, Engine, false, inspect, select, table, text
from sqlalchemy.dialects import registry
from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.i18n import _
from quarterdeck.tables.errors import DataError
from quarterdeck.tables.store.engine import BEGIN, database_name, unusable
from quarterdeck.tables.store.schema import HEAD, metadata

if TYPE_CHECKING:
    from alembic.config import Config

__all__ = ["config", "known_revisions", "lock", "migrate", "newer_error", "revision", "upgrade"]

FOLDER: Final = Path(__file__).parent / "migrations"
# Any number that nothing else uses: the process that holds this lock migrates.
LOCK: Final = 0x51440002


def migrate(engine: Engine) -> None:
    """Create the tables of an empty database, or migrate older ones, all or nothing. Raises DataError if the
    database can't be used, is of a newer program, or holds something else.
    """
    try:
        with engine.connect() as db:
            current = revision(db)
        if current != HEAD:
            with engine.execution_options(**{BEGIN: "IMMEDIATE"}).begin() as db:
                lock(db)
                upgrade(db, HEAD)
        with engine.connect() as db:
            # If these are not our tables, fail here and not at the first move.
            for query in _probe_queries(db.dialect.name):
                db.exec_driver_sql(query)
    except SQLAlchemyError as error:
        raise unusable(engine, error) from None


@cache
def _probe_queries(dialect: str) -> tuple[str, ...]:
    """A query in SQL for each of our tables that names all its columns and returns no row. Cached: compiling
    them would take most of the time of opening a database.
    """
    compiler = registry.load(dialect)()
    queries = (select(ours).where(false()).compile(dialect=compiler) for ours in metadata.sorted_tables)
    return tuple(map(str, queries))


def lock(db: Connection) -> None:
    """Wait until no other process migrates this database, and block the others until the commit."""
    if db.dialect.name == "postgresql":
        db.execute(text("SET LOCAL lock_timeout = 0"))
        db.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        encoding = db.execute(text("SHOW server_encoding")).scalar_one()
        if encoding != "UTF8":
            sentence = _("The database {path} keeps text as {encoding}: make one with the encoding UTF8.")
            raise DataError(sentence.format(path=database_name(db.engine), encoding=encoding))


def revision(db: Connection) -> str | None:
    """The schema's revision, or None if the database has none of our tables yet."""
    versions = table("alembic_version")
    if not inspect(db).has_table(versions.name):
        # Before there were migrations, SQLite's user_version held the schema's version.
        return "0001" if _user_version(db) == 1 else None
    stored = db.execute(select(text("version_num")).select_from(versions)).scalar_one_or_none()
    return None if stored is None else str(stored)


def upgrade(db: Connection, to: str) -> None:
    """Migrate a database to this revision, within the caller's transaction."""
    # Alembic is imported only if there is something to do, which keeps the usual start fast.
    from alembic import command

    alembic_config, current = config(), revision(db)
    newer = _user_version(db) > 1 if current is None else current not in known_revisions()
    if newer:
        raise newer_error(db.engine)
    alembic_config.attributes["connection"] = db
    if current is not None and not inspect(db).has_table("alembic_version"):
        command.stamp(alembic_config, current)
    command.upgrade(alembic_config, to)


def newer_error(engine: Engine) -> DataError:
    """The error for a database of a newer program."""
    sentence = _("The database {path} is of a newer Quarterdeck: update this one, or name another one.")
    return DataError(sentence.format(path=database_name(engine)))


def known_revisions() -> frozenset[str]:
    """All revisions that this program can migrate from."""
    from alembic.script import ScriptDirectory

    return frozenset(script.revision for script in ScriptDirectory.from_config(config()).walk_revisions())


def config() -> Config:
    """Alembic's configuration, wherever this package is installed."""
    from alembic.config import Config

    alembic_config = Config()
    alembic_config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    alembic_config.set_main_option("path_separator", "os")
    return alembic_config


def _user_version(db: Connection) -> int:
    return db.exec_driver_sql("PRAGMA user_version").scalar_one() if db.dialect.name == "sqlite" else 0
