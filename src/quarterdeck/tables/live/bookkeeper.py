"""Books finished matches: reads each from its log, and stores the results that logbooks are made of.

Tables that ended before there were results are booked, too, one after the other. All servers on one database
may look for tables; each table is booked once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import SOURCE_LANGUAGE, use
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store import results
from quarterdeck.tables.store.results import Booking, Unbooked
from quarterdeck.tables.tags import tag

__all__ = ["Bookkeeper", "Reckon", "Settle"]

# Seconds between two searches for finished matches, and between two matches of one search.
ROUND: Final = 2.0
PAUSE: Final = 0.02
AT_ONCE: Final = 50

# What a finished match came to.
Reckon = Callable[[Match], Booking]
# What is done about a regatta, by its id. StoreError, SQLAlchemyError: it is to be tried again.
Settle = Callable[[str], Awaitable[None]]

log = logging.getLogger(__name__)


class Bookkeeper:
    """Books the matches of a room's store; `reckon` says what they came to. `settle` is told of a regatta, by
    its id, one of whose matches is over.
    """

    def __init__(self, room: Room, reckon: Reckon, settle: Settle | None = None) -> None:
        self._room = room
        self._reckon = reckon
        self._settle = settle
        self._unsettled: set[str] = set()
        self._rounds: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start looking for finished matches."""
        self._rounds = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        """Stop; what is not booked yet is booked after the next start."""
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)

    async def _go_round(self) -> None:
        while True:
            try:
                await self.look()
            except SQLAlchemyError:
                log.exception("Finished matches could not be booked")
            await asyncio.sleep(ROUND)

    async def look(self) -> None:
        """Book every finished match that is not booked yet, then settle their regattas."""
        while found := await self._room.ask(results.unbooked, AT_ONCE):
            for one in found:
                done, made = await self._room.read(self._results, one)
                await self._room.change(results.book, done, made)
                if made.regatta:
                    self._unsettled.add(made.regatta)
                await asyncio.sleep(PAUSE)
        await self._settle_all()

    async def _settle_all(self) -> None:
        """Settle each regatta one of whose matches was booked; where the store fails, the next look does."""
        for id_ in sorted(self._unsettled):
            try:
                if self._settle is not None:
                    await self._settle(id_)
            except (StoreError, SQLAlchemyError):
                log.exception("A regatta could not be settled")
            else:
                self._unsettled.discard(id_)

    def _results(self, one: Unbooked) -> tuple[Unbooked, Booking]:
        """A table's results, and the version they are of; none for a match that can't be read."""
        with use(SOURCE_LANGUAGE):
            try:
                stored = self._room.store.table(one.table)
                # A voyage of the day is closed to people, not to the bookkeeper.
                match = Match(stored.row, stored.entries, shown=True)
                return Unbooked(one.table, match.number), self._reckon(match)._replace(regatta=match.regatta)
            except QuarterdeckError as error:
                log.info("Table %s has no results: %s", tag(one.table), error)
            except SQLAlchemyError:
                raise
            except Exception:
                # A bug in a game's reckoning: the other tables are booked all the same.
                log.exception("Table %s has no results", tag(one.table))
        return one, Booking()
