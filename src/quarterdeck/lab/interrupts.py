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
    here = threading.current_thread() is threading.main_thread()
    # Ignored signals stay ignored, as under `nohup`.
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
        # Also if cleaning up failed, for example by writing to a closed terminal.
        if come:
            raise Ended(come[0]) from None
        raise
    finally:
        for one in mine:
            signal.signal(one, signal.SIG_DFL)


@contextmanager
def noticed() -> Iterator[set[int]]:
    """Collect the signals with Python handlers that arrive within the block, even if the handler's exception
    is lost, as just after a fork.
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
    """Defer signals with Python handlers until the block ends. Processes started within it never get signals
    from the terminal, not even at their start.
    """
    if threading.current_thread() is not threading.main_thread():
        # Only the main thread handles signals.
        yield
        return
    waiting: list[int] = []

    def keep(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    def hand_on() -> None:
        if waiting:
            signal.raise_signal(waiting[0])

    with ExitStack() as stack:
        # An interrupt between any two lines undoes the steps done so far.
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
