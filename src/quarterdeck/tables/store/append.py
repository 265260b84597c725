"""How entries are written: each table's row moves on by as many as its log grows, or nothing is written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, Connection, bindparam, delete, func, insert, select, update

from quarterdeck.tables.entry import AGREEING, CLOSED, Entry
from quarterdeck.tables.store.rows import Summary, standing_values, summary_values
from quarterdeck.tables.store.schema import entries, holders, tables

__all__ = ["Write", "hold", "write_all"]

# Entries after which other browsers hold the seats, and those after which all seats are as they were.
SEATING: Final = frozenset({"sit", "leave", "hand", "revoke"})
SEATED: Final = frozenset({"move", "back", "plan", "show", "close", "rematch", "turn"}) | AGREEING

_MOVED = ("version", "state", "standing", "wake_at")
# Lists are sorted by it: a table must not rise in them by what nobody but a seat is to know.
_TOUCHED = {"touched": func.coalesce(bindparam("new_touched", type_=BigInteger), tables.c.touched)}
_AT_TABLE = update(tables).where(tables.c.id == bindparam("table"), tables.c.version == bindparam("before"))
_MOVE_ON = _AT_TABLE.values({name: bindparam(f"new_{name}") for name in _MOVED} | _TOUCHED)
_SIT_ON = _AT_TABLE.values({name: bindparam(f"new_{name}") for name in (*_MOVED, "seats")} | _TOUCHED)

_HOLDERS = select(holders.c.table_id, holders.c.holder)
_GOES = delete(holders).where(holders.c.table_id == bindparam("table"), holders.c.holder == bindparam("who"))
_COMES = insert(holders).values(table_id=bindparam("table"), holder=bindparam("who"))


class Write(NamedTuple):
    """Entries to append to a table's log, one after the other, and what they lead to."""

    table: str
    entries: Sequence[Entry]
    summary: Summary


def write_all(db: Connection, writes: Sequence[Write]) -> bool:
    """Write these entries and what they lead to, in this order; False, and nothing, unless all logs end where
    they begin.
    """
    if not _move_on(db, writes):
        return False
    db.execute(insert(entries), [_entry(write.table, entry) for write in writes for entry in write.entries])
    hold(db, {write.table: write.summary for write in writes if _seating(write)})
    return True


def hold(db: Connection, summaries: Mapping[str, Summary]) -> None:
    """Write who finds these tables as one where they hold a seat; of who has been there and stays, nothing
    is changed. The caller has locked the tables' rows, or they are new.
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
            # In the same order everywhere: two processes never wait for each other.
            db.execute(change, [{"table": table, "who": holder} for table, holder in sorted(pairs)])


def _move_on(db: Connection, writes: Sequence[Write]) -> bool:
    """Write what these entries lead to; False unless all logs end where they begin.

    One statement for all of them, whose rows are locked in order; hardly any needs what is known of seats.
    """
    seated = all(entry.kind in SEATED for write in writes for entry in write.entries)
    moved = [_moved(write, seated) for write in writes]
    return db.execute(_MOVE_ON if seated else _SIT_ON, moved).rowcount == len(writes)


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
