"""Finished games, one's own and published ones: lists, consent, the export."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from quarterdeck.i18n import _
from quarterdeck.play import find
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.store import export, ratings
from quarterdeck.tables.store.results import Result, of_holder
from quarterdeck.tables.store.store import Listed
from quarterdeck.web import ladder, logbook, past
from quarterdeck.web.answers import Refused
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.browser import Browser
from quarterdeck.web.context import AppContext, browser_of
from quarterdeck.web.guests import unknown
from quarterdeck.web.paths import url

__all__ = ["games_of", "routes"]

# Games per page.
MOST: Final = 20
# Concurrent downloads of the export: each keeps the database busy.
MOST_FETCHING: Final = 2
ID_LENGTH: Final = 40


def routes(app: AppContext, key: str) -> list[Route]:
    """The routes for lists of games, consent and the export. `key` is the server's."""
    games = _Games(app, key)
    return [
        Route("/games", games.page),
        Route("/games/publish", games.publish, methods=["POST"]),
        Route("/games/logbook.json", games.as_json),
        Route("/games/logbook.csv", games.as_csv),
        Route("/export", games.about),
        Route("/export/games.jsonl.gz", games.export),
    ]


class _Fetched(StreamingResponse):
    """A download of the export; it counts as active until it ends."""

    def __init__(self, pieces: AsyncIterator[bytes], fetching: set[Response]) -> None:
        name = {"content-disposition": 'attachment; filename="games.jsonl.gz"'}
        super().__init__(pieces, media_type="application/gzip", headers=name)
        self._fetching = fetching

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._fetching.add(self)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._fetching.remove(self)


class _Games:
    def __init__(self, app: AppContext, key: str) -> None:
        self._app = app
        self._key = key
        self._fetching: set[Response] = set()

    async def page(self, request: Request) -> Response:
        browser, asked = browser_of(request), request.query_params
        game, before = asked.get("game", ""), asked.get("before", "")
        if game and game not in BOARDS:
            raise NotFound(_("There is no such game here."))
        if not (before.isascii() and (before or "a").isalnum() and len(before) <= ID_LENGTH):
            raise NotFound(_("There is no such page of your games."))
        guest = await self._app.room.guest(browser.owner)
        context = {
            **await games_of(self._app, browser, game, before),
            "publish": guest is not None and guest.publish,
            "saved": asked.get("saved") == "yes",
            "export": self._app.settings.export,
        }
        return HTMLResponse(past.games(context))

    async def publish(self, request: Request) -> Response:
        form = await self._app.form(request)
        agreed = form.get("publish", "")
        if agreed not in ("", "on"):
            raise Refused(_("“publish” has to be “on” or missing."), 400)
        owner, now = browser_of(request).owner, int(time.time())
        await self._app.room.change_guest(
            owner, lambda guest: replace(guest or unknown(owner), publish=agreed == "on", seen=now)
        )
        return RedirectResponse(url("/games?saved=yes#publish"), 303)

    async def as_json(self, request: Request) -> Response:
        told = logbook.to_json(await self._results(request))
        return Response(
            json.dumps(told, indent=1), headers=_named("logbook.json"), media_type="application/json"
        )

    async def as_csv(self, request: Request) -> Response:
        text = logbook.to_csv(await self._results(request))
        return Response(text, headers=_named("logbook.csv"), media_type="text/csv; charset=utf-8")

    async def _results(self, request: Request) -> list[Result]:
        return await self._app.room.ask(of_holder, browser_of(request).owner)

    async def about(self, request: Request) -> Response:
        self._check_switched_on()
        return HTMLResponse(past.export({"csrf": browser_of(request).csrf}))

    async def export(self, _request: Request) -> Response:
        self._check_switched_on()
        if len(self._fetching) >= MOST_FETCHING:
            sentence = _("Others are fetching these games just now: try again in a minute.")
            raise Refused(sentence, 503, {"retry-after": "60"})
        pieces = export.chunks(self._app.room.store, self._key)
        # Read the first chunk before the response starts, so that a database failure gets an error status.
        first = await self._next(pieces)
        return _Fetched(self._all(first, pieces), self._fetching)

    async def _next(self, pieces: Iterator[bytes]) -> bytes:
        return await self._app.room.read(next, pieces, b"")

    async def _all(self, first: bytes, pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
        piece = first
        while piece:
            yield piece
            piece = await self._next(pieces)

    def _check_switched_on(self) -> None:
        if not self._app.settings.export:
            raise NotFound(_("This server publishes no games."))


async def games_of(app: AppContext, browser: Browser, game: str = "", before: str = "") -> dict[str, Any]:
    """What the lists of a browser's games are made of, for `past.games`: of one game, or of all for "";
    `before` is the last table of the previous page.
    """
    room = app.room
    found = await room.finished(browser.owner, MOST + 1, game or None, before or None)
    running = [] if before else await room.listed(browser.owner)
    results = await room.ask(of_holder, browser.owner)
    booked = {one.table: one for one in results}
    open_ones = [
        (row, summary)
        for row, summary in running
        if summary.state in ("waiting", "running") and game in ("", row.game)
    ]
    return {
        "csrf": browser.csrf,
        "running": _told(open_ones, browser.owner, {}),
        "finished": _told(found[:MOST], browser.owner, booked),
        "logbook": {"games": 0} if before else await _logbook(app, browser, results, game),
        "older": found[MOST - 1][0].id if len(found) > MOST else None,
        "first": not before,
        "only": game,
    }


async def _logbook(app: AppContext, browser: Browser, results: Sequence[Result], game: str) -> dict[str, Any]:
    """What one's results add up to, in one game or in all, and one's ratings there."""
    found = await app.room.ask(ratings.of_holder, browser.owner)
    rated = [
        {"game": one, "title": find(one).title, **ladder.told(found[one])}
        for one in BOARDS
        if one in found and game in ("", one)
    ]
    return {**logbook.logbook(results, game), "ratings": rated}


def _told(found: Listed, owner: str, booked: Mapping[str, Result]) -> list[dict[str, Any]]:
    told = (past.told(row, summary, owner, booked.get(row.id)) for row, summary in found)
    return [one for one in told if one is not None]


def _named(file: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{file}"'}
