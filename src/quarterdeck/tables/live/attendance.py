"""Stores when each player was last at a table. The time is written when they load the table's page, and read
when one of them may be absent.
"""

from __future__ import annotations

import logging
from typing import Final
from weakref import WeakKeyDictionary

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.i18n import _
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.absence import Present, absent, maker_is_absent
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store import contact

__all__ = ["present_at", "touch"]

# Minimum time between two writes for the same player and table, in milliseconds: absence is counted in days.
FRESH: Final = 43_200_000

log = logging.getLogger(__name__)

_touched: WeakKeyDictionary[Match, dict[str, int]] = WeakKeyDictionary()


async def touch(room: Room, match: Match, owner: str) -> None:
    """Store that a seat's player, or the maker, is present, and tell those who watch. A failure of the store
    is logged only: the page is shown anyway.
    """
    mine = match.is_maker(owner) or match.seats_of(owner)
    if not mine or match.over or match.closed:
        return
    at, touched = now(), _touched.setdefault(match, {})
    if at - touched.get(owner, 0) < FRESH:
        return
    before, touched[owner] = touched.get(owner, 0), at
    try:
        await room.write(room.store.touch, match.id, owner, at)
        room.watchers.ring(match.id)
    except SQLAlchemyError:
        # The next look tries again.
        touched[owner] = before
        log.exception("It could not be stored that somebody is at a table")


async def present_at(room: Room, match: Match, days: int) -> Present:
    """Presence data of a table. The stored times are read only if somebody may be absent. Raises
    StoreError.
    """
    at, nobody_seen = now(), Present({}, days)
    if match.begun:
        doubtful = any(absent(match, seat, nobody_seen, at) for seat in range(len(match.seats)))
    else:
        doubtful = not match.closed and maker_is_absent(match, nobody_seen, at)
    if not doubtful:
        return nobody_seen
    try:
        seen = await room.ask(contact.seen_at, match.id)
    except SQLAlchemyError:
        log.exception("It could not be read who was at a table")
        raise StoreError(_("The table can't be read just now: try again in a moment.")) from None
    # Presence of the last minutes, for example of a polling program, may not be stored yet.
    for (table, holder), last in room.presence.seen(at).items():
        if table == match.id:
            seen[holder] = max(last, seen.get(holder, 0))
    return Present(seen, days)
