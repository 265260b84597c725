"""Handles Ctrl+C and other signals only when they break nothing."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType

# SIGINT, SIGTERM and SIGHUP; not every system has the last.
SIGNALS = (signal.SIGINT, signal.SIGTERM) + ((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ())

# Signals by which programs limit a run's time, or are told that a cluster will end it.
OTHERS = ("SIGALRM", "SIGUSR1", "SIGUSR2")
DEFERRED = (*SIGNALS, *(getattr(signal, name) for name in OTHERS if hasattr(signal, name)))


class Ended(KeyboardInterrupt):
    """This process got a termination signal other than Ctrl+C; it is handled like Ctrl+C."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def ending() -> Iterator[None]:
    """Within the block, signals that would kill the process at once raise KeyboardInterrupt instead, and then
    Ended, so that temporary files are cleaned up.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    # Ignored signals stay ignored, as under `nohup`.
    replaced = [kind for kind in SIGNALS if in_main_thread and signal.getsignal(kind) is signal.SIG_DFL]
    arrived: list[int] = []

    def interrupt(number: int, _frame: FrameType | None) -> None:
        arrived.append(number)
        raise KeyboardInterrupt

    for kind in replaced:
        signal.signal(kind, interrupt)
    try:
        yield
    except BaseException:
        # The error may also come from cleaning up, for example from writing to a closed terminal.
        if arrived:
            raise Ended(arrived[0]) from None
        raise
    finally:
        for kind in replaced:
            signal.signal(kind, signal.SIG_DFL)


@contextmanager
def noticed() -> Iterator[set[int]]:
    """Collect the numbers of the signals with Python handlers that arrive within the block. A signal is there
    even if the exception of its handler gets lost, as just after a fork.
    """
    arrived: set[int] = set()
    if threading.current_thread() is not threading.main_thread():
        yield arrived
        return
    reader, writer = socket.socketpair()
    with reader, writer:
        reader.setblocking(False)
        writer.setblocking(False)
        before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        try:
            yield arrived
        finally:
            signal.set_wakeup_fd(before)
            with suppress(BlockingIOError):
                arrived.update(reader.recv(1024))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Defer signals with Python handlers until the block ends. Processes started within it never get signals
    from the terminal, not even at their start.
    """
    if threading.current_thread() is not threading.main_thread():
        # Only the main thread handles signals.
        yield
        return
    deferred: list[int] = []

    def defer(number: int, _frame: FrameType | None) -> None:
        deferred.append(number)

    def raise_deferred() -> None:
        with ExitStack() as each:
            for number in reversed(dict.fromkeys(deferred)):
                each.callback(signal.raise_signal, number)

    with ExitStack() as stack:
        # An interrupt between any two lines undoes the steps done so far.
        stack.callback(raise_deferred)
        for kind in DEFERRED:
            if callable(handler := signal.getsignal(kind)):
                stack.callback(signal.signal, kind, handler)
                signal.signal(kind, defer)
        if hasattr(signal, "pthread_sigmask"):
            before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
            stack.callback(signal.pthread_sigmask, signal.SIG_SETMASK, before)
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
        yield
