"""Friends: people one has played with who agree to be asked to tables; and who is asked to which table.

Who has played with whom is read from the tables themselves. A person decides two things: whether to be among
the friends of others, which alone lets them ask others, too; and whom to hide.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, delete, func, or_, select, update

from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.store.rows import LESSON
from quarterdeck.tables.store.schema import guests, hidden, holders, invitations, tables
from quarterdeck.tables.store.upsert import inserting

__all__ = [
    "MOST_ASKED",
    "MOST_FRIENDS",
    "AskedTo",
    "Friend",
    "ask",
    "asked_to",
    "decline",
    "forget",
    "hidden_by",
    "hide",
    "of_owner",
    "open_to",
    "show",
]

# The most people in a list, and the most who can be asked to one table.
MOST_FRIENDS: Final = 100
MOST_ASKED: Final = 12
PLAYED: Final = ("running", "over")


class Friend(NamedTuple):
    """Somebody to play with: the hash of their browser, their name, how many tables both played at, and when
    they were last here, in milliseconds since 1970, if they show it.
    """

    holder: str
    name: str
    games: int
    seen: int | None = None


class AskedTo(NamedTuple):
    """An invitation: to which table, of which game, and by whom (hash and name)."""

    table: str
    game: str
    sender: str
    name: str


def of_owner(db: Connection, owner: str) -> list[Friend]:
    """Whom a guest can ask, those played with most often first; nobody unless the guest can be asked, too."""
    mine, theirs = holders.alias(), holders.alias()
    last_here = select(func.max(holders.c.seen)).where(holders.c.holder == guests.c.owner).scalar_subquery()
    games = func.count(func.distinct(tables.c.id))
    query = (
        select(guests.c.owner, guests.c.name, games, guests.c.shows, guests.c.seen, last_here)
        .select_from(mine)
        .join(theirs, theirs.c.table_id == mine.c.table_id)
        .join(tables, tables.c.id == mine.c.table_id)
        .join(guests, guests.c.owner == theirs.c.holder)
        .where(
            mine.c.holder == owner,
            theirs.c.holder != owner,
            tables.c.state.in_(PLAYED),
            or_(tables.c.relation.is_(None), tables.c.relation != LESSON),
            guests.c.friends == 1,
            guests.c.name != "",
            _can_be_asked(owner),
            ~_is_hidden_between(owner),
        )
        .group_by(guests.c.owner, guests.c.name, guests.c.shows, guests.c.seen)
        .order_by(games.desc(), guests.c.name, guests.c.owner)
        .limit(MOST_FRIENDS)
    )
    return [
        Friend(holder, name, count, max(seen * 1000, last_here or 0) if shows else None)
        for holder, name, count, shows, seen, last_here in db.execute(query)
    ]


def _can_be_asked(owner: str) -> ColumnElement[bool]:
    """Whether this guest has agreed to be asked to tables."""
    me = guests.alias()
    return select(me.c.owner).where(me.c.owner == owner, me.c.friends == 1).exists()


def _is_hidden_between(owner: str) -> ColumnElement[bool]:
    """Whether this guest has hidden the one of the query's row, or the other way round."""
    return (
        select(hidden.c.owner)
        .where(
            or_(
                and_(hidden.c.owner == owner, hidden.c.other == guests.c.owner),
                and_(hidden.c.owner == guests.c.owner, hidden.c.other == owner),
            )
        )
        .exists()
    )


def hide(db: Connection, owner: str, other: str) -> None:
    """Let two people no longer see or ask each other. Open invitations between them are withdrawn."""
    values = {"owner": owner, "other": other}
    db.execute(inserting(db, hidden).values(values).on_conflict_do_nothing(index_elements=["owner", "other"]))
    for asked, sender in ((owner, other), (other, owner)):
        db.execute(delete(invitations).where(invitations.c.owner == asked, invitations.c.sender == sender))


def show(db: Connection, owner: str, other: str) -> None:
    """Undo `hide`."""
    db.execute(delete(hidden).where(hidden.c.owner == owner, hidden.c.other == other))


def hidden_by(db: Connection, owner: str) -> list[Friend]:
    """Whom a guest has hidden, by name. The name is "" for those who do not agree any more to be asked."""
    name = case((guests.c.friends == 1, guests.c.name), else_="")
    query = (
        select(hidden.c.other, name)
        .join_from(hidden, guests, guests.c.owner == hidden.c.other, isouter=True)
        .where(hidden.c.owner == owner)
        .order_by(name, hidden.c.other)
    )
    return [Friend(other, name, 0) for other, name in db.execute(query)]


# -- invitations


def ask(db: Connection, table: str, sender: str, owner: str, at: int) -> bool:
    """Ask a friend to a table; returns whether they had not been asked there. Raises NotAllowed if they can't
    be asked by this guest, or if too many have been asked there.
    """
    if all(friend.holder != owner for friend in of_owner(db, sender)):
        raise NotAllowed(_("You can't ask this person: they would have to agree to it on their own page."))
    invitation = select(invitations.c.at).where(invitations.c.table_id == table, invitations.c.owner == owner)
    if db.execute(invitation).first() is not None:
        # Also if they have declined: nobody is asked twice.
        return False
    counted = select(func.count()).where(invitations.c.table_id == table)
    if db.execute(counted).scalar_one() >= MOST_ASKED:
        sentence = _("{most} people have been asked to this table, which is the most.")
        raise NotAllowed(sentence.format(most=MOST_ASKED))
    fresh = inserting(db, invitations).values(table_id=table, owner=owner, sender=sender, at=at)
    fresh = fresh.on_conflict_do_nothing(index_elements=["table_id", "owner"])
    return db.execute(fresh.returning(invitations.c.owner)).one_or_none() is not None


def asked_to(db: Connection, table: str) -> frozenset[str]:
    """Who has been asked to a table."""
    return frozenset(db.execute(select(invitations.c.owner).where(invitations.c.table_id == table)).scalars())


def open_to(db: Connection, owner: str) -> list[AskedTo]:
    """To which waiting tables somebody is asked, the newest invitation first; not where they sit already."""
    held = select(holders.c.table_id).where(holders.c.holder == owner)
    query = (
        select(invitations.c.table_id, tables.c.game, guests.c.owner, guests.c.name)
        .join_from(invitations, tables, tables.c.id == invitations.c.table_id)
        .join(guests, guests.c.owner == invitations.c.sender)
        .where(
            invitations.c.owner == owner,
            invitations.c.declined == 0,
            tables.c.state == "waiting",
            invitations.c.table_id.not_in(held),
            _can_be_asked(owner),
        )
        .order_by(invitations.c.at.desc(), invitations.c.table_id)
    )
    return [AskedTo(*found) for found in db.execute(query)]


def decline(db: Connection, table: str, owner: str) -> None:
    """Answer an invitation with no."""
    which = (invitations.c.table_id == table, invitations.c.owner == owner)
    db.execute(update(invitations).where(*which).values(declined=1))


def forget(db: Connection, owner: str) -> None:
    """Delete whom somebody has hidden, and all their invitations. Who has hidden them did so for good: the
    same browser can come back under another name.
    """
    db.execute(delete(hidden).where(hidden.c.owner == owner))
    db.execute(delete(invitations).where(or_(invitations.c.owner == owner, invitations.c.sender == owner)))
