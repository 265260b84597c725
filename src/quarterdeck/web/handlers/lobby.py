"""The lobby: public tables with open seats, and tables to watch."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.context import AppContext, browser_of
from quarterdeck.web.pages import entrance

__all__ = ["FEW", "listed", "routes", "tables_in"]

# Number of tables with open seats on the first page.
FEW: Final = 3


def routes(app: AppContext) -> list[Route]:
    """The lobby's route."""

    async def page(request: Request) -> Response:
        browser = browser_of(request)
        return HTMLResponse(entrance.lobby({"csrf": browser.csrf, **await tables_in(app, browser)}))

    return [Route("/lobby", page)]


async def tables_in(app: AppContext, browser: Browser) -> dict[str, Any]:
    """The context of the lobby's lists, for `entrance.lobby`."""
    return {state: await listed(app, state, browser.owner) for state in ("waiting", "running")}


async def listed(app: AppContext, state: str, owner: str) -> list[dict[str, Any]]:
    """The active public tables in this state, as `entrance.listing` shows them to an owner."""
    found = await app.room.lobby(state, app.listed_since(state))
    shown = (entrance.listing(row, summary, owner) for row, summary in found)
    return [table for table in shown if table is not None]
