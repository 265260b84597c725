"""Appends entries: a table's version advances with its log in one transaction, or nothing is written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, Connection, bindparam, delete, func, insert, select, update

from quarterdeck.tables.entry import AGREEING, CLOSED, Entry
from quarterdeck.tables.store.bulk import BulkStatement
from quarterdeck.tables.store.rows import Summary, standing_values, summary_values
from quarterdeck.tables.store.schema import entries, holders, tables

__all__ = ["Write", "hold", "write_all"]

# Entries that change who holds the seats; and entries that leave all seats as they were.
SEATING: Final = frozenset({"sit", "leave", "hand", "revoke"})
SEATED: Final = frozenset({"move", "back", "plan", "show", "close", "rematch", "turn"}) | AGREEING

_MOVED = ("version", "state", "standing", "wake_at")
# Lists are sorted by this time, so entries that only one seat may know of must not change it.
_TOUCHED = {"touched": func.coalesce(bindparam("new_touched", type_=BigInteger), tables.c.touched)}
_AT_TABLE = update(tables).where(tables.c.id == bindparam("table"), tables.c.version == bindparam("before"))
_MOVE_ON = BulkStatement(_AT_TABLE.values({name: bindparam(f"new_{name}") for name in _MOVED} | _TOUCHED))
_SIT_ON = BulkStatement(
    _AT_TABLE.values({name: bindparam(f"new_{name}") for name in (*_MOVED, "seats")} | _TOUCHED)
)
_ENTER = BulkStatement(insert(entries))

_HOLDERS = select(holders.c.table_id, holders.c.holder)
_GOES = delete(holders).where(holders.c.table_id == bindparam("table"), holders.c.holder == bindparam("who"))
_COMES = insert(holders).values(table_id=bindparam("table"), holder=bindparam("who"))


class Write(NamedTuple):
    """Consecutive entries to append to a table's log, and the summary after them."""

    table: str
    entries: Sequence[Entry]
    summary: Summary


def write_all(db: Connection, writes: Sequence[Write]) -> bool:
    """Append these entries and update the summaries; if any log does not end where its entries begin, write
    nothing and return False.
    """
    if not _move_on(db, writes):
        return False
    _ENTER.execute(db, [_entry(write.table, entry) for write in writes for entry in write.entries])
    hold(db, {write.table: write.summary for write in writes if _seating(write)})
    return True


def hold(db: Connection, summaries: Mapping[str, Summary]) -> None:
    """Update which holders find these tables in their lists; unchanged holders keep their rows. The caller
    has locked the tables' rows, or they are new.
    """
    if not summaries:
        return
    here = {
        (table, holder)
        for table, summary in summaries.items()
        for seat in summary.seats
        for holder in seat.holders
    }
    found = db.execute(_HOLDERS.where(holders.c.table_id.in_(summaries)))
    known = {(table, holder) for table, holder in found}
    for change, pairs in ((_GOES, known - here), (_COMES, here - known)):
        if pairs:
            # The same order everywhere prevents deadlocks between processes.
            db.execute(change, [{"table": table, "who": holder} for table, holder in sorted(pairs)])


def _move_on(db: Connection, writes: Sequence[Write]) -> bool:
    """Update the tables' rows; False unless all logs end where the entries begin.

    One statement for all tables, whose rows are locked in order. Most entries leave the seat columns alone.
    """
    seated = all(entry.kind in SEATED for write in writes for entry in write.entries)
    moved = [_moved(write, seated) for write in writes]
    return (_MOVE_ON if seated else _SIT_ON).execute(db, moved) == len(writes)


def _moved(write: Write, seated: bool) -> dict[str, Any]:
    values = standing_values(write.summary) if seated else summary_values(write.summary)
    return {
        "table": write.table,
        "before": write.entries[0].number - 1,
        "new_version": write.entries[-1].number,
        "new_touched": max((one.at for one in write.entries if one.kind not in CLOSED), default=None),
        **{f"new_{name}": value for name, value in values.items()},
    }


def _entry(table: str, entry: Entry) -> dict[str, Any]:
    return {"table_id": table, **entry._asdict(), "data": json.dumps(entry.data)}


def _seating(write: Write) -> bool:
    return any(entry.kind in SEATING for entry in write.entries)
