"""Synchronization with other servers on the same store: applies their changes to the matches in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.live.chat import Chat
from quarterdeck.tables.live.executor import StoreExecutor
from quarterdeck.tables.live.people import People
from quarterdeck.tables.live.registry import MatchRegistry
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.keys import KNOWN
from quarterdeck.tables.store.log_tail import MOST
from quarterdeck.tables.tags import tag

__all__ = ["Peers"]

T = TypeVar("T")

log = logging.getLogger(__name__)


class Peers:
    """Keeps the matches in memory in step with other servers' writes."""

    def __init__(self, executor: StoreExecutor, matches: MatchRegistry, chat: Chat, people: People) -> None:
        self._executor = executor
        self._matches = matches
        self._chat = chat
        self._people = people
        self._catching_up: asyncio.Task[None] | None = None
        # In order of notification.
        self._behind: dict[str, None] = {}
        self._closed = False

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Subscribe to notifications from other servers, on this event loop."""

        def pass_on(notification: str) -> None:
            loop.call_soon_threadsafe(self.heard, notification)

        self._executor.store.listen(pass_on)

    def heard(self, notification: str) -> None:
        """Handle a notification of the store: "entry" with table and number, "chat" or "removed" with the
        table, `KNOWN` if a browser has signed in or out, or "all" if notifications may have been missed.
        """
        kind, _space, rest = notification.partition(" ")
        if kind == "all":
            for match in self._matches.at_hand():
                self._catch_up_soon(match.id)
            for id_ in self._matches.loading():
                self._matches.when_loaded(id_, self._catch_up_soon)
            self._chat.missed()
            self._people.changed()
        elif kind == "entry":
            id_, _space, number = rest.partition(" ")
            in_memory = self._matches.known(id_)
            if in_memory is None:
                # A read in progress may predate this entry.
                self._matches.when_loaded(id_, self._catch_up_soon)
                # Lists may have it.
                self._matches.changed(id_)
            elif in_memory.number < int(number):
                self._catch_up_soon(id_)
        elif kind == KNOWN:
            self._people.changed()
        elif kind == "chat":
            self._chat.spoken(rest)
        elif kind == "removed":
            self._chat.removed(rest)

    def _catch_up_soon(self, id_: str) -> None:
        """Catch up with a table, in the next round if one is going on: that one may have read it already."""
        self._behind[id_] = None
        if self._catching_up is None and not self._closed:
            self._catching_up = asyncio.create_task(self._catch_up_all())

    async def _catch_up_all(self) -> None:
        """Catch up with all tables of which there was a notification, many at a time. Notifications that come
        in meanwhile go into the next round.
        """
        try:
            while self._behind:
                ids = list(self._behind)[:MOST]
                for id_ in ids:
                    del self._behind[id_]
                await self._apply_new_entries(ids)
        finally:
            self._catching_up = None

    async def close(self) -> None:
        """Stop synchronizing."""
        self._closed = True
        if self._catching_up is not None:
            self._catching_up.cancel()
            await asyncio.gather(self._catching_up, return_exceptions=True)

    async def catch_up(self, *ids: str) -> None:
        """Apply what has been written at these tables to those in memory."""
        await self._apply_new_entries(ids)

    async def reach(self, id_: str, version: int) -> Match:
        """The match at a table, at least at this version if another server has reached it. Raises NotFound,
        Outdated, StoreError.
        """
        match = await self._matches.get(id_)
        if match.version < version and self._executor.store.shared:
            await self.catch_up(id_)
            match = await self._matches.get(id_)
        return match

    async def checked(self, match: Match, check: Callable[[Match], T]) -> T:
        """The result of `check` on a match. If it refuses, catch up with other servers and check again.
        Raises NotAllowed.
        """
        try:
            return check(match)
        except NotAllowed:
            if not self._executor.store.shared:
                raise
        await self.catch_up(match.id)
        return check(await self._matches.get(match.id))

    async def _apply_new_entries(self, ids: Iterable[str]) -> None:
        """Apply what is stored of these tables to the matches in memory. If that fails for a match, drop it,
        so that it is loaded again.
        """
        matches = {id_: match for id_ in ids if (match := self._matches.known(id_)) and not match.shown}
        if not matches:
            return
        entries: dict[str, list[Entry]] = {}
        try:
            after = {id_: match.number for id_, match in matches.items()}
            entries = await self._executor.read(self._executor.store.since, after)
        except SQLAlchemyError:
            log.exception("What other servers have written can't be read")
        for id_, match in matches.items():
            if id_ not in entries or not _apply_entries(match, entries[id_]):
                self._matches.drop(id_)
            self._matches.changed(id_)


def _apply_entries(match: Match, entries: Iterable[Entry]) -> bool:
    """Apply the entries that a match does not have yet; False if they do not fit."""
    draft = match.draft()
    try:
        for entry in entries:
            if entry.number == draft.number + 1:
                draft.apply(entry)
    except Exception:
        # A damaged entry, or a bug, perhaps in a game: the other tables go on.
        log.exception("Table %s is read anew", tag(match.id))
        return False
    if match.number < draft.number:
        match.become(draft)
    return True
