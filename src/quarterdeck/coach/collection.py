"""The puzzles that come with the games: all of a game, one by its name, and the puzzle of a day."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import lru_cache

from quarterdeck.coach.puzzle import PUZZLE_FACES, Puzzle, name_in
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.play import GAMES, find

__all__ = ["after", "find_puzzle", "of_the_day", "puzzles", "today"]


@lru_cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """A game's puzzles, by theme and level. Raises GameOptionError for an unknown game, RecordError for a
    damaged file.
    """
    find(game)
    unsorted = [_read_puzzle(game, name) for name in _lines_by_name(game)]
    return tuple(sorted(unsorted, key=lambda one: (one.theme, one.level, one.name)))


@lru_cache
def _lines_by_name(game: str) -> dict[str, str]:
    """The line of each puzzle in a game's file, by the puzzle's name. Parsing puzzles takes much longer."""
    file = PUZZLE_FACES[game].file
    if file is None or not file.exists():
        return {}
    return {name_in(game, line): line for line in file.read_text(encoding="utf-8").splitlines()}


@lru_cache(None)
def _read_puzzle(game: str, name: str) -> Puzzle:
    return Puzzle.loads(game, _lines_by_name(game)[name])


def find_puzzle(name: object) -> Puzzle:
    """The puzzle of this name. Raises GameOptionError if there is none."""
    text = name if isinstance(name, str) else ""
    game = text.rpartition("-")[0]
    if game in GAMES and text in _lines_by_name(game):
        return _read_puzzle(game, text)
    sentence = _("There is no puzzle “{name}” here.")
    raise GameOptionError(sentence.format(name=short(name, str)))


def after(puzzle: Puzzle, done: Sequence[str]) -> Puzzle | None:
    """The next puzzle of the same game whose name is not in `done`; None if there is none.

    It is the next in the order of `puzzles`, which goes on from the last one to the first.
    """
    listed = puzzles(puzzle.game.id)
    at = next(number for number, one in enumerate(listed) if one.name == puzzle.name)
    rest = (*listed[at + 1 :], *listed[:at])
    return next((one for one in rest if one.name not in done), None)


def today() -> date:
    """The date in UTC, which is the same for everybody."""
    return datetime.now(UTC).date()


def of_the_day(day: date) -> Puzzle | None:
    """The puzzle of a day, the same on each server with the same puzzles; None without puzzles. The games
    take turns.
    """
    with_puzzles = [game for game in GAMES if _lines_by_name(game)]
    if not with_puzzles:
        return None
    game = with_puzzles[day.toordinal() % len(with_puzzles)]

    def random_rank(name: str) -> str:
        return hashlib.sha256(f"{day.isoformat()} {name}".encode()).hexdigest()

    return _read_puzzle(game, min(_lines_by_name(game), key=random_rank))
