"""Answers to puzzles in the database, and the ratings of people and puzzles.

Only somebody's first answer to a puzzle counts, and none after they looked at its solution: the first row of
a person and a puzzle stays as it is.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, select, update

from quarterdeck.tables.ladder import NEW, Rating, duel
from quarterdeck.tables.store.ratings import rating_values, read_rating
from quarterdeck.tables.store.schema import puzzle_answers, puzzle_ratings
from quarterdeck.tables.store.upsert import inserting

__all__ = ["FirstAnswer", "answer", "answers_of", "forget", "rated", "ratings_of"]

# The prefix of a puzzle's name where it stands among the people; their hashes have no colon.
PUZZLE: Final = "puzzle:"


class FirstAnswer(NamedTuple):
    """Somebody's first answer to a puzzle. `action`: its text, "" if they looked at the solution instead."""

    puzzle: str
    action: str
    solved: bool


def answer(
    db: Connection, owner: str, game: str, tried: FirstAnswer, at: int, first: Rating
) -> tuple[FirstAnswer, bool]:
    """Keep an answer at this time, in milliseconds since 1970, and count it; `first` is the rating of a
    puzzle that nobody has tried yet. Returns the answer that is kept, and whether it is this one.
    """
    values = {"holder": owner, "puzzle": tried.puzzle, "game": game, "at": at}
    query = inserting(db, puzzle_answers).values(**values, action=tried.action, solved=int(tried.solved))
    added = query.on_conflict_do_nothing().returning(puzzle_answers.c.puzzle)
    if db.execute(added).first() is None:
        return next(kept for kept in answers_of(db, owner) if kept.puzzle == tried.puzzle), False
    if tried.action:
        _count_answer(db, owner, game, tried, first)
    return tried, True


def _count_answer(db: Connection, owner: str, game: str, tried: FirstAnswer, first: Rating) -> None:
    """Change the ratings of a person and a puzzle by the person's first answer."""
    # Always a person before a puzzle, so that two answers at once don't wait for each other forever.
    players = (owner, PUZZLE + tried.puzzle)
    own = _lock_rating(db, players[0], game, NEW)
    puzzle = _lock_rating(db, players[1], game, first)
    for player, rating in zip(players, duel(own, puzzle, tried.solved), strict=True):
        db.execute(update(puzzle_ratings).where(*_row_of(player, game)).values(rating_values(rating)))


def _lock_rating(db: Connection, player: str, game: str, new: Rating) -> Rating:
    """The rating of a player, `new` if there was none; its row is locked until the end of the transaction."""
    # A missing row can't be locked: another server may be inserting it now.
    fresh = inserting(db, puzzle_ratings).values(player=player, game=game, **rating_values(new))
    db.execute(fresh.on_conflict_do_nothing())
    query = select(puzzle_ratings).where(*_row_of(player, game)).with_for_update()
    return read_rating(db.execute(query).one())


def _row_of(player: str, game: str) -> tuple[Any, ...]:
    """The conditions for the row of a player's or puzzle's rating."""
    return puzzle_ratings.c.player == player, puzzle_ratings.c.game == game


def answers_of(db: Connection, owner: str) -> list[FirstAnswer]:
    """Somebody's answers, the oldest first."""
    query = select(puzzle_answers).where(puzzle_answers.c.holder == owner)
    found = db.execute(query.order_by(puzzle_answers.c.at, puzzle_answers.c.puzzle))
    return [FirstAnswer(row.puzzle, row.action, bool(row.solved)) for row in found]


def ratings_of(db: Connection, owner: str) -> dict[str, Rating]:
    """Somebody's ratings by game."""
    found = db.execute(select(puzzle_ratings).where(puzzle_ratings.c.player == owner))
    return {row.game: read_rating(row) for row in found}


def rated(db: Connection, game: str) -> dict[str, Rating]:
    """The ratings of a game's puzzles that somebody has tried, by their names."""
    query = select(puzzle_ratings).where(puzzle_ratings.c.game == game)
    found = db.execute(query.where(puzzle_ratings.c.player.startswith(PUZZLE, autoescape=True)))
    return {row.player.removeprefix(PUZZLE): read_rating(row) for row in found}


def forget(db: Connection, owner: str) -> None:
    """Delete the answers and ratings of a person. The puzzles keep what they learned."""
    db.execute(delete(puzzle_answers).where(puzzle_answers.c.holder == owner))
    db.execute(delete(puzzle_ratings).where(puzzle_ratings.c.player == owner))
