"""What is known of guests: read and changed, a row for each."""

from __future__ import annotations

import logging
from collections.abc import Callable

from sqlalchemy import Connection, RowMapping, select, update

from quarterdeck.tables.store.rows import Guest, guest_values, read_guest
from quarterdeck.tables.store.schema import guests
from quarterdeck.tables.store.upsert import inserting

__all__ = ["Change", "change_guest", "guest", "guest_of"]

# Maps a guest to the changed guest, or to None for no change. It gets None if nothing is known.
Change = Callable[[Guest | None], Guest | None]

log = logging.getLogger(__name__)


def guest(db: Connection, owner: str) -> Guest | None:
    """The guest with this hash; None if unknown or damaged."""
    found = db.execute(select(guests).where(guests.c.owner == owner)).mappings().one_or_none()
    return None if found is None else _read_or_warn(found)


def guest_of(db: Connection, code: str) -> Guest | None:
    """The guest with this code; None if there is none, or if the row is damaged."""
    found = db.execute(select(guests).where(guests.c.code == code)).mappings().one_or_none()
    return None if found is None else read_guest(found)


def change_guest(db: Connection, owner: str, change: Change) -> Guest | None:
    """Replace what is known of a guest by what `change` returns; None means no change. Returns the guest
    afterwards. The guest's row is locked meanwhile; `change` may be called more than once.
    """
    row = select(guests).where(guests.c.owner == owner).with_for_update()
    while True:
        found = db.execute(row).mappings().one_or_none()
        known = None if found is None else _read_or_warn(found)
        changed = change(known)
        if changed is None or changed == known:
            return known
        values = guest_values(changed)
        if found is not None:
            db.execute(update(guests).where(guests.c.owner == owner).values(values))
            return changed
        # A missing row can't be locked: another server may be inserting it now.
        fresh = inserting(db, guests).values(values).on_conflict_do_nothing(index_elements=["owner"])
        if db.execute(fresh.returning(guests.c.owner)).one_or_none() is not None:
            return changed


def _read_or_warn(row: RowMapping) -> Guest | None:
    """A guest's row; None, and a warning in the log, if it is damaged."""
    known = read_guest(row)
    if known is None:
        log.warning("What is stored of guest %s is damaged", row["owner"])
    return known
