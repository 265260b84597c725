"""What people say at tables, and what is kept of the people: the store's part that is no match."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping

from sqlalchemy import Connection, Table, case, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.rows import Guest, Message, read_guest, sound
from quarterdeck.tables.schema import guests, tables
from quarterdeck.tables.schema import messages as said
from quarterdeck.words import _

__all__ = ["guest", "keep_guest", "messages", "say"]

FIELDS = tuple(name for name in Message._fields if name != "ordinal")
_TO_ALL = case((said.c.audience == "all", 1), else_=0)
_INSERTS: Mapping[str, Callable[[Table], postgresql.Insert | sqlite.Insert]] = {
    "postgresql": postgresql.insert,
    "sqlite": sqlite.insert,
}

log = logging.getLogger(__name__)


def say(db: Connection, table: str, at: int, seat: int, name: str, text: str, audience: str) -> Message:
    """Store a message under the next number of its table. NotFound."""
    # One at a time at each table; beginning with the table's row, as everything that writes does.
    row = select(tables.c.id).where(tables.c.id == table).with_for_update(key_share=True)
    if db.execute(row).one_or_none() is None:
        raise NotFound(_("There is no such table here: the address may be incomplete."))
    before = select(func.coalesce(func.max(said.c.number), 0), func.coalesce(func.sum(_TO_ALL), 0))
    last, ordinal = db.execute(before.where(said.c.table_id == table)).one()
    message = Message(last + 1, at, seat, name, text, audience, ordinal + (audience == "all"))
    db.execute(insert(said), {"table_id": table, **message.told()})
    return message


def messages(db: Connection, table: str, after: int, most: int) -> list[Message]:
    """The newest messages after this number, in order; damaged ones are left out."""
    ordinal = func.sum(_TO_ALL).over(order_by=said.c.number)
    columns = [*(said.c[name] for name in FIELDS), ordinal.label("ordinal")]
    whole = select(*columns).where(said.c.table_id == table).subquery()
    newest = select(whole).where(whole.c.number > after).order_by(whole.c.number.desc()).limit(most)
    found = db.execute(newest).all()
    read = [Message(*row) for row in reversed(found)]
    return [message for message in read if sound(message)]


def guest(db: Connection, owner: str) -> Guest | None:
    """What is known of whoever has this hash; nothing if it is damaged."""
    found = db.execute(select(guests).where(guests.c.owner == owner)).mappings().one_or_none()
    if found is None:
        return None
    read = read_guest(found)
    if read is None:
        log.warning("What is stored of guest %s is damaged", owner)
    return read


def keep_guest(db: Connection, guest: Guest) -> None:
    """Put this in place of what is known of a guest."""
    values = {**vars(guest), "publish": int(guest.publish), "push": json.dumps(guest.push)}
    # In one statement: another server may be keeping the same guest at this moment.
    kept = _INSERTS[db.dialect.name](guests).values(values)
    db.execute(kept.on_conflict_do_update(index_elements=[guests.c.owner], set_=values))
