"""Threads that play the lanes of a vector environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any


class LaneThreads:
    """At most `count` threads. They start when they are first needed; a forked process starts its own."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def __reduce__(self) -> tuple[Callable[[int], LaneThreads], tuple[int]]:
        # A copy has threads of its own.
        return LaneThreads, (self.count,)

    def run(self, task: Callable[..., object], parts: Sequence[tuple[Any, ...]]) -> None:
        """Call a task with the arguments of each part.

        When this returns, or raises a task's error, all calls have ended. The caller has to hold interrupts
        back: after one, calls may still be running.
        """
        if len(parts) == 1:
            task(*parts[0])
            return
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.count), os.getpid()
        started = [self._pool.submit(task, *part) for part in parts]
        wait(started)
        for one in started:
            one.result()

    def close(self) -> None:
        """End the threads. Later calls of `run` need none: `count` is 1 from now on."""
        if self._pool is not None:
            self._pool.shutdown()
        self._pool, self.count = None, 1
