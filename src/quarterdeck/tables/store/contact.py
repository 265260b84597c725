"""Recipients of notices and the record of sent ones: the store's part for `notices` and `notifier`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from quarterdeck.tables.store.schema import entries, guests, holders, notices, tables

__all__ = ["NoticeClaim", "NoticeKey", "TableHolder", "claim", "saw", "seen_at", "within_reach"]


class TableHolder(NamedTuple):
    """A holder of a seat at a running table where at least one holder wants notices; `wants`: this holder
    does. `at` is when the last entry of the log was written, `seen` when this holder was last seen there,
    both in milliseconds since 1970, or None.
    """

    table: str
    version: int
    at: int | None
    holder: str
    seen: int | None
    wants: bool


class NoticeKey(NamedTuple):
    """What makes a notice about a table unique, see `notices.Notice`."""

    seat: int
    version: int
    reminds: bool


class NoticeClaim(NamedTuple):
    """The guests that this process notifies, and whether others will become due later."""

    owners: list[str]
    later: bool


_WANTS = guests.c.since.is_not(None) & or_(
    guests.c.email.is_not(None), guests.c.push != "[]", guests.c.webhook != ""
)
_TABLES_WANTING = select(holders.c.table_id).join(guests, guests.c.owner == holders.c.holder).where(_WANTS)
_WITHIN_REACH = (
    select(
        tables.c.id,
        tables.c.version,
        entries.c.at,
        holders.c.holder,
        holders.c.seen,
        func.coalesce(_WANTS, false()).label("wants"),
    )
    .join_from(holders, tables, tables.c.id == holders.c.table_id)
    .outerjoin(guests, guests.c.owner == holders.c.holder)
    .outerjoin(entries, (entries.c.table_id == tables.c.id) & (entries.c.number == tables.c.version))
    .where(tables.c.state == "running", tables.c.id.in_(_TABLES_WANTING))
)
_ROW = (holders.c.table_id == bindparam("table"), holders.c.holder == bindparam("who"))
# Skip locked rows: a row being written now is updated in the next round.
_UNLOCKED = select(holders.c.holder).where(*_ROW).with_for_update(skip_locked=True)
_STORE_SEEN = update(holders).where(*_ROW, holders.c.holder.in_(_UNLOCKED)).values(seen=bindparam("at"))


def within_reach(db: Connection) -> list[TableHolder]:
    """The holders of seats at every running table where at least one holder wants and can get notices."""
    found = db.execute(_WITHIN_REACH).all()
    return [TableHolder(*row)._replace(wants=bool(row.wants)) for row in found]


def saw(db: Connection, seen: Mapping[tuple[str, str], int]) -> None:
    """Store when holders were last seen, by table and holder, in milliseconds since 1970. Rows locked by
    others are skipped.
    """
    db.execute(
        _STORE_SEEN, [{"table": table, "who": holder, "at": at} for (table, holder), at in seen.items()]
    )


def seen_at(db: Connection, table: str) -> dict[str, int]:
    """When the holders of a table's seats were last seen there, in milliseconds since 1970, if known."""
    rows = db.execute(select(holders.c.holder, holders.c.seen).where(holders.c.table_id == table))
    return {row.holder: row.seen for row in rows if row.seen is not None}


def claim(
    db: Connection, table: str, key: NoticeKey, owners: Collection[str], at: int, quiet: int
) -> NoticeClaim:
    """Claim these guests for the calling process: those who have had neither this notice nor a later one
    about this seat, nor any about this table in the last `quiet` milliseconds.
    """
    # Serialized per table: every writer locks the table's row first.
    row = select(tables.c.id).where(tables.c.id == table).with_for_update(key_share=True)
    if db.execute(row).one_or_none() is None:
        return NoticeClaim([], later=False)
    kept = select(notices).where(notices.c.table_id == table, notices.c.owner.in_(owners))
    earlier = db.execute(kept).all()
    seat, *order = key
    notified = {row.owner for row in earlier if row.seat == seat and [row.version, row.reminds] >= order}
    notified_lately = {row.owner for row in earlier if row.at > at - quiet}
    claimed = [owner for owner in owners if owner not in notified | notified_lately]
    if claimed:
        # Earlier claims about this seat are obsolete.
        db.execute(
            delete(notices).where(
                notices.c.table_id == table, notices.c.seat == seat, notices.c.owner.in_(claimed)
            )
        )
        rows = [{"table_id": table, **key._asdict(), "owner": owner, "at": at} for owner in claimed]
        db.execute(insert(notices), rows)
    return NoticeClaim(claimed, later=bool(notified_lately - notified))
