"""Threads that step lanes together with the one that asks for it.

To wake a thread takes longer than many a step. So threads that have nothing to do look for the next step for
a while before they fall asleep, and a step never waits for one that has not begun: the others do its part.
All of this is compiled, so that Python's lock is not asked for, and goes by a row of numbers for each thread.
"""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock, Thread
from typing import Any

import numpy as np

from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.lab.lanes.atomic import Shared, add, pause, read, replace, swap
from quarterdeck.lab.lanes.play import advance

# The fewest lanes that a thread steps before it looks for more, and the most; and the fewest for each thread
# that are worth it.
PIECE, MOST, LEAST = 32, 512, 128
# So often a thread looks for the next step, some 50 to 200 microseconds.
PATIENCE = 5000

# What a thread's numbers are: what it does, the first of its lanes that nobody has begun, the end of its
# lanes, and whether it has to be woken. Those of two threads are not in one line of the cache.
STATE, NEXT, END, CALLED = range(4)
COLUMNS = 16
# What a thread does: it looks for a step; is wanted for one; is at work; sleeps; is dismissed.
LOOKING, WANTED, AT_WORK, ASLEEP, GONE = range(5)

# What `play.advance` takes besides the lanes.
Work = tuple[Any, ...]


def roster(threads: int) -> Shared:
    """The numbers of so many threads, the one that asks for steps among them: it is the first."""
    made = np.zeros((threads, COLUMNS), np.int64)
    made[:, STATE] = ASLEEP
    return made


@compiled
def call(threads: Shared, begin: int, end: int) -> bool:
    """Share out lanes `begin` to `end`, and want all threads; returns whether some have to be woken."""
    for one in range(1, len(threads)):
        # A step that was interrupted may have left somebody at work, who reads what is written next.
        while read(threads, one, STATE) == AT_WORK:
            pause()
    size = -(-(end - begin) // len(threads))
    for one in range(len(threads)):
        threads[one, NEXT] = min(begin + one * size, end)
        threads[one, END] = min(begin + (one + 1) * size, end)
    asleep = False
    for one in range(1, len(threads)):
        # Who was called before and not woken, as that was interrupted, is still called.
        if swap(threads, one, STATE, WANTED) == ASLEEP:
            threads[one, CALLED] = 1
        asleep |= threads[one, CALLED] != 0
    return asleep


@compiled
def lead(threads: Shared, begin: int, end: int, work: Work) -> None:
    """Step lanes `begin` to `end` alone or, if these are none, take the first thread's part in a step that
    all were called for.
    """
    if begin < end:
        advance(begin, end, *work)
    else:
        take_part(threads, 0, work)


@compiled
def follow(threads: Shared, one: int, work: Work) -> None:
    """What another thread does until it falls asleep, or finds that it was woken for nothing."""
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
    """Step one's own lanes, which are in this core's cache, then those that others have not begun: half of
    what is left each time, so that all have finished at about the same moment.
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
    """Whether nobody is at work any more, for which it waits a while. Who has not begun need not now."""
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
    """Threads that step lanes, one for each of `works`: the one that asks, and others that live as long as
    this does.
    """

    def __init__(self, works: Sequence[Work]) -> None:
        self._works = works
        self._process = 0
        self._numbers = roster(len(works))
        self._bells: list[Lock] = []
        self._dismissal: Callable[[], object] | None = None
        self._lead = lead.as_called(self._numbers, 0, 0, works[0])
        self._call = call.as_called(self._numbers, 0, 0)
        self._ended = ended.as_called(self._numbers)

    def __len__(self) -> int:
        return len(self._works)

    def advance(self, begin: int, end: int) -> None:
        """Step lanes `begin` to `end`, together if it is worth it."""
        if len(self) == 1 or end - begin < 2 * LEAST:
            self._lead(self._numbers, begin, end, self._works[0])
            return
        if self._process != os.getpid():
            self._hire()
        begun, heard = False, None
        while True:
            # Who interrupts this is heard when nobody is at work any more.
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
        """Start the other threads, as many as can be; a process that was forked from this one has to do so,
        too.
        """
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
                # The system has no thread to spare. The others do the part of this one.
                numbers[number, STATE] = GONE
                break
        self._process = os.getpid()


def wake(numbers: Shared, bells: Sequence[Lock]) -> None:
    """Wake the threads that were asleep when they were called."""
    for number, bell in enumerate(bells, start=1):
        if numbers[number, CALLED] and bell.locked():
            bell.release()


def attend(numbers: Shared, number: int, bell: Lock, task: Callable[[], None]) -> None:
    """A thread's life: sleep, and what follows once it is woken."""
    try:
        while numbers[number, STATE] != GONE:
            bell.acquire()
            task()
    finally:
        # Nobody waits for a thread that has failed.
        numbers[number, STATE] = GONE


def dismiss(numbers: Shared, bells: Sequence[Lock]) -> None:
    """End the threads, soon."""
    numbers[1:, STATE] = GONE
    for bell in bells:
        if bell.locked():
            bell.release()
