"""The database of the tables: SQLite or PostgreSQL, with a row for each table and an append-only log of
entries.

An entry's key is its table and its number, and a table's row holds the number of its entries. If two writers
both append entry 17, one of them fails.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    func,
    insert,
    literal,
    literal_column,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from quarterdeck.i18n import _
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.errors import NotFound, Outdated
from quarterdeck.tables.store import archive, contact, forgetting, guests, log_tail, messages
from quarterdeck.tables.store.append import Write, store_holders, write_all
from quarterdeck.tables.store.archive import HELD, Page
from quarterdeck.tables.store.bus import Bus
from quarterdeck.tables.store.contact import NoticeClaim, NoticeKey
from quarterdeck.tables.store.database import Database
from quarterdeck.tables.store.forgetting import MessageId
from quarterdeck.tables.store.guests import Change
from quarterdeck.tables.store.listen import notify
from quarterdeck.tables.store.rows import (
    LESSON,
    Guest,
    Message,
    StoredTable,
    Summary,
    TableRow,
    damaged,
    read_entry,
    read_table,
    summary_values,
    table_values,
)
from quarterdeck.tables.store.schema import FINISHED, PUBLIC, UNFINISHED, entries, tables
from quarterdeck.tables.tags import tag

__all__ = ["Conflict", "Listed", "Store"]

Listed = list[tuple[TableRow, Summary]]
T = TypeVar("T")
P = ParamSpec("P")

log = logging.getLogger(__name__)

_TABLE_ROW = select(tables).where(tables.c.id == bindparam("id"))
_LOG = (
    select(*(entries.c[name] for name in Entry._fields))
    .where(entries.c.table_id == bindparam("id"))
    .order_by(entries.c.number)
)
_OF_OWNER = select(tables).where(tables.c.id.in_(HELD)).order_by(tables.c.ordinal.desc())
_UNFINISHED_OF_OWNER = _OF_OWNER.where(UNFINISHED)
_OTHERS_OF_OWNER = _OF_OWNER.where(FINISHED).limit(bindparam("most"))
_LESSONS = (
    select(tables)
    .where(tables.c.id.in_(HELD), tables.c.relation == literal_column(f"'{LESSON}'"))
    .order_by(tables.c.ordinal.desc())
    .limit(bindparam("most"))
)
_PUBLIC = (
    select(tables)
    .where(PUBLIC, tables.c.state == bindparam("state"))
    .order_by(tables.c.ordinal.desc())
    .limit(bindparam("most"))
)
# In the order of the index, for the most frequent query.
_LOBBY = (
    select(tables)
    .where(PUBLIC, tables.c.state == bindparam("state"), tables.c.touched >= bindparam("since"))
    .order_by(tables.c.touched.desc(), tables.c.ordinal.desc())
    .limit(bindparam("most"))
)
_TOUCH = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.touched < bindparam("at"))
    .values(touched=bindparam("at"))
)
# A process skips tables that another one is claiming.
_DUE = (
    select(tables.c.id)
    .where(tables.c.wake_at <= bindparam("now"))
    .order_by(tables.c.wake_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
    .cte("waiting")
)
_CLAIM_DUE = (
    update(tables)
    .where(tables.c.id.in_(select(_DUE.c.id)))
    .values(wake_at=bindparam("until"))
    .returning(tables.c.id)
)


class Conflict(Exception):
    """Another process has appended to these tables; nothing of the batch was stored."""

    def __init__(self, tables: frozenset[str]) -> None:
        super().__init__(", ".join(sorted(tables)))
        self.tables = tables


class Store:
    """A database, by its URL, or by its path for SQLite. Thread-safe. `bus`: the other processes on a SQLite
    database.

    Raises DataError if it is not ours, too new, or can't be opened; later failures raise SQLAlchemyError.
    """

    def __init__(self, where: str | Path, bus: Bus | None = None) -> None:
        self.database = Database(where, bus)

    @property
    def shared(self) -> bool:
        """Whether other processes may write, too."""
        return self.database.shared

    # -- tables

    def add(self, row: TableRow, summary: Summary) -> None:
        """Store a new table and commit. IntegrityError if there can be only one of its kind and one exists: a
        rematch, a player's voyage of the day, a table of a regatta's round.
        """
        with self.database.write() as db:
            begun = {"version": 0, "touched": row.created * 1000}
            db.execute(insert(tables), {**table_values(row), **summary_values(summary), **begun})
            store_holders(db, {row.id: summary})
            notify(db, [f"entry {row.id} 0"])

    def append(self, writes: Sequence[Write]) -> None:
        """Append entries to any number of tables in one commit, all or nothing.

        Conflict names the tables whose logs don't end where these entries begin.
        """
        # The same order everywhere prevents deadlocks between processes.
        ordered = sorted(writes, key=lambda write: write.table)
        try:
            with self.database.write() as db:
                if not write_all(db, ordered):
                    raise _LogMismatch
                notify(db, [f"entry {write.table} {write.entries[-1].number}" for write in ordered])
        except (_LogMismatch, IntegrityError):
            if conflicting := self._conflicting_tables(ordered):
                raise Conflict(conflicting) from None
            raise

    def _conflicting_tables(self, writes: list[Write]) -> frozenset[str]:
        """The tables whose logs do not end where these writes begin."""
        expected: dict[str, int] = {}
        for write in writes:
            expected.setdefault(write.table, write.entries[0].number - 1)
        logged = select(func.count()).where(entries.c.table_id == tables.c.id).scalar_subquery()
        with self.database.reads.connect() as db:
            rows = db.execute(select(tables.c.id, tables.c.version, logged).where(tables.c.id.in_(expected)))
            lengths = {id_: {version, count} for id_, version, count in rows}
        return frozenset(id_ for id_, before in expected.items() if lengths.get(id_) != {before})

    def table(self, id_: str) -> StoredTable:
        """A snapshot of a table with its log. Raises NotFound, Outdated."""
        with self.database.snapshots.connect() as db:
            stored = db.execute(_TABLE_ROW, {"id": id_}).mappings().one_or_none()
            if stored is None:
                raise NotFound(_("There is no such table here: the address may be incomplete."))
            logged = db.execute(_LOG, {"id": id_}).all()
        row, summary = read_table(stored)
        log_entries = [read_entry(*entry) for entry in logged]
        if [entry.number for entry in log_entries] != list(range(1, stored["version"] + 1)):
            raise damaged()
        return StoredTable(row, summary, log_entries)

    def since(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Each of these tables' entries after a number, in order; damaged tables are left out."""
        with self.database.reads.connect() as db:
            return log_tail.since(db, after)

    # -- lists

    def of_owner(self, owner: str, most: int) -> Listed:
        """The undamaged tables where somebody holds a seat, or that they made: all unfinished ones, then at
        most so many others, each newest first.
        """
        unfinished = self._read_tables(_UNFINISHED_OF_OWNER, owner=owner)
        return unfinished + self._read_tables(_OTHERS_OF_OWNER, owner=owner, most=most)

    def lessons(self, owner: str, most: int) -> Listed:
        """The lesson tables among these, newest first."""
        return self._read_tables(_LESSONS, owner=owner, most=most)

    def public(self, state: str, most: int) -> Listed:
        """The undamaged public tables in this state, newest first."""
        return self._read_tables(_PUBLIC, state=state, most=most)

    def lobby(self, state: str, since: int, most: int) -> Listed:
        """The undamaged public tables in this state with activity since this time, in milliseconds since
        1970, most recently active first.
        """
        return self._read_tables(_LOBBY, state=state, since=since, most=most)

    def touch(self, id_: str, owner: str, at: int) -> None:
        """Store that this owner was at a table at this time, in milliseconds since 1970, and commit."""
        with self.database.write() as db:
            db.execute(_TOUCH, {"table": id_, "at": at})
            contact.saw(db, {(id_, owner): at})

    def finished(self, owner: str, most: int, game: str | None = None, before: str | None = None) -> Listed:
        """Like `of_owner`, but only finished tables, of one game or of all; `before` is the last table of the
        previous page.
        """
        filters = {"game": game, "before": before}
        values = {name: value for name, value in filters.items() if value is not None}
        return self._read_tables(archive.finished(game, before), owner=owner, most=most, **values)

    def rematch(self, id_: str) -> str | None:
        """The rematch of this table, if there is one that was not closed."""
        with self.database.reads.connect() as db:
            return archive.rematch(db, id_)

    def published(self, after: int = 0, most: int = 100) -> Page:
        """A snapshot of finished public tables with their logs, oldest first, from this place on; damaged
        ones are left out.
        """
        with self.database.snapshots.connect() as db:
            return archive.page(db, after, most)

    def _read_tables(self, query: Select[Any], **values: str | int) -> Listed:
        """The undamaged tables that a query finds; damaged ones are logged."""
        listed = []
        with self.database.reads.connect() as db:
            for found in db.execute(query, values).mappings():
                try:
                    listed.append(read_table(found))
                except Outdated:
                    log.warning("Table %s is damaged and left out", tag(found["id"]))
        return listed

    # -- whatever else the store's modules ask and change

    def ask(self, query: Callable[Concatenate[Connection, P], T], *values: P.args, **named: P.kwargs) -> T:
        """Run a query of one of the store's modules, such as `results.of_owner`."""
        with self.database.reads.connect() as db:
            return query(db, *values, **named)

    def change(
        self, change: Callable[Concatenate[Connection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a change of one of the store's modules, such as `results.book`, and commit."""
        with self.database.write() as db:
            return change(db, *values, **named)

    def claim_due(self, now_ms: int, lease_ms: int, most: int) -> list[str]:
        """Claim tables that are due now. Each is given to one process, which has `lease_ms` to handle it
        before another gets it.
        """
        with self.database.write() as db:
            due = db.execute(_CLAIM_DUE, {"now": now_ms, "until": now_ms + lease_ms, "most": most})
            return list(due.scalars())

    # -- people

    def say(self, id_: str, at: int, seat: int, name: str, text: str, audience: str) -> Message:
        """Store a chat message and commit. Raises NotFound."""
        with self.database.write() as db:
            said = messages.say(db, id_, at, seat, name, text, audience)
            notify(db, [f"chat {id_}"])
            return said

    def remove_message(self, id_: str, number: int) -> None:
        """Blank a chat message and commit."""
        with self.database.write() as db:
            removed = messages.remove(db, id_, number)
            notify(db, [f"removed {id_}"] if removed else [])
        if removed:
            self.database.scrub()

    def messages(self, id_: str, after: int = 0, most: int = 200) -> list[Message]:
        """The newest messages of a table after this number, in order."""
        with self.database.reads.connect() as db:
            return messages.messages(db, id_, after, most)

    def guest(self, owner: str) -> Guest | None:
        """The guest with this hash, if known."""
        with self.database.reads.connect() as db:
            return guests.guest(db, owner)

    def change_guest(self, owner: str, change: Change) -> Guest | None:
        """Change what is known of a guest, with the row locked, and commit: `guests.change_guest`."""
        dropped = False

        def change_and_note(known: Guest | None) -> Guest | None:
            nonlocal dropped
            changed = change(known)
            dropped = known is not None and changed is not None and forgetting.drops(known, changed)
            return changed

        with self.database.write() as db:
            known = guests.change_guest(db, owner, change_and_note)
        if dropped:
            self.database.scrub()
        return known

    # -- notices

    def guest_of(self, code: str) -> Guest | None:
        """The guest with this code in links."""
        with self.database.reads.connect() as db:
            return guests.guest_of(db, code)

    def said_by(self, owner: str) -> list[MessageId]:
        """The chat messages of a guest. This searches logs for a while."""
        with self.database.snapshots.connect() as db:
            return forgetting.said_by(db, owner)

    def forget(self, owner: str, said: Sequence[MessageId]) -> list[str]:
        """Delete what is known of a guest, blank their chat messages, which are those of `said_by`, and
        commit; returns the tables that had some.
        """
        where = sorted({message.table for message in said})
        with self.database.write() as db:
            forgetting.forget(db, owner, said)
            notify(db, [f"removed {id_}" for id_ in where])
        self.database.scrub()
        return where

    def saw(self, seen: Mapping[tuple[str, str], int]) -> None:
        """Store when holders were last seen, by table and holder, in milliseconds since 1970, and commit."""
        with self.database.write() as db:
            contact.saw(db, seen)

    def claim(self, table: str, key: NoticeKey, owners: Collection[str], at: int, quiet: int) -> NoticeClaim:
        """Claim these guests for a notice by the calling process; see `contact.claim`. Commits."""
        with self.database.write() as db:
            return contact.claim(db, table, key, owners, at, quiet)

    # -- the database itself

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call `heard`, in a thread, with "entry <table> <number>", "chat <table>", "removed <table>" or
        `keys.KNOWN` after each commit of any process, and with "all" if some may have been missed. On SQLite
        there are other processes only on the bus.
        """
        self.database.listen(heard)

    def ping(self) -> None:
        """Check that the database answers. Raises SQLAlchemyError if not."""
        with self.database.reads.connect() as db:
            db.execute(select(literal(1)))

    def close(self) -> None:
        """Close the database."""
        self.database.close()


class _LogMismatch(Exception):
    """A log does not end where the entries to append begin."""
