"""Which person each browser belongs to that has signed in.

Every request asks, so all of them are kept in memory. They are read again when the store says that another
server has changed them.
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
        self._person_of: dict[str, str] = {}
        self._reading = asyncio.Lock()
        self._rereadings: set[asyncio.Task[None]] = set()

    def of(self, browser: str) -> str:
        """The holder of the person who has signed in with a browser; the browser's own if nobody has."""
        return self._person_of.get(browser, browser)

    async def read(self) -> None:
        """Read all of them from the store. Only one read runs at a time, so that the newest result stays."""
        async with self._reading:
            self._person_of = await self._executor.read(self._executor.store.ask, keys.person_by_browser)

    def changed(self) -> None:
        """Read them again soon: another server has changed them."""
        task = asyncio.create_task(self._reread())
        self._rereadings.add(task)
        task.add_done_callback(self._rereadings.discard)

    async def _reread(self) -> None:
        try:
            await self.read()
        except SQLAlchemyError:
            log.exception("Who has signed in can't be read")

    async def close(self) -> None:
        """Stop reading."""
        for task in self._rereadings:
            task.cancel()
        await asyncio.gather(*self._rereadings, return_exceptions=True)
