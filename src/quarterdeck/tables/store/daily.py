"""Voyages of the day in the database: who has begun one, and how all who have finished one compare.

A voyage is a table whose relation is `DAILY` and whose parent is the date; its owner is its player, or
`BOT` and a bot's name. The index lets each owner have one for each game and day.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, and_, case, func, literal, or_, select

from quarterdeck.tables.daily import ends
from quarterdeck.tables.ladder import BOT
from quarterdeck.tables.store.rows import TableState
from quarterdeck.tables.store.schema import VOYAGE, guests, results, tables

__all__ = ["FinishedVoyage", "PointsTotal", "begun", "standings", "totals"]


# Who has no place comes last.
_RANK = case((results.c.place == 0, results.c.players), else_=results.c.place)
_SCORE = func.coalesce(results.c.score, 0)


class FinishedVoyage(NamedTuple):
    """A finished voyage: whose, what they are called ("" if they are not to be named), its table, the
    place (0 is none) and the score.

    `points`: how many percent of the others fared worse, ties counting half; None if there are no others.
    """

    holder: str
    name: str
    table: str
    place: int
    score: int | None
    points: float | None


class PointsTotal(NamedTuple):
    """Somebody's points in several voyages."""

    holder: str
    name: str
    points: float
    voyages: int


def begun(db: Connection, owner: str, game: str, day: date) -> TableState | None:
    """The voyage of a player or bot."""
    query = select(tables.c.id, tables.c.state).where(
        VOYAGE,
        tables.c.parent == day.isoformat(),
        tables.c.game == game,
        tables.c.owner == owner,
    )
    found = db.execute(query).first()
    return None if found is None else TableState(*found)


def standings(db: Connection, game: str, day: date) -> list[FinishedVoyage]:
    """Everybody who has finished the voyage in time, and the bots, the best first."""
    scored = _scored_voyages([day], game).subquery()
    query = (
        select(
            scored.c.holder,
            _public_name(),
            scored.c.id,
            scored.c.place,
            scored.c.score,
            scored.c.points,
        )
        .join_from(scored, guests, guests.c.owner == scored.c.holder, isouter=True)
        .order_by(scored.c.rank, func.coalesce(scored.c.score, 0).desc(), scored.c.holder)
    )
    return [FinishedVoyage(*found) for found in db.execute(query)]


def totals(db: Connection, first: date, last: date) -> list[PointsTotal]:
    """The points of everybody who has finished voyages of these days, the most first, without bots; none if
    `last` is before `first`.
    """
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    if not days:
        return []
    scored = _scored_voyages(days).subquery()
    points = func.sum(func.coalesce(scored.c.points, 0))
    query = (
        select(scored.c.holder, _public_name(), points, func.count())
        .join_from(scored, guests, guests.c.owner == scored.c.holder, isouter=True)
        .where(~scored.c.holder.startswith(BOT))
        .group_by(scored.c.holder, guests.c.name, guests.c.ladder)
        .order_by(points.desc(), scored.c.holder)
    )
    return [PointsTotal(*found) for found in db.execute(query)]


def _public_name() -> Any:
    """The names of people who have joined the ladder, "" for all others."""
    return case((guests.c.ladder == 1, guests.c.name), else_="")


def _scored_voyages(days: Iterable[date], game: str | None = None) -> Select[Any]:
    """The finished voyages of these days with their points. A voyage that ended after its day does not count:
    the cards were known by then.
    """
    by_day = {day.isoformat(): ends(day) for day in days}
    in_time = or_(
        results.c.holder.startswith(BOT), results.c.ended_at < case(by_day, value=tables.c.parent, else_=0)
    )
    columns = (results.c.holder, tables.c.id, results.c.place, results.c.score, _RANK.label("rank"))
    alike = (tables.c.parent, tables.c.game)
    worse = func.rank().over(partition_by=alike, order_by=(_RANK.desc(), _SCORE))
    better = func.rank().over(partition_by=alike, order_by=(_RANK, _SCORE.desc()))
    others = func.count().over(partition_by=alike) - 1
    # Both ranks count from 1: their difference is how many fared worse less how many fared better.
    points = case((others > 0, literal(50.0) * (others + worse - better) / others))
    query = (
        select(*columns, points.label("points"))
        .join_from(
            tables, results, and_(results.c.table_id == tables.c.id, results.c.holder == tables.c.owner)
        )
        .where(VOYAGE, tables.c.parent.in_(by_day), results.c.how == "played", in_time)
    )
    return query if game is None else query.where(tables.c.game == game)
