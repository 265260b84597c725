"""Past play: replays, match files, the rulebook's example; and rematches and branches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.i18n import _
from quarterdeck.play import GAMES, Game, Record
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.errors import NotAllowed, RulesVersionGone
from quarterdeck.tables.live import again
from quarterdeck.tables.match.commands import check_rematch
from quarterdeck.tables.match.match import OPEN, Match
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web import forms
from quarterdeck.web.answers import wants_json
from quarterdeck.web.context import AppContext, Handlers, browser_of, to_table, viewer
from quarterdeck.web.doubles import create_once
from quarterdeck.web.handlers.archived import kept_file, kept_page
from quarterdeck.web.paths import url
from quarterdeck.web.table import coached
from quarterdeck.web.table.replays import CoachPanel, ReplayRequest, check_may_see, replay_page

__all__ = ["EXAMPLE", "example_match", "routes", "wanted_of"]

EXAMPLE = "example"


def routes(app: AppContext) -> list[Route]:
    """The routes of replays, match files, rematches and branches."""
    history = _History(app)
    return [
        Route("/table/{id}/replay", history.replay),
        Route("/table/{id}/rematch", history.rematch, methods=["POST"]),
        Route("/table/{id}/branch", history.branch, methods=["POST"]),
        Route("/table/{id}/match.qd", history.match_file),
        Route("/example", history.example, methods=["GET", "POST"]),
    ]


def example_match() -> Match:
    """A rulebook's example match: public, with open cards, and not stored."""
    game, example = next((Game(spec), spec.example) for spec in GAMES.values() if spec.example)
    record = Record(game, seed="example", names=example.names, setup=example.setup)
    fresh = Match.fresh(record, [HUMAN] * len(example.names), owner="")
    moves = [
        Entry(number, 0, "move", seat, {"action": action, "by": "player"})
        for number, (seat, action) in enumerate(example.moves, 1)
    ]
    return Match(replace(fresh.row, id=EXAMPLE), moves, shown=True)


class _History(Handlers):
    async def replay(self, request: Request) -> Response:
        try:
            match = await self._app.match(request)
        except RulesVersionGone as error:
            return await kept_page(self._app, request, error)
        browser, query = browser_of(request), request.query_params
        standpoint = match.standpoint(browser.owner)
        if standpoint.curtain is not None:
            return to_table(match)
        wanted = wanted_of(match, query, standpoint.seat)
        check_may_see(match, wanted, standpoint.seat)
        panel = CoachPanel(
            coached.region(self._app.coach, match, wanted, browser.csrf),
            coached.working(self._app.coach, match, wanted),
        )
        page = replay_page(match, wanted, standpoint.seat, browser.csrf, self._app.address(request), panel)
        return HTMLResponse(page)

    async def rematch(self, request: Request) -> Response:
        await self._app.form(request)
        match, owner = await self._app.match(request), browser_of(request).owner
        await self._app.room.peers.checked(match, partial(check_rematch, owner=owner))
        if await again.find_rematch(self._app.room, match) is None:
            await self._app.limit(request, "create")
        return _redirect_to_table(request, await again.rematch(self._app.room, match, owner))

    async def branch(self, request: Request) -> Response:
        form = await self._app.form(request)
        match = await self._app.match(request)
        seat, ply = forms.whole_number(form, "seat"), forms.whole_number(form, "ply")
        branched = again.branch(match, browser_of(request).owner, seat, ply)
        # A table's page has nothing random, so that its bytes can be compared: the match is enough.
        once = {**form, "once": match.id}
        return _redirect_to_table(request, (await create_once(self._app, request, once, branched)).id)

    async def match_file(self, request: Request) -> Response:
        try:
            match = await self._app.match(request)
        except RulesVersionGone as error:
            return _download(*await kept_file(self._app, request, error))
        if not match.open:
            raise NotAllowed(
                _("The match file holds every secret of the match: it is here when the match is over.")
            )
        return _download(f"{match.game.id}-{match.id}.qd", match.record.dumps())

    async def example(self, _request: Request) -> Response:
        return RedirectResponse(url(f"/table/{EXAMPLE}/replay"), 303)


def wanted_of(match: Match, asked: Mapping[str, str], own: int | None) -> ReplayRequest:
    """The requested page of a replay; `own` is the seat that is open in the browser. Raises Refused."""
    return ReplayRequest(
        ply=forms.whole_number(asked, "ply") if "ply" in asked else min(1, match.ply),
        viewer=viewer(asked["seat"]) if "seat" in asked else OPEN if match.shown else own,
        spoilers=forms.spoilers(asked),
    )


def _download(name: str, text: str) -> Response:
    """A text as a file download."""
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


def _redirect_to_table(request: Request, table: str) -> Response:
    """Redirect to a new table."""
    if wants_json(request):
        return JSONResponse({"ok": True, "table": table})
    return RedirectResponse(url(f"/table/{table}"), 303)
