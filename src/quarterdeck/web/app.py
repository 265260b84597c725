"""The routes: from a request to the table it is about, and back as a page, a redirection or JSON."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from quarterdeck.errors import QuarterdeckError
from quarterdeck.games.meuterer import example
from quarterdeck.play import Game, Record, find
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.match import HUMAN, OPEN, Match, Viewer
from quarterdeck.tables.room import Room
from quarterdeck.tables.sight import may_look
from quarterdeck.web import forms, pages
from quarterdeck.web.answers import (
    Refused,
    on_error,
    on_http_error,
    on_refusal,
    status_of,
    wants_json,
)
from quarterdeck.web.assets import serve_asset
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.browser import Browser, Keyring
from quarterdeck.web.guard import Guard
from quarterdeck.web.live import live
from quarterdeck.web.screen import Screens, replay_page, table_page
from quarterdeck.words import _

__all__ = ["EXAMPLE", "create_app"]

EXAMPLE = "example"


def create_app(room: Room, key: str, local: bool = True) -> ASGIApp:
    """The server's application. `key` signs cookies; `local`: it answers to this computer's names only."""
    keyring = Keyring(key)
    desk = _Desk(room, keyring)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        room.show(example_match())
        room.resume()
        yield
        await room.close()

    app = Starlette(
        routes=[
            Route("/", desk.home),
            Route("/tables", desk.create, methods=["POST"]),
            Route("/table/{id}", desk.table),
            Route("/table/{id}/act", desk.act, methods=["POST"]),
            Route("/table/{id}/curtain", desk.reveal, methods=["POST"]),
            Route("/table/{id}/replay", desk.replay),
            Route("/table/{id}/match.qd", desk.match_file),
            WebSocketRoute("/table/{id}/live", desk.live),
            Route("/rules/{game}", desk.rules),
            Route("/example", desk.example, methods=["GET", "POST"]),
            Route("/static/{path:path}", serve_asset),
            Route("/healthz", healthz),
        ],
        exception_handlers={
            QuarterdeckError: on_refusal,
            HTTPException: on_http_error,
            Exception: on_error,
        },
        lifespan=lifespan,
    )
    return Guard(app, keyring, local)


def example_match() -> Match:
    """The rulebook's example round: shown to everybody, with open cards, and played by nobody here."""
    record = Record(Game("meuterer"), seed="example", names=example.NAMES, setup=example.SETUP)
    fresh = Match.fresh(record, [HUMAN] * len(example.NAMES), owner="")
    return Match(replace(fresh.row, id=EXAMPLE), list(example.MOVES), shown=True)


async def healthz(_request: Request) -> Response:
    """Whether the server is there."""
    return JSONResponse({"ok": True})


class _Desk:
    """Answers requests about the tables of one room."""

    def __init__(self, room: Room, keyring: Keyring) -> None:
        self._room = room
        self._keyring = keyring
        self._screens = Screens()

    async def home(self, request: Request) -> Response:
        try:
            chosen = forms.known_game(request.query_params.get("game", ""))
        except QuarterdeckError as error:
            raise Refused(str(error), 404) from None
        return HTMLResponse(self._home(_browser(request), chosen))

    def _home(
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
                "names": row.names,
                "options": row.options,
                **row.standing,
                "winners": [row.names[seat] for seat in row.standing["winners"]],
            }
            for row in self._room.listed(browser.owner)
            if row.game in BOARDS
        ]
        return pages.home(
            {"csrf": browser.csrf, "games": games, "chosen": chosen, "error": error, "form": form or {}}
        )

    async def create(self, request: Request) -> Response:
        form = await self._form(request)
        try:
            record, kinds = forms.new_table(form)
        except QuarterdeckError as error:
            if wants_json(request):
                raise
            chosen = form["game"] if form.get("game") in BOARDS else None
            return HTMLResponse(self._home(_browser(request), chosen, str(error), form), status_of(error))
        match = self._room.create(record, kinds, _browser(request).owner)
        if wants_json(request):
            return JSONResponse({"ok": True, "table": match.id})
        return _to_table(match)

    async def table(self, request: Request) -> Response:
        match = await self._match(request)
        if match.shown:
            return RedirectResponse(f"/table/{match.id}/replay", 303)
        return HTMLResponse(self._table(match, _browser(request)))

    def _table(self, match: Match, browser: Browser, error: str | None = None) -> str:
        at = match.standpoint(browser.owner)
        if at.curtain is None:
            return table_page(match, at.seat, browser.csrf, error)
        return pages.curtain(
            {
                "csrf": browser.csrf,
                "game": match.game.id,
                "table_id": match.id,
                "name": match.row.names[at.curtain],
                "seat": at.curtain,
                "version": match.version,
                "error": error,
            }
        )

    async def act(self, request: Request) -> Response:
        form = await self._form(request)
        match = await self._match(request)
        try:
            wanted = forms.act(form)
            match.check_actor(_browser(request).owner, *wanted)
            version = await self._room.submit(match, *wanted)
        except QuarterdeckError as error:
            if wants_json(request):
                raise
            return HTMLResponse(self._table(match, _browser(request), str(error)), status_of(error))
        return JSONResponse({"ok": True, "version": version}) if wants_json(request) else _to_table(match)

    async def reveal(self, request: Request) -> Response:
        form = await self._form(request)
        match = await self._match(request)
        match.reveal(_browser(request).owner, forms.whole_number(form, "seat"))
        return JSONResponse({"ok": True}) if wants_json(request) else _to_table(match)

    async def replay(self, request: Request) -> Response:
        match = await self._match(request)
        browser, asked = _browser(request), request.query_params
        at = match.standpoint(browser.owner)
        if at.curtain is not None:
            return _to_table(match)
        viewer = _viewer(asked["seat"]) if "seat" in asked else OPEN if match.shown else at.seat
        may_look(match, at.seat, viewer)
        ply = forms.whole_number(asked, "ply") if "ply" in asked else 0
        others: list[Viewer] = [*range(match.game.players), None, OPEN]
        return HTMLResponse(
            replay_page(match, viewer, ply, others if match.open else [at.seat], browser.csrf)
        )

    async def match_file(self, request: Request) -> Response:
        match = await self._match(request)
        if not match.open:
            raise NotAllowed(
                _("The match file holds every secret of the match: it is here when the match is over.")
            )
        name = f"{match.game.id}-{match.id}.qd"
        return PlainTextResponse(
            match.record.dumps(), headers={"content-disposition": f'attachment; filename="{name}"'}
        )

    async def live(self, socket: WebSocket) -> None:
        await live(socket, self._room, self._screens)

    async def rules(self, request: Request) -> Response:
        try:
            spec = find(request.path_params["game"])
        except QuarterdeckError as error:
            raise Refused(str(error), 404) from None
        context = {"csrf": "", "game": spec.id, "title": spec.title, "sections": spec.rule_sections()}
        return HTMLResponse(pages.rules(context))

    async def example(self, _request: Request) -> Response:
        return RedirectResponse(f"/table/{EXAMPLE}/replay", 303)

    async def _form(self, request: Request) -> dict[str, str]:
        """The fields of a form that one of this browser's pages sent. Refused."""
        form = await forms.read_form(request)
        if not self._keyring.knows(_browser(request), form.get("csrf", "")):
            raise Refused(
                _("This form is not from a page of yours, or too old: load the page and try again."), 403
            )
        return form

    async def _match(self, request: Request) -> Match:
        return await self._room.get(request.path_params["id"])


def _browser(request: Request) -> Browser:
    browser = request.scope["state"]["browser"]
    assert isinstance(browser, Browser)
    return browser


def _to_table(match: Match) -> Response:
    return RedirectResponse(f"/table/{match.id}", 303)


def _viewer(text: str) -> Viewer:
    """Through whose eyes: a seat's number, "none" or "all". Refused for anything else."""
    if text == OPEN:
        return OPEN
    if text == "none":
        return None
    if text.isascii() and text.isdecimal() and len(text) < 4:
        return int(text)
    raise Refused(_("“seat” has to be a seat's number, “none” or “all”."), 400)
