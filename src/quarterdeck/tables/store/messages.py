"""The chat messages of tables."""

from __future__ import annotations

from sqlalchemy import Connection, case, func, insert, select, update

from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.store.rows import Message, sound
from quarterdeck.tables.store.schema import messages as chat
from quarterdeck.tables.store.schema import tables

__all__ = ["messages", "remove", "say"]

FIELDS = tuple(name for name in Message._fields if name != "ordinal")
_TO_ALL = case((chat.c.audience == "all", 1), else_=0)


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
