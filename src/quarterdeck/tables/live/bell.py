"""Wakes the subscribers of a match when it has changed."""

from __future__ import annotations

import asyncio

__all__ = ["Bell"]


class Bell:
    """Rings for one subscriber when its match has changed.

    `said`: chat may have changed since the subscriber last reset this flag.
    """

    def __init__(self) -> None:
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
