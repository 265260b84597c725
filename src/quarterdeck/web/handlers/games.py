"""Finished games, one's own and published ones: lists, consent, the export."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from quarterdeck.i18n import _
from quarterdeck.play import find
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.store import export, ratings
from quarterdeck.tables.store.results import Result, of_owner
from quarterdeck.tables.store.store import Listed
from quarterdeck.web.accounts.browser import Browser
from quarterdeck.web.accounts.guests import new_guest
from quarterdeck.web.answers import wants_json
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.context import AppContext, browser_of
from quarterdeck.web.errors import Refused
from quarterdeck.web.pages import ladder, logbook, past
from quarterdeck.web.paths import url

__all__ = ["games_of", "routes"]

# Games per page.
MOST: Final = 20
# Concurrent downloads of the export: each keeps the database busy.
MOST_FETCHING: Final = 2
ID_LENGTH: Final = 40
EXPORT_FILE: Final = "games.jsonl.gz"
GZIP: Final = "application/gzip"


def routes(app: AppContext, key: str) -> list[Route]:
    """The routes for lists of games, the next one, consent and the export. `key` is the server's."""
    games = _Games(app, key)
    return [
        Route("/games", games.page),
        Route("/games/next", games.next),
        Route("/games/publish", games.publish, methods=["POST"]),
        Route("/games/logbook.json", games.as_json),
        Route("/games/logbook.csv", games.as_csv),
        Route("/export", games.about),
        Route("/export/games.jsonl.gz", games.export),
    ]


class _ExportDownload(StreamingResponse):
    """A download of the export; `done` is called when it ends."""

    def __init__(self, chunks: AsyncIterator[bytes], done: Callable[[], None]) -> None:
        super().__init__(chunks, media_type=GZIP, headers=_download_headers(EXPORT_FILE))
        self._done = done

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._done()


class _Games:
    def __init__(self, app: AppContext, key: str) -> None:
        self._app = app
        self._key = key
        # Downloads of the export in progress.
        self._downloads = 0

    async def page(self, request: Request) -> Response:
        browser, query = browser_of(request), request.query_params
        game, before = query.get("game", ""), query.get("before", "")
        if game and game not in BOARDS:
            raise NotFound(_("There is no such game here."))
        if before and not (before.isascii() and before.isalnum() and len(before) <= ID_LENGTH):
            raise NotFound(_("There is no such page of your games."))
        guest = await self._app.room.guest(browser.owner)
        context = {
            **await games_of(self._app, browser, game, before),
            "publish": guest is not None and guest.publish,
            "saved": query.get("saved") == "yes",
            "none_waits": query.get("next") == "none",
            "export": self._app.settings.export,
        }
        return HTMLResponse(past.games(context))

    async def next(self, request: Request) -> Response:
        """Lead to the most urgent game that waits for this browser, other than the table `after`; as JSON,
        say how many there are.
        """
        owner, after = browser_of(request).owner, request.query_params.get("after", "")
        waiting = [
            row.id
            for row, summary in await self._app.room.listed(owner)
            if row.id != after and row.game in BOARDS and summary.awaits(owner)
        ]
        if wants_json(request):
            return JSONResponse({"waiting": len(waiting)})
        return RedirectResponse(url(f"/table/{waiting[0]}" if waiting else "/games?next=none"), 303)

    async def publish(self, request: Request) -> Response:
        form = await self._app.form(request)
        agreed = form.get("publish", "")
        if agreed not in ("", "on"):
            raise Refused(_("“publish” has to be “on” or missing."), 400)
        owner, now = browser_of(request).owner, int(time.time())
        await self._app.room.change_guest(
            owner, lambda guest: replace(guest or new_guest(owner), publish=agreed == "on", seen=now)
        )
        return RedirectResponse(url("/games?saved=yes#publish"), 303)

    async def as_json(self, request: Request) -> Response:
        results = logbook.to_json(await self._results(request))
        return Response(
            json.dumps(results, indent=1),
            headers=_download_headers("logbook.json"),
            media_type="application/json",
        )

    async def as_csv(self, request: Request) -> Response:
        text = logbook.to_csv(await self._results(request))
        return Response(text, headers=_download_headers("logbook.csv"), media_type="text/csv; charset=utf-8")

    async def _results(self, request: Request) -> list[Result]:
        return await self._app.room.ask(of_owner, browser_of(request).owner)

    async def about(self, request: Request) -> Response:
        self._check_switched_on()
        return HTMLResponse(past.export({"csrf": browser_of(request).csrf}))

    async def export(self, request: Request) -> Response:
        self._check_switched_on()
        if request.method == "HEAD":
            return Response(media_type=GZIP, headers=_download_headers(EXPORT_FILE))
        if self._downloads >= MOST_FETCHING:
            sentence = _("Others are fetching these games just now: try again in a minute.")
            raise Refused(sentence, 503, {"retry-after": "60"})
        # Counted before the first wait: many requests may come at once.
        self._downloads += 1
        try:
            chunks = export.chunks(self._app.room.store, self._key)
            # Read the first chunk before the response starts: a database failure gets an error status.
            first = await self._read_chunk(chunks)
        except BaseException:
            self._end_download()
            raise
        return _ExportDownload(self._all_chunks(first, chunks), self._end_download)

    def _end_download(self) -> None:
        self._downloads -= 1

    async def _read_chunk(self, chunks: Iterator[bytes]) -> bytes:
        return await self._app.room.read(next, chunks, b"")

    async def _all_chunks(self, first: bytes, chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
        chunk = first
        while chunk:
            yield chunk
            chunk = await self._read_chunk(chunks)

    def _check_switched_on(self) -> None:
        if not self._app.settings.export:
            raise NotFound(_("This server publishes no games."))


async def games_of(app: AppContext, browser: Browser, game: str = "", before: str = "") -> dict[str, Any]:
    """The context of the lists of a browser's games, for `past.games`: of one game, or of all for "".
    `before` is the last table of the previous page.
    """
    room = app.room
    finished = await room.finished(browser.owner, MOST + 1, game or None, before or None)
    running = [] if before else await room.listed(browser.owner)
    results = await room.ask(of_owner, browser.owner)
    result_by_table = {result.table: result for result in results}
    unfinished = [
        (row, summary)
        for row, summary in running
        if summary.state in ("waiting", "running") and game in ("", row.game)
    ]
    return {
        "csrf": browser.csrf,
        "running": _listed_games(unfinished, browser.owner, {}),
        "finished": _listed_games(finished[:MOST], browser.owner, result_by_table),
        "logbook": {"games": 0} if before else await _logbook_context(app, browser, results, game),
        "older": finished[MOST - 1][0].id if len(finished) > MOST else None,
        "first": not before,
        "only": game,
    }


async def _logbook_context(
    app: AppContext, browser: Browser, results: Sequence[Result], game: str
) -> dict[str, Any]:
    """What one's results add up to, in one game or in all, and one's ratings there."""
    own_ratings = await app.room.ask(ratings.of_owner, browser.owner)
    rated = [
        {"game": id_, "title": find(id_).title, **ladder.rating_figures(own_ratings[id_])}
        for id_ in BOARDS
        if id_ in own_ratings and game in ("", id_)
    ]
    return {**logbook.logbook(results, game), "ratings": rated}


def _listed_games(listed: Listed, owner: str, result_by_table: Mapping[str, Result]) -> list[dict[str, Any]]:
    games = (past.game_row(row, summary, owner, result_by_table.get(row.id)) for row, summary in listed)
    return [game for game in games if game is not None]


def _download_headers(file: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{file}"'}
