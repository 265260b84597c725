"""Ratings in the database, by game and player, and who has joined the ladder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select, update

from quarterdeck.tables.ladder import BOT, NEW, Placing, Rating, rate, united
from quarterdeck.tables.store.schema import guests, ratings
from quarterdeck.tables.store.upsert import inserting

__all__ = [
    "Rung",
    "count",
    "forget",
    "joined",
    "merge",
    "names_of_others",
    "of_owner",
    "rating_values",
    "read_rating",
]

# Integers are the same in every database: strengths are stored in millionths.
MILLIONTH: Final = 1_000_000


class Rung(NamedTuple):
    """Somebody on the ladder: the hash of their browser, their name, and their rating."""

    holder: str
    name: str
    rating: Rating


def count(db: Connection, game: str, ranking: Sequence[Placing]) -> None:
    """Change the ratings of a rated match's people."""
    people = sorted({placing.player for placing in ranking if not placing.player.startswith(BOT)})
    known = _lock_ratings(db, game, people)
    for holder, rating in rate(game, ranking, known).items():
        query = update(ratings).where(ratings.c.holder == holder, ratings.c.game == game)
        db.execute(query.values(rating_values(rating)))


def _lock_ratings(db: Connection, game: str, people: Sequence[str]) -> dict[str, Rating]:
    """The ratings of these people, `NEW` for those who had none; locked until the end of the transaction."""
    if people:
        # A missing row can't be locked: another server may be inserting it now.
        rows = [{"holder": holder, "game": game, **rating_values(NEW)} for holder in people]
        db.execute(inserting(db, ratings).values(rows).on_conflict_do_nothing())
    # Locked in one order, so that two matches that end at once don't wait for each other forever.
    query = (
        select(ratings)
        .where(ratings.c.game == game, ratings.c.holder.in_(people))
        .order_by(ratings.c.holder)
        .with_for_update()
    )
    return {found.holder: read_rating(found) for found in db.execute(query)}


def of_owner(db: Connection, owner: str) -> dict[str, Rating]:
    """Somebody's ratings by game."""
    found = db.execute(select(ratings).where(ratings.c.holder == owner))
    return {row.game: read_rating(row) for row in found}


def joined(db: Connection, game: str) -> list[Rung]:
    """Everybody with a rating in this game who has joined the ladder, the strongest first."""
    query = (
        select(ratings, guests.c.name)
        .join(guests, guests.c.owner == ratings.c.holder)
        .where(ratings.c.game == game, guests.c.ladder == 1)
        .order_by(ratings.c.mu.desc(), ratings.c.holder)
    )
    return [Rung(found.holder, found.name, read_rating(found)) for found in db.execute(query)]


def names_of_others(db: Connection, owner: str) -> list[str]:
    """The names of all others who have joined the ladder, whether they have a rating yet or not."""
    query = select(guests.c.name).where(guests.c.ladder == 1, guests.c.name != "", guests.c.owner != owner)
    return list(db.execute(query).scalars())


def merge(db: Connection, was: str, now: str) -> None:
    """Unite the ratings of two people in each game, as they are one person: `now` has them from here on."""
    # Locked in the order of `count`, which may be changing one of them now.
    rows = select(ratings).where(ratings.c.holder.in_((was, now))).order_by(ratings.c.game, ratings.c.holder)
    found = db.execute(rows.with_for_update()).all()
    old, known = ({row.game: read_rating(row) for row in found if row.holder == who} for who in (was, now))
    forget(db, was)
    for game, rating in old.items():
        values = rating_values(united(rating, known[game]) if game in known else rating)
        if game in known:
            query = update(ratings).where(ratings.c.holder == now, ratings.c.game == game)
            db.execute(query.values(values))
        else:
            db.execute(insert(ratings).values(holder=now, game=game, **values))


def forget(db: Connection, owner: str) -> None:
    """Delete all ratings of a person."""
    db.execute(delete(ratings).where(ratings.c.holder == owner))


def rating_values(rating: Rating) -> dict[str, int]:
    """A rating as columns."""
    mu, sigma = (round(strength * MILLIONTH) for strength in (rating.mu, rating.sigma))
    return {"mu": mu, "sigma": sigma, "games": rating.games}


def read_rating(row: Row[Any]) -> Rating:
    """A row's rating."""
    return Rating(row.mu / MILLIONTH, row.sigma / MILLIONTH, row.games)
