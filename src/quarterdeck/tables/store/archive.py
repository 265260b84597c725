"""Queries about finished matches, and tables that continue one."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, bindparam, literal_column, or_, select, union

from quarterdeck.tables.errors import Outdated
from quarterdeck.tables.store.rows import DUPLICATE, REGATTA, StoredTable, read_entry, read_table
from quarterdeck.tables.store.schema import PUBLIC, REMATCH, entries, guests, holders, tables
from quarterdeck.tables.tags import tag

__all__ = ["HELD", "Page", "agreed", "finished", "page", "rematch"]

log = logging.getLogger(__name__)

OVER: Final = tables.c.state == literal_column("'over'")
# The tables where somebody holds a seat, or that they made. Those of a regatta are not its host's own: lists
# must not tell how the same deal went at other tables.
HELD: Final = union(
    select(tables.c.id).where(
        tables.c.owner == bindparam("owner"),
        or_(tables.c.relation.is_(None), tables.c.relation.not_in((REGATTA, DUPLICATE))),
    ),
    select(holders.c.table_id).where(holders.c.holder == bindparam("owner")),
)
BEFORE: Final = tables.c.ordinal < (
    select(tables.c.ordinal).where(tables.c.id == bindparam("before")).scalar_subquery()
)
_FINISHED = (
    select(tables)
    .where(tables.c.id.in_(HELD), OVER)
    .order_by(tables.c.ordinal.desc())
    .limit(bindparam("most"))
)
_REMATCH = select(tables.c.id).where(tables.c.parent == bindparam("id"), REMATCH)
# Excludes matches set up by hand and branches: they are not plays of a fair deal.
_PAGE = (
    select(tables)
    .where(
        PUBLIC,
        OVER,
        tables.c.ordinal > bindparam("after"),
        tables.c.prelude == literal_column("'[]'"),
        tables.c.components == literal_column("'null'"),
        tables.c.setup == literal_column("'null'"),
    )
    .order_by(tables.c.ordinal)
    .limit(bindparam("most"))
)


class Page(NamedTuple):
    """Some of the finished public tables, and where the next page begins; None after the last."""

    tables: list[StoredTable]
    after: int | None


def finished(game: str | None, before: str | None) -> Select[Any]:
    """The query for somebody's finished tables, newest first. It binds `owner` and `most`, and, if given,
    `game` and `before` (the last table of the previous page).
    """
    query = _FINISHED
    if game is not None:
        query = query.where(tables.c.game == bindparam("game"))
    return query if before is None else query.where(BEFORE)


def rematch(db: Connection, id_: str) -> str | None:
    """The rematch of this table, if there is one that was not closed."""
    return db.execute(_REMATCH, {"id": id_}).scalar_one_or_none()


def page(db: Connection, after: int, most: int) -> Page:
    """Finished public tables with their logs, oldest first; damaged ones are left out."""
    rows = db.execute(_PAGE, {"after": after, "most": most}).mappings().all()
    ids = [row["id"] for row in rows]
    logged = db.execute(
        select(entries).where(entries.c.table_id.in_(ids)).order_by(entries.c.table_id, entries.c.number)
    )
    logs = {id_: list(log_rows) for id_, log_rows in groupby(logged, lambda entry: str(entry.table_id))}
    undamaged = []
    for row in rows:
        try:
            entries_read = [read_entry(*entry[1:]) for entry in logs.get(row["id"], [])]
            if [entry.number for entry in entries_read] == list(range(1, row["version"] + 1)):
                undamaged.append(StoredTable(*read_table(row), entries_read))
        except Outdated:
            log.warning("Table %s is damaged and left out", tag(row["id"]))
    return Page(undamaged, rows[-1]["ordinal"] if len(rows) == most else None)


def agreed(db: Connection, owners: Iterable[str]) -> frozenset[str]:
    """The guests among these who have agreed that their finished public games are published."""
    query = select(guests.c.owner).where(guests.c.owner.in_(list(owners)), guests.c.publish == 1)
    return frozenset(db.execute(query).scalars())
