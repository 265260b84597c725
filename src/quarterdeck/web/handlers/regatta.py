"""Regattas: setting one up, taking part, beginning rounds."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.errors import NotAllowed, Outdated, StoreError
from quarterdeck.tables.live import regatta as live
from quarterdeck.tables.live.regatta import Organizer, seatings
from quarterdeck.tables.match.sight import check_admitted
from quarterdeck.tables.store import regattas
from quarterdeck.tables.store.regattas import Regatta
from quarterdeck.web import forms
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.accounts.guests import name_of, remember
from quarterdeck.web.answers import refused_page
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.doubles import make_once
from quarterdeck.web.pages import regatta
from quarterdeck.web.paths import url

__all__ = ["routes"]

# The number of a guest's own regattas that are listed.
OWN = 10


def routes(app: AppContext, organizer: Organizer) -> list[Route]:
    """The routes of regattas."""
    handlers = _Regattas(app, organizer)
    return [
        Route("/regatta", handlers.new, methods=["GET"]),
        Route("/regatta", handlers.create, methods=["POST"]),
        Route("/regatta/{id}", handlers.page),
        Route("/regatta/{id}/enter", handlers.enter, methods=["POST"]),
        Route("/regatta/{id}/leave", handlers.leave, methods=["POST"]),
        Route("/regatta/{id}/begin", handlers.begin, methods=["POST"]),
    ]


class _Regattas(Handlers):
    def __init__(self, app: AppContext, organizer: Organizer) -> None:
        super().__init__(app)
        self._organizer = organizer

    async def new(self, request: Request) -> Response:
        return HTMLResponse(await self._form(browser_of(request), request.query_params))

    async def _form(self, browser: Browser, form: Mapping[str, str], error: str | None = None) -> str:
        mine = await self._app.room.ask(regattas.of_owner, browser.owner, OWN)
        return regatta.new({"csrf": browser.csrf, "form": form, "mine": mine, "error": error})

    async def create(self, request: Request) -> Response:
        form, browser = await self._app.form(request), browser_of(request)
        try:
            wanted = regatta.read_regatta(form, "", browser.owner, int(time.time()))
            made = await make_once(self._app, request, form, partial(self._add, wanted), self._find)
        except StoreError:
            raise
        except QuarterdeckError as error:
            return refused_page(await self._form(browser, form, str(error)), error)
        return RedirectResponse(url(f"/regatta/{made.id}"), 303)

    async def _add(self, wanted: Regatta, id_: str) -> Regatta:
        """Store a new regatta under this id."""
        await self._app.room.change(regattas.add, wanted._replace(id=id_))
        return wanted._replace(id=id_)

    async def _find(self, id_: str) -> Regatta:
        return await self._app.room.ask(regattas.find, id_)

    async def _requested_regatta(self, request: Request) -> Regatta:
        return await self._find(request.path_params["id"])

    async def page(self, request: Request) -> Response:
        return HTMLResponse(await self._page(request, await self._requested_regatta(request)))

    async def _page(self, request: Request, found: Regatta, error: str | None = None, name: str = "") -> str:
        browser, room = browser_of(request), self._app.room
        try:
            found = await self._organizer.settle(found)
        except Outdated as unreadable:
            # One table's match can't be read: the round waits, and all else is shown.
            error = error or str(unreadable)
        seating = seatings(found) if found.begun else []
        tables = await room.ask(regattas.tables_of, found, range(1, found.begun + 1))
        own = regatta.own_table(found, browser.owner, seating, tables)
        may_open = own and await self._may_open(own, browser.owner)
        context: dict[str, Any] = {
            "csrf": browser.csrf,
            "regatta": found,
            "me": browser.owner,
            "seatings": seating,
            "tables": tables,
            "own_table": own if may_open else "",
            "left_table": own and not may_open,
            "link": f"{self._app.address(request)}/regatta/{found.id}",
            "name": name or await name_of(room, browser.owner),
            "error": error,
        }
        return regatta.page(context)

    async def _may_open(self, table: str, owner: str) -> bool:
        """Whether a browser may open a table: who has left one with a shared deal may not."""
        try:
            check_admitted(await self._app.room.get(table), owner)
        except NotAllowed:
            return False
        except Outdated:
            # Its page says what is wrong with it.
            return True
        return True

    async def enter(self, request: Request) -> Response:
        form, owner = await self._app.form(request), browser_of(request).owner
        found = await self._requested_regatta(request)
        name = form.get("name", "").strip()
        try:
            await self._app.limit(request, "sit")
            await self._app.room.change(regattas.enter, found.id, owner, name)
        except QuarterdeckError as error:
            return refused_page(await self._page(request, found, str(error), name), error)
        await remember(self._app.room, owner, name)
        return self._redirect_to_page(found)

    async def leave(self, request: Request) -> Response:
        await self._app.form(request)
        found = await self._requested_regatta(request)
        owner = browser_of(request).owner
        return await self._run_and_return(
            request, found, self._app.room.change(regattas.drop, found.id, owner)
        )

    async def begin(self, request: Request) -> Response:
        form, found = await self._app.form(request), await self._requested_regatta(request)
        number, owner = forms.whole_number(form, "round"), browser_of(request).owner

        async def begin_next() -> None:
            await live.begin(self._app.room, await self._organizer.settle(found), owner, number)

        return await self._run_and_return(request, found, begin_next())

    async def _run_and_return(self, request: Request, found: Regatta, change: Awaitable[None]) -> Response:
        """Wait for a change; an error is shown on the page."""
        try:
            await change
        except QuarterdeckError as error:
            return refused_page(await self._page(request, found, str(error)), error)
        return self._redirect_to_page(found)

    def _redirect_to_page(self, found: Regatta) -> Response:
        return RedirectResponse(url(f"/regatta/{found.id}"), 303)
