"""Who is who: the browsers that have signed in, each with the person as whom it is known.

Every request asks, so all of them are in memory; the store tells when there are others.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.tables.live.executor import StoreExecutor
from quarterdeck.tables.store import keys

__all__ = ["People"]

log = logging.getLogger(__name__)


class People:
    """The browsers of a store that have signed in."""

    def __init__(self, executor: StoreExecutor) -> None:
        self._executor = executor
        self._known: dict[str, str] = {}
        self._reading = asyncio.Lock()
        self._again: set[asyncio.Task[None]] = set()

    def of(self, browser: str) -> str:
        """The person as whom a browser is known: itself, unless it has signed in."""
        return self._known.get(browser, browser)

    async def read(self) -> None:
        """Take over what is stored. One after the other, so that the newest stays."""
        async with self._reading:
            self._known = await self._executor.read(self._executor.store.ask, keys.known)

    def changed(self) -> None:
        """Take over what is stored, soon: another server has changed it."""
        task = asyncio.create_task(self._try())
        self._again.add(task)
        task.add_done_callback(self._again.discard)

    async def _try(self) -> None:
        try:
            await self.read()
        except SQLAlchemyError:
            log.exception("Who has signed in can't be read")

    async def close(self) -> None:
        """Stop taking over."""
        for task in self._again:
            task.cancel()
        await asyncio.gather(*self._again, return_exceptions=True)
