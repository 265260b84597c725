"""The database of the tables: SQLite or PostgreSQL, a row for each table and an append-only log of entries.

An entry's key is its table and its number, and a table's row knows how many there are, so that of two writers
who both think it is entry 17 one fails.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    case,
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
from quarterdeck.tables.errors import DataError, NotFound, Outdated
from quarterdeck.tables.store import archive, contact, forgetting, log_tail, messages
from quarterdeck.tables.store.append import Write, hold, write_all
from quarterdeck.tables.store.archive import BEFORE, HELD, Page
from quarterdeck.tables.store.contact import Absent, Claim
from quarterdeck.tables.store.engine import BEGIN, connect, scrub
from quarterdeck.tables.store.listen import Listener, notify
from quarterdeck.tables.store.messages import Change
from quarterdeck.tables.store.migrate import migrate
from quarterdeck.tables.store.rows import (
    LESSON,
    Guest,
    Message,
    Stored,
    Summary,
    TableRow,
    damaged,
    read_entry,
    read_table,
    summary_values,
    table_values,
)
from quarterdeck.tables.store.schema import PUBLIC, UNFINISHED, entries, tables

__all__ = ["Conflict", "Listed", "Store"]

Listed = list[tuple[TableRow, Summary]]

log = logging.getLogger(__name__)

_ONE = select(tables).where(tables.c.id == bindparam("id"))
_LOG = (
    select(*(entries.c[name] for name in Entry._fields))
    .where(entries.c.table_id == bindparam("id"))
    .order_by(entries.c.number)
)
_OF_OWNER = (
    select(tables)
    .where(tables.c.id.in_(HELD))
    .order_by(case((UNFINISHED, 0), else_=1), tables.c.ordinal.desc())
    .limit(bindparam("most"))
)
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
# What is asked for most: the index has them in this order.
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
# A process gets no table that another one is just about to get.
_WAITING = (
    select(tables.c.id)
    .where(tables.c.wake_at <= bindparam("now"))
    .order_by(tables.c.wake_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
    .cte("waiting")
)
_WAKE = (
    update(tables)
    .where(tables.c.id.in_(select(_WAITING.c.id)))
    .values(wake_at=bindparam("until"))
    .returning(tables.c.id)
)


class Conflict(Exception):
    """Somebody else has appended to these tables; nothing of the batch was stored."""

    def __init__(self, tables: frozenset[str]) -> None:
        super().__init__(", ".join(sorted(tables)))
        self.tables = tables


class Store:
    """A database, by its URL, or by its path for SQLite. Any thread may use it.

    DataError if it is not ours, too new, or can't be opened; where it fails later, SQLAlchemyError.
    """

    def __init__(self, where: str | Path) -> None:
        self._engine = connect(where)
        try:
            migrate(self._engine)
        except DataError:
            self._engine.dispose()
            raise
        # Whether other servers may write, too.
        self.shared = self._engine.dialect.name != "sqlite"
        self._listener: Listener | None = None
        # SQLite has one writer at a time: waiting for each other here is quicker than asking it again.
        self._one_writer: AbstractContextManager[Any] = nullcontext()
        if not self.shared:
            self._one_writer = threading.Lock()
            self._reads, self._snapshots = self._engine, self._engine.execution_options(**{BEGIN: "DEFERRED"})
        else:
            self._reads = self._engine.execution_options(isolation_level="AUTOCOMMIT")
            self._snapshots = self._engine.execution_options(isolation_level="REPEATABLE READ")
        self._writes = self._engine.execution_options(**{BEGIN: "IMMEDIATE"})

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        with self._one_writer, self._writes.begin() as db:
            yield db

    # -- tables

    def add(self, row: TableRow, summary: Summary) -> None:
        """Store a new table and commit. IntegrityError if it is a rematch and there is one."""
        with self._write() as db:
            begun = {"version": 0, "touched": row.created * 1000}
            db.execute(insert(tables), {**table_values(row), **summary_values(summary), **begun})
            hold(db, {row.id: summary})

    def append(self, writes: Sequence[Write]) -> None:
        """Store entries of any number of tables in one commit: all of them, or none.

        Conflict names the tables whose logs don't end where these entries begin.
        """
        # In the same order everywhere: two processes never wait for each other.
        ordered = sorted(writes, key=lambda write: write.table)
        try:
            with self._write() as db:
                if not write_all(db, ordered):
                    raise _Behind
                notify(db, [f"entry {write.table} {write.entries[-1].number}" for write in ordered])
        except (_Behind, IntegrityError):
            if behind := self._behind(ordered):
                raise Conflict(behind) from None
            raise

    def _behind(self, writes: list[Write]) -> frozenset[str]:
        """The tables whose logs have another length than these writes suppose."""
        supposed: dict[str, int] = {}
        for write in writes:
            supposed.setdefault(write.table, write.entries[0].number - 1)
        logged = select(func.count()).where(entries.c.table_id == tables.c.id).scalar_subquery()
        with self._reads.connect() as db:
            found = db.execute(select(tables.c.id, tables.c.version, logged).where(tables.c.id.in_(supposed)))
            lengths = {id_: {version, count} for id_, version, count in found}
        return frozenset(id_ for id_, before in supposed.items() if lengths.get(id_) != {before})

    def table(self, id_: str) -> Stored:
        """The table of this id with its log, as they are at one moment. NotFound, Outdated."""
        with self._snapshots.connect() as db:
            found = db.execute(_ONE, {"id": id_}).mappings().one_or_none()
            if found is None:
                raise NotFound(_("There is no such table here: the address may be incomplete."))
            logged = db.execute(_LOG, {"id": id_}).all()
        row, summary = read_table(found)
        read = [read_entry(*entry) for entry in logged]
        if [entry.number for entry in read] != list(range(1, found["version"] + 1)):
            raise damaged()
        return Stored(row, summary, read)

    def since(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """The entries of each of these tables after a number, in order; damaged tables are left out."""
        with self._reads.connect() as db:
            return log_tail.since(db, after)

    # -- lists

    def of_owner(self, owner: str, most: int) -> Listed:
        """The tables where somebody holds a seat, or that they made, without damaged ones: unfinished before
        finished, and newest first.
        """
        return self._listed(_OF_OWNER, owner=owner, most=most)

    def lessons(self, owner: str, most: int) -> Listed:
        """Of these tables those of lessons, newest first."""
        return self._listed(_LESSONS, owner=owner, most=most)

    def public(self, state: str, most: int, before: str | None = None) -> Listed:
        """The public tables in this state, without damaged ones, newest first; `before` is the last table of
        the list that this one goes on.
        """
        if before is None:
            return self._listed(_PUBLIC, state=state, most=most)
        return self._listed(_PUBLIC.where(BEFORE), state=state, most=most, before=before)

    def lobby(self, state: str, since: int, most: int) -> Listed:
        """The public tables in this state where something was done at this time or later, in milliseconds
        since 1970, without damaged ones; first those where it was done last.
        """
        return self._listed(_LOBBY, state=state, since=since, most=most)

    def touch(self, id_: str, owner: str, at: int) -> None:
        """Keep that this owner was at a table at this time, in milliseconds since 1970, and commit."""
        with self._write() as db:
            db.execute(_TOUCH, {"table": id_, "at": at})
            contact.saw(db, {(id_, owner): at})

    def unfinished(self) -> Listed:
        """Every table whose match is not over, without damaged ones, oldest first."""
        return self._listed(select(tables).where(UNFINISHED).order_by(tables.c.ordinal))

    def finished(self, owner: str, most: int, game: str | None = None, before: str | None = None) -> Listed:
        """Like `of_owner`, only those where the match is over, by default of all games; `before` is the last
        table of the list that this one goes on.
        """
        given = {"game": game, "before": before}
        values = {name: value for name, value in given.items() if value is not None}
        return self._listed(archive.finished(game, before), owner=owner, most=most, **values)

    def rematch(self, id_: str) -> str | None:
        """The table where this one is played again, if there is one that was not closed."""
        with self._reads.connect() as db:
            return archive.rematch(db, id_)

    def published(self, after: int = 0, most: int = 100) -> Page:
        """Finished public tables from this place on, oldest first, with their logs, as they are at one
        moment; without damaged ones.
        """
        with self._snapshots.connect() as db:
            return archive.page(db, after, most)

    def _listed(self, query: Select[Any], **values: str | int) -> Listed:
        listed = []
        with self._reads.connect() as db:
            for found in db.execute(query, values).mappings():
                try:
                    listed.append(read_table(found))
                except Outdated:
                    log.warning("Table %r is damaged and left out", found["id"])
        return listed

    def due(self, now_ms: int, lease_ms: int, most: int) -> list[str]:
        """Tables to be woken by now, each given to one process, which has `lease_ms` to do it before another
        gets it.
        """
        with self._write() as db:
            due = db.execute(_WAKE, {"now": now_ms, "until": now_ms + lease_ms, "most": most})
            return list(due.scalars())

    # -- people

    def say(self, id_: str, at: int, seat: int, name: str, text: str, audience: str) -> Message:
        """Store what is said at a table and commit. NotFound."""
        with self._write() as db:
            said = messages.say(db, id_, at, seat, name, text, audience)
            notify(db, [f"chat {id_}"])
            return said

    def messages(self, id_: str, after: int = 0, most: int = 200) -> list[Message]:
        """The newest messages of a table after this number, at most so many, in order."""
        with self._reads.connect() as db:
            return messages.messages(db, id_, after, most)

    def guest(self, owner: str) -> Guest | None:
        """What is known of whoever has this hash."""
        with self._reads.connect() as db:
            return messages.guest(db, owner)

    def agreed(self, owners: Iterable[str]) -> frozenset[str]:
        """Those of these guests who have agreed that their games are published."""
        with self._reads.connect() as db:
            return archive.agreed(db, owners)

    def change_guest(self, owner: str, change: Change) -> Guest | None:
        """Change what is known of a guest, while nobody else does, and commit: `messages.change_guest`."""
        dropped = False

        def noticing(known: Guest | None) -> Guest | None:
            nonlocal dropped
            changed = change(known)
            dropped = known is not None and changed is not None and forgetting.drops(known, changed)
            return changed

        with self._write() as db:
            known = messages.change_guest(db, owner, noticing)
        if dropped:
            self._scrub()
        return known

    # -- notices

    def guest_of(self, code: str) -> Guest | None:
        """The guest for whom this code stands in links."""
        with self._reads.connect() as db:
            return contact.guest_of(db, code)

    def forget(self, owner: str) -> list[str]:
        """Delete what is known of a guest, take out what they said, and commit; returns the tables where
        they had said something.
        """
        # Logs are searched for it, and nobody's move waits for that.
        with self._snapshots.connect() as db:
            said = forgetting.said_by(db, owner)
        where = sorted({one.table for one in said})
        with self._write() as db:
            forgetting.forget(db, owner, said)
            notify(db, [f"removed {id_}" for id_ in where])
        self._scrub()
        return where

    def _scrub(self) -> None:
        """Leave nothing in SQLite's write-ahead log of what was deleted: it is copied and cut off."""
        if not self.shared:
            with self._one_writer:
                scrub(self._engine)

    def within_reach(self) -> list[Absent]:
        """The holders of seats at every running table where somebody wants notices and can get them."""
        with self._reads.connect() as db:
            return contact.within_reach(db)

    def seen_at(self, table: str) -> dict[str, int]:
        """When the holders of a table's seats were last seen there, where it is kept."""
        with self._reads.connect() as db:
            return contact.seen_at(db, table)

    def saw(self, seen: Mapping[tuple[str, str], int]) -> None:
        """Keep when holders were last seen, by table and holder, in milliseconds since 1970, and commit."""
        with self._write() as db:
            contact.saw(db, seen)

    def claim(
        self, table: str, seat: int, version: int, owners: Collection[str], at: int, quiet: int
    ) -> Claim:
        """Those of these guests whom the caller, and no other process, is to tell of something now; see
        `contact.claim`. Commits.
        """
        with self._write() as db:
            return contact.claim(db, table, seat, version, owners, at, quiet)

    # -- the database itself

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call `heard`, in a thread, with "entry <table> <version>", "chat <table>" or "removed <table>"
        after each commit of any process, and with "all" where some may have been missed. On SQLite there are
        no other processes.
        """
        if self.shared:
            self._listener = Listener(self._engine, heard)

    def ping(self) -> None:
        """Whether the database answers: otherwise SQLAlchemyError."""
        with self._reads.connect() as db:
            db.execute(select(literal(1)))

    def close(self) -> None:
        """Close the database."""
        if self._listener is not None:
            self._listener.close()
        self._engine.dispose()


class _Behind(Exception):
    pass
