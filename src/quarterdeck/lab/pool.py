"""Many games on all cores: what is to be played travels to each process once, and they come back in order."""

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
from quarterdeck.lab.series import Series, Stopped, compile_rules, unfit
from quarterdeck.play.checks import number as whole

# So many games are handed out ahead for each process, so that none waits while a long one is played.
AHEAD = 8
# So long a process that is not wanted any more may take to end a move; then it ends in the midst of it.
GRACE = 1.0
# Windows can wait for no more processes at once.
MOST = 61 if sys.platform == "win32" else 999

T = TypeVar("T")


def played(series: Series[T], jobs: int = 1, ray: str | None = None) -> Generator[T, None, None]:
    """All games of a series by number, played by `jobs` processes or, if `ray` is not None, by the Ray
    cluster of this address (`ray_backend.played`).

    More than one process starts fresh interpreters: a script that calls this needs the usual
    `if __name__ == "__main__":`. If it is closed early, or its process dies, no other plays on for longer
    than GRACE seconds. What a game raises ends it; QuarterdeckError if a process is killed or can't take the
    series, GameOptionError for fewer than one.
    """
    if ray is not None:
        if not isinstance(ray, str):
            sentence = _("ray is the address of a cluster, “local” for one on this machine, not {value}.")
            raise QuarterdeckError(sentence.format(value=short(ray)))
        yield from ray_backend.played(series, ray)
        return
    jobs = whole("jobs", jobs, 1)
    # Here first, even if others play: they find the compiled rules on the disk.
    compile_rules(series)
    if jobs == 1:
        series.rehearse()
        for number in range(series.games):
            yield series.play(number, lambda: False)
        return
    yield from _by_processes(series, min(jobs, MOST))


def pack(series: Series[Any]) -> bytes:
    """A series on its way to other processes. QuarterdeckError if it can't go there."""
    try:
        return pickle.dumps(series)
    except Exception as error:
        raise unfit(error) from None


def unpack(packed: bytes) -> Series[Any]:
    """A series that has come from another process. QuarterdeckError if what it needs is not here."""
    try:
        series: Series[Any] = pickle.loads(packed)
    except Exception as error:
        raise unfit(error) from None
    return series


def _by_processes(series: Series[T], jobs: int) -> Generator[T, None, None]:
    # `spawn` is the one way to start processes that every system has and that no thread can spoil.
    context = get_context("spawn")
    packed = pack(series)
    with undisturbed():
        letter = _written(packed)
        # Nothing is ever sent: that one end is closed, by us or with this process, is what the others hear.
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
    """A file for the other processes: what is sent to one that dies before it has taken it is waited for, for
    ever.
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
    """The games by number, never more than `ahead` of them handed out and not taken."""
    waiting: deque[Future[Any]] = deque()
    handed = 0
    while waiting or handed < games:
        # What is handed out may start a process, which is not to be broken off half way.
        with undisturbed():
            while handed < games and len(waiting) < ahead:
                waiting.append(workers.submit(_play, handed))
                handed += 1
        yield waiting.popleft().result()


# What a process of its own plays, or why it can't, and what is set once nobody wants that any more.
_mine: Series[Any] | Exception | None = None
_left = threading.Event()


def _begin(letter: str, ear: Connection) -> None:
    """In a fresh process: get ready to play. Ctrl+C is the first process's business."""
    global _mine
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_listen, args=(ear, letter), daemon=True).start()
    try:
        series = unpack(Path(letter).read_bytes())
        compile_rules(series)
        series.rehearse()
        _mine = series
    except Exception as error:
        # Told with the first game, as from here nobody would hear it.
        _mine = error


def _listen(ear: Connection, letter: str) -> None:
    """End this process once the first has left or ended; a game that is at a move may stop by itself."""
    with suppress(EOFError, OSError):
        ear.recv_bytes()
    _left.set()
    # Where the first was killed, nobody else takes it away.
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
        # What nobody wants is not sent: this process may end before all of it is.
        raise Stopped
    return game
