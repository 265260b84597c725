"""Who is to be told what of a match, and when: pure, by the match's log and by when somebody was seen.

Whoever is not there is told that it is their turn at a table that is in no hurry, that their table has begun,
that a bot has their seat because their time ran out or they were absent, or that the others wait for their
answer to a question. Whoever has done something at the table was there, whether a page of theirs was seen or
not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.match.agreement import SIGNS
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT, Seat

__all__ = ["QUIET", "SOON", "WAIT", "Kind", "Notice", "news"]

Kind = Literal["turn", "begun", "lost", "given", "asked"]

# All in milliseconds. How long nobody must have been there before it is told that it is their turn …
WAIT: Final = 120_000
# … and before anything else: servers hear of each other's pages only every few seconds.
SOON: Final = 30_000
# A guest gets at most one notice for each table in this time.
QUIET: Final = 600_000
# What a seat's own people do, beside their moves: what everybody may know of, and what nobody else does.
OWN: Final = SIGNS | {"plan", "show"}
# What happened longer ago is no news, whatever kept it from being told.
STALE: Final[Mapping[Kind, int]] = {
    "turn": 31 * 86_400_000,
    "begun": 3_600_000,
    "lost": 86_400_000,
    "given": 86_400_000,
    "asked": 31 * 86_400_000,
}


class Notice(NamedTuple):
    """Something that a seat is to be told: `version` is that to which the log had come when it happened, so
    that it is told once, `at` when that was, and `due` when it is to be told, if nobody comes before; both in
    milliseconds since 1970.
    """

    kind: Kind
    seat: int
    version: int
    at: int
    due: int


def news(match: Match, seen: Mapping[str, int], now: int) -> list[Notice]:
    """What the people at a match are to be told, now or later, as long as nothing changes; at most one notice
    for each seat. `seen` has when a holder was last there.
    """
    if not match.running:
        return []
    began, first = _beginning(match)
    made = []
    for number, seat in enumerate(match.seats):
        if seat.kind != HUMAN or not seat.holders:
            continue
        there = max(_acted(match, number), *(seen.get(holder, 0) for holder in seat.holders))
        notice = _of_seat(match, number, seat, there, began)
        fresh = notice is None or notice.version == began
        if first is not None and fresh and _misses_beginning(first, match, seat, there):
            notice = Notice("begun", number, began, first.at, first.at + SOON)
        if notice is not None and now - notice.at < STALE[notice.kind]:
            made.append(notice)
    return made


def _acted(match: Match, number: int) -> int:
    """When the people of a seat last did something, in milliseconds since 1970; 0 if they never did."""
    for entry in reversed(match.entries):
        if entry.seat == number and (entry.kind in OWN or entry.data.get("by") == "player"):
            at: int = entry.at
            return at
    return 0


def _of_seat(match: Match, number: int, seat: Seat, there: int, began: int) -> Notice | None:
    if seat.away:
        gone = next(entry for entry in reversed(match.entries) if _is(entry, "away", number))
        kind: Kind = "given" if "by" in gone.data else "lost"
        return Notice(kind, number, gone.number, gone.at, gone.at + SOON) if there < gone.at else None
    question = match.agreement.question
    if question is not None and number in question.missing:
        asked = match.entries[question.number - 1]
        if there < asked.at:
            return Notice("asked", number, asked.number, asked.at, asked.at + WAIT)
    if number not in match.to_act or match.terms.clock == "live":
        return None
    version = _decided_from(match, number, began)
    at = match.entries[version - 1].at if version else match.row.created * 1000
    return Notice("turn", number, version, at, max(at, there) + WAIT)


def _decided_from(match: Match, number: int, began: int) -> int:
    """The number of the first entry after which the decision stood that a seat has now, with the player that
    it has now.
    """
    since = match.number
    while since > began and match.stands_until(number, since - 1) == match.number:
        entry = match.entries[since - 1]
        if _is(entry, "sit", number) or _is(entry, "return", number):
            break
        since -= 1
    return since


def _is(entry: Entry, kind: str, seat: int) -> bool:
    return entry.kind == kind and entry.seat == seat


def _beginning(match: Match) -> tuple[int, Entry | None]:
    """The version at which the last open seat was taken, and the entry that took it; 0 and none if the table
    began with all its seats taken.
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


def _misses_beginning(first: Entry, match: Match, seat: Seat, there: int) -> bool:
    """Whether the beginning is news to a seat: neither did its player make the table begin nor look at it."""
    who = first.data.get("holder", match.row.owner)
    return who not in seat.holders and there < first.at
