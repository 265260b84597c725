"""Notes that somebody who sits at a table has looked at it: the table comes back to the lists, and its player
is not absent.
"""

from __future__ import annotations

import logging
from typing import Final
from weakref import WeakKeyDictionary

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.tables.entry import now
from quarterdeck.tables.match import Match
from quarterdeck.tables.room import Room

__all__ = ["touch"]

# How long nothing more is written of the same player at a table, in milliseconds: its readers count in days.
FRESH: Final = 43_200_000

log = logging.getLogger(__name__)

_touched: WeakKeyDictionary[Match, dict[str, int]] = WeakKeyDictionary()


async def touch(room: Room, match: Match, owner: str) -> None:
    """Note that whoever has a seat at a table, or made it, is there. Entries of its log are noted by
    themselves. Where it can't be stored, the page is shown all the same.
    """
    mine = owner == match.row.owner or match.held(owner)
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
