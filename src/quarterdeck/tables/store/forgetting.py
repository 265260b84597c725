"""Forgets a guest: deletes what is known of them, results and keys too, and blanks their chat messages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, select, union, update

from quarterdeck.i18n import _
from quarterdeck.tables.entry import HOLDING
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store import friends, keys, puzzles, ratings, regattas, results
from quarterdeck.tables.store.rows import Guest
from quarterdeck.tables.store.schema import entries, guests, holders, messages, notices, tables

__all__ = ["MessageId", "drops", "forget", "said_by"]

_CLEAR_SEEN = (
    update(holders)
    .where(holders.c.table_id == bindparam("table"), holders.c.holder == bindparam("who"))
    .values(seen=None)
)
_BLANK_MESSAGE = (
    update(messages)
    .where(messages.c.table_id == bindparam("table"), messages.c.number == bindparam("which"))
    .values(text="")
)


class MessageId(NamedTuple):
    """A chat message: its table and its number there."""

    table: str
    number: int


def said_by(db: Connection, owner: str) -> list[MessageId]:
    """The messages written for a seat while somebody held it, in order. A message names only the seat; the
    log tells who held it then. If several devices hold a seat, all count as the author.
    """
    return [said for table in _tables_with_chat(db, owner) for said in _messages_at(db, table, owner)]


def _tables_with_chat(db: Connection, owner: str) -> list[str]:
    """The tables with chat where somebody has held a seat, in the order of their ids."""
    quoted = json.dumps(owner)
    talked = select(messages.c.table_id)
    sat = select(entries.c.table_id.label("id")).where(
        entries.c.table_id.in_(talked),
        entries.c.kind.in_(("sit", "hand", "same")),
        entries.c.data.contains(quoted, autoescape=True),
    )
    made = select(tables.c.id).where(tables.c.owner == owner, tables.c.id.in_(talked))
    return sorted(db.execute(union(sat, made)).scalars())


def _messages_at(db: Connection, table: str, owner: str) -> Iterator[MessageId]:
    """The messages written at one table for seats that somebody held at the time."""
    maker, kinds = db.execute(select(tables.c.owner, tables.c.kinds).where(tables.c.id == table)).one()
    held: dict[int, set[str]] = {}
    with suppress(ValueError, TypeError, RecursionError):
        held = {seat: {maker} for seat, kind in enumerate(json.loads(kinds)) if kind == HUMAN}
    log = select(entries.c.at, entries.c.kind, entries.c.seat, entries.c.data).where(
        entries.c.table_id == table, entries.c.kind.in_({*HOLDING, "same"})
    )
    changes = list(db.execute(log.order_by(entries.c.number)))
    ours = _holders_of_person(changes, owner)
    talk = select(messages.c.number, messages.c.at, messages.c.seat, messages.c.text)
    for number, at, seat, text in db.execute(
        talk.where(messages.c.table_id == table).order_by(messages.c.number)
    ):
        while changes and changes[0].at <= at:
            _update_holders(held, *changes.pop(0)[1:])
        if text and ours & held.get(seat, set()):
            yield MessageId(table, number)


def _holders_of_person(changes: Iterable[Any], owner: str) -> set[str]:
    """All holders at a table that are this person: `owner`, and those that were united with it."""
    ours = {owner}
    for _at, kind, _seat, data in reversed(list(changes)):
        with suppress(ValueError, KeyError, TypeError, RecursionError):
            if kind == "same" and (read := json.loads(data))["now"] in ours:
                ours.add(str(read["was"]))
    return ours


def _update_holders(held: dict[int, set[str]], kind: str, seat: int, data: str) -> None:
    """Update the seats' holders by an entry; damaged entries are ignored."""
    if kind == "same":
        _unite_holders(held, data)
        return
    holder = None
    with suppress(ValueError, AttributeError, RecursionError):
        holder = json.loads(data).get("holder")
    here = {holder} if isinstance(holder, str) else set()
    held[seat] = held.get(seat, set()) | here if kind == "hand" else here


def _unite_holders(held: dict[int, set[str]], data: str) -> None:
    """Add the holder that one of the seats' holders has become; damaged entries are ignored."""
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        read = json.loads(data)
        for holders_ in held.values():
            if read["was"] in holders_:
                holders_.add(read["now"])


def drops(known: Guest, changed: Guest) -> bool:
    """Whether a change deletes a guest's contact: an e-mail address, a webhook, or a browser."""
    addresses = set(filter(None, (known.email, known.pending, known.webhook)))
    browsers = [device for device in known.push if device not in changed.push]
    return bool(addresses - {changed.email, changed.pending, changed.webhook} or browsers)


def forget(db: Connection, owner: str, said: Iterable[MessageId] = ()) -> None:
    """Delete what is known of a guest, their results, keys, friends and the record of their notices; blank
    their chat messages.

    The messages stay as empty rows, because readers track what they have read by count.
    """
    if blanked := [{"table": message.table, "which": message.number} for message in said]:
        db.execute(_BLANK_MESSAGE, blanked)
    db.execute(delete(notices).where(notices.c.owner == owner))
    held = db.execute(select(holders.c.table_id).where(holders.c.holder == owner)).scalars().all()
    if held:
        # One by one in the order of `hold`; databases sort differently.
        db.execute(_CLEAR_SEEN, [{"table": table, "who": owner} for table in sorted(held)])
    results.forget(db, owner)
    ratings.forget(db, owner)
    regattas.forget(db, owner, _("Guest"))
    keys.forget(db, owner)
    friends.forget(db, owner)
    puzzles.forget(db, owner)
    db.execute(delete(guests).where(guests.c.owner == owner))
