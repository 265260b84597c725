"""Matches on disk: SQLite, a row for each table and an append-only log of moves.

A move's key is its table and its ply, so that of two writers who both think it is move 17 one fails. The
database is in WAL mode and flushes with every commit: what was committed survives a kill and a power cut.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from quarterdeck.kernel.spec import Json
from quarterdeck.tables.errors import DataError, NotFound
from quarterdeck.words import _

__all__ = ["SCHEMA_VERSION", "Conflict", "Store", "TableRow", "Write"]

SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,
    components TEXT NOT NULL,
    setup TEXT NOT NULL,
    names TEXT NOT NULL,
    kinds TEXT NOT NULL,
    seed TEXT NOT NULL,
    owner TEXT NOT NULL,
    created INTEGER NOT NULL,
    standing TEXT NOT NULL,
    over INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX tables_by_owner ON tables (owner, created);
CREATE INDEX tables_unfinished ON tables (over) WHERE over = 0;
CREATE TABLE moves (
    table_id TEXT NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;
"""
COLUMNS = "id, game, rules_version, options, components, setup, names, kinds, seed, owner, created, standing"


class Conflict(Exception):
    """Somebody else has stored a move of this ply already; nothing of the batch was stored."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


@dataclass(frozen=True)
class TableRow:
    """What is kept of a table besides its moves.

    `kinds` has "human" or a bot's name for each seat; `owner` is the hash of the token of the browser that
    holds the human seats; `created` is in seconds since 1970; `components` and `setup` are None for the
    game's own. `standing` repeats what is public of the current position, for lists: `over`, `round`,
    `rounds`, `to_act`, `winners`.
    """

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    components: Json | None
    setup: Json | None
    names: list[str]
    kinds: list[str]
    seed: str
    owner: str
    created: int
    standing: Json


class Write(NamedTuple):
    """One move to store: it is move number `ply`, from 1, of its table; `standing` is what it led to."""

    table: str
    ply: int
    seat: int
    action: str
    standing: Json


class Store:
    """The database of a data folder. DataError if it is not ours, too new, or can't be opened."""

    def __init__(self, path: Path) -> None:
        # One thread at a time uses it: the one that runs the event loop.
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate(path)
        except DataError:
            self._db.close()
            raise
        except sqlite3.Error as error:
            self._db.close()
            sentence = _("The database {path} can't be used ({reason}): name another data folder.")
            raise DataError(sentence.format(path=path, reason=error)) from None

    def _migrate(self, path: Path) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA_VERSION:
            sentence = _(
                "The database {path} is of a newer Quarterdeck: update this one, or name another folder."
            )
            raise DataError(sentence.format(path=path))
        if version == 0:
            self._db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")

    def add(self, row: TableRow) -> None:
        """Store a new table and commit."""
        values = (
            row.id,
            row.game,
            row.rules_version,
            json.dumps(row.options),
            json.dumps(row.components),
            json.dumps(row.setup),
            json.dumps(row.names),
            json.dumps(row.kinds),
            row.seed,
            row.owner,
            row.created,
            json.dumps(row.standing),
        )
        self._db.execute(
            f"INSERT INTO tables ({COLUMNS}) VALUES ({', '.join('?' * len(values))})",
            values,
        )

    def append(self, writes: Sequence[Write]) -> None:
        """Store moves of any number of tables in one commit: all of them, or none. Conflict names the table
        that had one.
        """
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for write in writes:
                self._append(write)
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _append(self, write: Write) -> None:
        try:
            self._db.execute(
                "INSERT INTO moves (table_id, ply, seat, action) VALUES (?, ?, ?, ?)",
                (write.table, write.ply, write.seat, write.action),
            )
        except sqlite3.IntegrityError:
            raise Conflict(write.table) from None
        self._db.execute(
            "UPDATE tables SET standing = ?, over = ? WHERE id = ?",
            (json.dumps(write.standing), int(write.standing["over"]), write.table),
        )

    def table(self, id_: str) -> TableRow:
        """The table of this id. NotFound."""
        for row in self._rows("WHERE id = ?", id_):
            return row
        raise NotFound(_("There is no such table here: the address may be incomplete."))

    def moves(self, id_: str) -> list[tuple[int, str]]:
        """Seat and action text of every stored move of a table, in order."""
        rows = self._db.execute("SELECT seat, action FROM moves WHERE table_id = ? ORDER BY ply", (id_,))
        return [(seat, action) for seat, action in rows]

    def of_owner(self, owner: str, most: int) -> list[TableRow]:
        """An owner's tables, newest first."""
        return list(self._rows("WHERE owner = ? ORDER BY created DESC, rowid DESC LIMIT ?", owner, most))

    def unfinished(self) -> list[TableRow]:
        """Every table whose match is not over, oldest first."""
        return list(self._rows("WHERE over = 0 ORDER BY created, rowid"))

    def _rows(self, where: str, *values: str | int) -> Iterable[TableRow]:
        for row in self._db.execute(f"SELECT {COLUMNS} FROM tables {where}", values).fetchall():
            found = dict(zip(COLUMNS.split(", "), row, strict=True))
            for name in ("options", "components", "setup", "names", "kinds", "standing"):
                found[name] = json.loads(found[name])
            yield TableRow(**found)

    def close(self) -> None:
        """Close the database."""
        self._db.close()
