"""Signs of life over sockets, which tell both ends that messages still get through.

A connection can go silent without closing: a computer sleeps, a network changes, a router forgets. Neither
end is told, and a browser shows its page no pings of the protocol.
"""

from __future__ import annotations

import asyncio
from typing import Final

__all__ = ["BEAT", "PAUSE", "Heartbeat"]

# What a page sends for a sign of life, and gets for one.
BEAT: Final = "{}"
# How long nothing more is heard from whoever was refused something, or asks for signs in a hurry, in seconds.
PAUSE: Final = 0.1
# Sooner than this after the last sign, in seconds, is a hurry: pages ask every five seconds at most.
HURRY: Final = 1.0


class Heartbeat:
    """The signs of life that one socket asks for."""

    def __init__(self) -> None:
        self._last = float("-inf")

    async def given(self) -> None:
        """One more sign was given; returns at once, or after a pause if they are asked for in a hurry, so
        that a flood of them costs next to nothing.
        """
        clock = asyncio.get_running_loop().time
        if clock() < self._last + HURRY:
            await asyncio.sleep(PAUSE)
        self._last = clock()
