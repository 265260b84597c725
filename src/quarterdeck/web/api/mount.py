"""The API's routes in the server's application. Its modules are imported at the first request: that takes as
long as a third of the server's start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from quarterdeck.tables.live.regatta import Organizer
from quarterdeck.web.api import BASE
from quarterdeck.web.context import AppContext
from quarterdeck.web.friends import Friends

if TYPE_CHECKING:
    from quarterdeck.web.api.app import Api

__all__ = ["api_routes"]


class _LazyApi:
    """The API, made in a thread for its first request: the next requests wait for it, pages do not."""

    def __init__(self, make: Callable[[], Api]) -> None:
        self._make = make
        self._api: Api | None = None
        self._making = asyncio.Lock()

    async def get(self) -> Api:
        """The API; made if it is not there yet."""
        async with self._making:
            if self._api is None:
                self._api = await asyncio.to_thread(self._make)
            return self._api

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await (await self.get()).answer(scope, receive, send)

    async def socket(self, websocket: WebSocket) -> None:
        """Serve a table's socket."""
        await (await self.get()).socket(websocket)


def api_routes(
    app: AppContext, key: str, daily_key: str, organizer: Organizer, friends: Friends
) -> list[BaseRoute]:
    """The API for the tables of a room; `key` signs tokens, `daily_key` decides the deals of the day,
    `organizer` runs regattas, `friends` asks friends.
    """

    def make() -> Api:
        from quarterdeck.web.api.app import Api

        return Api(app, key, daily_key, organizer, friends)

    api = _LazyApi(make)
    # The socket stays outside the API's other routes, whose middleware would run for each message.
    return [WebSocketRoute(f"{BASE}/tables/{{id}}/socket", api.socket), Mount(BASE, api.answer)]
