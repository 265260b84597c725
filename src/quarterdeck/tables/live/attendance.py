"""When the players of a table were last there, as the store has it: noted when they look at their table, read
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

__all__ = ["present_at", "touch"]

# How long nothing more is written of the same player at a table, in milliseconds: its readers count in days.
FRESH: Final = 43_200_000

log = logging.getLogger(__name__)

_touched: WeakKeyDictionary[Match, dict[str, int]] = WeakKeyDictionary()


async def touch(room: Room, match: Match, owner: str) -> None:
    """Note that whoever has a seat at a table, or made it, is there. Entries of its log are noted by
    themselves. Where it can't be stored, the page is shown all the same.
    """
    mine = match.is_maker(owner) or match.held(owner)
    if not mine or match.over or match.closed:
        return
    at, touched = now(), _touched.setdefault(match, {})
    if at - touched.get(owner, 0) < FRESH:
        return
    touched[owner] = at
    try:
        await room.write(room.store.touch, match.id, owner, at)
    except SQLAlchemyError:
        log.exception("It could not be stored that somebody is at a table")


async def present_at(room: Room, match: Match, days: int) -> Present:
    """What tells who is there at a table. When its people were last seen is looked up only if somebody may be
    absent. StoreError.
    """
    at, unseen = now(), Present({}, days)
    if match.begun:
        doubtful = any(absent(match, seat, unseen, at) for seat in range(len(match.seats)))
    else:
        doubtful = not match.closed and maker_is_absent(match, unseen, at)
    if not doubtful:
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
