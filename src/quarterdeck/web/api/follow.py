"""A follower's stream of a table's events: log entries one by one, and chat.

A follower has only a position in the log, and gets the next entry when it has taken the last one. So a slow
follower blocks nobody, needs no buffer and misses nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Final, NamedTuple

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.tables.live.chat import audible, hears_all
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import check_admitted
from quarterdeck.tables.store.rows import Message
from quarterdeck.web.answers import status_of
from quarterdeck.web.api.feed import Views, feed_of, talk_message
from quarterdeck.web.api.service import check_holder
from quarterdeck.web.errors import Refused
from quarterdeck.web.transport.wire import as_json

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
    """Parse a follower's position: "17", or "17.4" as messages carry it. Raises Refused."""
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
    """Yield a follower's messages as long as it takes them and may, and a heartbeat after `quiet` seconds
    without one. The message "gone" ends the stream if the follower does not hold the seat any more or may not
    come to the table any more, or if the match can't go on.
    """
    received = _Received(follower)
    try:
        match = await room.get(follower.table)
        with room.watch(match, follower.owner) as bell:
            messages = await room.chat.at(match)
            received.begin(match, messages)
            heartbeat_at = _heartbeat_due(quiet)
            while not room.parting:
                # Fetched again each time: a match that could not be caught up is replaced.
                match = await room.get(follower.table)
                check_admitted(match, follower.owner)
                if follower.seat is not None:
                    check_holder(match, follower.owner, follower.seat)
                before = received.cursor
                for message in received.entries(match):
                    yield message
                if received.hearing_changed(match):
                    messages = await room.chat.at(match)
                    received.count_anew(messages)
                for message in received.talk(match, messages):
                    yield message
                if before != received.cursor:
                    heartbeat_at = _heartbeat_due(quiet)
                if not await bell.rung_by(heartbeat_at):
                    heartbeat_at = _heartbeat_due(quiet)
                    yield FeedMessage("", "", received.cursor)
                messages = ()
                if bell.said:
                    bell.said = False
                    messages = await room.chat.at(match)
    except QuarterdeckError as error:
        gone = {"error": str(error), "status": status_of(error)}
        yield FeedMessage("gone", as_json(gone), received.cursor)


class _Received:
    """What a follower has received so far: log entries up to a version, and chat messages up to a number."""

    def __init__(self, follower: TableFollower) -> None:
        self._follower = follower
        self._version, self._said = follower.cursor
        # The log entry that led to the version.
        self._number: int | None = None
        self._hears_all = False

    @property
    def cursor(self) -> Cursor:
        """The position after the last message."""
        return Cursor(self._version, self._said)

    def begin(self, match: Match, messages: Sequence[Message]) -> None:
        """Note what the follower hears at a table; without a number of its own it hears new messages only."""
        self._hears_all = _hears_all_talk(match, self._follower)
        if self._said is None:
            heard = audible(match, messages, self._follower.owner)
            self._said = heard[-1].number if heard else 0

    def entries(self, match: Match) -> Iterator[FeedMessage]:
        """The current state, if the follower has no version yet, then a message for each entry that is new
        now. Of later ones, which may come while a slow follower takes these, it may not be allowed to know.
        """
        feed, follower, last = feed_of(match), self._follower, match.number
        if self._number is None:
            self._number = match.number if self._version is None else match.number_at(self._version)
        if self._version is None:
            self._version = match.version
            yield FeedMessage("table", feed.state(match, follower.seat, follower.views), self.cursor)
        while self._number < last:
            self._number += 1
            self._version = match.version_at(self._number)
            if update := feed.message(match, follower.seat, self._number, follower.views):
                yield FeedMessage("table", update, self.cursor)

    def hearing_changed(self, match: Match) -> bool:
        """Whether the follower may by now read other messages than before."""
        return self._hears_all != _hears_all_talk(match, self._follower)

    def count_anew(self, messages: Sequence[Message]) -> None:
        """Convert the cursor after the follower's rights have changed: spectators count public messages
        only.
        """
        self._hears_all = not self._hears_all
        convert = _number_of_ordinal if self._hears_all else _ordinal_of_number
        self._said = convert(messages, self._said or 0)

    def talk(self, match: Match, messages: Sequence[Message]) -> Iterator[FeedMessage]:
        """Each of the messages that is new to the follower."""
        for message in audible(match, messages, self._follower.owner) if messages else ():
            if message.number > (self._said or 0):
                self._said = message.number
                yield FeedMessage("talk", talk_message(message), self.cursor)


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
