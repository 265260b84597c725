"""Tables come back to the lists when somebody who sits there looks at them again."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from sqlalchemy.exc import SQLAlchemyError

from quarterdeck.tables.entry import now
from quarterdeck.tables.match import Match

if TYPE_CHECKING:
    from quarterdeck.tables.room import Room

__all__ = ["touch"]

# How long nothing is written of a table that was touched, in milliseconds: lists count in days.
FRESH: Final = 43_200_000

log = logging.getLogger(__name__)

_touched: WeakKeyDictionary[Match, int] = WeakKeyDictionary()


async def touch(room: Room, match: Match, owner: str) -> None:
    """Note that whoever has a seat at a public table, or made it, is there. Entries of its log are noted by
    themselves. Where it can't be stored, the page is shown all the same.
    """
    mine = owner == match.row.owner or match.held(owner)
    if not mine or not match.row.public or match.over or match.closed:
        return
    at = now()
    last = match.entries[-1].at if match.entries else match.row.created * 1000
    if at - max(last, _touched.get(match, 0)) < FRESH:
        return
    _touched[match] = at
    try:
        await room.write(room.store.touch, match.id, at)
    except SQLAlchemyError:
        log.exception("It could not be stored that somebody is at a table")
