"""Plays a series of games on all cores: each process gets it once, and the results are yielded in order."""

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

from quarterdeck.errors import QuarterdeckError, system_words
from quarterdeck.i18n import _, short
from quarterdeck.lab import ray_backend
from quarterdeck.lab.interrupts import undisturbed
from quarterdeck.lab.series import Series, Stopped, pickling_error
from quarterdeck.play.checks import number as whole

# Chunks queued ahead per process, so that none idles during a long one.
AHEAD = 8
# Seconds that an unwanted process has to finish a move before it is ended.
GRACE = 1.0
# Windows can't wait for more processes at once.
MOST = 61 if sys.platform == "win32" else 999

T = TypeVar("T")


def played(series: Series[T], jobs: int = 1, ray: str | None = None) -> Generator[T, None, None]:
    """Yield the result of each chunk of a series in order, played by `jobs` processes or, if `ray` is not
    None, by the Ray cluster at this address (`ray_backend.played`).

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
        for number in range(series.chunks):
            yield series.play(number, lambda: False)
        return
    yield from _play_in_processes(series, min(jobs, MOST))


def pack(series: Series[Any]) -> bytes:
    """Pickle a series for other processes. Raises QuarterdeckError if that is not possible."""
    try:
        return pickle.dumps(series)
    except Exception as error:
        raise pickling_error(error) from None


def unpack(packed: bytes) -> Series[Any]:
    """Unpickle a series from another process.

    Raises QuarterdeckError if something it needs is missing here.
    """
    try:
        series: Series[Any] = pickle.loads(packed)
    except Exception as error:
        raise pickling_error(error) from None
    return series


def _play_in_processes(series: Series[T], jobs: int) -> Generator[T, None, None]:
    """Yield the results in order, played by this many fresh processes; see `played`."""
    # Every system supports `spawn`, and it is safe with threads.
    context = get_context("spawn")
    packed = pack(series)
    with undisturbed():
        series_file = _write_series(packed)
        # Nothing is sent through this pipe. The workers notice that its end here is closed, on purpose or by
        # the death of this process.
        receiver, sender = context.Pipe(duplex=False)
        workers = ProcessPoolExecutor(jobs, context, _start_worker, (series_file, receiver))
    try:
        yield from _results_in_order(workers, series.chunks, AHEAD * jobs)
    except BrokenProcessPool:
        sentence = _(
            "A process that played games has ended: try fewer --jobs. In a script of your own, what plays "
            'with several stands under “if __name__ == "__main__":”.'
        )
        raise QuarterdeckError(sentence) from None
    finally:
        with undisturbed():
            sender.close()
            workers.shutdown(cancel_futures=True)
            receiver.close()
            with suppress(OSError):
                os.unlink(series_file)


def _write_series(packed: bytes) -> str:
    """Write the pickled series to a file, and return its path. Raises QuarterdeckError.

    Sending it through a pipe would hang if the receiver died first.
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
        raise QuarterdeckError(sentence.format(reason=system_words(error))) from None
    return file.name


def _results_in_order(workers: ProcessPoolExecutor, chunks: int, ahead: int) -> Iterator[Any]:
    """Yield the results of the chunks in order, with at most `ahead` of them queued or untaken."""
    pending: deque[Future[Any]] = deque()
    submitted = 0
    while pending or submitted < chunks:
        # Submitting may start a process, which must not be interrupted half-way.
        with undisturbed():
            while submitted < chunks and len(pending) < ahead:
                pending.append(workers.submit(_play_chunk, submitted))
                submitted += 1
        yield pending.popleft().result()


# In a worker process: its series, or the error why it has none; and an event that is set when the first
# process wants no more results.
_worker_series: Series[Any] | Exception | None = None
_abandoned = threading.Event()


def _start_worker(series_file: str, receiver: Connection) -> None:
    """Initialize a worker process. It ignores Ctrl+C, which the first process handles."""
    global _worker_series
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch_first_process, args=(receiver, series_file), daemon=True).start()
    try:
        series = unpack(Path(series_file).read_bytes())
        series.compile()
        series.rehearse()
        _worker_series = series
    except Exception as error:
        # Reported with the first chunk; an error raised here would be lost.
        _worker_series = error


def _watch_first_process(receiver: Connection, series_file: str) -> None:
    """End this process GRACE seconds after the first one has closed the pipe or died.

    A game that asks whether it is `stopped` ends by itself before that.
    """
    with suppress(EOFError, OSError):
        receiver.recv_bytes()
    _abandoned.set()
    # If the first process was killed, nobody else deletes the file.
    with suppress(OSError):
        os.unlink(series_file)
    time.sleep(GRACE)
    os._exit(1)


def _play_chunk(number: int) -> Any:
    """In a worker process: play a chunk of its series. Raises Stopped if nobody wants the result any more."""
    if isinstance(_worker_series, Exception):
        raise _worker_series
    assert _worker_series is not None
    result = None if _abandoned.is_set() else _worker_series.play(number, _abandoned.is_set)
    if _abandoned.is_set():
        # Don't send unwanted results: this process may end half-way through.
        raise Stopped
    return result
