"""Friends: the page of those a guest has played with, and asking them to a table that waits for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.tables.store.friends import decline, hide, show
from quarterdeck.text_safety import isolated
from quarterdeck.web.accounts.guests import befriend, new_guest, unfriend
from quarterdeck.web.answers import refused_page, wants_json
from quarterdeck.web.context import AppContext, Handlers, browser_of, to_table
from quarterdeck.web.friends import Friends, last_seen
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates

__all__ = ["routes"]


def routes(app: AppContext, friends: Friends) -> list[Route]:
    """The routes of friends."""
    handlers = _FriendsPages(app, friends)
    return [
        Route("/friends", handlers.page),
        Route("/friends", handlers.agree, methods=["POST"]),
        Route("/friends/hide", handlers.hide, methods=["POST"]),
        Route("/friends/show", handlers.show, methods=["POST"]),
        Route("/table/{id}/invite", handlers.invite, methods=["POST"]),
        Route("/table/{id}/decline", handlers.decline, methods=["POST"]),
    ]


class _FriendsPages(Handlers):
    def __init__(self, app: AppContext, friends: Friends) -> None:
        super().__init__(app)
        self._friends = friends

    async def page(self, request: Request) -> Response:
        return HTMLResponse(await self._page(request))

    async def _page(
        self, request: Request, error: str | None = None, form: Mapping[str, str] | None = None
    ) -> str:
        """The page; `form` are the fields of a form that was refused."""
        browser, room = browser_of(request), self._app.room
        guest = await room.guest(browser.owner) or new_guest(browser.owner)
        stored = {"friends": guest.friends, "shows": guest.shows, "name": guest.name}
        context: dict[str, Any] = {
            "csrf": browser.csrf,
            "error": error,
            "guest": guest,
            "form": stored if form is None else form,
            "friends": [
                {"id": id_, "name": isolated(friend.name), "games": friend.games, "seen": last_seen(friend)}
                for id_, friend in (await self._friends.of(browser.owner)).items()
            ],
            "hidden": [
                {"id": id_, "name": isolated(friend.name or _("Somebody"))}
                for id_, friend in (await self._friends.hidden_by(browser.owner)).items()
            ],
        }
        return templates.render("friends.html", context)

    async def agree(self, request: Request) -> Response:
        form = await self._app.form(request)
        owner, room = browser_of(request).owner, self._app.room
        try:
            if form.get("friends") == "on":
                await befriend(room, owner, form.get("name", ""), form.get("shows") == "on")
            else:
                await unfriend(room, owner)
        except QuarterdeckError as error:
            return refused_page(await self._page(request, str(error), form), error)
        return RedirectResponse(url("/friends"), 303)

    async def hide(self, request: Request) -> Response:
        return await self._hide_or_show(request, hidden=True)

    async def show(self, request: Request) -> Response:
        return await self._hide_or_show(request, hidden=False)

    async def _hide_or_show(self, request: Request, hidden: bool) -> Response:
        form = await self._app.form(request)
        owner, id_ = browser_of(request).owner, form.get("friend", "")
        other = (await self._friends.hidden_by(owner)).get(id_)
        # A form of another tab may have done it already.
        if hidden and other is None:
            await self._app.room.change(hide, owner, await self._friends.who(owner, id_))
        elif other is not None and not hidden:
            await self._app.room.change(show, owner, other.holder)
        return RedirectResponse(url("/friends"), 303)

    async def invite(self, request: Request) -> Response:
        form = await self._app.form(request)
        match = await self._app.match(request)
        await self._app.limit(request, "invite")
        await self._friends.invite(match, browser_of(request).owner, form.get("friend", ""))
        return JSONResponse({"ok": True}) if wants_json(request) else to_table(match)

    async def decline(self, request: Request) -> Response:
        await self._app.form(request)
        match = await self._app.match(request)
        await self._app.room.change(decline, match.id, browser_of(request).owner)
        return JSONResponse({"ok": True}) if wants_json(request) else RedirectResponse(url("/"), 303)
