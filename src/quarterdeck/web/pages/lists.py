"""Live lists of tables: on the first page, in the lobby and among one's own games.

A page's lists are regions, rendered by the page's own module. They are rendered anew when any table has
changed, and the page gets those that differ.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from quarterdeck.i18n import _
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.live.bell import Bell
from quarterdeck.tables.live.room import Room
from quarterdeck.web.boards.base import Context
from quarterdeck.web.rendering import templates
from quarterdeck.web.transport.heartbeat import BEAT, Heartbeat
from quarterdeck.web.transport.updates import tell
from quarterdeck.web.transport.wire import NoText, as_json, close, receive, send

__all__ = ["ListsLine", "Regions", "digest", "follow", "render", "with_lists"]

# The lists of a page: the inner HTML of elements by id.
Regions = Mapping[str, str]

# Seconds between two updates of a page: every move at every table may change a list.
PAUSE: Final = 1.0
# Seconds after which lists are looked at in any case: other servers don't tell of new tables.
REFRESH: Final = 10.0


def render(names: tuple[str, ...], context: Context) -> dict[str, str]:
    """The lists with these names, from ``lists/NAME.html``."""
    return {f"region_{name}": templates.render(f"lists/{name}.html", context) for name in names}


def digest(regions: Regions) -> str:
    """A short hash of what lists say, to compare what a page shows."""
    text = as_json({name: str(html) for name, html in regions.items()})
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def with_lists(regions: Regions) -> dict[str, object]:
    """``regions`` and ``shown`` of a page with these lists."""
    return {"regions": {name: Markup(html) for name, html in regions.items()}, "shown": digest(regions)}


class ListsLine:
    """One open page with lists; computes its updates. `shown` is the hash of what the page shows."""

    def __init__(self, regions: Callable[[], Awaitable[Regions]], shown: str) -> None:
        self._regions = regions
        self._shown = shown
        self._last: Regions | None = None
        self._due = 0.0

    async def news(self) -> str | None:
        """The next update, not too soon after the last one; None if the page is current. Raises
        StoreError.
        """
        clock = asyncio.get_running_loop().time
        if (wait := self._due - clock()) > 0:
            await asyncio.sleep(wait)
        try:
            regions = await self._regions()
        except SQLAlchemyError:
            raise StoreError(_("The tables can't be read just now: try again in a moment.")) from None
        self._due = clock() + PAUSE
        last, self._last = self._last or {}, regions
        if (shown := digest(regions)) == self._shown:
            return None
        self._shown = shown
        changed = {name: html for name, html in regions.items() if last.get(name) != html}
        return as_json({"shown": shown, "regions": changed})


async def follow(socket: WebSocket, room: Room, line: ListsLine) -> None:
    """Serve the WebSocket of a page with lists until it closes."""
    await socket.accept()
    with room.watchers.watch_lists() as bell:
        telling = [
            asyncio.create_task(tell(socket, line.news, bell)),
            asyncio.create_task(_ring_regularly(bell)),
        ]
        try:
            heartbeat = Heartbeat()
            while await receive(socket) == BEAT:
                await send(socket, BEAT)
                await heartbeat.pace()
            await close(socket, 1008)
        except WebSocketDisconnect:
            pass
        except NoText:
            await close(socket, 1003)
        finally:
            for task in telling:
                task.cancel()
            await asyncio.gather(*telling, return_exceptions=True)


async def _ring_regularly(bell: Bell) -> None:
    while True:
        await asyncio.sleep(REFRESH)
        bell.ring()
