"""Several server processes on one machine: a parent starts them by `fork`, replaces those that die, and
passes on what they tell each other.

Each process has a socket of its own at the same port, among which Linux shares out the connections; elsewhere
they share one. A process that dies leaves its socket open: who connects meanwhile is served by the next one.
"""

from __future__ import annotations

import gc
import logging
import math
import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from typing import Final, NoReturn

from quarterdeck.tables.store.bus import Bus
from quarterdeck.web.health import forget_process

__all__ = ["READY", "Member", "supervise"]

# What a process tells once it serves, and what all are told when one has died.
READY: Final = "ready"
ALL: Final = "all"
# Seconds that a process has to serve before it may die as often as it likes; how often it may die sooner.
STEADY: Final = 10.0
MOST_DEATHS: Final = 3
# Seconds between a death and the next process, and until processes that are to end are killed.
REST: Final = 0.5
PATIENCE: Final = 20.0
# Seconds that a process may read nothing of what others tell it.
READING: Final = 5.0
DIE_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG of Linux
# The exit code of a server whose processes die, and of a process that fails.
FAILED: Final = 70

log = logging.getLogger(__name__)


class Member:
    """What a process knows of itself: its number, whether it is the first one with it, and the bus to the
    others. It hears lines that begin with a word of `kept`; `known` are those that have been told before.
    """

    def __init__(self, number: int, first: bool, bus: Bus, kept: Iterable[str], known: Iterable[str]) -> None:
        self.number = number
        self.first = first
        self.bus = bus
        self._told: dict[str, Future[str]] = {word: Future() for word in kept}
        for line in known:
            self._hear(line)
        # From the beginning: the parent takes a process that does not read for one that hangs.
        bus.listen(self._hear)

    def told(self, word: str) -> Future[str]:
        """What follows this word, one of those that are kept, in the first line that begins with it."""
        return self._told[word]

    def _hear(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        # Whoever waits may have given up.
        with suppress(InvalidStateError):
            if word in self._told and not self._told[word].done():
                self._told[word].set_result(rest)


class _Child:
    """A process as its parent sees it. The parent never waits for one: what it can't read yet is kept."""

    def __init__(self, number: int, pid: int, line: socket.socket, selector: selectors.BaseSelector) -> None:
        self.number = number
        self.pid = pid
        self.began = time.monotonic()
        # When it is killed unless it reads, and unless it ends, before.
        self.read_until = self.end_until = math.inf
        self._line = line
        self._selector = selector
        self._incomplete = b""
        self._unread = bytearray()
        line.setblocking(False)
        selector.register(line, selectors.EVENT_READ, self)

    def said(self) -> list[str] | None:
        """The lines that it has told since; None if it will tell no more."""
        try:
            told = self._line.recv(1 << 16)
        except BlockingIOError:
            return []
        except OSError:
            told = b""
        if not told:
            return None
        *lines, self._incomplete = (self._incomplete + told).split(b"\n")
        return [line.decode() for line in lines]

    def hear(self, line: str) -> None:
        """Tell it a line, at once or as soon as it reads."""
        if not self._unread:
            self.read_until = time.monotonic() + READING
        self._unread += f"{line}\n".encode()
        self.go_on()

    def go_on(self) -> None:
        """Tell it what it has not read yet."""
        try:
            sent = self._line.send(self._unread)
        except BlockingIOError:
            sent = 0
        except OSError:
            # It has ended, which is noticed in its turn.
            sent = len(self._unread)
        del self._unread[:sent]
        if sent:
            self.read_until = time.monotonic() + READING if self._unread else math.inf
        if self._line.fileno() >= 0:
            writing = selectors.EVENT_WRITE if self._unread else 0
            self._selector.modify(self._line, selectors.EVENT_READ | writing, self)

    def hang_up(self) -> None:
        """Tell it nothing more, and hear nothing of it."""
        if self._line.fileno() >= 0:
            self._selector.unregister(self._line)
            self._line.close()
        self.read_until = math.inf

    def close_copy(self) -> None:
        """Close the line in another process, which has only inherited it and must not touch the selector."""
        self._line.close()

    def end(self) -> None:
        """Tell it to end, within a while."""
        os.kill(self.pid, signal.SIGTERM)
        self.expect_end()

    def expect_end(self) -> None:
        """Give it a while to end."""
        self.end_until = min(self.end_until, time.monotonic() + PATIENCE)

    def kill_if_late(self, now: float) -> None:
        """Kill it if it should have read or ended by now."""
        if now < min(self.read_until, self.end_until):
            return
        what = "read" if now >= self.read_until else "end"
        log.error("Server process %d does not %s: it is killed", self.number, what)
        os.kill(self.pid, signal.SIGKILL)
        self.read_until = self.end_until = math.inf

    def exit_code(self) -> int | None:
        """Its exit code, a signal as a negative number; None as long as it runs."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if pid else None


def supervise(
    sockets: Sequence[socket.socket],
    run: Callable[[socket.socket, Member], int],
    kept: frozenset[str],
    orphaned: Callable[[], object] = lambda: None,
) -> int:
    """Run a server process at each socket until all are told to end; returns the exit code.

    `run` serves in such a process. The first one has to serve before others start: it migrates the database,
    and says what is wrong. Whoever starts later knows the lines that were told before, if they begin with a
    word of `kept`. Each process calls `orphaned` if the parent has gone, and ends.
    """
    return _Supervisor(sockets, run, kept, orphaned).run()


class _Supervisor:
    def __init__(
        self,
        sockets: Sequence[socket.socket],
        run: Callable[[socket.socket, Member], int],
        kept: frozenset[str],
        orphaned: Callable[[], object],
    ) -> None:
        self._orphaned = orphaned
        self._sockets = sockets
        self._serve = run
        self._kept = kept
        self._known: set[str] = set()
        self._children: dict[int, _Child] = {}
        # When processes start that are missing.
        self._due = {0: 0.0}
        self._deaths = dict.fromkeys(range(len(sockets)), 0)
        self._started: set[int] = set()
        # Whether one has served; whether a signal has asked for the end; whether all have been told to end.
        self._served = self._asked = self._ending = False
        self._code = 0
        self._selector = selectors.DefaultSelector()
        self._waking, self._woken = socket.socketpair()

    def run(self) -> int:
        # What is loaded stays shared with the processes: collections would write to it.
        gc.collect()
        gc.freeze()
        self._waking.setblocking(False)
        self._woken.setblocking(False)
        self._selector.register(self._waking, selectors.EVENT_READ)
        with self._waking, self._woken, self._selector, self._woken_by_signals():
            while self._children or self._due:
                self._turn()
        return self._code

    @contextmanager
    def _woken_by_signals(self) -> Iterator[None]:
        """Within the block, signals that ask for the end and deaths of processes wake `_turn`."""
        asking = [signal.SIGINT, signal.SIGTERM]
        if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            # Not if it is ignored, as by nohup.
            asking.append(signal.SIGHUP)
        fd = signal.set_wakeup_fd(self._woken.fileno(), warn_on_full_buffer=False)
        before = {one: signal.signal(one, self._on_asked) for one in asking}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        self._handled = frozenset(before)
        try:
            yield
        finally:
            signal.set_wakeup_fd(fd)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_asked(self, _number: int, _frame: object) -> None:
        self._asked = True

    def _turn(self) -> None:
        """Wait for what happens next, and handle it."""
        limits = [limit for child in self._children.values() for limit in (child.read_until, child.end_until)]
        until = min((*limits, *self._due.values()), default=math.inf)
        wait = None if until == math.inf else max(0.0, until - time.monotonic())
        for key, mask in self._selector.select(wait):
            child = key.data
            if child is None:
                self._waking.recv(1 << 10)
                continue
            if mask & selectors.EVENT_WRITE:
                child.go_on()
            if mask & selectors.EVENT_READ:
                self._listen(child)
        if self._asked:
            self._end(0)
        for child in [*self._children.values()]:
            code = child.exit_code()
            if code is not None:
                self._bury(child, code)
        now = time.monotonic()
        for child in self._children.values():
            child.kill_if_late(now)
        for number in [number for number, at in self._due.items() if at <= now]:
            # The start of one before it may have ended all.
            if self._due.pop(number, None) is not None:
                self._start(number)

    def _end(self, code: int) -> None:
        """End all processes; the exit code is this one."""
        if self._ending:
            return
        self._ending = True
        self._code = code
        self._due.clear()
        for child in self._children.values():
            child.end()

    def _start(self, number: int) -> None:
        ours, theirs = socket.socketpair()
        # A signal waits until the new process can heed it, and until this one knows of the new one.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, self._handled)
        try:
            pid = os.fork()
            if pid == 0:
                self._be_child(number, ours, theirs, before)
            self._children[number] = _Child(number, pid, ours, self._selector)
            self._started.add(number)
        except OSError as error:
            ours.close()
            self._again(number, f"can't be started ({error.strerror})", steady=False)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()

    def _be_child(
        self, number: int, ours: socket.socket, theirs: socket.socket, signals: Iterable[int]
    ) -> NoReturn:
        """Serve in a process that has just been forked, and exit. `signals` are those to be blocked."""
        code = FAILED
        try:
            signal.set_wakeup_fd(-1)
            for one in self._handled:
                signal.signal(one, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, signals)
            _end_with_parent()
            self._let_go(ours, self._sockets[number])
            bus = Bus(theirs, self._on_orphaned)
            member = Member(number, number not in self._started, bus, self._kept, self._known)
            code = self._serve(self._sockets[number], member)
        except Exception:
            log.exception("Server process %d has failed", number)
        finally:
            # Whatever else happens: what follows in this stack is the parent's.
            try:
                sys.stdout.flush()
                sys.stderr.flush()
            finally:
                os._exit(code)

    def _on_orphaned(self) -> None:
        self._orphaned()
        os.kill(os.getpid(), signal.SIGTERM)

    def _let_go(self, ours: socket.socket, own: socket.socket) -> None:
        """Close, in a new process, what the parent and the other processes use."""
        for child in self._children.values():
            child.close_copy()
        for one in (ours, self._waking, self._woken, *(one for one in self._sockets if one is not own)):
            one.close()
        # Not everywhere does a new process have it.
        with suppress(OSError):
            self._selector.close()

    def _listen(self, child: _Child) -> None:
        lines = child.said()
        if lines is None:
            child.hang_up()
            child.expect_end()
            return
        for line in lines:
            if line == READY:
                self._served = True
                self._start_missing()
            else:
                if line.partition(" ")[0] in self._kept:
                    self._known.add(line)
                self._tell_others(child, line)

    def _start_missing(self) -> None:
        for number in range(len(self._sockets)):
            if number not in self._children and not self._ending:
                self._due.setdefault(number, 0.0)

    def _tell_others(self, child: _Child, line: str) -> None:
        for other in self._children.values():
            if other is not child:
                other.hear(line)

    def _bury(self, child: _Child, code: int) -> None:
        """Handle the end of a process."""
        child.hang_up()
        del self._children[child.number]
        forget_process(child.pid)
        if self._ending:
            return
        if not self._served:
            if code < 0:
                log.error("Server process %d has died (exit code %d)", child.number, code)
            # Else it has said itself what is wrong.
            self._end(code if code >= 0 else FAILED)
            return
        # It may have stored something without telling the others.
        self._tell_others(child, ALL)
        steady = time.monotonic() - child.began > STEADY
        self._again(child.number, f"has died (exit code {code})", steady)

    def _again(self, number: int, what: str, steady: bool) -> None:
        """Start a process anew, after a rest; too many early deaths in a row end the server."""
        self._deaths[number] = 1 if steady else self._deaths[number] + 1
        if self._deaths[number] >= MOST_DEATHS:
            log.error("Server process %d %s, time %d: the server ends", number, what, MOST_DEATHS)
            self._end(FAILED)
        else:
            log.error("Server process %d %s: another takes its place", number, what)
            self._due[number] = time.monotonic() + REST


def _end_with_parent() -> None:
    """Have the system end this process with its parent, where it does that; elsewhere the bus does."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)
