"""The first page: this browser's tables, and the new-table form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store.puzzles import answers_of
from quarterdeck.web import forms
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.accounts.guests import name_of, remember
from quarterdeck.web.answers import refused_page, wants_json
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.context import AppContext, Handlers, browser_of, to_table
from quarterdeck.web.doubles import create_once
from quarterdeck.web.errors import Refused
from quarterdeck.web.friends import asked_to
from quarterdeck.web.handlers.lobby import FEW, listed
from quarterdeck.web.pages import entrance
from quarterdeck.web.pages.puzzling import card_of_the_day
from quarterdeck.web.paths import url
from quarterdeck.web.table.guidance import courses

__all__ = ["routes", "tables_of"]

# Number of own tables shown here; another page has all of them.
OWN: Final = 4


def routes(app: AppContext) -> list[Route]:
    """The routes of the first page and its form."""
    home = _Home(app)
    return [
        Route("/", home.page),
        # A form that was refused stays at this address: whoever opens it again finds the first page.
        Route("/tables", lambda _request: RedirectResponse(url("/"), 303)),
        Route("/tables", home.create, methods=["POST"]),
    ]


class _Home(Handlers):
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
        return entrance.home(
            {
                **await tables_of(self._app, browser),
                "of_the_day": card_of_the_day(
                    {answer.puzzle: answer for answer in await self._app.room.ask(answers_of, browser.owner)}
                ),
                "csrf": browser.csrf,
                "chosen": chosen,
                "error": error,
                "form": form or {},
            }
        )

    async def create(self, request: Request) -> Response:
        form = await self._app.form(request)
        browser = browser_of(request)
        own_name = await name_of(self._app.room, browser.owner)
        try:
            wanted = forms.new_table(form, own_name)
            made = wanted.match(browser.owner)
            match = await create_once(self._app, request, form, made)
        except StoreError:
            raise
        except QuarterdeckError as error:
            if wants_json(request):
                raise
            chosen = form["game"] if form.get("game") in BOARDS else None
            return refused_page(await self._page(browser, chosen, str(error), form), error)
        name = (form.get("name0") or form.get("name", "")).strip()
        if name and wanted.kinds[0] == HUMAN and name != own_name:
            await remember(self._app.room, browser.owner, name)
        if wants_json(request):
            return JSONResponse({"ok": True, "table": match.id})
        return to_table(match)


async def tables_of(app: AppContext, browser: Browser) -> dict[str, Any]:
    """The context of the first page's lists, for `entrance.home`."""
    room, owner = app.room, browser.owner
    # Tables that were closed before their match began are of no use to anybody.
    own = [
        entrance.listing(row, summary, owner)
        for row, summary in await room.listed(owner)
        if summary.state != "closed"
    ]
    others = [table for table in await listed(app, "waiting", owner) if not table["mine"]]
    return {
        "asked": await asked_to(app, owner),
        "courses": courses(await room.lessons(owner)),
        "games": [table for table in own if table is not None][:OWN],
        "open": others[:FEW],
        "own": await name_of(room, owner),
    }
