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
from quarterdeck.web.api.feed import Views, feed_of, talk_message
from quarterdeck.web.api.service import check_holder
from quarterdeck.web.wire import as_json

__all__ = ["HEARTBEAT", "Cursor", "FeedMessage", "TableFollower", "follow", "read_cursor"]

# Seconds between two signs of life.
HEARTBEAT: Final = 15.0


class Cursor(NamedTuple):
    """A follower's position: the version after the last entry that it received, and the number of the last
    chat message (`said`). Without a version it first gets the current state; without a number it gets only
    new chat messages.
    """

    version: int | None
    said: int | None

    def __str__(self) -> str:
        return f"{self.version}.{self.said}"


class FeedMessage(NamedTuple):
    """A message to a follower: its kind ("table", "talk", "gone", or "" for a heartbeat), its text, and the
    position after it.
    """

    kind: str
    text: str
    cursor: Cursor


def read_cursor(text: str) -> Cursor:
    """Parse a follower's position: "17", or "17.4" as messages carry it. Refused."""
    if not text:
        return Cursor(None, None)
    found = re.fullmatch(r"(\d{1,9})(?:\.(\d{1,9}))?", text, re.ASCII)
    if found is None:
        raise Refused(
            _("“after” has to be a version, such as 17, or the id of a message, such as 17.4."), 422
        )
    return Cursor(int(found[1]), int(found[2]) if found[2] else None)


class TableFollower(NamedTuple):
    """A follower: the table, the token's seat (or None for a spectator), the position to start from, and when
    to include views.
    """

    table: str
    owner: str | None
    seat: int | None
    views: Views
    cursor: Cursor


async def follow(
    room: Room, follower: TableFollower, quiet: float | None = None
) -> AsyncGenerator[FeedMessage, None]:
    """Yield a follower's messages as long as it takes them and holds its seat, and a heartbeat after `quiet`
    seconds without one. If it does not hold the seat any more, or the match can't go on, the message "gone"
    ends the stream.
    """
    version, last_talk = follower.cursor
    number: int | None = None
    try:
        match = await room.get(follower.table)
        with room.watch(match, follower.owner) as bell:
            messages = await room.chat.at(match)
            hears_all_talk = _hears_all_talk(match, follower)
            if last_talk is None:
                audible_messages = audible(match, messages, follower.owner)
                last_talk = audible_messages[-1].number if audible_messages else 0
            heartbeat_at = _heartbeat_due(quiet)
            while not room.parting:
                # Fetched again each time: a match that could not be caught up is replaced.
                match = await room.get(follower.table)
                if follower.seat is not None:
                    check_holder(match, follower.owner, follower.seat)
                feed, last_cursor = feed_of(match), (version, last_talk)
                if number is None:
                    number = match.number if version is None else match.number_at(version)
                if version is None:
                    version = match.version
                    state = feed.state(match, follower.seat, follower.views)
                    yield FeedMessage("table", state, Cursor(version, last_talk))
                while number < match.number:
                    number += 1
                    version = match.version_at(number)
                    if update := feed.message(match, follower.seat, number, follower.views):
                        yield FeedMessage("table", update, Cursor(version, last_talk))
                if hears_all_talk != _hears_all_talk(match, follower):
                    hears_all_talk, messages = not hears_all_talk, await room.chat.at(match)
                    # Who hears only what is said to all gets those messages numbered among themselves.
                    convert = _number_of_ordinal if hears_all_talk else _ordinal_of_number
                    last_talk = convert(messages, last_talk)
                for message in audible(match, messages, follower.owner) if messages else ():
                    if message.number > last_talk:
                        last_talk = message.number
                        yield FeedMessage("talk", talk_message(message), Cursor(version, last_talk))
                if last_cursor != (version, last_talk):
                    heartbeat_at = _heartbeat_due(quiet)
                if not await bell.rung_by(heartbeat_at):
                    heartbeat_at = _heartbeat_due(quiet)
                    yield FeedMessage("", "", Cursor(version, last_talk))
                messages = ()
                if bell.said:
                    bell.said = False
                    messages = await room.chat.at(match)
    except QuarterdeckError as error:
        gone = {"error": str(error), "status": status_of(error)}
        yield FeedMessage("gone", as_json(gone), Cursor(version, last_talk))


def _hears_all_talk(match: Match, follower: TableFollower) -> bool:
    """Whether the follower may read messages for seats only. Seated followers were checked before."""
    return follower.seat is not None or hears_all(match, follower.owner)


def _number_of_ordinal(messages: Sequence[Message], ordinal: int) -> int:
    """The number of the last message to all with at most this ordinal."""
    to_all = [message for message in messages if message.audience == "all"]
    return max((message.number for message in to_all if message.ordinal <= ordinal), default=0)


def _ordinal_of_number(messages: Sequence[Message], number: int) -> int:
    """How many messages up to this number were to all."""
    return max((message.ordinal for message in messages if message.number <= number), default=0)


def _heartbeat_due(quiet: float | None) -> float | None:
    """When the next heartbeat is due, on the event loop's clock."""
    return None if quiet is None else asyncio.get_running_loop().time() + quiet
