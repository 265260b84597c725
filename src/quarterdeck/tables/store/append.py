"""Appends entries: a table's version advances with its log in one transaction, or nothing is written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, Connection, bindparam, delete, func, insert, select, update

from quarterdeck.tables.entry import AGREEING, HOLDING, SECRET_KINDS, Entry
from quarterdeck.tables.store.bulk import BulkStatement
from quarterdeck.tables.store.rows import Summary, standing_values, summary_values
from quarterdeck.tables.store.schema import entries, holders, tables

__all__ = ["Write", "store_holders", "write_all"]

# Entries that change nothing about the seats.
SEATS_UNCHANGED: Final = frozenset({"move", "back", "plan", "show", "close", "rematch", "turn"}) | AGREEING

_STANDING_COLUMNS = ("version", "state", "standing", "wake_at")
# Lists are sorted by this time, so entries that only one seat may know of must not change it.
_TOUCHED = {"touched": func.coalesce(bindparam("new_touched", type_=BigInteger), tables.c.touched)}
_UPDATE_AT_VERSION = update(tables).where(
    tables.c.id == bindparam("table"), tables.c.version == bindparam("before")
)
_UPDATE_STANDING = BulkStatement(
    _UPDATE_AT_VERSION.values({name: bindparam(f"new_{name}") for name in _STANDING_COLUMNS} | _TOUCHED)
)
_UPDATE_SEATS = BulkStatement(
    _UPDATE_AT_VERSION.values(
        {name: bindparam(f"new_{name}") for name in (*_STANDING_COLUMNS, "seats")} | _TOUCHED
    )
)
_INSERT_ENTRY = BulkStatement(insert(entries))

_HOLDERS = select(holders.c.table_id, holders.c.holder)
_DELETE_HOLDER = delete(holders).where(
    holders.c.table_id == bindparam("table"), holders.c.holder == bindparam("who")
)
_INSERT_HOLDER = insert(holders).values(table_id=bindparam("table"), holder=bindparam("who"))


class Write(NamedTuple):
    """Consecutive entries to append to a table's log, and the summary after them."""

    table: str
    entries: Sequence[Entry]
    summary: Summary


def write_all(db: Connection, writes: Sequence[Write]) -> bool:
    """Append these entries and update the summaries; if any log does not end where its entries begin, write
    nothing and return False.
    """
    if not _update_tables(db, writes):
        return False
    _INSERT_ENTRY.execute(
        db, [_entry_values(write.table, entry) for write in writes for entry in write.entries]
    )
    store_holders(db, {write.table: write.summary for write in writes if _changes_holders(write)})
    return True


def store_holders(db: Connection, summaries: Mapping[str, Summary]) -> None:
    """Store who holds seats at these tables, so that they find them in their lists. Holders who stay keep
    their rows. The caller has locked the tables' rows, or they are new.
    """
    if not summaries:
        return
    present = {
        (table, holder)
        for table, summary in summaries.items()
        for seat in summary.seats
        for holder in seat.holders
    }
    rows = db.execute(_HOLDERS.where(holders.c.table_id.in_(summaries)))
    stored = {(table, holder) for table, holder in rows}
    for change, pairs in ((_DELETE_HOLDER, stored - present), (_INSERT_HOLDER, present - stored)):
        if pairs:
            # The same order everywhere prevents deadlocks between processes.
            db.execute(change, [{"table": table, "who": holder} for table, holder in sorted(pairs)])


def _update_tables(db: Connection, writes: Sequence[Write]) -> bool:
    """Update the tables' rows; False unless all logs end where the entries begin.

    One statement updates all tables, whose rows are locked in order. It writes the column of the seats only
    if an entry may have changed them, which few do.
    """
    seats_unchanged = all(entry.kind in SEATS_UNCHANGED for write in writes for entry in write.entries)
    values = [_update_values(write, seats_unchanged) for write in writes]
    return (_UPDATE_STANDING if seats_unchanged else _UPDATE_SEATS).execute(db, values) == len(writes)


def _update_values(write: Write, seats_unchanged: bool) -> dict[str, Any]:
    """The parameters of the statement that updates a table's row."""
    values = standing_values(write.summary) if seats_unchanged else summary_values(write.summary)
    return {
        "table": write.table,
        "before": write.entries[0].number - 1,
        "new_version": write.entries[-1].number,
        "new_touched": max(
            (entry.at for entry in write.entries if entry.kind not in SECRET_KINDS), default=None
        ),
        **{f"new_{name}": value for name, value in values.items()},
    }


def _entry_values(table: str, entry: Entry) -> dict[str, Any]:
    return {"table_id": table, **entry._asdict(), "data": json.dumps(entry.data)}


def _changes_holders(write: Write) -> bool:
    return any(entry.kind in HOLDING for entry in write.entries)
