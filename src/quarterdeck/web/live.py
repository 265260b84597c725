"""Live updates: a socket a page, over which go only those regions that have changed since it last got any."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.match import Match
from quarterdeck.tables.room import Room
from quarterdeck.web.browser import Browser
from quarterdeck.web.screen import Screen, Screens

__all__ = ["Line", "live"]


class Line:
    """One page's socket: works out what is news to it."""

    def __init__(self, browser: Browser, screens: Screens, seat: str, version: str) -> None:
        self._browser = browser
        self._screens = screens
        self._seat = seat
        self._version = version
        self._last: Screen | None = None
        self._gone = False

    def news(self, match: Match) -> dict[str, Any] | None:
        """What to send now; None if the page shows it already.

        A page that no longer is this browser's point of view (the screen is to be handed on) is sent away and
        gets nothing more of it: it has to ask for the page again, and then sees what it may see.
        """
        at = match.standpoint(self._browser.owner)
        if at.curtain is not None or self._seat != ("" if at.seat is None else str(at.seat)):
            gone, self._gone = self._gone, True
            return None if gone else {"go": f"/table/{match.id}"}
        screen = self._screens.current(match, at.seat, self._browser.csrf)
        last, self._last, self._gone = self._last, screen, False
        if last is None:
            if str(screen.version) == self._version:
                return None
            return {"version": screen.version, "title": screen.title, "regions": screen.regions, "say": []}
        if last.version == screen.version:
            return None
        return {
            "version": screen.version,
            "title": screen.title,
            "regions": {
                name: html for name, html in screen.regions.items() if last.regions.get(name) != html
            },
            "say": list(screen.said[len(last.said) :]),
        }


async def live(socket: WebSocket, room: Room, screens: Screens) -> None:
    """Serve one page's socket until it closes. A table that does not exist gets no socket."""
    id_ = socket.path_params["id"]
    asked = socket.query_params
    try:
        match = await room.get(id_)
    except QuarterdeckError:
        await socket.close(1008)
        return
    await socket.accept()
    line = Line(socket.scope["state"]["browser"], screens, asked.get("seat", ""), asked.get("version", ""))
    with room.watch(match) as bell:
        closed = asyncio.create_task(_until_closed(socket))
        try:
            while not closed.done():
                # Asked for anew: a match that another server has moved on is replaced.
                if news := line.news(await room.get(id_)):
                    await socket.send_text(json.dumps(news, ensure_ascii=False, separators=(",", ":")))
                rung = asyncio.create_task(bell.wait())
                await asyncio.wait({rung, closed}, return_when=asyncio.FIRST_COMPLETED)
                rung.cancel()
        except (WebSocketDisconnect, QuarterdeckError):
            pass
        finally:
            closed.cancel()


async def _until_closed(socket: WebSocket) -> None:
    """Pages only listen: whatever one sends is passed over."""
    with suppress(WebSocketDisconnect):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
