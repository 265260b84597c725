"""Matches on disk: SQLite, a row for each table and an append-only log of moves.

A move's key is its table and its ply, so that of two writers who both think it is move 17 one fails. The
database is in WAL mode and flushes with every commit: what was committed survives a kill and a power cut.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from quarterdeck.kernel.spec import Json
from quarterdeck.tables.errors import DataError, NotFound, Outdated
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
JSON_COLUMNS = ("options", "components", "setup", "names", "kinds", "standing")
COLUMNS = "id, game, rules_version, options, components, setup, names, kinds, seed, owner, created, standing"

log = logging.getLogger(__name__)


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
            # Bytes that are no text damage their row alone, not every list that has it.
            self._db.text_factory = _text
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
        # Fails here, not at somebody's first move, if these are not our tables.
        self._db.execute(f"SELECT {COLUMNS}, over FROM tables LIMIT 0")
        self._db.execute("SELECT table_id, ply, seat, action FROM moves LIMIT 0")

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
        """The table of this id. NotFound, Outdated."""
        for found in self._found("WHERE id = ?", id_):
            return _row(found)
        raise NotFound(_("There is no such table here: the address may be incomplete."))

    def moves(self, id_: str) -> list[tuple[int, str]]:
        """Seat and action text of every stored move of a table, in order."""
        rows = self._db.execute("SELECT seat, action FROM moves WHERE table_id = ? ORDER BY ply", (id_,))
        return [(seat, action) for seat, action in rows]

    def of_owner(self, owner: str, most: int) -> list[TableRow]:
        """An owner's tables without damaged ones: unfinished before finished, and newest first."""
        return self._rows("WHERE owner = ? ORDER BY over, created DESC, rowid DESC LIMIT ?", owner, most)

    def unfinished(self) -> list[TableRow]:
        """Every table whose match is not over, without damaged ones, oldest first."""
        return self._rows("WHERE over = 0 ORDER BY created, rowid")

    def _rows(self, where: str, *values: str | int) -> list[TableRow]:
        rows = []
        for found in self._found(where, *values):
            try:
                rows.append(_row(found))
            except Outdated:
                log.warning("Table %r is damaged and left out", found["id"])
        return rows

    def _found(self, where: str, *values: str | int) -> Iterable[dict[str, Any]]:
        for row in self._db.execute(f"SELECT {COLUMNS} FROM tables {where}", values).fetchall():
            yield dict(zip(COLUMNS.split(", "), row, strict=True))

    def close(self) -> None:
        """Close the database."""
        self._db.close()


def _text(stored: bytes) -> str:
    return stored.decode("utf-8", "surrogateescape")


def _row(found: dict[str, Any]) -> TableRow:
    """A row as it lies in the database, read and checked. Outdated if it is damaged."""
    try:
        read = {**found, **{name: json.loads(found[name]) for name in JSON_COLUMNS}}
        # Text that can't be encoded again was no text.
        json.dumps(read, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise _damaged() from None
    if not (_seated(read) and _standing(read["standing"], len(read["names"]))):
        raise _damaged()
    return TableRow(**read)


def _damaged() -> Outdated:
    return Outdated(_("What is stored of this table is damaged: its match can't go on."))


def _seated(read: dict[str, Any]) -> bool:
    """Whether the game and its seats have their types, and each seat a name and a kind."""
    return (
        isinstance(read["options"], dict)
        and all(isinstance(value, (str, int)) for value in read["options"].values())
        and all(read[name] is None or isinstance(read[name], dict) for name in ("components", "setup"))
        and all(isinstance(read[name], list) for name in ("names", "kinds"))
        and all(isinstance(text, str) for text in read["names"] + read["kinds"])
        and len(read["names"]) == len(read["kinds"])
    )


def _standing(stored: Any, seats: int) -> bool:
    """Whether a standing has all that lists tell of it."""
    return (
        isinstance(stored, dict)
        and isinstance(stored.get("over"), bool)
        and all(stored.get(name) is None or type(stored[name]) is int for name in ("round", "rounds"))
        and all(isinstance(stored.get(name), list) for name in ("to_act", "winners"))
        and all(type(seat) is int and 0 <= seat < seats for seat in stored["to_act"] + stored["winners"])
    )
