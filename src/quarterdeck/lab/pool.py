"""Plays many games on all cores: each process gets the series once, and the results are yielded in order."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, short
from quarterdeck.lab import ray_backend
from quarterdeck.lab.interrupts import undisturbed
from quarterdeck.lab.series import Series, Stopped, unfit
from quarterdeck.play.checks import number as whole

# Games queued ahead per process, so that none idles during a long game.
AHEAD = 8
# Seconds that an unwanted process has to finish a move before it is ended.
GRACE = 1.0
# Windows can't wait for more processes at once.
MOST = 61 if sys.platform == "win32" else 999

T = TypeVar("T")


def played(series: Series[T], jobs: int = 1, ray: str | None = None) -> Generator[T, None, None]:
    """Yield all games of a series in order, played by `jobs` processes or, if `ray` is not None, by the Ray
    cluster at this address (`ray_backend.played`).

    More than one process starts fresh interpreters, so a calling script needs the usual `if __name__ ==
    "__main__":`. If the generator is closed early, or this process dies, the others end within GRACE seconds.
    A game's error ends the series; QuarterdeckError if a process is killed or can't unpickle the series,
    GameOptionError for less than one job.
    """
    if ray is not None:
        if not isinstance(ray, str):
            sentence = _("ray is the address of a cluster, “local” for one on this machine, not {value}.")
            raise QuarterdeckError(sentence.format(value=short(ray)))
        yield from ray_backend.played(series, ray)
        return
    jobs = whole("jobs", jobs, 1)
    # Compile here first, even if others play: they load the compiled rules from disk.
    series.compile()
    if jobs == 1:
        series.rehearse()
        for number in range(series.games):
            yield series.play(number, lambda: False)
        return
    yield from _by_processes(series, min(jobs, MOST))


def pack(series: Series[Any]) -> bytes:
    """Pickle a series for other processes. QuarterdeckError if that is not possible."""
    try:
        return pickle.dumps(series)
    except Exception as error:
        raise unfit(error) from None


def unpack(packed: bytes) -> Series[Any]:
    """Unpickle a series from another process. QuarterdeckError if something it needs is missing here."""
    try:
        series: Series[Any] = pickle.loads(packed)
    except Exception as error:
        raise unfit(error) from None
    return series


def _by_processes(series: Series[T], jobs: int) -> Generator[T, None, None]:
    # Every system supports `spawn`, and it is safe with threads.
    context = get_context("spawn")
    packed = pack(series)
    with undisturbed():
        letter = _written(packed)
        # Nothing is sent through this pipe: the others only detect that our end is closed, by us or by our
        # death.
        ear, mouth = context.Pipe(duplex=False)
        workers = ProcessPoolExecutor(jobs, context, _begin, (letter, ear))
    try:
        yield from _in_order(workers, series.games, AHEAD * jobs)
    except BrokenProcessPool:
        sentence = _(
            "A process that played games has ended: try fewer --jobs. In a script of your own, what plays "
            'with several stands under “if __name__ == "__main__":”.'
        )
        raise QuarterdeckError(sentence) from None
    finally:
        with undisturbed():
            mouth.close()
            workers.shutdown(cancel_futures=True)
            ear.close()
            with suppress(OSError):
                os.unlink(letter)


def _written(packed: bytes) -> str:
    """Write the pickled series to a file. (Sending it through a pipe would hang if the receiver died
    first.)
    """
    try:
        with NamedTemporaryFile(prefix="quarterdeck-", delete=False) as file:
            try:
                file.write(packed)
                file.flush()
            except OSError:
                os.unlink(file.name)
                raise
    except OSError as error:
        sentence = _("Other processes can't be told what to play ({reason}): set TMPDIR, or play with one.")
        raise QuarterdeckError(sentence.format(reason=error.strerror or error)) from None
    return file.name


def _in_order(workers: ProcessPoolExecutor, games: int, ahead: int) -> Iterator[Any]:
    """Yield the games in order, with at most `ahead` of them queued or untaken."""
    waiting: deque[Future[Any]] = deque()
    handed = 0
    while waiting or handed < games:
        # Submitting may start a process, which must not be interrupted half-way.
        with undisturbed():
            while handed < games and len(waiting) < ahead:
                waiting.append(workers.submit(_play, handed))
                handed += 1
        yield waiting.popleft().result()


# This worker process's series, or the error why it has none; and an event set when nobody wants results any
# more.
_mine: Series[Any] | Exception | None = None
_left = threading.Event()


def _begin(letter: str, ear: Connection) -> None:
    """Initialize a worker process. It ignores Ctrl+C, which the first process handles."""
    global _mine
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_listen, args=(ear, letter), daemon=True).start()
    try:
        series = unpack(Path(letter).read_bytes())
        series.compile()
        series.rehearse()
        _mine = series
    except Exception as error:
        # Reported with the first game; an error raised here would be lost.
        _mine = error


def _listen(ear: Connection, letter: str) -> None:
    """End this process after the first one has closed the pipe or died; a game may stop by itself before."""
    with suppress(EOFError, OSError):
        ear.recv_bytes()
    _left.set()
    # If the first process was killed, nobody else deletes the file.
    with suppress(OSError):
        os.unlink(letter)
    time.sleep(GRACE)
    os._exit(1)


def _play(number: int) -> Any:
    if isinstance(_mine, Exception):
        raise _mine
    assert _mine is not None
    game = None if _left.is_set() else _mine.play(number, _left.is_set)
    if _left.is_set():
        # Don't send unwanted results: this process may end half-way through.
        raise Stopped
    return game
