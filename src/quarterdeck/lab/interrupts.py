"""Handles Ctrl+C and other signals only when they break nothing."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType

# Ctrl+C, being told to end, and a terminal that is closed; not every system has the last.
SIGNALS = (signal.SIGINT, signal.SIGTERM) + ((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ())


class Ended(KeyboardInterrupt):
    """This process was told to end by another signal than Ctrl+C, which is handled like it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def ending() -> Iterator[None]:
    """Interrupt what is in it, and raise Ended, where such a signal would end the process at once and leave
    files and folders behind that nobody wants.
    """
    here = threading.current_thread() is threading.main_thread()
    # Who ignores one of them, as `nohup` does, goes on ignoring it.
    mine = [one for one in SIGNALS if here and signal.getsignal(one) is signal.SIG_DFL]
    come: list[int] = []

    def interrupt(number: int, _frame: FrameType | None) -> None:
        come.append(number)
        raise KeyboardInterrupt

    for one in mine:
        signal.signal(one, interrupt)
    try:
        yield
    except BaseException:
        # Also where something else went wrong on the way out, as when a terminal that is gone is written to.
        if come:
            raise Ended(come[0]) from None
        raise
    finally:
        for one in mine:
            signal.signal(one, signal.SIG_DFL)


@contextmanager
def noticed() -> Iterator[set[int]]:
    """Signals that come in it and that Python code answers to, known at its end, whatever came of the answer:
    what it raises is lost where Python ignores exceptions, as just after a fork.
    """
    come: set[int] = set()
    if threading.current_thread() is not threading.main_thread():
        yield come
        return
    reader, writer = socket.socketpair()
    with reader, writer:
        reader.setblocking(False)
        writer.setblocking(False)
        before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        try:
            yield come
        finally:
            signal.set_wakeup_fd(before)
            with suppress(BlockingIOError):
                come.update(reader.recv(1024))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let what comes meanwhile wait for its end, if Python code would answer to it. Processes that are
    started in it never hear what a terminal tells all of its processes, not even in their first moments.
    """
    if threading.current_thread() is not threading.main_thread():
        # Signals are answered by the main thread alone.
        yield
        return
    waiting: list[int] = []

    def keep(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    def hand_on() -> None:
        if waiting:
            signal.raise_signal(waiting[0])

    with ExitStack() as stack:
        # Whatever comes between any two lines undoes what was done until then.
        stack.callback(hand_on)
        for one in SIGNALS:
            if callable(answer := signal.getsignal(one)):
                stack.callback(signal.signal, one, answer)
                signal.signal(one, keep)
        if hasattr(signal, "pthread_sigmask"):
            before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
            stack.callback(signal.pthread_sigmask, signal.SIG_SETMASK, before)
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
        yield
