"""A pool of threads that step lanes together with the calling thread.

Waking a thread often takes longer than a step. So idle threads spin for a while before they sleep, and a step
never waits for a thread that has not started: the others do its part. All of this is compiled, so it needs no
GIL. Each thread has a row of atomic numbers, by which the threads communicate.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock, Thread

import numpy as np

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.lab.lanes.atomic import Shared, add, pause, read, replace, swap
from quarterdeck.lab.lanes.play import advance
from quarterdeck.lab.lanes.work import Work

# The fewest and the most lanes that a thread takes at once.
PIECE, MOST = 32, 512
# The fewest lanes for which a thread of their own pays.
LANES_A_THREAD = 128
# Spins before a thread falls asleep, about 50 to 200 microseconds.
PATIENCE = 5000

# Columns of a thread's row: its state, the next of its lanes that no thread has taken, the end of its lanes,
# and whether it must be woken. A row is as long as two cache lines, so the numbers of two threads share none.
STATE, NEXT, END, CALLED = range(4)
COLUMNS = 16
# A thread's states: spinning, wanted for a step, working, asleep, dismissed.
LOOKING, WANTED, AT_WORK, ASLEEP, GONE = range(5)


def roster(threads: int) -> Shared:
    """The rows of this many threads; the first is the calling thread's."""
    made = np.zeros((threads, COLUMNS), np.int64)
    made[:, STATE] = ASLEEP
    return made


@compiled
def call(threads: Shared, begin: int, end: int) -> bool:
    """Distribute lanes `begin` to `end`, and call all threads; returns whether some have to be woken."""
    for one in range(1, len(threads)):
        # After an interrupted step a thread may still be working, and would read the rows written next.
        while read(threads, one, STATE) == AT_WORK:
            pause()
    size = -(-(end - begin) // len(threads))
    for one in range(len(threads)):
        threads[one, NEXT] = min(begin + one * size, end)
        threads[one, END] = min(begin + (one + 1) * size, end)
    asleep = False
    for one in range(1, len(threads)):
        # A thread called by an interrupted step, but not woken, still has to be.
        if swap(threads, one, STATE, WANTED) == ASLEEP:
            threads[one, CALLED] = 1
        asleep |= threads[one, CALLED] != 0
    return asleep


@compiled
def lead(threads: Shared, begin: int, end: int, work: Work) -> None:
    """The calling thread's work: step lanes `begin` to `end` alone, or take part in a common step if they are
    none.
    """
    if begin < end:
        advance(begin, end, *work)
    else:
        take_part(threads, 0, work)


@compiled
def follow(threads: Shared, one: int, work: Work) -> None:
    """The loop of another thread: take part in steps when wanted, until it falls asleep or is dismissed."""
    threads[one, CALLED] = 0
    left = PATIENCE
    while True:
        if read(threads, one, STATE) == WANTED and replace(threads, one, STATE, WANTED, AT_WORK):
            take_part(threads, one, work)
            replace(threads, one, STATE, AT_WORK, LOOKING)
            left = PATIENCE
        elif left > 0:
            left -= 1
            pause()
        elif replace(threads, one, STATE, LOOKING, ASLEEP) or read(threads, one, STATE) in (ASLEEP, GONE):
            return


@rule
def take_part(threads: Shared, one: int, work: Work) -> None:
    """Step the thread's own lanes, which are in its core's cache, then lanes that others have not started.

    Each time it takes half of the remaining lanes, so that all threads finish at about the same time.
    """
    for turn in range(len(threads)):
        whose = (one + turn) % len(threads)
        end = int(threads[whose, END])
        begin = 0
        while begin < end:
            size = min(max((end - read(threads, whose, NEXT)) // 2, PIECE), MOST)
            begin = add(threads, whose, NEXT, size)
            if begin < end:
                advance(begin, min(begin + size, end), *work)


@compiled
def ended(threads: Shared) -> bool:
    """Release the threads that have not started, and wait a while for those at work.

    Returns whether no thread is working any more.
    """
    for one in range(1, len(threads)):
        replace(threads, one, STATE, WANTED, LOOKING)
        left = PATIENCE
        while read(threads, one, STATE) == AT_WORK:
            left -= 1
            if left == 0:
                return False
            pause()
    return True


class ThreadPool:
    """Threads that step lanes, one for each of `works`: the caller's, and others that live as long as the
    pool.
    """

    def __init__(self, works: Sequence[Work]) -> None:
        self._works = works
        self._process = 0
        # The Python thread that is stepping the lanes.
        self._stepping = 0
        self._numbers = roster(len(works))
        self._bells: list[Lock] = []
        self._dismissal: Callable[[], object] | None = None
        self._lead = lead.as_called(self._numbers, 0, 0, works[0])
        self._call = call.as_called(self._numbers, 0, 0)
        self._ended = ended.as_called(self._numbers)

    def __len__(self) -> int:
        return len(self._works)

    def advance(self, begin: int, end: int) -> None:
        """Step lanes `begin` to `end`, in parallel if worthwhile.

        Raises QuarterdeckError if another Python thread is stepping them.
        """
        caller = threading.get_ident()
        if self._stepping not in (0, caller):
            raise QuarterdeckError(_("Another thread is stepping these lanes: give each thread its own."))
        self._stepping = caller
        try:
            self._advance(begin, end)
        finally:
            self._stepping = 0

    def _advance(self, begin: int, end: int) -> None:
        if len(self) == 1 or end - begin < 2 * LANES_A_THREAD:
            self._lead(self._numbers, begin, end, self._works[0])
            return
        if self._process != os.getpid():
            self._hire()
        begun, heard = False, None
        while True:
            # An interrupt is kept until no thread is working any more, and raised then.
            try:
                if not begun:
                    begun = True
                    if self._call(self._numbers, begin, end):
                        wake(self._numbers, self._bells)
                    self._lead(self._numbers, 0, 0, self._works[0])
                while not self._ended(self._numbers):
                    time.sleep(0)
                break
            except BaseException as interruption:
                heard = interruption
        if heard is not None:
            raise heard

    def _hire(self) -> None:
        """Start the other threads, as many as the system allows. A forked process has to do so, too."""
        if self._dismissal is not None:
            self._dismissal()
        self._numbers = numbers = roster(len(self))
        self._bells = [Lock() for _work in self._works[1:]]
        self._dismissal = weakref.finalize(self, dismiss, numbers, self._bells)
        numbers[1:, STATE] = GONE
        tasks = [
            partial(follow.as_called(numbers, number, work), numbers, number, work)
            for number, work in enumerate(self._works[1:], start=1)
        ]
        for number, (bell, task) in enumerate(zip(self._bells, tasks, strict=True), start=1):
            bell.acquire()
            numbers[number, STATE] = ASLEEP
            try:
                Thread(target=attend, args=(numbers, number, bell, task), daemon=True).start()
            except RuntimeError:
                # The system allows no more threads: the others do this one's part.
                numbers[number, STATE] = GONE
                break
        self._process = os.getpid()


def wake(numbers: Shared, bells: Sequence[Lock]) -> None:
    """Wake the threads that were asleep when they were called."""
    for number, bell in enumerate(bells, start=1):
        if numbers[number, CALLED] and bell.locked():
            bell.release()


def attend(numbers: Shared, number: int, bell: Lock, task: Callable[[], None]) -> None:
    """A thread's main loop: sleep, and follow steps once woken."""
    try:
        while numbers[number, STATE] != GONE:
            bell.acquire()
            task()
    finally:
        # After an error in a thread nobody must wait for it.
        numbers[number, STATE] = GONE


def dismiss(numbers: Shared, bells: Sequence[Lock]) -> None:
    """Let the threads end soon."""
    numbers[1:, STATE] = GONE
    for bell in bells:
        if bell.locked():
            bell.release()
