"""Calls that may never come back, each in a thread of its own that nothing waits for longer than it wants to.

A thread can't be stopped from outside. One that is given up goes on until it returns, and ends with the
program at the latest: unlike those of an executor it keeps no program from ending.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

__all__ = ["AT_ONCE", "Failed", "NoAnswer", "Threads"]

# As many as the event loop's own executor has.
AT_ONCE: Final = min(32, (os.cpu_count() or 1) + 4)

T = TypeVar("T")


class Failed(Exception):
    """A call that raised something: its cause."""


class NoAnswer(Exception):
    """A call that did not come back in time; `where` it was then, as in a traceback. Empty if it was not
    made, as all those before it are still out.
    """

    def __init__(self, where: str = "") -> None:
        super().__init__()
        self.where = where


class Threads:
    """At most AT_ONCE calls at a time, among them those that were given up and are still out: `lost`."""

    def __init__(self) -> None:
        self.lost = 0
        self._places = asyncio.Semaphore(AT_ONCE)

    async def call(self, function: Callable[[], T], seconds: float) -> T:
        """What `function` returns in a thread. Failed; NoAnswer after so many seconds, or at once if all
        threads are lost.
        """
        await self._places.acquire()
        if self.lost == AT_ONCE:
            # The one place that is left tells so to all who wait.
            self._places.release()
            raise NoAnswer
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[T] = loop.create_future()
        work = threading.Thread(target=_work, args=(function, loop, ended), name="stray", daemon=True)
        try:
            work.start()
            await asyncio.wait([ended], timeout=seconds)
        finally:
            if ended.done() or work.ident is None:
                self._places.release()
            else:
                self._lose(ended)
        if not ended.done():
            raise NoAnswer(_whereabouts(work))
        return ended.result()

    def _lose(self, ended: asyncio.Future[T]) -> None:
        self.lost += 1
        ended.add_done_callback(self._find)
        if self.lost == AT_ONCE:
            self._places.release()

    def _find(self, _ended: asyncio.Future[T]) -> None:
        if self.lost < AT_ONCE:
            self._places.release()
        self.lost -= 1


def _work(function: Callable[[], T], loop: asyncio.AbstractEventLoop, ended: asyncio.Future[T]) -> None:
    try:
        value = function()
    except BaseException as error:
        # Whatever it is: `sys.exit()` in a bot is not ours.
        failed = Failed()
        failed.__cause__ = error
        _tell(loop, partial(_fail, ended), failed)
    else:
        _tell(loop, ended.set_result, value)


def _fail(ended: asyncio.Future[T], failed: Failed) -> None:
    ended.set_exception(failed)
    # Perhaps nobody asks any more what it has come to; unless somebody does, asyncio complains.
    ended.exception()


def _tell(loop: asyncio.AbstractEventLoop, told: Callable[[Any], None], what: object) -> None:
    # The loop may be closed by now.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(told, what)


def _whereabouts(work: threading.Thread) -> str:
    frame = sys._current_frames().get(work.ident or 0)
    return "".join(traceback.format_stack(frame)).rstrip() if frame else ""
