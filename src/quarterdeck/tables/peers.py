"""Other servers at the same store: what they write at the tables at hand is heard of and taken over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.match import Match
from quarterdeck.tables.news import MOST
from quarterdeck.tables.tags import tag

if TYPE_CHECKING:
    from quarterdeck.tables.room import Room

__all__ = ["Peers"]

log = logging.getLogger(__name__)


class Peers:
    """What a room knows of the other servers."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._catching_up: asyncio.Task[None] | None = None
        # In the order in which they were heard of.
        self._behind: dict[str, None] = {}
        # Tables of which something was heard while they were read: perhaps as they were before it.
        self._meanwhile: set[str] = set()
        self._closed = False

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hear of what is written from now on, on this loop."""

        def hear(said: str) -> None:
            loop.call_soon_threadsafe(self.heard, said)

        self._room.store.listen(hear)

    def heard(self, said: str) -> None:
        """What a store has told: "entry" with table and number, "chat" or "removed" with the table, or "all"
        if something may have been missed.
        """
        kind, _space, rest = said.partition(" ")
        if kind == "all":
            self._meanwhile.update(self._room.loading())
            for match in self._room.at_hand():
                self._catch_up_soon(match.id)
                self._room.unsaid(match.id)
        elif kind == "entry":
            id_, _space, number = rest.partition(" ")
            known = self._room.known(id_)
            if known is not None and known.number < int(number):
                self._catch_up_soon(id_)
            elif known is None and id_ in self._room.loading():
                self._meanwhile.add(id_)
        elif kind == "chat":
            self._room.spoken(rest)
        elif kind == "removed":
            self._room.unsaid(rest)

    def loaded(self, id_: str) -> None:
        """A table that was being read is at hand."""
        if id_ in self._meanwhile:
            self._meanwhile.discard(id_)
            self._catch_up_soon(id_)

    def _catch_up_soon(self, id_: str) -> None:
        # Also if it is being read just now: that may have been before this was written.
        self._behind[id_] = None
        if self._catching_up is None and not self._closed:
            self._catching_up = asyncio.create_task(self._catch_up_all())

    async def _catch_up_all(self) -> None:
        """Catch up with all that was heard of, many tables at a time: what is heard meanwhile comes next."""
        try:
            while self._behind:
                ids = list(self._behind)[:MOST]
                for id_ in ids:
                    del self._behind[id_]
                await self._take_over(ids)
        finally:
            self._catching_up = None

    async def close(self) -> None:
        """Take nothing over any more."""
        self._closed = True
        if self._catching_up is not None:
            self._catching_up.cancel()
            await asyncio.gather(self._catching_up, return_exceptions=True)

    async def catch_up(self, id_: str) -> None:
        """Take over what has been written at a table, if it is at hand."""
        await self._take_over([id_])

    async def _take_over(self, ids: Iterable[str]) -> None:
        matches = {id_: match for id_ in ids if (match := self._room.known(id_)) and not match.shown}
        if not matches:
            return
        found: dict[str, list[Entry]] = {}
        try:
            after = {id_: match.number for id_, match in matches.items()}
            found = await self._room.read(self._room.store.since, after)
        except SQLAlchemyError:
            log.exception("What other servers have written can't be read")
        for id_, match in matches.items():
            if id_ not in found or not _follow(match, found[id_]):
                self._room.let_go(id_)
            self._room.moved_on(id_)


def _follow(match: Match, entries: Iterable[Entry]) -> bool:
    """Take entries over into a match, those that it does not have yet; False if it can't go on so."""
    draft = match.draft()
    try:
        for entry in entries:
            if entry.number == draft.number + 1:
                draft.apply(entry)
    except (QuarterdeckError, TypeError, ValueError, LookupError, ArithmeticError):
        log.exception("Table %s is read anew", tag(match.id))
        return False
    if match.number < draft.number:
        match.become(draft)
    return True
