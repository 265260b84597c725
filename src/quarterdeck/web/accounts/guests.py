"""A guest's name: asked once, and offered again at the next table."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace

from quarterdeck.errors import RecordError
from quarterdeck.play import check_new_name
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store import guests
from quarterdeck.tables.store.rows import Guest

__all__ = ["befriend", "name_of", "new_guest", "remember", "rename", "unfriend"]

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


async def rename(
    room: Room, owner: str, name: str, change: Callable[[Guest], Guest] = lambda guest: guest
) -> None:
    """Store the name that a guest is to have from now on, and another `change` with it. On the ladder nobody
    can be taken for somebody else. Raises RecordError, QuarterdeckError.
    """
    chosen, now = check_new_name(name), int(time.time())
    await room.change(
        guests.rename,
        owner,
        lambda known: replace(change(known or new_guest(owner)), name=chosen, seen=now),
    )


async def befriend(room: Room, owner: str, name: str, shows: bool) -> None:
    """Let those a guest has played with ask them to tables, under this name; `shows`: they may see when the
    guest was last here. Raises as `rename`.
    """
    await rename(room, owner, name, lambda guest: replace(guest, friends=True, shows=shows))


async def unfriend(room: Room, owner: str) -> None:
    """Let nobody ask a guest to tables any more. Raises StoreError."""
    now = int(time.time())
    await room.change_guest(
        owner, lambda known: known and replace(known, friends=False, shows=False, seen=now)
    )


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
