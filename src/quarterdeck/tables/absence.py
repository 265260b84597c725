"""Who is absent from a match: told by its clock, or by days without a sign.

A sign is whatever a player does at the table for all to see, and an open page of theirs.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.match import Match
from quarterdeck.tables.room import Room
from quarterdeck.tables.seats import HUMAN
from quarterdeck.words import _

__all__ = ["DAY", "DAYS", "Present", "absent", "last_sign", "maker_is_absent", "present_at", "silent"]

# After so many days without a sign somebody is absent, unless the host of the server has set another number.
DAYS: Final = 7
DAY: Final = 86_400_000

log = logging.getLogger(__name__)


class Present(NamedTuple):
    """What tells who is there: when holders were last seen, in milliseconds since 1970, as far as known;
    after how many days without a sign somebody is absent.
    """

    seen: Mapping[str, int]
    days: int = DAYS


async def present_at(room: Room, match: Match, days: int) -> Present:
    """What tells who is there at a table. When its people were last seen is looked up only if somebody may be
    absent. StoreError.
    """
    at, unseen = now(), Present({}, days)
    if not any(absent(match, seat, unseen, at) for seat in range(len(match.seats))):
        return unseen
    try:
        seen = await room.read(room.store.seen_at, match.id)
    except SQLAlchemyError:
        log.exception("It could not be read who was at a table")
        raise StoreError(_("The table can't be read just now: try again in a moment.")) from None
    # Who was there in the last minutes, as a program that asks again and again is, may not be stored yet.
    for (table, holder), last in room.presence.seen(at).items():
        if table == match.id:
            seen[holder] = max(last, seen.get(holder, 0))
    return Present(seen, days)


def last_sign(match: Match, seat: int, present: Present) -> int:
    """When the player of a seat last gave a sign, in milliseconds since 1970."""
    seen = (present.seen.get(holder, 0) for holder in match.seats[seat].holders)
    return max([match.accord.signs[seat], *seen])


def silent(match: Match, seat: int, present: Present, at: int) -> bool:
    """Whether a person's seat has given no sign for days, or has let the clock move for it."""
    return seat in match.accord.late or at - last_sign(match, seat, present) >= present.days * DAY


def absent(match: Match, seat: int, present: Present, at: int) -> bool:
    """Whether a seat may be given to a bot: the clock has moved for it and its player has done nothing since,
    or the match has waited for a move of it for days, without a sign of its player.
    """
    there = match.seats[seat]
    if there.kind != HUMAN or there.away or not match.running or match.taught:
        return False
    if seat in match.accord.late:
        return True
    waits = match.accord.waits[seat]
    return waits is not None and at - waits >= present.days * DAY and silent(match, seat, present, at)


def maker_is_absent(match: Match, present: Present, at: int) -> bool:
    """Whether whoever made the table has no seat there, or none that a person plays just now."""
    held = match.held(match.row.owner)
    return all(match.seats[seat].away or silent(match, seat, present, at) for seat in held)
