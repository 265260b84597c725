"""Many games on all cores: what is to be played travels to each process once, and they come back in order."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any, Protocol, TypeVar

from quarterdeck.errors import QuarterdeckError
from quarterdeck.play import Game
from quarterdeck.words import _

# From so many games on, the seconds that the compiler takes are won back.
WORTH_COMPILING = 100
# So many games are handed out ahead for each process, so that none waits while a long one is played.
AHEAD = 8

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Stopped(Exception):
    """A game that is not wanted any more."""


class Series(Protocol[T_co]):
    """So many games, numbered from 0, none of which depends on another; it can be pickled."""

    @property
    def game(self) -> Game:
        """What is played."""

    @property
    def games(self) -> int:
        """How many there are to play."""

    @property
    def searches(self) -> bool:
        """Whether its players search, for which rules have to be compiled."""

    def rehearse(self) -> None:
        """What a process does before its first game, once the rules are compiled."""

    def play(self, number: int, stopped: Callable[[], bool]) -> T_co:
        """A game to its end. Stopped once `stopped` says so, which is asked before each move."""


def cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played(series: Series[T], jobs: int = 1, ray: str | None = None) -> Generator[T, None, None]:
    """All games of a series by number, played by `jobs` processes, or, whatever `jobs` says, by the Ray
    cluster of this address (`rays.played`).

    More than one process starts fresh interpreters: a script that calls this needs the usual
    `if __name__ == "__main__":`. If it is left early, no process plays on for longer than a move. What a game
    raises ends it; QuarterdeckError if a process is killed.
    """
    if ray is not None:
        # Only here: it builds on this module.
        from quarterdeck.lab import rays

        yield from rays.played(series, ray)
        return
    # Here first, even if others play: they find the compiled rules on the disk.
    compile_rules(series)
    if jobs == 1:
        series.rehearse()
        for number in range(series.games):
            yield series.play(number, lambda: False)
        return
    # `spawn` is the one way to start processes that every system has and that no thread can spoil.
    context = get_context("spawn")
    stop = context.Event()
    workers = ProcessPoolExecutor(jobs, context, _begin, (series, stop))
    try:
        yield from _in_order(workers, series.games, AHEAD * jobs)
    except BrokenProcessPool:
        sentence = _(
            "A process that played games has ended: try fewer --jobs. In a script of your own, what plays "
            'with several stands under “if __name__ == "__main__":”.'
        )
        raise QuarterdeckError(sentence) from None
    finally:
        stop.set()
        workers.shutdown(cancel_futures=True)


def compile_rules(series: Series[Any]) -> None:
    """Compile the rules, or take them from the disk, if the series is long enough or searches."""
    if series.searches or series.games >= WORTH_COMPILING:
        series.game.warm()


def _in_order(workers: ProcessPoolExecutor, games: int, ahead: int) -> Iterator[Any]:
    """The games by number, never more than `ahead` of them handed out and not taken."""
    numbers = iter(range(games))
    waiting: deque[Future[Any]] = deque(workers.submit(_play, one) for one in islice(numbers, ahead))
    while waiting:
        game = waiting.popleft().result()
        waiting.extend(workers.submit(_play, one) for one in islice(numbers, 1))
        yield game


# What a process of its own plays, and what tells it to stop.
_mine: tuple[Series[Any], Event] | None = None


def _begin(series: Series[Any], stop: Event) -> None:
    """In a fresh process: get ready to play. Ctrl+C is the first process's business."""
    global _mine
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    compile_rules(series)
    series.rehearse()
    _mine = series, stop


def _play(number: int) -> Any:
    assert _mine is not None
    series, stop = _mine
    return series.play(number, stop.is_set)
