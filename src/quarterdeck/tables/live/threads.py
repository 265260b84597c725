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
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def call(self, function: Callable[[], T], seconds: float) -> T:
        """The result of `function` in a thread. Raises Failed; NoAnswer after this many seconds, or at once
        if all threads are lost.
        """
        await self._slots.acquire()
        if self.lost == AT_ONCE:
            # Release the slot again: the next waiter wakes and learns this, too.
            self._slots.release()
            raise NoAnswer
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[T] = loop.create_future()
        work = threading.Thread(
            target=_call_and_report, args=(function, loop, ended), name="stray", daemon=True
        )
        try:
            work.start()
            await asyncio.wait([ended], timeout=seconds)
        finally:
            if ended.done() or work.ident is None:
                self._slots.release()
            else:
                self._count_lost(ended)
        if not ended.done():
            raise NoAnswer(_stack_of(work))
        return ended.result()

    def _count_lost(self, ended: asyncio.Future[T]) -> None:
        """Count an abandoned call as lost until it returns. It keeps its slot."""
        self.lost += 1
        ended.add_done_callback(self._count_returned)
        if self.lost == AT_ONCE:
            self._slots.release()

    def _count_returned(self, _ended: asyncio.Future[T]) -> None:
        """Release the slot of an abandoned call that has returned. When all calls are lost, one slot is free
        already: the one by which waiters learn of that.
        """
        if self.lost < AT_ONCE:
            self._slots.release()
        self.lost -= 1


def _call_and_report(
    function: Callable[[], T], loop: asyncio.AbstractEventLoop, ended: asyncio.Future[T]
) -> None:
    """Call a function, and give its result or Failed to the future `ended` in the event loop."""
    try:
        value = function()
    except BaseException as error:
        # Catch everything: `sys.exit()` in a bot must not end the server.
        failed = Failed()
        failed.__cause__ = error
        _call_in_loop(loop, partial(_set_failure, ended), failed)
    else:
        _call_in_loop(loop, ended.set_result, value)


def _set_failure(ended: asyncio.Future[T], failed: Failed) -> None:
    ended.set_exception(failed)
    # The caller may be gone; mark the exception as retrieved, or asyncio complains.
    ended.exception()


def _call_in_loop(loop: asyncio.AbstractEventLoop, callback: Callable[[Any], None], value: object) -> None:
    """Call `callback` with `value` in the event loop, unless the loop is closed by now."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(callback, value)


def _stack_of(work: threading.Thread) -> str:
    """Where a thread is now: its stack in the format of a traceback, "" if it has ended."""
    frame = sys._current_frames().get(work.ident or 0)
    return "".join(traceback.format_stack(frame)).rstrip() if frame else ""
