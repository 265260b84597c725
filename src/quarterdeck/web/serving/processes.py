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

from quarterdeck.own_process import end_with_parent
from quarterdeck.tables.store.bus import Bus
from quarterdeck.web.health import forget_process

__all__ = ["READY", "Member", "supervise"]

# The line that a process sends once it serves, and the line that all others get when one has died.
READY: Final = "ready"
ALL: Final = "all"
# A death within STEADY seconds of a process's start is an early one. After MOST_DEATHS early deaths in a row
# the server ends.
STEADY: Final = 10.0
MOST_DEATHS: Final = 3
# Seconds between a death and the next process, and until processes that are to end are killed.
REST: Final = 0.5
PATIENCE: Final = 20.0
# Seconds after which a process is killed if it does not read what others tell it.
READING: Final = 5.0
# The exit code of a server whose processes die, and of a process that fails.
FAILED: Final = 70

log = logging.getLogger(__name__)


class Member:
    """What a process knows of itself: its number, whether it is the first one with this number, and the bus
    to the others. It keeps what follows each word of `kept` in the lines that it hears; `known` are the lines
    that were told before it began.
    """

    def __init__(self, number: int, first: bool, bus: Bus, kept: Iterable[str], known: Iterable[str]) -> None:
        self.number = number
        self.first = first
        self.bus = bus
        self._heard: dict[str, Future[str]] = {word: Future() for word in kept}
        for line in known:
            self._take_line(line)
        # From the beginning: the parent takes a process that does not read for one that hangs.
        bus.listen(self._take_line)

    def heard(self, word: str) -> Future[str]:
        """What follows this word (one of `kept`) in the first line that begins with it."""
        return self._heard[word]

    def _take_line(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        # Those who wait for it may have given up.
        with suppress(InvalidStateError):
            if word in self._heard and not self._heard[word].done():
                self._heard[word].set_result(rest)


class _Child:
    """A process as its parent sees it. The parent never waits for it: what it can't read yet is kept."""

    def __init__(self, number: int, pid: int, line: socket.socket, selector: selectors.BaseSelector) -> None:
        self.number = number
        self.pid = pid
        self.began = time.monotonic()
        # When it is killed: unless it has read by then, and unless it has ended by then.
        self.read_until = self.end_until = math.inf
        self._line = line
        self._selector = selector
        self._incomplete = b""
        self._unread = bytearray()
        line.setblocking(False)
        selector.register(line, selectors.EVENT_READ, self)

    def read_lines(self) -> list[str] | None:
        """The lines that it has sent since the last call; None if it will send no more."""
        try:
            received = self._line.recv(1 << 16)
        except BlockingIOError:
            return []
        except OSError:
            received = b""
        if not received:
            return None
        *lines, self._incomplete = (self._incomplete + received).split(b"\n")
        return [line.decode() for line in lines]

    def tell(self, line: str) -> None:
        """Send it a line, at once or as soon as it reads."""
        if not self._unread:
            self.read_until = time.monotonic() + READING
        self._unread += f"{line}\n".encode()
        self.send_unread()

    def send_unread(self) -> None:
        """Send it what it has not read yet, as far as it reads."""
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
        """Close the line to it: nothing more is sent or read."""
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
    and says what is wrong. A process that starts later gets all earlier lines whose first word is in
    `kept`. Each process calls `orphaned` if the parent has gone, and ends.
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
        self._pid = os.getpid()
        self._orphaned = orphaned
        self._sockets = sockets
        self._serve = run
        self._kept_words = kept
        self._kept_lines: set[str] = set()
        self._children: dict[int, _Child] = {}
        # When the missing processes start, by number.
        self._start_times = {0: 0.0}
        self._deaths = dict.fromkeys(range(len(sockets)), 0)
        self._started: set[int] = set()
        # Whether one has served; whether a signal has asked for the end; whether all have been told to end.
        self._served = self._end_asked = self._ending = False
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
        with self._waking, self._woken, self._selector, self._signals_wake():
            while self._children or self._start_times:
                self._handle_next()
        return self._code

    @contextmanager
    def _signals_wake(self) -> Iterator[None]:
        """Within the block, signals that ask for the end and deaths of processes wake `_handle_next`."""
        asking = [signal.SIGINT, signal.SIGTERM]
        if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            # Not if it is ignored, as by nohup.
            asking.append(signal.SIGHUP)
        fd = signal.set_wakeup_fd(self._woken.fileno(), warn_on_full_buffer=False)
        before = {number: signal.signal(number, self._on_end_signal) for number in asking}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        self._handled_signals = frozenset(before)
        try:
            yield
        finally:
            signal.set_wakeup_fd(fd)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_end_signal(self, _number: int, _frame: object) -> None:
        self._end_asked = True

    def _handle_next(self) -> None:
        """Wait for what happens next, and handle it."""
        limits = [limit for child in self._children.values() for limit in (child.read_until, child.end_until)]
        until = min((*limits, *self._start_times.values()), default=math.inf)
        wait = None if until == math.inf else max(0.0, until - time.monotonic())
        for key, mask in self._selector.select(wait):
            child = key.data
            if child is None:
                self._waking.recv(1 << 10)
                continue
            if mask & selectors.EVENT_WRITE:
                child.send_unread()
            if mask & selectors.EVENT_READ:
                self._relay_lines(child)
        if self._end_asked:
            self._end_all(0)
        for child in [*self._children.values()]:
            code = child.exit_code()
            if code is not None:
                self._handle_death(child, code)
        now = time.monotonic()
        for child in self._children.values():
            child.kill_if_late(now)
        for number in [number for number, at in self._start_times.items() if at <= now]:
            # The start of one before it may have ended all.
            if self._start_times.pop(number, None) is not None:
                self._start_process(number)

    def _end_all(self, code: int) -> None:
        """End all processes; the exit code is this one."""
        if self._ending:
            return
        self._ending = True
        self._code = code
        self._start_times.clear()
        for child in self._children.values():
            child.end()

    def _start_process(self, number: int) -> None:
        ours, theirs = socket.socketpair()
        # Signals wait until the new process can handle them, and until this one has listed the new one.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, self._handled_signals)
        try:
            pid = os.fork()
            if pid == 0:
                self._run_child(number, ours, theirs, before)
            self._children[number] = _Child(number, pid, ours, self._selector)
            self._started.add(number)
        except OSError as error:
            ours.close()
            self._schedule_restart(number, f"can't be started ({error.strerror})", steady=False)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()

    def _run_child(
        self, number: int, ours: socket.socket, theirs: socket.socket, signals: Iterable[int]
    ) -> NoReturn:
        """Serve in a process that has just been forked, and exit. `signals` are those to be blocked."""
        code = FAILED
        try:
            signal.set_wakeup_fd(-1)
            for signal_number in self._handled_signals:
                signal.signal(signal_number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, signals)
            # Elsewhere than on Linux the bus does it.
            end_with_parent(self._pid, signal.SIGTERM)
            self._close_inherited(ours, self._sockets[number])
            bus = Bus(theirs, self._on_orphaned)
            member = Member(number, number not in self._started, bus, self._kept_words, self._kept_lines)
            code = self._serve(self._sockets[number], member)
        except Exception:
            log.exception("Server process %d has failed", number)
        finally:
            # Always exit here: the rest of the stack belongs to the parent.
            try:
                sys.stdout.flush()
                sys.stderr.flush()
            finally:
                os._exit(code)

    def _on_orphaned(self) -> None:
        self._orphaned()
        os.kill(os.getpid(), signal.SIGTERM)

    def _close_inherited(self, ours: socket.socket, own_socket: socket.socket) -> None:
        """In a new process, close the copies of what only the parent and the other processes use."""
        for child in self._children.values():
            child.close_copy()
        others = [other for other in self._sockets if other is not own_socket]
        for inherited in (ours, self._waking, self._woken, *others):
            inherited.close()
        # On some systems a new process does not inherit it.
        with suppress(OSError):
            self._selector.close()

    def _relay_lines(self, child: _Child) -> None:
        lines = child.read_lines()
        if lines is None:
            child.hang_up()
            child.expect_end()
            return
        for line in lines:
            if line == READY:
                self._served = True
                self._start_missing()
            else:
                if line.partition(" ")[0] in self._kept_words:
                    self._kept_lines.add(line)
                self._tell_others(child, line)

    def _start_missing(self) -> None:
        for number in range(len(self._sockets)):
            if number not in self._children and not self._ending:
                self._start_times.setdefault(number, 0.0)

    def _tell_others(self, child: _Child, line: str) -> None:
        for other in self._children.values():
            if other is not child:
                other.tell(line)

    def _handle_death(self, child: _Child, code: int) -> None:
        """Handle the end of a process."""
        child.hang_up()
        del self._children[child.number]
        forget_process(child.pid)
        if self._ending:
            return
        if not self._served:
            if code < 0:
                log.error("Server process %d has died (exit code %d)", child.number, code)
            # Otherwise the process has written itself what is wrong.
            self._end_all(code if code >= 0 else FAILED)
            return
        # It may have stored something without telling the others.
        self._tell_others(child, ALL)
        steady = time.monotonic() - child.began > STEADY
        self._schedule_restart(child.number, f"has died (exit code {code})", steady)

    def _schedule_restart(self, number: int, what: str, steady: bool) -> None:
        """Start a process anew, after a rest; too many early deaths in a row end the server."""
        self._deaths[number] = 1 if steady else self._deaths[number] + 1
        if self._deaths[number] >= MOST_DEATHS:
            log.error("Server process %d %s, time %d: the server ends", number, what, MOST_DEATHS)
            self._end_all(FAILED)
        else:
            log.error("Server process %d %s: another takes its place", number, what)
            self._start_times[number] = time.monotonic() + REST
