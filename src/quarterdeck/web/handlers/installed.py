"""What the installed app needs: the manifest, the service worker and its page for no connection."""

from __future__ import annotations

import hashlib
import json

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from quarterdeck.i18n import use
from quarterdeck.web.answers import revalidated
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.language import language_in_query
from quarterdeck.web.rendering import templates
from quarterdeck.web.rendering.assets import body_of
from quarterdeck.web.rendering.manifest import manifest

__all__ = ["routes"]


def routes(app: AppContext) -> list[Route]:
    """The routes of the installed app."""
    return [
        Route("/manifest.webmanifest", _manifest),
        Route("/sw.js", _worker),
        Route("/offline", _offline),
        Route("/me/turns", _Badge(app).turns),
    ]


async def _manifest(request: Request) -> Response:
    with use(language_in_query(request)):
        body = json.dumps(manifest(), ensure_ascii=False).encode()
    return revalidated(request, body, "application/manifest+json")


async def _offline(request: Request) -> Response:
    """The page that the service worker keeps for when there is no connection."""
    with use(language_in_query(request)):
        return HTMLResponse(templates.render("offline.html", {}))


async def _worker(request: Request) -> Response:
    """The service worker, served at the root so that it may open every table. Its last line changes with its
    page, so that browsers fetch both anew.
    """
    with use(language_in_query(request)):
        page = templates.render("offline.html", {})
    mark = hashlib.sha256(page.encode()).hexdigest()[:16]
    body = body_of("sw.js") + f"// Its page: {mark}\n".encode()
    return revalidated(request, body, "text/javascript; charset=utf-8")


class _Badge(Handlers):
    async def turns(self, request: Request) -> Response:
        """At how many tables it is this browser's turn, for the badge on the app's icon."""
        owner = browser_of(request).owner
        tables = await self._app.room.listed(owner)
        return JSONResponse({"turns": sum(summary.awaits(owner) for _row, summary in tables)})
