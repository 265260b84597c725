"""Numbered games that processes of one machine or a Ray cluster can play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import Game

# With at least this many games, compiling saves more time than it takes.
WORTH_COMPILING = 100

T_co = TypeVar("T_co", covariant=True)


class Stopped(Exception):
    """A game that was cancelled."""


class Series(Protocol[T_co]):
    """Independent games, numbered from 0; can be pickled."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def games(self) -> int:
        """The number of games."""

    @property
    def searches(self) -> bool:
        """Whether its players search, which needs compiled rules."""

    def rehearse(self) -> None:
        """Warm up a process before its first game, after compiling."""

    def play(self, number: int, stopped: Callable[[], bool]) -> T_co:
        """Play a game to its end. Stopped if `stopped`, which is called before each move, returns true."""


def compile_rules(series: Series[Any]) -> None:
    """Compile the rules, or load them from disk, if the series is long enough or searches."""
    if series.searches or series.games >= WORTH_COMPILING:
        series.game.warm()


def unfit(error: Exception) -> QuarterdeckError:
    """The error for a series that can't be sent between processes."""
    sentence = _(
        "What is to be played can't go to another process ({what}): play with jobs=1, or define your bots at "
        "the top of a module."
    )
    return QuarterdeckError(sentence.format(what=f"{type(error).__name__}: {error}"[:200].rstrip(".")))
