"""Results of finished matches: what logbooks are made of.

Each person who played has a row, made from the match's log. A finished table whose `booked` is not its
version is still to be booked, the first time or anew.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, RowMapping, bindparam, delete, func, insert, select, update

from quarterdeck.kernel.spec import Json
from quarterdeck.tables.ladder import BOT, Placing
from quarterdeck.tables.store import ratings
from quarterdeck.tables.store.rows import sound
from quarterdeck.tables.store.schema import UNBOOKED, guests, results, tables
from quarterdeck.tables.tags import tag

__all__ = [
    "BOTH",
    "BOTS",
    "PEOPLE",
    "Booking",
    "How",
    "Opponents",
    "Person",
    "Result",
    "Swing",
    "UnbookedTable",
    "book",
    "forget",
    "of_owner",
    "people",
    "unbooked",
]

BOTS: Final = "bots"
PEOPLE: Final = "people"
BOTH: Final = "both"
Opponents = Literal["bots", "people", "both"]
How = Literal["played", "draw", "abandoned"]

log = logging.getLogger(__name__)

_UNBOOKED = select(tables.c.id, tables.c.version).where(UNBOOKED).order_by(tables.c.ordinal)
_OF_OWNER = (
    select(results)
    .where(results.c.holder == bindparam("who"))
    .order_by(results.c.ended_at, results.c.table_id)
)
_REPLACE = update(results).where(
    results.c.holder == bindparam("who"), results.c.table_id == bindparam("table")
)
_JSON: Final = ("options", "figures")


class UnbookedTable(NamedTuple):
    """A finished table whose results are missing or of another version, and its version now."""

    table: str
    version: int


class Swing(NamedTuple):
    """What a seat gained or lost at once: the ply, the points and their source."""

    ply: int
    amount: int
    source: str


class Result(NamedTuple):
    """A finished match as one person has played it.

    `ended_at` is in milliseconds since 1970. `how`: played to its end, or ended by agreement. `place` counts
    from 1; 0 is none. `winners` counts who has won, and `won` says whether this person has. `score` is what
    the place was decided by, None if nothing was counted. `rated`: it counted for ratings. `sources` has the
    points by source; `best` and `dearest` are the person's largest gain and loss.
    """

    holder: str
    table: str
    seat: int
    game: str
    players: int
    options: Json
    opponents: Opponents
    ended_at: int
    how: How
    place: int
    winners: int
    won: bool
    score: int | None
    rated: bool
    sources: dict[str, int]
    best: Swing | None
    dearest: Swing | None


class Person(NamedTuple):
    """Somebody with results: their name, if they have given one, and how many games they finished and won."""

    holder: str
    name: str
    games: int
    won: int


def people(db: Connection) -> list[Person]:
    """Everybody with results, those with the most first."""
    games = func.count()
    query = (
        select(results.c.holder, func.coalesce(guests.c.name, ""), games, func.sum(results.c.won))
        .join_from(results, guests, guests.c.owner == results.c.holder, isouter=True)
        .where(~results.c.holder.startswith(BOT))
        .group_by(results.c.holder, guests.c.name)
        .order_by(games.desc(), results.c.holder)
    )
    return [Person(holder, name, count, int(won)) for holder, name, count, won in db.execute(query)]


def unbooked(db: Connection, most: int) -> list[UnbookedTable]:
    """Finished tables to be booked, oldest first."""
    return [UnbookedTable(*found) for found in db.execute(_UNBOOKED.limit(most))]


class Booking(NamedTuple):
    """What a finished match came to: a result for each person, and everybody's place if it is rated.
    `regatta`: the regatta that it belongs to, if any.
    """

    game: str = ""
    results: Sequence[Result] = ()
    ranking: Sequence[Placing] = ()
    regatta: str | None = None


def book(db: Connection, done: UnbookedTable, booking: Booking) -> None:
    """Store the results of a table at this version. Nothing is stored if its log has grown since it was read,
    as by a merger of two guests: the table is still to be booked then.

    The first time, each person gets a row, and ratings change. Later, only rows that are still there are
    replaced: people who were forgotten get none again, and no match counts twice.
    """
    query = select(tables.c.booked, tables.c.version).where(tables.c.id == done.table).with_for_update()
    row = db.execute(query).one()
    if row.booked == done.version or row.version != done.version:
        return
    rows = [_result_values(result) for result in booking.results]
    if row.booked < 0:
        if rows:
            db.execute(insert(results), rows)
        if booking.ranking:
            ratings.count(db, booking.game, booking.ranking)
    elif rows:
        db.execute(_REPLACE, [{**row, "who": row["holder"], "table": row["table_id"]} for row in rows])
    db.execute(update(tables).where(tables.c.id == done.table).values(booked=done.version))


def of_owner(db: Connection, owner: str) -> list[Result]:
    """All results of a person, in the order in which the matches ended; damaged ones are left out."""
    rows = db.execute(_OF_OWNER, {"who": owner}).mappings()
    return [result for row in rows if (result := _read_result(row)) is not None]


def forget(db: Connection, owner: str) -> None:
    """Delete all results of a person."""
    db.execute(delete(results).where(results.c.holder == owner))


def _result_values(one: Result) -> dict[str, Any]:
    """A result as columns."""
    values = one._asdict()
    figures = {name: values.pop(name) for name in ("sources", "best", "dearest")}
    values |= {"table_id": values.pop("table"), "won": int(one.won), "rated": int(one.rated)}
    return {**values, "options": json.dumps(one.options), "figures": json.dumps(figures)}


def _read_result(row: RowMapping) -> Result | None:
    """A row as a result; None if it is damaged."""
    values: dict[str, Any] = {**row, "table": row["table_id"], "won": bool(row["won"])}
    values["rated"] = bool(row["rated"])
    del values["table_id"]
    try:
        values |= {name: json.loads(values[name]) for name in _JSON}
        figures = values.pop("figures")
        values["sources"] = {str(source): int(amount) for source, amount in figures["sources"].items()}
        for name in ("best", "dearest"):
            values[name] = _read_swing(figures[name])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        log.warning("A result of table %s is damaged and left out", tag(row["table_id"]))
        return None
    return Result(**values) if sound(values) and isinstance(values["options"], dict) else None


def _read_swing(stored: Sequence[Any] | None) -> Swing | None:
    if stored is None:
        return None
    ply, amount, source = stored
    return Swing(int(ply), int(amount), str(source))
