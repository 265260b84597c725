"""Which notices the players of a match get, and when: a pure function of the match's log and of when players
were last seen.

An absent player is notified when it is their turn at a table without a live clock, and once more before a
slow clock runs out; when their table has begun; when a bot took their seat, because their time ran out or
they were absent; and when the others wait for their answer. A player who has acted at the table counts as
present then, even without an open page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.match.agreement import SIGNS
from quarterdeck.tables.match.clocks import DAY
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT, Seat

__all__ = ["QUIET", "SOON", "WAIT", "Kind", "Notice", "news"]

Kind = Literal["turn", "late", "begun", "lost", "given", "asked"]

# All in milliseconds. How long a player must be away before the notice of their turn …
WAIT: Final = 120_000
# … and before any other notice: servers share presence only every few seconds.
SOON: Final = 30_000
# How long before the end of their time players are reminded: a quarter of it, at most so long.
REMINDER: Final = 12 * 3_600_000
# Minimum time between two notices to a guest about one table.
QUIET: Final = 600_000
# Entries that a seat's own people make besides moves, public and secret ones.
OWN: Final = SIGNS | {"plan", "show"}
# Older events are not worth a notice, whatever delayed it.
STALE: Final[Mapping[Kind, int]] = {
    "turn": 31 * 86_400_000,
    "late": 86_400_000,
    "begun": 3_600_000,
    "lost": 86_400_000,
    "given": 86_400_000,
    "asked": 31 * 86_400_000,
}


class Notice(NamedTuple):
    """A notice to a seat. `version` is the number of entries when the event happened; with `reminds` it makes
    the notice unique. `at` is the time of the event, and `due` when to send the notice unless the player
    comes first; both in milliseconds since 1970.
    """

    kind: Kind
    seat: int
    version: int
    at: int
    due: int

    @property
    def reminds(self) -> bool:
        """Whether it follows another notice of the same turn."""
        return self.kind == "late"


def news(match: Match, seen: Mapping[str, int], now: int) -> list[Notice]:
    """The notices that the people of a match get now or later if nothing changes; at most one for each seat.
    `seen` maps holders to when they were last there.
    """
    if not match.running:
        return []
    began, first = _beginning(match)
    notices = []
    for number, seat in enumerate(match.seats):
        if seat.kind != HUMAN or not seat.holders:
            continue
        last_there = max(_last_acted(match, number), *(seen.get(holder, 0) for holder in seat.holders))
        notice = _notice_of_seat(match, number, last_there, began, now)
        fresh = notice is None or notice.version == began
        if first is not None and fresh and _misses_beginning(first, match, seat, last_there):
            notice = Notice("begun", number, began, first.at, first.at + SOON)
        if notice is not None and now - notice.at < STALE[notice.kind]:
            notices.append(notice)
    return notices


def _last_acted(match: Match, number: int) -> int:
    """When the people of a seat last acted, in milliseconds since 1970; 0 if never."""
    for entry in reversed(match.entries):
        if entry.seat == number and (entry.kind in OWN or entry.data.get("by") == "player"):
            at: int = entry.at
            return at
    return 0


def _notice_of_seat(match: Match, number: int, last_there: int, began: int, now: int) -> Notice | None:
    """The notice to a seat about a bot that took it, about a question or about its turn, if there is one.
    `last_there` is when its player was last there, `began` the number of the entry that began the match.
    """
    if match.seats[number].away:
        gone = next(entry for entry in reversed(match.entries) if _is_entry_of(entry, "away", number))
        kind: Kind = "given" if "by" in gone.data else "lost"
        return Notice(kind, number, gone.number, gone.at, gone.at + SOON) if last_there < gone.at else None
    question = match.agreement.question
    if question is not None and number in question.missing:
        asked = match.entries[question.number - 1]
        if last_there < asked.at:
            return Notice("asked", number, asked.number, asked.at, asked.at + WAIT)
    if number not in match.to_act or match.terms.clock == "live":
        return None
    version = _decision_start(match, number, began)
    reminder = _reminder_time(match, number, now)
    if reminder is not None and last_there < reminder <= now:
        return Notice("late", number, version, reminder, max(reminder, last_there + WAIT))
    at = match.entries[version - 1].at if version else match.row.created * 1000
    return Notice("turn", number, version, at, max(at, last_there) + WAIT)


def _reminder_time(match: Match, number: int, now: int) -> int | None:
    """When the player of a seat to act is reminded that their time runs out, in milliseconds since 1970; None
    without a slow clock.
    """
    left = match.clock.left(number, now)
    if match.terms.clock != "slow" or left is None:
        return None
    return now + left - min(REMINDER, match.terms.days * DAY // 4)


def _decision_start(match: Match, number: int, began: int) -> int:
    """The number of entries after which a seat's current decision began for its current player."""
    since = match.number
    while since > began and match.stands_until(number, since - 1) == match.number:
        entry = match.entries[since - 1]
        if _is_entry_of(entry, "sit", number) or _is_entry_of(entry, "return", number):
            break
        since -= 1
    return since


def _is_entry_of(entry: Entry, kind: str, seat: int) -> bool:
    return entry.kind == kind and entry.seat == seat


def _beginning(match: Match) -> tuple[int, Entry | None]:
    """The number of the entry that took the last open seat, and that entry; 0 and None if the table began
    full.
    """
    vacant = match.row.kinds.count(VACANT)
    if vacant:
        for entry in match.entries:
            if entry.kind == "sit":
                vacant -= 1
            elif entry.kind == "leave":
                vacant += 1
            if vacant == 0:
                return entry.number, entry
    return 0, None


def _misses_beginning(first: Entry, match: Match, seat: Seat, last_there: int) -> bool:
    """Whether a seat's player missed the beginning: somebody else caused it, and the player was not there
    since.
    """
    starter = first.data.get("holder", match.row.owner)
    return starter not in seat.holders and last_there < first.at
