"""The name by which somebody is known here: asked for once, and offered again at the next table."""

from __future__ import annotations

import logging
import time
from dataclasses import replace

from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.rows import Guest

__all__ = ["name_of", "remember", "unknown"]

log = logging.getLogger(__name__)


def unknown(owner: str) -> Guest:
    """A guest of whom nothing is known yet."""
    now = int(time.time())
    return Guest(owner, "", email=None, publish=False, push=[], created=now, seen=now)


async def name_of(room: Room, owner: str) -> str:
    """The name that a guest had last; empty if there was none, or if it can't be read just now."""
    try:
        guest = await room.guest(owner)
    except StoreError:
        return ""
    return guest.name if guest else ""


async def remember(room: Room, owner: str, name: str) -> None:
    """Keep a guest's name for the next time; a seat is not worth less if that fails."""
    now = int(time.time())
    try:
        known = await room.guest(owner)
        if known is None or known.name != name:
            await room.change_guest(
                owner, lambda guest: replace(guest or unknown(owner), name=name, seen=now)
            )
    except StoreError as error:
        log.warning("A guest's name is not kept: %s", error)
