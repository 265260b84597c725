"""Heartbeats over WebSockets: they tell both ends that messages still get through.

A connection can die without being closed: a computer sleeps, a network changes, a router drops its state.
Neither end is notified, and browsers hide the protocol's own pings from pages.
"""

from __future__ import annotations

import asyncio
from typing import Final

__all__ = ["BEAT", "PAUSE", "Heartbeat"]

# A page's heartbeat, and the answer to it.
BEAT: Final = "{}"
# Pause in seconds after an error, or between heartbeats that come too fast.
PAUSE: Final = 0.1
# Heartbeats closer together than this, in seconds, are too fast: pages send one every five seconds at most.
HURRY: Final = 1.0


class Heartbeat:
    """Paces the heartbeats of one WebSocket."""

    def __init__(self) -> None:
        self._last = float("-inf")

    async def pace(self) -> None:
        """Wait after a heartbeat if it came too soon after the last one, so that a flood costs next to
        nothing.
        """
        clock = asyncio.get_running_loop().time
        if clock() < self._last + HURRY:
            await asyncio.sleep(PAUSE)
        self._last = clock()
