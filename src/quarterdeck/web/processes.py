"""Several server processes on one machine: a parent starts them by `fork`, replaces those that die, and
passes on what they tell each other.

Each process has a socket of its own at the same port, among which Linux shares out the connections; elsewhere
they share one. A process that dies leaves its socket open: who connects meanwhile is served by the next one.
"""

from __future__ import annotations

import gc
import logging
import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Final, NamedTuple, NoReturn

from quarterdeck.tables.store.bus import Bus
from quarterdeck.web.health import forget_process

__all__ = ["READY", "Member", "supervise"]

# What a process tells once it serves, and what all are told when one has died.
READY: Final = "ready"
ALL: Final = "all"
# Seconds that a process has to serve before it may die as often as it likes; how often it may die sooner.
STEADY: Final = 10.0
MOST_DEATHS: Final = 3
# Seconds between a death and the next process, and until processes that were told to end are killed.
REST: Final = 0.5
PATIENCE: Final = 20.0
# Seconds that a process may take to read what others tell it.
READING: Final = 5.0
DIE_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG of Linux

log = logging.getLogger(__name__)


class Member(NamedTuple):
    """What a process is told at its start: its number, whether it is the first one with it, the bus to the
    others, and the lines that are known from the beginning.
    """

    number: int
    first: bool
    bus: Bus
    known: frozenset[str]

    def told(self, line: str) -> Future[None]:
        """Done as soon as this line has been told."""
        told: Future[None] = Future()

        def hear(said: str) -> None:
            if said == line and not told.done():
                told.set_result(None)

        self.bus.listen(hear)
        if line in self.known:
            hear(line)
        return told


class _Child:
    """A process as its parent sees it."""

    def __init__(self, number: int, pid: int, line: socket.socket) -> None:
        self.number = number
        self.pid = pid
        self.line = line
        self.began = time.monotonic()
        self.rest = b""

    def said(self) -> list[str] | None:
        """The lines that it has told since; None if it has ended."""
        try:
            told = self.line.recv(1 << 16)
        except OSError:
            told = b""
        if not told:
            return None
        *lines, self.rest = (self.rest + told).split(b"\n")
        return [line.decode() for line in lines]

    def hear(self, line: str) -> None:
        """Tell it a line; one that does not read is killed."""
        try:
            self.line.sendall(f"{line}\n".encode())
        except TimeoutError:
            log.error("Server process %d does not read: it is replaced", self.number)
            self.signal(signal.SIGKILL)
        except OSError:
            # It has died, which is noticed in its turn.
            pass

    def signal(self, number: int) -> None:
        """Send it a signal, if it is there."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def exit_code(self) -> int:
        """Wait for its end."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def supervise(
    sockets: Sequence[socket.socket], run: Callable[[socket.socket, Member], int], kept: frozenset[str]
) -> int:
    """Run a server process at each socket until all are told to end; returns the exit code.

    `run` serves in such a process. The first one has to serve before others start: it migrates the database,
    and says what is wrong. Whoever starts later knows the lines of `kept` that were told before.
    """
    return _Supervisor(sockets, run, kept).run()


class _Supervisor:
    def __init__(
        self,
        sockets: Sequence[socket.socket],
        run: Callable[[socket.socket, Member], int],
        kept: frozenset[str],
    ) -> None:
        self._sockets = sockets
        self._serve = run
        self._kept = kept
        self._known: set[str] = set()
        self._children: dict[int, _Child] = {}
        self._deaths = dict.fromkeys(range(len(sockets)), 0)
        self._started: set[int] = set()
        # Whether one has served; when those that were told to end are killed.
        self._served = False
        self._ends_at: float | None = None
        self._code = 0
        self._selector = selectors.DefaultSelector()

    def run(self) -> int:
        # What is loaded stays shared with the processes: collections would write to it.
        gc.collect()
        gc.freeze()
        waking, woken = socket.socketpair()
        woken.setblocking(False)
        before = signal.set_wakeup_fd(woken.fileno())
        handlers = {one: signal.signal(one, self._on_signal) for one in (signal.SIGINT, signal.SIGTERM)}
        self._selector.register(waking, selectors.EVENT_READ)
        try:
            self._start(0)
            while self._children:
                self._turn(waking)
        finally:
            signal.set_wakeup_fd(before)
            for number, handler in handlers.items():
                signal.signal(number, handler)
            waking.close()
            woken.close()
        return self._code

    def _turn(self, waking: socket.socket) -> None:
        """Handle what has happened next."""
        wait = None if self._ends_at is None else max(0.0, self._ends_at - time.monotonic())
        events = self._selector.select(wait)
        if not events:
            self._signal_all(signal.SIGKILL)
        for key, _mask in events:
            if isinstance(key.data, _Child):
                self._listen(key.data)
            else:
                waking.recv(64)

    def _on_signal(self, _number: int, _frame: object) -> None:
        self._end(0)

    def _end(self, code: int) -> None:
        """End all processes; the exit code is this one."""
        if self._ends_at is None:
            self._code = code
            self._ends_at = time.monotonic() + PATIENCE
            self._signal_all(signal.SIGTERM)

    def _signal_all(self, number: int) -> None:
        for child in self._children.values():
            child.signal(number)

    def _start(self, number: int) -> None:
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            self._be_child(number, ours, theirs)
        theirs.close()
        ours.settimeout(READING)
        self._started.add(number)
        child = self._children[number] = _Child(number, pid, ours)
        self._selector.register(ours, selectors.EVENT_READ, child)

    def _be_child(self, number: int, ours: socket.socket, theirs: socket.socket) -> NoReturn:
        """Serve in a process that has just been forked, and exit."""
        code = 70
        try:
            signal.set_wakeup_fd(-1)
            for one in (signal.SIGINT, signal.SIGTERM):
                signal.signal(one, signal.SIG_DFL)
            _end_with_parent()
            for line in (ours, *(child.line for child in self._children.values())):
                line.close()
            bus = Bus(theirs, lambda: os.kill(os.getpid(), signal.SIGTERM))
            member = Member(number, number not in self._started, bus, frozenset(self._known))
            code = self._serve(self._sockets[number], member)
        except Exception:
            log.exception("Server process %d has failed", number)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _listen(self, child: _Child) -> None:
        lines = child.said()
        if lines is None:
            self._bury(child)
            return
        for line in lines:
            if line == READY:
                self._served = True
                self._start_missing()
            else:
                self._known |= self._kept & {line}
                self._tell_others(child, line)

    def _start_missing(self) -> None:
        for number in range(len(self._sockets)):
            if number not in self._children and self._ends_at is None:
                self._start(number)

    def _tell_others(self, child: _Child, line: str) -> None:
        for other in self._children.values():
            if other is not child:
                other.hear(line)

    def _bury(self, child: _Child) -> None:
        """Handle the end of a process."""
        self._selector.unregister(child.line)
        child.line.close()
        del self._children[child.number]
        code = child.exit_code()
        forget_process(child.pid)
        if self._ends_at is not None:
            return
        if not self._served:
            # It has said itself what is wrong.
            self._end(code)
            return
        steady = time.monotonic() - child.began > STEADY
        self._deaths[child.number] = 1 if steady else self._deaths[child.number] + 1
        if self._deaths[child.number] >= MOST_DEATHS:
            log.error("Server process %d has died %d times: the server ends", child.number, MOST_DEATHS)
            self._end(70)
            return
        log.error("Server process %d has died (exit code %d): another takes its place", child.number, code)
        # It may have stored something without telling the others.
        self._tell_others(child, ALL)
        time.sleep(REST)
        self._start_missing()


def _end_with_parent() -> None:
    """Have the system end this process with its parent, where it does that; elsewhere the bus does."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)
