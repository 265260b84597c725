"""Other servers at the same store: what they write at the tables at hand is heard of and taken over."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.tags import tag

if TYPE_CHECKING:
    from quarterdeck.tables.room import Room

__all__ = ["Neighbours"]

log = logging.getLogger(__name__)


class Neighbours:
    """What a room knows of the other servers."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._behind: set[str] = set()

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hear of what is written from now on, on this loop."""

        def hear(said: str) -> None:
            loop.call_soon_threadsafe(self.heard, said)

        self._room.store.listen(hear)

    def heard(self, said: str) -> None:
        """What a store has told: "entry" with table and number, "chat" with the table, or "all" if something
        may have been missed.
        """
        kind, _space, rest = said.partition(" ")
        if kind == "all":
            for match in self._room.at_hand():
                self._catch_up_soon(match.id)
                self._room.spoken(match.id)
        elif kind == "entry":
            id_, _space, number = rest.partition(" ")
            known = self._room.known(id_)
            if known is not None and known.number < int(number):
                self._catch_up_soon(id_)
        elif kind == "chat":
            self._room.spoken(rest)

    def _catch_up_soon(self, id_: str) -> None:
        if id_ in self._catching_up:
            # That one may have read the log already.
            self._behind.add(id_)
            return
        self._catching_up[id_] = task = asyncio.create_task(self.catch_up(id_))
        task.add_done_callback(lambda _done: self._caught_up(id_))

    def _caught_up(self, id_: str) -> None:
        del self._catching_up[id_]
        if id_ in self._behind:
            self._behind.discard(id_)
            self._catch_up_soon(id_)

    async def catch_up(self, id_: str) -> None:
        """Take over what has been written at a table, if it is at hand."""
        match = self._room.known(id_)
        if match is None or match.shown:
            return
        try:
            entries: list[Entry] = await self._room.read(self._room.store.since, id_, match.number)
            draft = match.draft()
            for entry in entries:
                if entry.number == draft.number + 1:
                    draft.apply(entry)
        except (QuarterdeckError, SQLAlchemyError, ValueError):
            log.exception("Table %s is read anew", tag(id_))
            self._room.let_go(id_)
        else:
            if match.number < draft.number:
                match.become(draft)
        self._room.moved_on(id_)
