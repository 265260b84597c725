"""Opening a match file: the form, and where systems send a file that is shared with the installed app."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.web.answers import refused_page, wants_json
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.opened import MOST_FILE, OpenedMatches
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.rendering.manifest import FIELD, FILES, SHARED

__all__ = ["routes"]


def routes(app: AppContext, folder: Path | None) -> list[Route]:
    """The routes of match files that somebody brings along; `folder` is where several processes keep them."""
    files = _Files(app, folder)
    return [
        Route("/open", files.page),
        Route("/open", files.open, methods=["POST"]),
        Route(SHARED, _redirect_shared_file, methods=["POST"]),
    ]


async def _redirect_shared_file(_request: Request) -> Response:
    """Redirect to the form. A shared file comes without the form's token, so the service worker takes it and
    gives it to the form. In a browser without the worker it has to be chosen there.
    """
    return RedirectResponse(url("/open"), 303)


class _Files(Handlers):
    def __init__(self, app: AppContext, folder: Path | None) -> None:
        super().__init__(app)
        self._shelf = OpenedMatches(app.room.matches, folder)

    async def page(self, request: Request) -> Response:
        return HTMLResponse(self._page(request))

    def _page(self, request: Request, error: str | None = None) -> str:
        context = {"csrf": browser_of(request).csrf, "error": error, "field": FIELD, "files": FILES}
        return templates.render("open.html", {**context, "most": MOST_FILE})

    async def open(self, request: Request) -> Response:
        try:
            file = await self._app.file(request, FIELD, MOST_FILE)
            await self._app.limit(request, "open")
            match = await self._shelf.open(file)
        except QuarterdeckError as error:
            if wants_json(request):
                raise
            return refused_page(self._page(request, str(error)), error)
        if wants_json(request):
            return JSONResponse({"ok": True, "table": match.id})
        return RedirectResponse(url(f"/table/{match.id}/replay"), 303)
