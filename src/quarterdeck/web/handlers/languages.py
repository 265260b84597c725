"""The language menu of every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Route

from quarterdeck.i18n import _, languages
from quarterdeck.web.accounts.browser import by_https
from quarterdeck.web.answers import wants_json
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.errors import Refused
from quarterdeck.web.forms import read_form
from quarterdeck.web.language import cookie, referrer
from quarterdeck.web.paths import url

__all__ = ["routes"]


def routes(app: AppContext) -> list[Route]:
    """The language menu's route."""
    return [Route("/language", _Languages(app).choose, methods=["POST"])]


class _Languages(Handlers):
    async def choose(self, request: Request) -> Response:
        """Remember a language, and redirect back to the page of the menu. It needs no form token: a new
        browser's first page has none, and nothing is at stake.
        """
        chosen = (await read_form(request)).get("language", "")
        if chosen not in languages():
            sentence = _("There is no such language here; there is {languages}.")
            raise Refused(sentence.format(languages=", ".join(languages())), 400)
        owner = browser_of(request).owner
        # Known guests only, so that others need not wait for the store.
        if await self._app.room.guest(owner) is not None:
            await self._app.room.change_guest(owner, lambda guest: guest and replace(guest, language=chosen))
        answer = (
            JSONResponse({"ok": True})
            if wants_json(request)
            else RedirectResponse(_page_to_return_to(request, request.app.routes), 303)
        )
        answer.headers.append("set-cookie", cookie(chosen, by_https(request.scope)))
        return answer


def _page_to_return_to(request: Request, routes: Sequence[BaseRoute]) -> str:
    """The address of the page that sent the request. If that was only the response to a form, such as an
    error, it is the page above.
    """
    path, query = referrer(request)
    asked = path
    while path != "/" and not any(_serves_page(route, path) for route in routes):
        path = path.rpartition("/")[0] or "/"
    return url(f"{path}?{query}" if query and path == asked else path)


def _serves_page(route: BaseRoute, path: str) -> bool:
    scope = {"type": "http", "path": path, "method": "GET", "root_path": "", "headers": []}
    return route.matches(scope)[0] is Match.FULL
