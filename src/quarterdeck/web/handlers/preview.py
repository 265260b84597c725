"""The picture that a link to a table shows where it is sent."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quarterdeck.i18n import SOURCE_LANGUAGE, use
from quarterdeck.web import forms
from quarterdeck.web.answers import revalidated
from quarterdeck.web.context import AppContext, Handlers
from quarterdeck.web.language import language_in_query
from quarterdeck.web.table.picture import drawable, picture
from quarterdeck.web.table.preview import preview_of

__all__ = ["routes"]

# Seconds that a finished match's picture is good for. Names can change later, when a guest is forgotten.
FINISHED = 3600


def routes(app: AppContext) -> list[Route]:
    """The route of a table's picture."""
    return [Route("/table/{id}/preview.png", _Pictures(app).preview)]


class _Pictures(Handlers):
    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        # One is drawn at a time, however many are asked for.
        self._drawing = asyncio.Lock()

    async def preview(self, request: Request) -> Response:
        match = await self._app.room.get(request.path_params["id"])
        spoilers = forms.spoilers(request.query_params)
        with use(language_in_query(request, SOURCE_LANGUAGE)):
            shown = preview_of(match, drawable(match.names), spoilers)
        async with self._drawing:
            body = await asyncio.to_thread(picture, shown)
        lasting = match.open and match.over and spoilers
        caching = f"public, max-age={FINISHED}" if lasting else "no-cache"
        return revalidated(request, body, "image/png", caching)
