"""Wakes the subscribers of a match when it has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Bell", "PageQueue"]


class Bell:
    """Rings for one subscriber when its match has changed.

    `page`: the subscriber is a page, which is woken by a `PageQueue`. `said`: chat may have
    changed since the subscriber last reset this flag.
    """

    def __init__(self, page: bool = False) -> None:
        self.page = page
        self._rung = False
        self._waiting: asyncio.Future[None] | None = None
        self.said = False

    @property
    def awaited(self) -> bool:
        """Whether the subscriber waits for the next ring."""
        return self._waiting is not None and not self._waiting.done()

    def ring(self, said: bool = False) -> None:
        """Let `wait` return."""
        self.said = self.said or said
        self._rung = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait(self) -> None:
        """Wait for the next ring. Several rings before the wait count as one."""
        if not self._rung:
            # An asyncio.Event costs twice as much, and every move rings for every subscriber.
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        self._rung = False

    async def rung_by(self, due: float | None) -> bool:
        """Wait for the next ring, at most until `due` on the event loop's clock; returns whether it rang."""
        try:
            async with asyncio.timeout_at(due):
                await self.wait()
        except TimeoutError:
            return False
        return True


class PageQueue:
    """The tables whose pages are due. Each iteration of the event loop takes one of them and calls `wake`
    with it, and with whether something may have been said there.

    Updating a page takes longer than making a move. So moves that come in do not wait for all pages that are
    due, and one update of a page covers the moves made since the last one.
    """

    def __init__(self, wake: Callable[[str, bool], None]) -> None:
        self._wake = wake
        # In the order in which they became due.
        self._due: dict[str, bool] = {}

    def add(self, table: str, said: bool) -> None:
        """Wake a table's pages soon."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._wake_next)
        self._due[table] = said or self._due.get(table, False)

    def _wake_next(self) -> None:
        """Wake the pages of one table; the next iteration of the event loop goes on with the others."""
        table = next(iter(self._due))
        self._wake(table, self._due.pop(table))
        if self._due:
            asyncio.get_running_loop().call_soon(self._wake_next)
