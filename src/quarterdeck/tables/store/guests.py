"""What is known of guests: read and changed, a row for each."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, RowMapping, select, text, update

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.tables.store.ratings import names_of_others
from quarterdeck.tables.store.rows import Guest, guest_values, read_guest
from quarterdeck.tables.store.schema import guests
from quarterdeck.tables.store.upsert import inserting
from quarterdeck.text_safety import alike

__all__ = ["Change", "change_guest", "guest", "guest_of", "rename"]

# Any number that nothing else uses: guests are renamed one at a time, so that no two get one name.
LOCK: Final = 0x51440004

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


def rename(db: Connection, owner: str, change: Change) -> Guest | None:
    """`change_guest`, for changes that give a name or put a guest on the ladder. Raises QuarterdeckError if
    somebody else on the ladder has a name that looks like it.
    """
    if db.dialect.name == "postgresql":
        db.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    before = guest(db, owner)
    changed = change_guest(db, owner, change)
    if changed is None or not changed.ladder:
        return changed
    kept = before is not None and before.ladder and before.name == changed.name
    if not kept and any(alike(changed.name, other) for other in names_of_others(db, owner)):
        raise QuarterdeckError(
            _("Somebody on the ladder has that name already, or one that looks like it: take another one.")
        )
    return changed


def _read_or_warn(row: RowMapping) -> Guest | None:
    """A guest's row; None, and a warning in the log, if it is damaged."""
    known = read_guest(row)
    if known is None:
        log.warning("What is stored of guest %s is damaged", row["owner"])
    return known
