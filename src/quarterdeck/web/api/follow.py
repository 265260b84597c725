"""A follower's stream of a table's events: log entries one by one, and chat.

A follower has only a position in the log, and gets the next entry when it has taken the last one. So a slow
follower blocks nobody, needs no buffer and misses nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence
from typing import Final, NamedTuple

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.tables.live.chat import audible, hears_all
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.rows import Message
from quarterdeck.web.answers import Refused, status_of
from quarterdeck.web.api.feed import Views, feed_of, told_of_message
from quarterdeck.web.api.service import check_holder
from quarterdeck.web.wire import as_json

__all__ = ["HEARTBEAT", "Cursor", "Ear", "Told", "follow", "place_of"]

# Seconds between two signs of life.
HEARTBEAT: Final = 15.0


class Cursor(NamedTuple):
    """A follower's position: the last entry and the last chat message it received. None means: send the
    current state first, or only new chat messages.
    """

    version: int | None
    said: int | None

    def __str__(self) -> str:
        return f"{self.version}.{self.said}"


class Told(NamedTuple):
    """A message to a follower: its kind ("table", "talk", "gone", or "" for a heartbeat), its text, and the
    position after it.
    """

    kind: str
    text: str
    place: Cursor


def place_of(text: str) -> Cursor:
    """Parse a follower's position: "17", or "17.4" as messages carry it. Refused."""
    if not text:
        return Cursor(None, None)
    found = re.fullmatch(r"(\d{1,9})(?:\.(\d{1,9}))?", text, re.ASCII)
    if found is None:
        raise Refused(
            _("“after” has to be a version, such as 17, or the id of a message, such as 17.4."), 422
        )
    return Cursor(int(found[1]), int(found[2]) if found[2] else None)


class Ear(NamedTuple):
    """A follower: the table, the token's seat (or None for a spectator), the position to start from, and when
    to include views.
    """

    table: str
    owner: str | None
    seat: int | None
    views: Views
    place: Cursor


async def follow(room: Room, ear: Ear, quiet: float | None = None) -> AsyncGenerator[Told, None]:
    """Yield a follower's messages while it listens and holds the seat; after `quiet` seconds without one, a
    heartbeat. "gone" ends the stream if it does not hold the seat, or the match can't continue.
    """
    version, said = ear.place
    number: int | None = None
    try:
        match = await room.get(ear.table)
        with room.watch(match, ear.owner) as bell:
            heard = await room.chat.at(match)
            entire = _entire(match, ear)
            if said is None:
                said = next((message.number for message in reversed(audible(match, heard, ear.owner))), 0)
            due = _due(quiet)
            while not room.parting:
                # Fetched again each time: a match that could not be caught up is replaced.
                match = await room.get(ear.table)
                if ear.seat is not None:
                    check_holder(match, ear.owner, ear.seat)
                feed, last = feed_of(match), (version, said)
                if number is None:
                    number = match.number if version is None else match.number_at(version)
                if version is None:
                    version = match.version
                    yield Told("table", feed.now(match, ear.seat, ear.views), Cursor(version, said))
                while number < match.number:
                    number += 1
                    version = match.version_at(number)
                    if text := feed.told(match, ear.seat, number, ear.views):
                        yield Told("table", text, Cursor(version, said))
                if entire != _entire(match, ear):
                    entire, heard = not entire, await room.chat.at(match)
                    said = _number(heard, said) if entire else _ordinal(heard, said)
                for message in audible(match, heard, ear.owner) if heard else ():
                    if message.number > said:
                        said = message.number
                        yield Told("talk", told_of_message(message), Cursor(version, said))
                if last != (version, said):
                    due = _due(quiet)
                if not await bell.rung_by(due):
                    due = _due(quiet)
                    yield Told("", "", Cursor(version, said))
                heard = ()
                if bell.said:
                    bell.said = False
                    heard = await room.chat.at(match)
    except QuarterdeckError as error:
        gone = {"error": str(error), "status": status_of(error)}
        yield Told("gone", as_json(gone), Cursor(version, said))


def _entire(match: Match, ear: Ear) -> bool:
    """Whether the follower may read messages for seats only. Seated followers were checked before."""
    return ear.seat is not None or hears_all(match, ear.owner)


def _number(said: Sequence[Message], ordinal: int) -> int:
    """The number of the last message to all with at most this ordinal."""
    known = [one.number for one in said if one.audience == "all" and one.ordinal <= ordinal]
    return max(known, default=0)


def _ordinal(said: Sequence[Message], number: int) -> int:
    """How many messages up to this number were to all."""
    return max((one.ordinal for one in said if one.number <= number), default=0)


def _due(quiet: float | None) -> float | None:
    """When the next heartbeat is due, on the event loop's clock."""
    return None if quiet is None else asyncio.get_running_loop().time() + quiet
