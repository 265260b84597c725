"""One listener's way through what happens at a table: entry by entry, and what is said there.

A listener has a place in the log and nothing else: it is told the next entry when it has taken the last one,
so that a slow one holds nobody up, fills no memory and misses nothing.
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

# In seconds.
HEARTBEAT: Final = 15.0


class Cursor(NamedTuple):
    """How far a listener has come: the last entry and the last thing said that it was told, None if it wants
    to be told how things stand first, or only what is said from now on.
    """

    version: int | None
    said: int | None

    def __str__(self) -> str:
        return f"{self.version}.{self.said}"


class Told(NamedTuple):
    """A message to a listener: its kind ("table", "talk", "gone"; "" to show that we are there), its text,
    and the place after it.
    """

    kind: str
    text: str
    place: Cursor


def place_of(text: str) -> Cursor:
    """The place that a listener names: "17", or "17.4" as messages carry it. Refused."""
    if not text:
        return Cursor(None, None)
    found = re.fullmatch(r"(\d{1,9})(?:\.(\d{1,9}))?", text, re.ASCII)
    if found is None:
        raise Refused(
            _("“after” has to be a version, such as 17, or the id of a message, such as 17.4."), 422
        )
    return Cursor(int(found[1]), int(found[2]) if found[2] else None)


class Ear(NamedTuple):
    """Who listens: to a table, as a seat that a token holds or as a spectator, from a place on, with views or
    without.
    """

    table: str
    owner: str | None
    seat: int | None
    views: Views
    place: Cursor


async def follow(room: Room, ear: Ear, quiet: float | None = None) -> AsyncGenerator[Told, None]:
    """What a listener is told, for as long as it listens and holds the seat; after `quiet` seconds without
    any message, one of kind "". Where it does not hold the seat, or the table can't go on, "gone" ends it.
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
                # Asked for anew: a match that could not be caught up with is replaced.
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
    """Whether it hears what is said to the seats alone; who listens as a seat has been found to hold it."""
    return ear.seat is not None or hears_all(match, ear.owner)


def _number(said: Sequence[Message], ordinal: int) -> int:
    """The number among all that was said of the last thing that was said to all and has this ordinal."""
    known = [one.number for one in said if one.audience == "all" and one.ordinal <= ordinal]
    return max(known, default=0)


def _ordinal(said: Sequence[Message], number: int) -> int:
    """How much of what was said, up to this number, was said to all."""
    return max((one.ordinal for one in said if one.number <= number), default=0)


def _due(quiet: float | None) -> float | None:
    """When the listener is to be shown that we are there, on the clock of the event loop."""
    return None if quiet is None else asyncio.get_running_loop().time() + quiet
