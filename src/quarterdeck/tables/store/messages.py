"""Chat messages and guests: the store's part besides matches."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from sqlalchemy import Connection, RowMapping, Table, case, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.store.rows import Guest, Message, guest_values, read_guest, sound
from quarterdeck.tables.store.schema import guests, tables
from quarterdeck.tables.store.schema import messages as chat

__all__ = ["Change", "change_guest", "guest", "inserting", "messages", "remove", "say"]

# Maps a guest to the changed guest, or to None for no change. It gets None if nothing is known.
Change = Callable[[Guest | None], Guest | None]

FIELDS = tuple(name for name in Message._fields if name != "ordinal")
_TO_ALL = case((chat.c.audience == "all", 1), else_=0)
_INSERT_BY_DIALECT: Mapping[str, Callable[[Table], postgresql.Insert | sqlite.Insert]] = {
    "postgresql": postgresql.insert,
    "sqlite": sqlite.insert,
}

log = logging.getLogger(__name__)


def say(db: Connection, table: str, at: int, seat: int, name: str, text: str, audience: str) -> Message:
    """Store a message under the next number of its table. Raises NotFound."""
    # One at a time per table: like every writer, lock the table's row first.
    row = select(tables.c.id).where(tables.c.id == table).with_for_update(key_share=True)
    if db.execute(row).one_or_none() is None:
        raise NotFound(_("There is no such table here: the address may be incomplete."))
    before = select(func.coalesce(func.max(chat.c.number), 0), func.coalesce(func.sum(_TO_ALL), 0))
    last, ordinal = db.execute(before.where(chat.c.table_id == table)).one()
    message = Message(last + 1, at, seat, name, text, audience, ordinal + (audience == "all"))
    db.execute(insert(chat), {"table_id": table, **message.public_fields()})
    return message


def messages(db: Connection, table: str, after: int, most: int) -> list[Message]:
    """The newest messages after this number, in order; damaged ones are left out."""
    ordinal = func.sum(_TO_ALL).over(order_by=chat.c.number)
    columns = [*(chat.c[name] for name in FIELDS), ordinal.label("ordinal")]
    whole = select(*columns).where(chat.c.table_id == table).subquery()
    newest = select(whole).where(whole.c.number > after).order_by(whole.c.number.desc()).limit(most)
    found = db.execute(newest).all()
    read = [Message(*row) for row in reversed(found)]
    return [message for message in read if sound(message)]


def remove(db: Connection, table: str, number: int) -> bool:
    """Blank a message; returns whether there was one with words. The empty row stays, because readers track
    what they have read by count.
    """
    which = (chat.c.table_id == table, chat.c.number == number, chat.c.text != "")
    return db.execute(update(chat).where(*which).values(text="")).rowcount > 0


def guest(db: Connection, owner: str) -> Guest | None:
    """The guest with this hash; None if unknown or damaged."""
    found = db.execute(select(guests).where(guests.c.owner == owner)).mappings().one_or_none()
    return None if found is None else _read_or_warn(found)


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


def inserting(db: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion into a table that can say what to do about a row that is there already."""
    return _INSERT_BY_DIALECT[db.dialect.name](table)


def _read_or_warn(row: RowMapping) -> Guest | None:
    """A guest's row; None, and a warning in the log, if it is damaged."""
    known = read_guest(row)
    if known is None:
        log.warning("What is stored of guest %s is damaged", row["owner"])
    return known
