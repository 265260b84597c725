"""Regattas in the database: their settings, their entrants, and the result of each finished round."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from quarterdeck.i18n import _
from quarterdeck.play import check_new_name
from quarterdeck.tables.errors import NotAllowed, NotFound
from quarterdeck.tables.regatta import FEWEST, MOST, RoundResult
from quarterdeck.tables.store.rows import DUPLICATE, REGATTA, TableState, damaged
from quarterdeck.tables.store.schema import OF_REGATTA, entrants, regattas, tables
from quarterdeck.text_safety import alike

__all__ = [
    "GONE",
    "Entrant",
    "Regatta",
    "add",
    "begin",
    "drop",
    "enter",
    "find",
    "finish",
    "forget",
    "merge",
    "of_owner",
    "tables_of",
    "together",
]

# The prefix of the holder of a place that nobody plays any more; hashes have no colon.
GONE: Final = "gone:"


class Entrant(NamedTuple):
    """Somebody who takes part."""

    number: int
    holder: str
    name: str


class Regatta(NamedTuple):
    """A regatta. `options` and `terms` are those of its tables, `bot` takes their free seats; `duplicate`:
    all tables of a round have the same deal. `begun` counts the rounds that have begun, `results` has one
    list for each finished round. `created` is in seconds since 1970.
    """

    id: str
    title: str
    owner: str
    game: str
    options: dict[str, Any]
    terms: dict[str, Any]
    bot: str
    rounds: int
    duplicate: bool
    created: int
    begun: int = 0
    results: tuple[tuple[RoundResult, ...], ...] = ()
    entrants: tuple[Entrant, ...] = ()

    @property
    def relation(self) -> str:
        """How its tables relate to it."""
        return DUPLICATE if self.duplicate else REGATTA

    @property
    def over(self) -> bool:
        """Whether all rounds are finished."""
        return len(self.results) == self.rounds

    @property
    def between(self) -> bool:
        """Whether no round is going on."""
        return self.begun == len(self.results)

    def entrant(self, owner: str | None) -> Entrant | None:
        """The entrant with this browser or program; None if it takes no part."""
        return next((one for one in self.entrants if one.holder == owner), None)


def add(db: Connection, regatta: Regatta) -> None:
    """Store a new regatta."""
    values = regatta._asdict()
    del values["entrants"]
    values["laps"] = values.pop("results")
    texts = {name: json.dumps(values[name]) for name in ("options", "terms", "laps")}
    db.execute(insert(regattas), {**values, **texts, "duplicate": int(regatta.duplicate)})


def find(db: Connection, id_: str) -> Regatta:
    """A regatta with its entrants. Raises NotFound; Outdated if its row is damaged."""
    row = db.execute(select(regattas).where(regattas.c.id == id_)).mappings().first()
    if row is None:
        raise NotFound(_("There is no such regatta here: the address may be incomplete."))
    query = select(entrants.c.number, entrants.c.holder, entrants.c.name).where(entrants.c.regatta == id_)
    people = tuple(Entrant(*one) for one in db.execute(query.order_by(entrants.c.number)))
    try:
        read = {name: json.loads(row[name]) for name in ("options", "terms")}
        results = tuple(tuple(RoundResult(*one) for one in done) for done in json.loads(row["laps"]))
    except (ValueError, TypeError, RecursionError):
        raise damaged() from None
    values = {name: row[name] for name in row if name != "laps"} | read
    values["duplicate"] = bool(row["duplicate"])
    return Regatta(**values, results=results, entrants=people)


def of_owner(db: Connection, owner: str, most: int) -> list[tuple[str, str, str, int]]:
    """The regattas that somebody takes part in or has set up, newest first: id, title, game, and when it was
    made, in seconds.
    """
    mine = select(entrants.c.regatta).where(entrants.c.holder == owner)
    query = (
        select(regattas.c.id, regattas.c.title, regattas.c.game, regattas.c.created)
        .where(regattas.c.id.in_(mine) | (regattas.c.owner == owner))
        .order_by(regattas.c.created.desc(), regattas.c.id)
        .limit(most)
    )
    return [(id_, title, game, created) for id_, title, game, created in db.execute(query)]


def enter(db: Connection, id_: str, owner: str, name: str) -> None:
    """Let somebody take part; nothing changes if they do already. Raises NotAllowed if it has begun or is
    full, RecordError if nobody can have this name at a table.
    """
    name = check_new_name(name)
    begun = _lock_begun_rounds(db, id_)
    columns = entrants.c.holder, entrants.c.number, entrants.c.name
    people = list(db.execute(select(*columns).where(entrants.c.regatta == id_)))
    if any(one.holder == owner for one in people):
        return
    if begun:
        raise NotAllowed(_("This regatta has begun: nobody can join any more. You can watch."))
    if len(people) >= MOST:
        raise NotAllowed(_("This regatta is full: {most} people take part.").format(most=MOST))
    if any(alike(name, one.name) for one in people):
        raise NotAllowed(
            _("Somebody in this regatta has that name already, or one that looks like it: take another one.")
        )
    number = max((one.number for one in people), default=-1) + 1
    db.execute(insert(entrants), {"regatta": id_, "number": number, "holder": owner, "name": name})


def drop(db: Connection, id_: str, owner: str) -> None:
    """Take somebody out of a regatta. NotAllowed once it has begun."""
    if _lock_begun_rounds(db, id_):
        raise NotAllowed(_("This regatta has begun: leave your seat at the table to a bot instead."))
    db.execute(delete(entrants).where(entrants.c.regatta == id_, entrants.c.holder == owner))


def begin(db: Connection, id_: str, number: int) -> None:
    """Note that round `number` begins; nothing changes if it has begun already. Raises NotAllowed if too few
    people take part.
    """
    begun = _lock_begun_rounds(db, id_)
    people = select(func.count()).select_from(entrants).where(entrants.c.regatta == id_)
    if db.execute(people).scalar_one() < FEWEST:
        raise NotAllowed(_("A regatta takes at least {fewest} people.").format(fewest=FEWEST))
    if begun == number - 1:
        db.execute(update(regattas).where(regattas.c.id == id_).values(begun=number))


def _lock_begun_rounds(db: Connection, id_: str) -> int:
    """Lock a regatta's row until the end of the transaction, and return how many rounds have begun. Meanwhile
    no round begins and nobody joins or leaves, since who takes part decides who sits where.
    """
    return int(
        db.execute(select(regattas.c.begun).where(regattas.c.id == id_).with_for_update()).scalar_one()
    )


def finish(db: Connection, id_: str, results: Sequence[Sequence[RoundResult]]) -> None:
    """Store the results of all finished rounds, unless as many are stored already."""
    query = select(regattas.c.laps).where(regattas.c.id == id_).with_for_update()
    stored = json.loads(db.execute(query).scalar_one())
    if len(stored) < len(results):
        db.execute(update(regattas).where(regattas.c.id == id_).values(laps=json.dumps(results)))


def tables_of(db: Connection, regatta: Regatta, rounds: Iterable[int]) -> list[dict[int, TableState]]:
    """The tables of each of these rounds, by number."""
    names = [[f"{regatta.id}/{number}/{table}" for table in range(MOST)] for number in rounds]
    query = select(tables.c.parent, tables.c.id, tables.c.state).where(
        OF_REGATTA, tables.c.parent.in_(chain.from_iterable(names))
    )
    found = {parent: TableState(id_, state) for parent, id_, state in db.execute(query)}
    return [{table: found[name] for table, name in enumerate(round_) if name in found} for round_ in names]


def together(db: Connection, one: str, other: str) -> bool:
    """Whether two guests play the same deal in a round that is going on: as one person they would see two
    hands of it.
    """
    first, second = entrants.alias(), entrants.alias()
    query = (
        select(regattas.c.begun, regattas.c.laps)
        .join(first, first.c.regatta == regattas.c.id)
        .join(second, second.c.regatta == regattas.c.id)
        .where(first.c.holder == one, second.c.holder == other, regattas.c.duplicate == 1)
    )
    return any(found.begun > len(json.loads(found.laps)) for found in db.execute(query))


def merge(db: Connection, was: str, now: str, name: str) -> None:
    """Let one guest take part, and be the host, in place of another. Where both take part, the first one's
    place ends: before the first round it is free; later a bot plays on, and it is called `name`, since nobody
    could have its own forgotten any more.
    """
    others = entrants.alias()
    taken = select(others).where(others.c.regatta == entrants.c.regatta, others.c.holder == now).exists()
    waiting = entrants.c.regatta.in_(select(regattas.c.id).where(regattas.c.begun == 0))
    db.execute(delete(entrants).where(entrants.c.holder == was, taken, waiting))
    db.execute(update(entrants).where(entrants.c.holder == was, ~taken).values(holder=now))
    db.execute(update(entrants).where(entrants.c.holder == was).values(holder=GONE + was, name=name))
    db.execute(update(regattas).where(regattas.c.owner == was).values(owner=now))


def forget(db: Connection, owner: str, name: str) -> None:
    """Call somebody `name` in regattas that have begun, and take them out of all others."""
    waiting = select(regattas.c.id).where(regattas.c.begun == 0)
    db.execute(delete(entrants).where(entrants.c.holder == owner, entrants.c.regatta.in_(waiting)))
    db.execute(update(entrants).where(entrants.c.holder == owner).values(name=name))
