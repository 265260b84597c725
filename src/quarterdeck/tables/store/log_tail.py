"""Fetches the new entries of several tables in one query."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, and_, or_, select

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.errors import Outdated
from quarterdeck.tables.store.rows import read_entry
from quarterdeck.tables.store.schema import entries
from quarterdeck.tables.tags import tag

__all__ = ["MOST", "since"]

# Tables per query.
MOST: Final = 50

log = logging.getLogger(__name__)

_COLUMNS: Final = [entries.c[name] for name in Entry._fields]


def since(db: Connection, after: Mapping[str, int]) -> dict[str, list[Entry]]:
    """Each of these tables' entries after a number, in order; damaged tables are left out."""
    conditions = [and_(entries.c.table_id == id_, entries.c.number > number) for id_, number in after.items()]
    query = select(entries.c.table_id, *_COLUMNS).where(or_(*conditions))
    entries_by_table: dict[str, list[Entry]] = {id_: [] for id_ in after}
    for id_, *row in db.execute(query.order_by(entries.c.table_id, entries.c.number)):
        if id_ not in entries_by_table:
            continue
        try:
            entries_by_table[id_].append(read_entry(*row))
        except Outdated:
            log.warning("Table %s is damaged", tag(id_))
            del entries_by_table[id_]
    return entries_by_table
