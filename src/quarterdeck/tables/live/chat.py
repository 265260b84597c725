"""What is said at tables: stored, and read again only when somebody has said something."""

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

# So many of the newest messages are kept of a table, and shown.
MOST_KEPT: Final = 200

log = logging.getLogger(__name__)


@dataclass
class _Said:
    """The messages of one table; `rung` counts how often somebody spoke, `read` up to which of these it was
    read.
    """

    messages: tuple[Message, ...] = ()
    rung: int = 1
    read: int = 0
    reading: asyncio.Task[bool] | None = None


class Chat:
    """The messages of all tables of a server."""

    def __init__(self, executor: StoreExecutor, matches: MatchRegistry, watchers: Watchers) -> None:
        self._executor = executor
        self._matches = matches
        self._watchers = watchers
        self._said: dict[str, _Said] = {}

    async def say(self, id_: str, seat: int, name: str, text: str, audience: str) -> Message:
        """Store a message of a seat and tell everybody at the table: `speaker` says who may. StoreError."""
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
        """Tell everybody at a table that something may have been said there."""
        if id_ in self._said:
            self._said[id_].rung += 1
        self._watchers.ring(id_, said=True)

    def removed(self, id_: str) -> None:
        """Read a table's messages anew, as some were removed, and tell everybody there."""
        self._said.pop(id_, None)
        self._watchers.ring(id_, said=True)

    def missed(self) -> None:
        """Read all messages anew, as news of some may have been missed, and tell everybody."""
        self._said.clear()
        self._watchers.ring_all(said=True)

    async def at(self, match: Match) -> tuple[Message, ...]:
        """The newest messages of a table, oldest first.

        If the store can't be read just now it is those that are known: nobody is kept from a match by it.
        """
        if match.shown or not match.terms.talk:
            return ()
        said = self._said.get(match.id) or self._begin(match.id)
        while said.read < said.rung:
            if said.reading is None:
                said.reading = asyncio.create_task(self._read(match.id, said))
            if not await asyncio.shield(said.reading):
                break
        return said.messages

    def _begin(self, id_: str) -> _Said:
        """Keep the messages of one more table, and of no table any more that is not in memory."""
        self._said = {one: said for one, said in self._said.items() if self._matches.known(one)}
        self._said[id_] = said = _Said()
        return said

    async def _read(self, id_: str, said: _Said) -> bool:
        rung = said.rung
        last = said.messages[-1].number if said.messages else 0
        try:
            fresh = await self._executor.read(self._executor.store.messages, id_, last, MOST_KEPT)
        except SQLAlchemyError:
            log.exception("The talk at table %s can't be read", tag(id_))
            return False
        finally:
            said.reading = None
        said.messages = (*said.messages, *fresh)[-MOST_KEPT:]
        said.read = rung
        return True


def speaker(owner: str | None, screen: bool, match: Match) -> tuple[int, str]:
    """The seat for which somebody talks, and its name. `screen`: a browser speaks, for the seat that is open
    in it. NotAllowed, StaleMove.
    """
    held = match.held(owner)
    if not held:
        raise NotAllowed(_("Only who has a seat at this table can talk here."))
    if not match.terms.talk:
        raise NotAllowed(_("There is no talk at this table."))
    shown = match.standpoint(owner).seat
    seat = held[0] if shown is None else shown
    if screen:
        match.check_actor(owner, seat)
    return seat, match.names[seat]


def hears_all(match: Match, owner: str | None) -> bool:
    """Whether a browser or program may read what was said to the seats alone."""
    return match.over or bool(match.held(owner))


def audible(match: Match, messages: Iterable[Message], owner: str | None) -> tuple[Message, ...]:
    """What a browser or program may read of a table's talk, with the numbers that these messages have for it:
    what was said to the seats alone is for those who have one, until the match is over, and for all others it
    does not count.
    """
    if hears_all(match, owner):
        return tuple(messages)
    return tuple(
        message._replace(number=message.ordinal) for message in messages if message.audience == "all"
    )
