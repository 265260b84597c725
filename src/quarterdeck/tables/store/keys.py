"""Passkeys and recovery codes, with which a person signs in from another browser; and who has signed in
where.

A browser is a hash. Once somebody has signed in with it, `browsers` has the hash of the person. The ids of
things that may be used only once are kept as `spent` until they would be too old anyway.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.store.listen import notify
from quarterdeck.tables.store.schema import browsers, passkeys, recoveries, spent
from quarterdeck.tables.store.upsert import inserting

__all__ = [
    "KNOWN",
    "MOST_BROWSERS",
    "MOST_KEYS",
    "Passkey",
    "Recovery",
    "SignIn",
    "add",
    "code_of",
    "codes",
    "find",
    "forget",
    "hash_of",
    "mark",
    "new_code",
    "of_owner",
    "others",
    "person_by_browser",
    "redeem",
    "remove",
    "sign_in",
    "sign_in_of",
    "sign_out",
    "spend",
]

# The most passkeys of one person, and the most browsers in which one person is signed in.
MOST_KEYS: Final = 10
MOST_BROWSERS: Final = 20
# The notification that somebody has signed in or out with some browser.
KNOWN: Final = "person_by_browser"


class Passkey(NamedTuple):
    """A passkey: its id and public `key` (base64url), its owner, its own count of signatures (`signs`), its
    name, and when it was made and last used, in seconds since 1970.
    """

    id: str
    owner: str
    key: str
    signs: int
    name: str
    made: int
    used: int | None = None


class Recovery(NamedTuple):
    """A recovery code: its hash, whose it is, and when it was made and used, in seconds since 1970."""

    id: str
    owner: str
    made: int
    used: int | None


class SignIn(NamedTuple):
    """How a browser has signed in: as which person, when (seconds since 1970), and whether what belonged to
    the browser belongs to the person now (`merged`).
    """

    person: str
    at: int
    merged: bool


# -- passkeys


def add(db: Connection, key: Passkey) -> None:
    """Store a new passkey. Raises NotAllowed if it is known already, or if its owner has too many."""
    if len(of_owner(db, key.owner)) >= MOST_KEYS:
        sentence = _("You have {most} passkeys, which is the most: remove one first.")
        raise NotAllowed(sentence.format(most=MOST_KEYS))
    fresh = inserting(db, passkeys).values(key._asdict()).on_conflict_do_nothing(index_elements=["id"])
    if db.execute(fresh.returning(passkeys.c.id)).one_or_none() is None:
        raise NotAllowed(_("This passkey is known here already: sign in with it."))


def of_owner(db: Connection, owner: str) -> list[Passkey]:
    """Somebody's passkeys, oldest first."""
    query = select(passkeys).where(passkeys.c.owner == owner).order_by(passkeys.c.made, passkeys.c.id)
    return [Passkey(**found) for found in db.execute(query).mappings()]


def find(db: Connection, id_: str) -> Passkey | None:
    """The passkey with this id."""
    found = db.execute(select(passkeys).where(passkeys.c.id == id_)).mappings().one_or_none()
    return None if found is None else Passkey(**found)


def mark(db: Connection, id_: str, signs: int, at: int) -> None:
    """Store that a passkey was used, and how often it has signed."""
    db.execute(update(passkeys).where(passkeys.c.id == id_).values(signs=signs, used=at))


def remove(db: Connection, owner: str, id_: str) -> None:
    """Delete one of somebody's passkeys."""
    db.execute(delete(passkeys).where(passkeys.c.owner == owner, passkeys.c.id == id_))


# -- recovery codes


def hash_of(code: str) -> str:
    """The hash under which a code is stored: it tells nothing, as a code is random and long."""
    return hashlib.sha256(f"quarterdeck recovery\n{code}".encode()).hexdigest()


def new_code(db: Connection, owner: str, id_: str, at: int) -> None:
    """Store the hash of a new code; earlier ones are void."""
    db.execute(delete(recoveries).where(recoveries.c.owner == owner))
    db.execute(insert(recoveries).values(id=id_, owner=owner, made=at))


def codes(db: Connection, owner: str) -> list[Recovery]:
    """Somebody's codes, used ones too, oldest first."""
    query = select(recoveries).where(recoveries.c.owner == owner).order_by(recoveries.c.made, recoveries.c.id)
    return [Recovery(*found) for found in db.execute(query)]


def code_of(db: Connection, id_: str) -> Recovery | None:
    """The code with this hash."""
    found = db.execute(select(recoveries).where(recoveries.c.id == id_)).one_or_none()
    return None if found is None else Recovery(*found)


def redeem(db: Connection, id_: str, at: int) -> None:
    """Use up a code. Raises NotAllowed if it was used before, or replaced meanwhile."""
    fresh = update(recoveries).where(recoveries.c.id == id_, recoveries.c.used.is_(None))
    if not db.execute(fresh.values(used=at)).rowcount:
        raise NotAllowed(_("This recovery code has been used before: each works only once."))


# -- once only


def spend(db: Connection, id_: str, at: int, until: int) -> None:
    """Use up something that may be used once, by its id. Raises NotAllowed if it was used before. Also
    deletes the ids that had to be kept only until a time before `at`.
    """
    db.execute(delete(spent).where(spent.c.until < at))
    fresh = inserting(db, spent).values(id=id_, until=until).on_conflict_do_nothing(index_elements=["id"])
    if db.execute(fresh.returning(spent.c.id)).one_or_none() is None:
        raise NotAllowed(_("That has been used already: begin again on your page."))


# -- browsers


def person_by_browser(db: Connection) -> dict[str, str]:
    """The person of every browser that has signed in, by the browser's hash."""
    return {row.owner: row.person for row in db.execute(select(browsers.c.owner, browsers.c.person))}


def sign_in_of(db: Connection, browser: str) -> SignIn | None:
    """How a browser has signed in, if it has."""
    query = select(browsers.c.person, browsers.c.at, browsers.c.merged).where(browsers.c.owner == browser)
    found = db.execute(query).one_or_none()
    return None if found is None else SignIn(found.person, found.at, bool(found.merged))


def others(db: Connection, person: str, browser: str) -> int:
    """How many browsers besides this one have signed in as a person."""
    query = select(func.count()).where(browsers.c.person == person, browsers.c.owner != browser)
    return int(db.execute(query).scalar_one())


def sign_in(db: Connection, browser: str, person: str, at: int, merged: bool) -> None:
    """Sign a browser in as a person. If there are more than MOST_BROWSERS then, the oldest are signed out."""
    db.execute(delete(browsers).where(browsers.c.owner == browser))
    if browser != person:
        db.execute(insert(browsers).values(owner=browser, person=person, at=at, merged=int(merged)))
    newest = select(browsers.c.owner).where(browsers.c.person == person)
    newest = newest.order_by(browsers.c.at.desc(), browsers.c.owner).limit(MOST_BROWSERS)
    kept = list(db.execute(newest).scalars())
    db.execute(delete(browsers).where(browsers.c.person == person, browsers.c.owner.not_in(kept)))
    notify(db, [KNOWN])


def sign_out(db: Connection, person: str, browser: str, rest: bool = False) -> None:
    """Sign a browser of a person out; with `rest`, all their other browsers instead."""
    which = browsers.c.owner != browser if rest else browsers.c.owner == browser
    db.execute(delete(browsers).where(browsers.c.person == person, which))
    notify(db, [KNOWN])


def forget(db: Connection, owner: str) -> None:
    """Delete somebody's passkeys and codes. Browsers that have signed in keep the seats, and stay."""
    db.execute(delete(passkeys).where(passkeys.c.owner == owner))
    db.execute(delete(recoveries).where(recoveries.c.owner == owner))
