"""The first page: this browser's tables, and a table of one's own."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.web import entrance, forms
from quarterdeck.web.answers import Refused, status_of, wants_json
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.browser import Browser
from quarterdeck.web.desk import Desk, browser_of, to_table

__all__ = ["routes"]


def routes(desk: Desk) -> list[Route]:
    """The first page and the form on it."""
    home = _Home(desk)
    return [Route("/", home.page), Route("/tables", home.create, methods=["POST"])]


class _Home:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def page(self, request: Request) -> Response:
        try:
            chosen = forms.known_game(request.query_params.get("game", ""))
        except QuarterdeckError as error:
            raise Refused(str(error), 404) from None
        return HTMLResponse(await self._page(browser_of(request), chosen))

    async def _page(
        self,
        browser: Browser,
        chosen: str | None = None,
        error: str | None = None,
        form: Mapping[str, str] | None = None,
    ) -> str:
        games = [
            {
                "id": row.id,
                "game": row.game,
                "names": [seat.name for seat in summary.seats],
                "options": row.options,
                **summary.standing,
                "winners": [summary.seats[seat].name for seat in summary.standing["winners"]],
            }
            for row, summary in await self._desk.room.listed(browser.owner)
            if row.game in BOARDS
        ]
        return entrance.home(
            {"csrf": browser.csrf, "games": games, "chosen": chosen, "error": error, "form": form or {}}
        )

    async def create(self, request: Request) -> Response:
        form = await self._desk.form(request)
        browser = browser_of(request)
        try:
            wanted = forms.new_table(form)
            await self._desk.limit(request, "create")
        except QuarterdeckError as error:
            if wants_json(request):
                raise
            chosen = form["game"] if form.get("game") in BOARDS else None
            return HTMLResponse(await self._page(browser, chosen, str(error), form), status_of(error))
        match = await self._desk.room.create(
            wanted.record, wanted.kinds, browser.owner, wanted.terms, wanted.public
        )
        if wants_json(request):
            return JSONResponse({"ok": True, "table": match.id})
        return to_table(match)
