"""Calls with a timeout, each in a thread of its own.

A Python thread can't be stopped from outside. An abandoned call runs until it returns or the program ends;
unlike an executor's thread it does not keep the program alive.
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

from quarterdeck.workers import Failed, NoAnswer

__all__ = ["AT_ONCE", "Threads"]

# The same number as the event loop's default executor.
AT_ONCE: Final = min(32, (os.cpu_count() or 1) + 4)

T = TypeVar("T")


class Threads:
    """Runs at most AT_ONCE calls at a time, including abandoned ones that still run (`lost`)."""

    def __init__(self) -> None:
        self.lost = 0
        self._places = asyncio.Semaphore(AT_ONCE)

    async def call(self, function: Callable[[], T], seconds: float) -> T:
        """The result of `function` in a thread. Failed; NoAnswer after this many seconds, or at once if all
        threads are lost.
        """
        await self._places.acquire()
        if self.lost == AT_ONCE:
            # Release the place again: the next waiter wakes and learns this too.
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
        # Catch everything: `sys.exit()` in a bot must not end the server.
        failed = Failed()
        failed.__cause__ = error
        _tell(loop, partial(_fail, ended), failed)
    else:
        _tell(loop, ended.set_result, value)


def _fail(ended: asyncio.Future[T], failed: Failed) -> None:
    ended.set_exception(failed)
    # The caller may be gone; mark the exception as retrieved, or asyncio complains.
    ended.exception()


def _tell(loop: asyncio.AbstractEventLoop, told: Callable[[Any], None], what: object) -> None:
    # The loop may be closed by now.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(told, what)


def _whereabouts(work: threading.Thread) -> str:
    frame = sys._current_frames().get(work.ident or 0)
    return "".join(traceback.format_stack(frame)).rstrip() if frame else ""
