"""Table chat: messages are stored, and re-read only after somebody has written."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.i18n import _
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotAllowed, StoreError
from quarterdeck.tables.live.executor import StoreExecutor
from quarterdeck.tables.live.registry import MatchRegistry
from quarterdeck.tables.live.watchers import Watchers
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.rows import Message
from quarterdeck.tables.tags import tag

__all__ = ["MOST_KEPT", "Chat", "audible", "hears_all", "speaker"]

# Number of newest messages per table that are cached and shown.
MOST_KEPT: Final = 200

log = logging.getLogger(__name__)


@dataclass
class _CachedMessages:
    """The cached messages of one table. `announced` counts how often new messages were announced, `read` is
    its value at the last read; `reading` is the read in progress, if any.
    """

    messages: tuple[Message, ...] = ()
    announced: int = 1
    read: int = 0
    reading: asyncio.Task[bool] | None = None


class Chat:
    """The messages of all tables of a server."""

    def __init__(self, executor: StoreExecutor, matches: MatchRegistry, watchers: Watchers) -> None:
        self._executor = executor
        self._matches = matches
        self._watchers = watchers
        self._cached: dict[str, _CachedMessages] = {}

    async def say(self, id_: str, seat: int, name: str, text: str, audience: str) -> Message:
        """Store a message of a seat and tell everybody at the table: `speaker` says who may. Raises
        StoreError.
        """
        store = self._executor.store
        try:
            message = await self._executor.write(store.say, id_, now(), seat, name, text, audience)
        except SQLAlchemyError:
            log.exception("A message could not be stored")
            raise StoreError(
                _("Your message could not be stored, so it was not sent: try again soon.")
            ) from None
        self.spoken(id_)
        return message

    def spoken(self, id_: str) -> None:
        """Tell everybody at a table that there may be new messages."""
        if id_ in self._cached:
            self._cached[id_].announced += 1
        self._watchers.ring(id_, said=True)

    def removed(self, id_: str) -> None:
        """Re-read a table's messages after some were removed, and tell everybody there."""
        self._cached.pop(id_, None)
        self._watchers.ring(id_, said=True)

    def missed(self) -> None:
        """Re-read all messages because notifications may have been missed, and tell everybody."""
        self._cached.clear()
        self._watchers.ring_all(said=True)

    async def at(self, match: Match) -> tuple[Message, ...]:
        """The newest messages of a table, oldest first.

        If the store can't be read now, the cached messages are returned: a chat failure never blocks a match.
        """
        if match.shown or not match.terms.talk:
            return ()
        cached = self._cached.get(match.id) or self._start_caching(match.id)
        while cached.read < cached.announced:
            if cached.reading is None:
                cached.reading = asyncio.create_task(self._read_new(match.id, cached))
            if not await asyncio.shield(cached.reading):
                break
        return cached.messages

    def _start_caching(self, id_: str) -> _CachedMessages:
        """Start caching one more table, and drop tables that are no longer in memory."""
        self._cached = {table: cached for table, cached in self._cached.items() if self._matches.known(table)}
        self._cached[id_] = cached = _CachedMessages()
        return cached

    async def _read_new(self, id_: str, cached: _CachedMessages) -> bool:
        """Read a table's messages since the last cached one; False if the store can't be read now."""
        announced = cached.announced
        last = cached.messages[-1].number if cached.messages else 0
        try:
            fresh = await self._executor.read(self._executor.store.messages, id_, last, MOST_KEPT)
        except SQLAlchemyError:
            log.exception("The talk at table %s can't be read", tag(id_))
            return False
        finally:
            cached.reading = None
        cached.messages = (*cached.messages, *fresh)[-MOST_KEPT:]
        cached.read = announced
        return True


def speaker(owner: str | None, screen: bool, match: Match) -> tuple[int, str]:
    """The seat for which a request speaks, and its name. `screen`: a browser asks, and speaks for the seat
    open in it. Raises NotAllowed, StaleMove.
    """
    held = match.seats_of(owner)
    if not held:
        raise NotAllowed(_("Only who has a seat at this table can talk here."))
    if not match.terms.talk:
        raise NotAllowed(_("There is no talk at this table."))
    open_seat = match.standpoint(owner).seat
    seat = held[0] if open_seat is None else open_seat
    if screen:
        match.check_actor(owner, seat)
    return seat, match.names[seat]


def hears_all(match: Match, owner: str | None) -> bool:
    """Whether a browser or program may read the messages for seats only."""
    return match.over or bool(match.seats_of(owner))


def audible(match: Match, messages: Iterable[Message], owner: str | None) -> tuple[Message, ...]:
    """The messages that a browser or program may read, each with its number for that reader. Messages for
    seats only are hidden from spectators until the match is over; hidden messages are not counted.
    """
    if hears_all(match, owner):
        return tuple(messages)
    return tuple(
        message._replace(number=message.ordinal) for message in messages if message.audience == "all"
    )
