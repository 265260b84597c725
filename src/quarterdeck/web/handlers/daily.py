"""The voyage of the day: its page, setting sail, and the picture of a result."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.bots.levels import SKILLS
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import check_company
from quarterdeck.tables.daily import DailyDeal, deal_of, read_day, today
from quarterdeck.tables.errors import NotAllowed, NotFound, Outdated
from quarterdeck.tables.ladder import BOT
from quarterdeck.tables.live.daily import begin, compare
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store import daily as store
from quarterdeck.tables.store.rows import TableState
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.accounts.guests import name_of, remember
from quarterdeck.web.answers import refused_page
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.forms import asked_game
from quarterdeck.web.pages import daily
from quarterdeck.web.pages.daily import FirstDifference, first_difference, voyage_names
from quarterdeck.web.paths import url
from quarterdeck.web.table import coached
from quarterdeck.web.table.picture import picture
from quarterdeck.web.table.replays import ReplayRequest

__all__ = ["deal_on", "routes", "set_sail"]


def routes(app: AppContext, key: str) -> list[Route]:
    """The routes of the voyage of the day; `key` decides its deals."""
    handlers = _Daily(app, key)
    return [
        Route("/daily", handlers.page, methods=["GET"]),
        Route("/daily", handlers.begin, methods=["POST"]),
        Route("/daily/result.png", handlers.result),
    ]


def deal_on(key: str, game: str, day: str) -> DailyDeal:
    """The deal that is asked for: by default of the first game, and of today. Raises NotFound."""
    return deal_of(key, asked_game(game), read_day(day))


async def set_sail(app: AppContext, deal: DailyDeal, owner: str, name: str) -> str:
    """The table of somebody's voyage. If they have not begun it, it begins now, and so do those of the bots.
    Raises NotAllowed if the day is over; RecordError for an invalid name.
    """
    if deal.over:
        raise NotAllowed(_("This day is over: sail today's voyage."))
    names = check_company(voyage_names(deal, name), deal.game.players)
    table = await begin(app.room, deal, owner, names)
    await compare(app.room, deal, voyage_names(deal, ""))
    return table


class _Daily(Handlers):
    def __init__(self, app: AppContext, key: str) -> None:
        super().__init__(app)
        self._key = key
        # One picture is drawn at a time.
        self._drawing = asyncio.Lock()

    async def page(self, request: Request) -> Response:
        query = request.query_params
        deal = deal_on(self._key, query.get("game", ""), query.get("day", ""))
        return HTMLResponse(await self._page(browser_of(request), deal))

    async def begin(self, request: Request) -> Response:
        form = await self._app.form(request)
        deal = deal_on(self._key, form.get("game", ""), form.get("day", ""))
        browser, name = browser_of(request), form.get("name", "").strip()
        try:
            if await self._voyage_of(browser.owner, deal) is None:
                await self._app.limit(request, "create")
            table = await set_sail(self._app, deal, browser.owner, name)
        except QuarterdeckError as error:
            return refused_page(await self._page(browser, deal, str(error), name), error)
        if name:
            await remember(self._app.room, browser.owner, name)
        return RedirectResponse(url(f"/table/{table}"), 303)

    async def result(self, request: Request) -> Response:
        query, owner = request.query_params, browser_of(request).owner
        deal = deal_on(self._key, query.get("game", ""), query.get("day", ""))
        standings = await self._app.room.ask(store.standings, deal.game.id, deal.day)
        own = next((voyage for voyage in standings if voyage.holder == owner), None)
        if own is None:
            raise NotFound(_("You have no result of this voyage."))
        async with self._drawing:
            body = await asyncio.to_thread(picture, daily.result_preview(deal, own))
        return Response(body, headers={"content-type": "image/png", "cache-control": "private, no-cache"})

    async def _voyage_of(self, owner: str, deal: DailyDeal) -> TableState | None:
        return await self._app.room.ask(store.begun, owner, deal.game.id, deal.day)

    async def _page(self, browser: Browser, deal: DailyDeal, error: str | None = None, name: str = "") -> str:
        app, owner = self._app, browser.owner
        mine = await self._voyage_of(owner, deal)
        done = mine is not None and mine.state == "over"
        if done and not deal.over:
            await compare(app.room, deal, voyage_names(deal, ""))
        guest = await app.room.guest(owner)
        differences: Sequence[tuple[str, FirstDifference | None]] = ()
        region, counts = "", True
        try:
            match = None if mine is None else await app.room.get(mine.table)
        except Outdated as unreadable:
            # The rest of the page does without the match.
            match, error = None, error or str(unreadable)
        if mine is not None and match is not None:
            # A voyage is not compared if its player left the seat to a bot or ended the match early.
            counts = not match.ended and match.seats_of(owner) == (deal.seat,)
            if done and counts:
                region = coached.region(app.coach, match, ReplayRequest(match.ply, deal.seat), browser.csrf)
                differences = await self._first_differences(match, deal)
        context: dict[str, Any] = {
            "csrf": browser.csrf,
            "deal": deal,
            "mine": mine,
            "counts": counts,
            "me": owner,
            "standings": await app.room.ask(store.standings, deal.game.id, deal.day),
            "differences": differences,
            "seed": deal.seed if deal.over else "",
            "week": await self._finished_totals(*daily.week_of(deal.day)),
            "month": await self._finished_totals(*daily.month_of(deal.day)),
            "joined": guest is not None and guest.ladder,
            "coach": region,
            "name": name or await name_of(app.room, owner),
            "error": error,
        }
        return daily.daily(context)

    async def _finished_totals(self, first: date, last: date) -> list[store.PointsTotal]:
        """Everybody's points on these days, without today: its results are kept from those who have still
        to sail.
        """
        return await self._app.room.ask(store.totals, first, min(last, today() - timedelta(days=1)))

    async def _first_differences(
        self, mine: Match, deal: DailyDeal
    ) -> list[tuple[str, FirstDifference | None]]:
        """The first difference of a finished voyage from each bot's that is finished and can be read."""
        room, differences = self._app.room, []
        for level in SKILLS:
            bot_voyage = await self._voyage_of(f"{BOT}{level}", deal)
            if bot_voyage is not None and bot_voyage.state == "over":
                with suppress(Outdated):
                    bot_match = await room.get(bot_voyage.table)
                    differences.append((level, first_difference(mine, bot_match, deal.seat)))
        return differences
