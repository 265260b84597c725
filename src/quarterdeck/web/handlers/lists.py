"""The updates of pages with lists of tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotFound
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.answers import deny
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.handlers.games import games_of
from quarterdeck.web.handlers.home import tables_of
from quarterdeck.web.handlers.lobby import tables_in
from quarterdeck.web.pages import entrance, past
from quarterdeck.web.pages.lists import ListsLine, Regions, follow
from quarterdeck.web.transport.updates import head, streamed

__all__ = ["routes"]


def routes(app: AppContext) -> list[BaseRoute]:
    """The routes of the updates."""
    lists = _Lists(app)
    return [
        WebSocketRoute("/lists/{page}/live", lists.live),
        Route("/lists/{page}/live", lists.stream),
    ]


async def _home_lists(app: AppContext, browser: Browser, _game: str) -> Regions:
    return entrance.home_lists(await tables_of(app, browser))


async def _lobby_lists(app: AppContext, browser: Browser, _game: str) -> Regions:
    return entrance.lobby_lists(await tables_in(app, browser))


async def _games_lists(app: AppContext, browser: Browser, game: str) -> Regions:
    return past.games_lists(await games_of(app, browser, game))


# The function that draws the lists of each page.
PAGES: Final[dict[str, Callable[[AppContext, Browser, str], Awaitable[Regions]]]] = {
    "home": _home_lists,
    "lobby": _lobby_lists,
    "games": _games_lists,
}


class _Lists(Handlers):
    async def live(self, socket: WebSocket) -> None:
        try:
            line = self._open_line(socket)
        except QuarterdeckError as error:
            await deny(socket, error)
            return
        await follow(socket, self._app.room, line)

    async def stream(self, request: Request) -> Response:
        line = self._open_line(request)
        if request.method == "HEAD":
            return head()
        return streamed(request, self._app.room, line.news, self._app.room.watchers.watch_lists())

    def _open_line(self, connection: HTTPConnection) -> ListsLine:
        """The line of a page. Raises NotFound if there is no page of that name."""
        lists = PAGES.get(connection.path_params["page"])
        if lists is None:
            raise NotFound(_("There is no such list here."))
        asked, browser = connection.query_params, browser_of(connection)

        async def regions() -> Regions:
            self._app.check_same_guest(browser)
            return await lists(self._app, browser, asked.get("game", ""))

        return ListsLine(regions, asked.get("shown", ""))
