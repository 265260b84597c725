"""A guest's name: asked once, and offered again at the next table."""

from __future__ import annotations

import logging
import time
from dataclasses import replace

from quarterdeck.errors import QuarterdeckError, RecordError
from quarterdeck.i18n import _
from quarterdeck.play import check_new_name
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store import ratings
from quarterdeck.tables.store.rows import Guest
from quarterdeck.text_safety import alike

__all__ = ["befriend", "check_name", "name_of", "new_guest", "remember"]

log = logging.getLogger(__name__)


def new_guest(owner: str) -> Guest:
    """A guest of whom nothing is stored yet."""
    now = int(time.time())
    return Guest(owner, "", email=None, publish=False, push=[], created=now, seen=now)


async def name_of(room: Room, owner: str) -> str:
    """A guest's last name; empty if there is none, or if the store can't be read now."""
    try:
        guest = await room.guest(owner)
    except StoreError:
        return ""
    return guest.name if guest else ""


async def check_name(room: Room, owner: str, name: str, joins: bool = False) -> str:
    """The name that a guest is to have from now on, without spaces around it. On the ladder, which the guest
    `joins` or is on, nobody can be taken for somebody else. Raises RecordError, QuarterdeckError, StoreError.
    """
    chosen = check_new_name(name)
    guest = await room.guest(owner)
    if joins or (guest is not None and guest.ladder):
        others = await room.ask(ratings.names_of_others, owner)
        if any(alike(chosen, other) for other in others):
            sentence = _(
                "Somebody on the ladder has that name already, or one that looks like it: take another one."
            )
            raise QuarterdeckError(sentence)
    return chosen


async def befriend(room: Room, owner: str, on: bool, shows: bool, name: str = "") -> None:
    """Store whether those a guest has played with may ask them to tables, under which name, and whether these
    may see when the guest was last here. Raises StoreError.
    """
    now = int(time.time())

    def change(guest: Guest | None) -> Guest:
        known = guest or new_guest(owner)
        return replace(known, friends=on, shows=on and shows, name=name or known.name, seen=now)

    await room.change_guest(owner, change)


async def remember(room: Room, owner: str, name: str) -> None:
    """Store a guest's name for next time, unless they are on the ladder or among friends under another one:
    a name for one table is none for everybody. Failures are ignored, and so is what is no name: the seat
    matters more.
    """
    try:
        name = check_new_name(name)
    except RecordError:
        # A form may hold a name that its handler did not need, and so did not check.
        return
    now = int(time.time())

    def change(guest: Guest | None) -> Guest:
        known = guest or new_guest(owner)
        shown = known.ladder or known.friends
        return replace(known, name=known.name if shown and known.name else name, seen=now)

    try:
        known = await room.guest(owner)
        if known is None or known.name != name:
            await room.change_guest(owner, change)
    except StoreError as error:
        log.warning("A guest's name is not kept: %s", error)
