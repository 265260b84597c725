"""A running table: its page, moves, the shared screen, live updates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from quarterdeck.bots import searches
from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.errors import RulesVersionGone
from quarterdeck.tables.live.attendance import touch
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.web import forms
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.answers import refused_page, wants_json
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.handlers.archived import kept_page
from quarterdeck.web.handlers.live import live, stream
from quarterdeck.web.handlers.side_panel import beside
from quarterdeck.web.handlers.waiting import waiting_room
from quarterdeck.web.paths import url
from quarterdeck.web.table import markup
from quarterdeck.web.table.preview import tags
from quarterdeck.web.table.review import review
from quarterdeck.web.table.screen import table_page

__all__ = ["page_of", "routes"]


def routes(app: AppContext) -> list[BaseRoute]:
    """The routes of a running table."""
    table = _Table(app)
    return [
        Route("/table/{id}", table.page),
        Route("/table/{id}/act", table.act, methods=["POST"]),
        Route("/table/{id}/things", table.things),
        Route("/table/{id}/curtain", table.reveal, methods=["POST"]),
        WebSocketRoute("/table/{id}/live", table.live),
        Route("/table/{id}/live", table.stream),
    ]


async def page_of(
    app: AppContext,
    match: Match,
    browser: Browser,
    error: str | None = None,
    advice: dict[str, Any] | None = None,
    typed: Mapping[str, str] | None = None,
) -> str:
    """The page of a running table, with the coach's advice for this browser. `typed` is the form of talk that
    was refused.
    """
    standpoint = match.standpoint(browser.owner)
    if standpoint.curtain is None:
        panel = await beside(app, match, standpoint.seat, browser)
        reviewed = review(app.coach, match, standpoint.seat)
        extras = {
            **panel,
            "typed": typed or {},
            "advice": advice,
            "reviewed": reviewed,
            "preview": tags(match),
        }
        # At a shared screen no seat is open while a bot is to act.
        extras["seated"] = bool(match.seats_of(browser.owner))
        extras["preparing"] = app.room.runner.preparing and not match.over and _has_searching_bots(match)
        return table_page(match, standpoint.seat, browser.csrf, error, extras)
    return markup.curtain(
        {
            "csrf": browser.csrf,
            "game": match.game.id,
            "table_id": match.id,
            "name": match.isolated_names[standpoint.curtain],
            "seat": standpoint.curtain,
            "version": match.version,
            "error": error,
        }
    )


def _has_searching_bots(match: Match) -> bool:
    return any(searches(match.bot_of(seat), match.game) for seat in range(match.game.players))


class _Table(Handlers):
    async def page(self, request: Request) -> Response:
        try:
            match = await self._app.match(request)
        except RulesVersionGone as error:
            return await kept_page(self._app, request, error)
        if match.shown:
            return RedirectResponse(url(f"/table/{match.id}/replay"), 303)
        await touch(self._app.room, match, browser_of(request).owner)
        if not match.begun:
            return await waiting_room(self._app, request, match)
        return HTMLResponse(await page_of(self._app, match, browser_of(request)))

    async def act(self, request: Request) -> Response:
        form = await self._app.form(request)
        match = await self._app.match(request)
        browser = browser_of(request)
        try:
            await self._app.limit(request, "move")
            seat, version, text = forms.act(form)
            return await self._app.grant(request, match, commands.act(browser.owner, seat, version, text))
        except QuarterdeckError as error:
            if wants_json(request) or not match.begun:
                raise
            return refused_page(await page_of(self._app, match, browser, str(error)), error)

    async def things(self, request: Request) -> Response:
        """The explanations of all things as a page, for browsers without scripts."""
        match = await self._app.match(request)
        context = {
            "csrf": browser_of(request).csrf,
            "game": match.game.id,
            "title": match.game.spec.title,
            "view": match.game.start(seed=0).view(None).to_json(),
        }
        return HTMLResponse(markup.things(context))

    async def reveal(self, request: Request) -> Response:
        form = await self._app.form(request)
        match = await self._app.match(request)
        seat = forms.whole_number(form, "seat")
        return await self._app.grant(request, match, commands.show(browser_of(request).owner, seat))

    async def live(self, socket: WebSocket) -> None:
        await live(socket, self._app)

    async def stream(self, request: Request) -> Response:
        return await stream(request, self._app)
