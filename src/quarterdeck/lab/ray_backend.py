"""Plays a series of games on a Ray cluster, or on a local Ray, in tasks of a few chunks each. Tasks lost with
a worker or node are repeated; the results are the same, because a chunk depends only on its number.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, TypeVar
from uuid import uuid4

from quarterdeck.errors import QuarterdeckError, system_words
from quarterdeck.i18n import _
from quarterdeck.lab.interrupts import Ended, noticed, undisturbed
from quarterdeck.lab.patience import patient
from quarterdeck.lab.series import Series, pickling_error
from quarterdeck.lab.stamp import code_stamp
from quarterdeck.own_process import cores

# The address that means: start a local Ray for these games only.
LOCAL = "local"
# The address that means: the cluster of this machine.
AUTO = "auto"
# Target duration of a task in seconds: long compared with its overhead, short enough to repeat.
TASK_SECONDS = 2.0
# Tasks queued per core of the cluster, so that none idles during a long task.
AHEAD = 3
# Retries of a task on other workers before it is blamed for their deaths.
RETRIES = 5
# Seconds for a cluster to accept a connection, and to answer.
KNOCK_SECONDS = 5.0
ANSWER_SECONDS = 30.0

# Seconds for a worker to stop before it is interrupted again.
STOP_SECONDS = 1.0

T = TypeVar("T")


@dataclass(frozen=True)
class _Batch:
    """The results of a task's chunks, how long they took, and the error that ended them early, if any."""

    results: list[Any]
    seconds: float
    error: Exception | None = None


@contextmanager
def connected(address: str) -> Iterator[None]:
    """Connect to Ray within the block: "local", "auto" (the cluster of this machine) or a cluster's address.
    If the process has already called `ray.init`, that connection is used.

    Raises QuarterdeckError if Ray is not installed or the cluster can't be reached.
    """
    if find_spec("ray") is None:
        sentence = _('Ray is not installed: “pip install "quarterdeck[ray]"”.')
        raise QuarterdeckError(sentence)
    import ray

    if ray.is_initialized():
        yield
        return
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    with ExitStack() as stack:
        if address == LOCAL:
            folder = TemporaryDirectory(prefix="quarterdeck-ray-", ignore_cleanup_errors=True)
            settings |= {"num_cpus": cores(), "include_dashboard": False, "_temp_dir": folder.name}
            stack.callback(folder.cleanup)
        else:
            _check_reachable(address)
        _restore_sigterm(stack)
        # Half-started or undeleted parts would stay behind.
        stack.callback(ray.shutdown)
        try:
            with undisturbed():
                _init_ray(address, settings)
            yield
        finally:
            with undisturbed():
                stack.close()


def _restore_sigterm(stack: ExitStack) -> None:
    """Let the stack's end set SIGTERM's present handler again, which `ray.init` replaces for good."""
    handler = signal.getsignal(signal.SIGTERM)
    if handler is not None and threading.current_thread() is threading.main_thread():
        stack.callback(signal.signal, signal.SIGTERM, handler)


def _init_ray(address: str, settings: dict[str, Any]) -> None:
    """Call `ray.init`. Raises QuarterdeckError if it fails, Ended on SIGTERM meanwhile."""
    import ray

    try:
        with noticed() as signals, patient() if address == LOCAL else nullcontext():
            ray.init(address, **settings)
    # Ray calls sys.exit if a cluster does not answer as expected, and on SIGTERM meanwhile.
    except (Exception, SystemExit) as error:
        if isinstance(error, SystemExit) and error.code == signal.SIGTERM:
            raise Ended(signal.SIGTERM) from None
        raise _unreachable_error(address, str(error).strip().partition("\n")[0]) from None
    if signal.SIGTERM in signals:
        raise Ended(signal.SIGTERM)


def _check_reachable(address: str) -> None:
    """Check that a cluster answers, because Ray itself may wait for ever. Raises QuarterdeckError.

    It tries a TCP connection, then joins the cluster from a subprocess with a timeout.
    """
    # The variable that Ray reads, too.
    resolved = os.environ.get("RAY_ADDRESS") or address if address == AUTO else address
    host, colon, port = resolved.rpartition("//")[2].rpartition(":")
    try:
        # Ray may understand addresses without a port.
        if colon:
            socket.create_connection((host.strip("[]"), int(port)), KNOCK_SECONDS).close()
        status, output = _join_from_subprocess(address)
    except subprocess.TimeoutExpired:
        words = _("no answer in {seconds} seconds").format(seconds=round(ANSWER_SECONDS))
        raise _unreachable_error(resolved, words) from None
    except OSError as error:
        raise _unreachable_error(resolved, system_words(error)) from None
    except UnicodeError:
        raise _unreachable_error(resolved, _("no computer has such a name")) from None
    except (ValueError, OverflowError):
        words = _("“{text}” is no port").format(text=port[:40])
        raise _unreachable_error(resolved, words) from None
    if status:
        last_line = output.decode(errors="replace").strip().rpartition("\n")[2]
        raise _unreachable_error(resolved, re.sub(r"^[\w.]+: ", "", last_line))


def _join_from_subprocess(address: str) -> tuple[int, bytes]:
    """The exit status and output of a subprocess that joins a cluster. Raises TimeoutExpired.

    The timeout starts after importing Ray, which may take long on a busy machine.
    """
    command = [
        sys.executable,
        "-c",
        "import sys, ray; print(flush=True); ray.init(sys.argv[1], logging_level=40)",
    ]
    with subprocess.Popen(
        [*command, address], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            _nothing, output = process.communicate(timeout=ANSWER_SECONDS)
        finally:
            process.kill()
    return process.returncode, output


def _unreachable_error(address: str, reason: str) -> QuarterdeckError:
    reason = reason[:160].rstrip(".")
    if address == LOCAL:
        return QuarterdeckError(_("Ray can't be started here ({reason}).").format(reason=reason))
    sentence = _(
        "The Ray cluster “{address}” can't be reached ({reason}): name the HOST:PORT that “ray start --head” "
        "has printed, or leave the address out for this machine alone."
    )
    return QuarterdeckError(sentence.format(address=address[:80], reason=reason))


def played(series: Series[T], address: str = LOCAL) -> Generator[T, None, None]:
    """Yield the result of each chunk of a series in order, played by the workers of a cluster (`connected`),
    which need the same Quarterdeck installed.

    If the generator is closed early, workers stop within a move. A game's error ends the series;
    QuarterdeckError if the cluster can't be reached, or if the same games kill worker after worker.
    """
    with connected(address):
        if address == LOCAL:
            # Compile here first: the workers load the compiled rules from disk.
            series.compile()
        yield from _results_in_order(series)


def _results_in_order(series: Series[T]) -> Iterator[T]:
    """Yield the results in order, with at most `AHEAD` tasks per core queued."""
    import ray

    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_play_chunks)
    try:
        payload = ray.put((code_stamp(), series))
    # The series can't be pickled; Ray's message lists everything it is part of.
    except Exception as error:
        cause = error.__cause__
        raise pickling_error(cause if isinstance(cause, Exception) else error) from None
    token = uuid4().hex
    pending: deque[Any] = deque()
    submitted, size = 0, 1
    try:
        while pending or submitted < series.chunks:
            ahead = AHEAD * _cluster_cores()
            # Share the last chunks out among all cores.
            size = max(1, min(size, (series.chunks - submitted) // ahead))
            while submitted < series.chunks and len(pending) < ahead:
                first, submitted = submitted, min(submitted + size, series.chunks)
                pending.append(task.remote(token, [payload], first, submitted))
            batch = _batch_result(pending[0])
            pending.popleft()
            # At most four times as many as before: the first games may have been short.
            size = min(4 * size, round(TASK_SECONDS * len(batch.results) / max(batch.seconds, 1e-6)))
            yield from batch.results
            if batch.error:
                raise batch.error
    finally:
        with undisturbed():
            _cancel([*pending])


def _cancel(references: list[Any]) -> None:
    """Stop these tasks within a few seconds. A worker may miss an interrupt at the wrong moment: it gets one
    more, and in the end it is killed.
    """
    import ray

    for force in (False, False, True):
        for reference in references:
            with suppress(Exception):
                ray.cancel(reference, force=force)
        if not references:
            return
        with suppress(Exception):
            _stopped, references = ray.wait(references, num_returns=len(references), timeout=STOP_SECONDS)


def _cluster_cores() -> int:
    """The cluster's current number of cores; it may grow and shrink."""
    import ray

    resources: dict[str, float] = ray.cluster_resources()
    return max(1, int(resources.get("CPU", 1)))


def _batch_result(reference: Any) -> _Batch:
    """Wait for a task. Raises QuarterdeckError if it is lost."""
    import ray
    from ray.exceptions import RayError, RayTaskError

    try:
        batch: _Batch = ray.get(reference)
    except RayTaskError as error:
        raise _worker_error(str(error.cause).strip().rpartition("\n")[2]) from None
    except RayError as error:
        sentence = _(
            "The same games were lost with their workers {count} times ({kind}): perhaps they need more "
            "memory than there is."
        )
        words = sentence.format(count=RETRIES + 1, kind=type(error).__name__)
        raise QuarterdeckError(words) from None
    return batch


def _worker_error(reason: str) -> QuarterdeckError:
    sentence = _("A worker of the cluster can't play ({reason}): install the same there as here.")
    return QuarterdeckError(sentence.format(reason=reason[:160].rstrip(".")))


# In a worker process: the token of its series, and the series.
_worker_series: tuple[str, Series[Any]] | None = None


def _play_chunks(token: str, payload: list[Any], first: int, end: int) -> _Batch:
    """In a worker: play the chunks from `first` up to, not including, `end`.

    It prepares for a series once.
    """
    try:
        series = _prepare_series(token, payload)
    except Exception as error:
        return _Batch([], 0.0, error)
    results: list[Any] = []
    started = perf_counter()
    for number in range(first, end):
        try:
            results.append(series.play(number, lambda: False))
        except Exception as error:
            return _Batch(results, perf_counter() - started, error)
    return _Batch(results, perf_counter() - started)


def _prepare_series(token: str, payload: list[Any]) -> Series[Any]:
    """In a worker: the series with this token, compiled and rehearsed when it is new.

    Raises QuarterdeckError.
    """
    global _worker_series
    if _worker_series is None or _worker_series[0] != token:
        import ray
        from ray.exceptions import RaySystemError

        try:
            stamp, series = ray.get(payload[0])
        except RaySystemError as error:
            raise _worker_error(str(error).partition("\n")[0]) from None
        if stamp != code_stamp():
            raise _worker_error(_("it has another Quarterdeck"))
        series.compile()
        series.rehearse()
        _worker_series = token, series
    return _worker_series[1]
