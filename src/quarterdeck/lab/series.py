"""Numbered games that processes of one machine or a Ray cluster can play."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import Game

# From so many games on, the seconds that the compiler takes are won back.
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
        """What a process does before its first game, once the rules are compiled."""

    def play(self, number: int, stopped: Callable[[], bool]) -> T_co:
        """A game to its end. Stopped once `stopped` says so, which is asked before each move."""


def cores() -> int:
    """The number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def compile_rules(series: Series[Any]) -> None:
    """Compile the rules, or take them from the disk, if the series is long enough or searches."""
    if series.searches or series.games >= WORTH_COMPILING:
        series.game.warm()


def unfit(error: Exception) -> QuarterdeckError:
    """Why a series can't go from one process to another."""
    sentence = _(
        "What is to be played can't go to another process ({what}): play with jobs=1, or define your bots at "
        "the top of a module."
    )
    return QuarterdeckError(sentence.format(what=f"{type(error).__name__}: {error}"[:200].rstrip(".")))
