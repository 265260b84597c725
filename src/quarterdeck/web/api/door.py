"""The API's routes in the server's application. Its modules are imported at the first request: that takes as
long as a third of the server's start.
"""

from __future__ import annotations

import asyncio
from functools import cache
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


def api_routes(
    app: AppContext, key: str, daily_key: str, organizer: Organizer, circle: Friends
) -> list[BaseRoute]:
    """The API for the tables of a room; `key` signs tokens, `daily_key` decides the deals of the day,
    `organizer` runs regattas, `circle` asks friends.
    """

    @cache
    def made() -> Api:
        from quarterdeck.web.api.app import Api

        return Api(app, key, daily_key, organizer, circle)

    once = asyncio.Lock()

    async def api() -> Api:
        async with once:
            # In a thread: pages go on meanwhile.
            return made() if made.cache_info().currsize else await asyncio.to_thread(made)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await (await api()).answer(scope, receive, send)

    async def socket(websocket: WebSocket) -> None:
        await (await api()).socket(websocket)

    # The socket stays outside the API's other routes, whose middleware would run for each message.
    return [WebSocketRoute(f"{BASE}/tables/{{id}}/socket", socket), Mount(BASE, answer)]
