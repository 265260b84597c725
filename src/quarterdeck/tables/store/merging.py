"""Makes two guests one person: whatever is the first one's becomes the second one's, in one transaction.

At tables this is an entry in the log, `same`, as logs are only appended to. So servers that have the match in
memory learn of it like of any other entry, and one that is writing at the same moment has to look again.
Everything else is rows whose owner changes; where both have one that can be there only once, the second one's
stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Row,
    Table,
    and_,
    delete,
    func,
    insert,
    not_,
    select,
    text,
    union,
    update,
)

from quarterdeck.i18n import _
from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.store import friends, keys, ratings, regattas
from quarterdeck.tables.store.guests import guest
from quarterdeck.tables.store.listen import notify
from quarterdeck.tables.store.puzzles import answers_of
from quarterdeck.tables.store.rows import DAILY, Guest, guest_values
from quarterdeck.tables.store.schema import (
    UNFINISHED_STATES,
    VOYAGE,
    browsers,
    entries,
    guests,
    hidden,
    holders,
    invitations,
    notices,
    passkeys,
    puzzle_answers,
    puzzle_ratings,
    recoveries,
    results,
    tables,
)
from quarterdeck.tables.store.upsert import inserting

__all__ = ["MOST_PUSH", "GuestSummary", "SignInAsPerson", "belongings", "join", "merge", "touched"]

# Devices with notices that one person can have.
MOST_PUSH: Final = 8
# Any number that nothing else uses: one merger at a time, so that no two of them wait for each other.
LOCK: Final = 0x51440003
# Columns that say whose a row is, and that are one of several columns of its key.
KEYED: Final = (
    (results, results.c.holder),
    (notices, notices.c.owner),
    (invitations, invitations.c.owner),
    (hidden, hidden.c.owner),
    (hidden, hidden.c.other),
    (puzzle_answers, puzzle_answers.c.holder),
    (puzzle_ratings, puzzle_ratings.c.player),
)
# Columns that say whose a row is, and that are no part of its key.
PLAIN: Final = (passkeys.c.owner, invitations.c.sender)


class GuestSummary(NamedTuple):
    """What a guest has: a name, how many unfinished and finished tables, and whether there is `more`."""

    name: str
    unfinished: int
    finished: int
    more: bool

    @property
    def any(self) -> bool:
        """Whether there is anything to ask the guest about before a merger."""
        return bool(self.unfinished or self.finished or self.more)


def belongings(db: Connection, owner: str) -> GuestSummary:
    """What a guest has."""
    known = guest(db, owner)
    held = _held_tables(owner).subquery()
    counted = select(tables.c.state, func.count().label("many")).where(tables.c.id.in_(select(held.c.id)))
    states = {row.state: row.many for row in db.execute(counted.group_by(tables.c.state))}
    results_count = db.execute(select(func.count()).where(results.c.holder == owner)).scalar_one()
    reached = known and (known.email, known.pending, known.push, known.webhook)
    more = bool(
        results_count
        or any(reached or ())
        or (known and (known.ladder or known.friends or known.publish))
        or keys.of_owner(db, owner)
        or keys.codes(db, owner)
        or answers_of(db, owner)
        or friends.hidden_by(db, owner)
        or regattas.of_owner(db, owner, 1)
    )
    unfinished = sum(states.get(state, 0) for state in UNFINISHED_STATES)
    return GuestSummary(known.name if known else "", unfinished, states.get("over", 0), more)


def _held_tables(owner: str) -> Any:
    """The tables where somebody holds a seat, or that they made."""
    made = select(tables.c.id).where(tables.c.owner == owner)
    return union(made, select(holders.c.table_id).where(holders.c.holder == owner))


def touched(db: Connection, owner: str) -> list[str]:
    """The tables where somebody holds a seat or that they made, and those whose logs name them. Searching the
    logs takes a while, so the merger itself does not do it.
    """
    quoted = json.dumps(owner)
    named = select(entries.c.table_id).where(
        entries.c.kind.in_(("sit", "hand", "revoke", "show", "same")),
        entries.c.data.contains(quoted, autoescape=True),
    )
    return sorted({*db.execute(_held_tables(owner)).scalars(), *db.execute(named).scalars()})


def merge(db: Connection, was: str, now: str, known: Iterable[str], at: int) -> list[str]:
    """Give everything that is one guest's to another; returns the tables whose logs have a new entry. `known`
    are the tables of `touched`, `at` is in milliseconds since 1970. Raises NotAllowed if the two sit against
    each other at an unfinished table, or if the second one was itself merged into somebody else meanwhile.
    """
    if was == now:
        raise NotAllowed(_("These two are the same person already."))
    _lock_out_mergers(db)
    gone = keys.sign_in_of(db, now)
    if gone is not None and gone.merged:
        raise NotAllowed(_("That person has been joined with another one meanwhile: sign in again."))
    if regattas.together(db, was, now):
        raise NotAllowed(
            _("You take part twice in a round with one deal, and would see two hands: wait for its end.")
        )
    ids = sorted({*known, *db.execute(_held_tables(was)).scalars()})
    for id_ in ids:
        _append_same(db, id_, was, now, at)
    for table, column in KEYED:
        _change_owner(db, table, column, was, now)
    # A recovery code of the first one must not open what is the second one's.
    db.execute(delete(recoveries).where(recoveries.c.owner == was))
    for plain in PLAIN:
        db.execute(update(plain.table).where(plain == was).values({plain.name: now}))
    # Nobody hides or asks themselves.
    db.execute(delete(hidden).where(hidden.c.owner == hidden.c.other))
    db.execute(delete(invitations).where(invitations.c.owner == invitations.c.sender))
    ratings.merge(db, was, now)
    regattas.merge(db, was, now, _("Guest"))
    _merge_guests(db, was, now)
    db.execute(update(browsers).where(browsers.c.person == was).values(person=now))
    db.execute(delete(browsers).where(browsers.c.owner == browsers.c.person))
    keys.sign_in(db, was, now, at // 1000, merged=True)
    return ids


class SignInAsPerson(NamedTuple):
    """A browser that signs in as a person: the hash of its own token, and the person; what may be used once
    for it, with when that would be too old, in seconds since 1970; and the hash of the recovery code, if that
    was the way.
    """

    browser: str
    person: str
    once: str
    until: int
    code: str = ""


def join(db: Connection, joining: SignInAsPerson, known: Iterable[str] | None, at: int) -> list[str]:
    """Sign a browser in, all or nothing; returns the tables whose logs have a new entry. What was its own
    goes over to the person, or with None for `known` stays, and is there again when the browser signs out.
    Raises NotAllowed.
    """
    _lock_out_mergers(db)
    if keys.sign_in_of(db, joining.browser) is not None:
        raise NotAllowed(_("Here somebody is signed in already: sign out first, then sign in again."))
    keys.spend(db, joining.once, at // 1000, joining.until)
    if joining.code:
        keys.redeem(db, joining.code, at // 1000)
    if known is not None:
        return merge(db, joining.browser, joining.person, known, at)
    keys.sign_in(db, joining.browser, joining.person, at // 1000, merged=False)
    return []


def _lock_out_mergers(db: Connection) -> None:
    if db.dialect.name == "postgresql":
        db.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))


# -- tables


def _append_same(db: Connection, id_: str, was: str, now: str, at: int) -> None:
    """Append the entry that unites two holders to a table's log, and update its row and its holders."""
    row = db.execute(select(tables).where(tables.c.id == id_).with_for_update()).one()
    seats = _read_seats(row)
    if row.state in UNFINISHED_STATES and _are_opponents(seats, was, now):
        raise NotAllowed(
            _(
                "You sit at one unfinished table twice, and would see two hands there: finish that game or "
                "leave one of the seats, then try again."
            )
        )
    number = row.version + 1
    last = select(func.max(entries.c.at)).where(entries.c.table_id == id_)
    moment = max(at, db.execute(last).scalar_one() or 0)
    data = json.dumps({"was": was, "now": now})
    values = {"number": number, "at": moment, "kind": "same", "seat": TABLE, "data": data}
    db.execute(insert(entries).values(table_id=id_, **values))
    for seat in seats:
        renamed = (now if holder == was else holder for holder in seat["holders"])
        seat["holders"] = list(dict.fromkeys(renamed))
    changed: dict[str, Any] = {"version": number}
    if seats:
        changed["seats"] = json.dumps(seats)
    if row.owner == was and not _has_same_voyage(db, row, now):
        changed["owner"] = now
    if row.booked == row.version:
        # The merger changes its results, too: they need not be booked again.
        changed["booked"] = number
    db.execute(update(tables).where(tables.c.id == id_).values(changed))
    _merge_holders(db, id_, was, now)
    notify(db, [f"entry {id_} {number}"])


def _has_same_voyage(db: Connection, row: Row[Any], owner: str) -> bool:
    """Whether a table is the voyage of a day, and `owner` has one of the same game and day already. There can
    be one for each person, so the table then keeps its former owner and is compared no longer.
    """
    if row.relation != DAILY:
        return False
    same = (VOYAGE, tables.c.parent == row.parent, tables.c.game == row.game)
    return db.execute(select(tables.c.id).where(*same, tables.c.owner == owner)).first() is not None


def _read_seats(row: Row[Any]) -> list[dict[str, Any]]:
    """The seats in a table's row; none if it is damaged, which is for others to find out."""
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        read = json.loads(row.seats)
        if all(isinstance(seat["holders"], list) for seat in read):
            return list(read)
    return []


def _are_opponents(seats: list[dict[str, Any]], was: str, now: str) -> bool:
    """Whether each of the two holds a seat that the other doesn't."""
    first, second = ({seat["seat"] for seat in seats if holder in seat["holders"]} for holder in (was, now))
    return bool(first - second and second - first)


def _merge_holders(db: Connection, id_: str, was: str, now: str) -> None:
    """Put the second one in the place of the first among a table's holders, seen when either last was."""
    query = select(holders.c.holder, holders.c.seen).where(holders.c.table_id == id_)
    rows = db.execute(query.where(holders.c.holder.in_((was, now))))
    seen = {row.holder: row.seen for row in rows}
    if was not in seen:
        return
    latest = max((when for when in seen.values() if when is not None), default=None)
    db.execute(delete(holders).where(holders.c.table_id == id_, holders.c.holder.in_((was, now))))
    db.execute(insert(holders).values(holder=now, table_id=id_, seen=latest))


# -- rows


def _change_owner(db: Connection, table: Table, column: Column[str], was: str, now: str) -> None:
    """Give the rows of one owner to another. Where the other has a row with the rest of the key, the first
    one's is deleted.
    """
    there = table.alias()
    same_key = [there.c[part.name] == part for part in table.primary_key if part is not column]
    taken = select(there).where(and_(there.c[column.name] == now, *same_key)).exists()
    db.execute(update(table).where(column == was, not_(taken)).values({column.name: now}))
    db.execute(delete(table).where(column == was))


def _merge_guests(db: Connection, was: str, now: str) -> None:
    """Keep the second one's name and settings; the first one's devices with notices are added, and the
    address and the webhook if the second one has none.
    """
    # Their rows are locked: otherwise a change that another server is making would be lost.
    db.execute(
        select(guests.c.owner)
        .where(guests.c.owner.in_((was, now)))
        .order_by(guests.c.owner)
        .with_for_update()
    ).all()
    old, known = guest(db, was), guest(db, now)
    db.execute(delete(guests).where(guests.c.owner == was))
    if old is None:
        return
    # A guest who is new here has agreed to nothing yet.
    fresh = Guest(now, "", None, False, [], old.created, old.seen, since=old.since)
    values = guest_values(_merged_guest(old, known or fresh))
    stored = inserting(db, guests).values(values)
    db.execute(stored.on_conflict_do_update(index_elements=["owner"], set_=values))


def _merged_guest(old: Guest, known: Guest) -> Guest:
    """The guest `known` with what is added to it of the guest `old`."""
    endpoints = {device.get("endpoint") for device in known.push}
    added = [device for device in old.push if device.get("endpoint") not in endpoints]
    push = [*known.push, *added][-MOST_PUSH:]
    merged = replace(
        known,
        name=known.name or old.name,
        # Games are published only if both have agreed.
        publish=known.publish and old.publish,
        push=push,
        created=min(known.created, old.created),
        seen=max(known.seen, old.seen),
        language=known.language or old.language,
        code=known.code or old.code,
    )
    if known.email is None and known.pending is None and (old.email or old.pending):
        # Along with the address comes the code in the links of e-mails sent there.
        merged = replace(merged, email=old.email, pending=old.pending, code=old.code)
    if not known.webhook and old.webhook is not None:
        merged = replace(merged, webhook=old.webhook, mention=old.mention)
    return merged
