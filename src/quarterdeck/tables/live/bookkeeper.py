"""Books finished matches: reads each from its log, and stores the results that logbooks are made of.

Tables that ended when the program did not store results yet are booked, too, one after the other. All servers
on one database may look for tables; each table is booked once.
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
from quarterdeck.tables.store.results import Booking, UnbookedTable
from quarterdeck.tables.tags import tag

__all__ = ["BookingOf", "Bookkeeper", "Settle"]

# Seconds between two searches for finished matches, and between two matches of one search.
ROUND: Final = 2.0
PAUSE: Final = 0.02
AT_ONCE: Final = 50

# Computes what a finished match came to.
BookingOf = Callable[[Match], Booking]
# Settles a regatta, given its id. StoreError and SQLAlchemyError mean: try again later.
Settle = Callable[[str], Awaitable[None]]

log = logging.getLogger(__name__)


class Bookkeeper:
    """Books the matches of a room's store; `booking_of` says what they came to. `settle` is called with the
    id of each regatta one of whose matches was booked.
    """

    def __init__(self, room: Room, booking_of: BookingOf, settle: Settle | None = None) -> None:
        self._room = room
        self._booking_of = booking_of
        self._settle = settle
        self._unsettled: set[str] = set()
        self._rounds: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start looking for finished matches."""
        self._rounds = asyncio.create_task(self._run_rounds())

    async def close(self) -> None:
        """Stop; what is not booked yet is booked after the next start."""
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)

    async def _run_rounds(self) -> None:
        while True:
            try:
                await self.book_finished()
            except Exception:
                # A database error or a bug: the next round tries again.
                log.exception("Finished matches could not be booked")
            await asyncio.sleep(ROUND)

    async def book_finished(self) -> None:
        """Book every finished match that is not booked yet, then settle their regattas."""
        while tables := await self._room.ask(results.unbooked, AT_ONCE):
            for table in tables:
                booked, booking = await self._room.read(self._read_table, table)
                await self._room.change(results.book, booked, booking)
                if booking.regatta:
                    self._unsettled.add(booking.regatta)
                await asyncio.sleep(PAUSE)
        await self._settle_all()

    async def _settle_all(self) -> None:
        """Settle each regatta one of whose matches was booked. If the store fails, the next search will."""
        for id_ in sorted(self._unsettled):
            try:
                if self._settle is not None:
                    await self._settle(id_)
            except (StoreError, SQLAlchemyError):
                log.exception("A regatta could not be settled")
            else:
                self._unsettled.discard(id_)

    def _read_table(self, table: UnbookedTable) -> tuple[UnbookedTable, Booking]:
        """What a table's match came to, and how many entries it was read from. The booking is empty if the
        match can't be read.
        """
        with use(SOURCE_LANGUAGE):
            try:
                stored = self._room.store.table(table.table)
                # `shown`: a voyage of the day is closed to people, not to the bookkeeper.
                match = Match(stored.row, stored.entries, shown=True)
                return UnbookedTable(table.table, match.number), self._booking_of(match)._replace(
                    regatta=match.regatta
                )
            except QuarterdeckError as error:
                log.info("Table %s has no results: %s", tag(table.table), error)
            except SQLAlchemyError:
                raise
            except Exception:
                # A bug in a game's account: the other tables are booked all the same.
                log.exception("Table %s has no results", tag(table.table))
        return table, Booking()
