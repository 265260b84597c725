"""The ladder: its page, and joining or leaving it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.store import ratings
from quarterdeck.web.accounts.guests import rename
from quarterdeck.web.answers import refused_page
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.forms import asked_game
from quarterdeck.web.pages import ladder
from quarterdeck.web.paths import url

__all__ = ["routes"]


def routes(app: AppContext) -> list[Route]:
    """The ladder's routes."""
    handlers = _Ladder(app)
    return [
        Route("/ladder", handlers.page),
        Route("/ladder/join", handlers.join, methods=["POST"]),
        Route("/ladder/leave", handlers.leave, methods=["POST"]),
    ]


class _Ladder(Handlers):
    async def page(self, request: Request) -> Response:
        return HTMLResponse(await self._page(request, request.query_params.get("game", "")))

    async def _page(self, request: Request, asked: str, error: str | None = None, typed: str = "") -> str:
        game = asked_game(asked)
        owner, room = browser_of(request).owner, self._app.room
        guest = await room.guest(owner)
        mine = (await room.ask(ratings.of_owner, owner)).get(game)
        context: dict[str, Any] = {
            "csrf": browser_of(request).csrf,
            "wanted": game,
            "mine": None if mine is None else ladder.rating_figures(mine),
            "joined": guest is not None and guest.ladder,
            "name": guest.name if guest else "",
            "typed": typed,
            "error": error,
            **ladder.rungs(game, await room.ask(ratings.joined, game), owner),
        }
        return ladder.ladder(context)

    async def join(self, request: Request) -> Response:
        form = await self._app.form(request)
        game, owner = asked_game(form.get("game", "")), browser_of(request).owner
        name = form.get("name", "")
        try:
            await rename(self._app.room, owner, name, lambda guest: replace(guest, ladder=True))
        except QuarterdeckError as error:
            return refused_page(await self._page(request, game, str(error), name), error)
        return RedirectResponse(url(f"/ladder?game={game}"), 303)

    async def leave(self, request: Request) -> Response:
        form = await self._app.form(request)
        game, now = asked_game(form.get("game", "")), int(time.time())
        await self._app.room.change_guest(
            browser_of(request).owner, lambda guest: guest and replace(guest, ladder=False, seen=now)
        )
        return RedirectResponse(url(f"/ladder?game={game}"), 303)
