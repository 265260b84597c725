"""Games in numbered chunks, which processes of one machine or a Ray cluster can play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from quarterdeck.errors import QuarterdeckError, error_words
from quarterdeck.i18n import _
from quarterdeck.play import Game

# With at least this many games among bots that are called move by move, compiling saves time.
WORTH_COMPILING = 100

T_co = TypeVar("T_co", covariant=True)


class Stopped(Exception):
    """A game that was cancelled."""


class Series(Protocol[T_co]):
    """Independent chunks, numbered from 0, each a game or a few; can be pickled."""

    @property
    def chunks(self) -> int:
        """The number of chunks."""

    def compile(self) -> None:
        """Compile what the games need, or load it from disk, if that saves time."""

    def rehearse(self) -> None:
        """Warm up a process before its first chunk, after compiling."""

    def play(self, number: int, stopped: Callable[[], bool]) -> T_co:
        """Play a chunk to its end. Raises Stopped if `stopped`, which is called before each move, returns
        true.
        """


def compile_rules(game: Game, games: int, searches: bool) -> None:
    """Compile a game's rules, or load them from disk, for many games or for bots that search."""
    if searches or games >= WORTH_COMPILING:
        game.warm()


def pickling_error(error: Exception) -> QuarterdeckError:
    """The error for a series that can't be pickled, and so not be sent to another process."""
    sentence = _(
        "What is to be played can't go to another process ({what}): play with jobs=1, or define your bots at "
        "the top of a module."
    )
    return QuarterdeckError(sentence.format(what=error_words(error)))
