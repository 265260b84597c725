"""What has been played: replays, match files, the rulebook's example."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.games.meuterer import example
from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import Entry
from quarterdeck.tables.errors import NotAllowed
from quarterdeck.tables.match import OPEN, Match, Viewer
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.sight import may_look
from quarterdeck.web import forms
from quarterdeck.web.desk import Desk, browser_of, to_table, viewer
from quarterdeck.web.screen import replay_page
from quarterdeck.words import _

__all__ = ["EXAMPLE", "example_match", "routes"]

EXAMPLE = "example"


def routes(desk: Desk) -> list[Route]:
    """Replays and match files."""
    history = _History(desk)
    return [
        Route("/table/{id}/replay", history.replay),
        Route("/table/{id}/match.qd", history.match_file),
        Route("/example", history.example, methods=["GET", "POST"]),
    ]


def example_match() -> Match:
    """The rulebook's example round: shown to everybody, with open cards, and played by nobody here."""
    record = Record(Game("meuterer"), seed="example", names=example.NAMES, setup=example.SETUP)
    fresh = Match.fresh(record, [HUMAN] * len(example.NAMES), owner="")
    moves = [
        Entry(number, 0, "move", seat, {"action": action, "by": "player"})
        for number, (seat, action) in enumerate(example.MOVES, 1)
    ]
    return Match(replace(fresh.row, id=EXAMPLE), moves, shown=True)


class _History:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def replay(self, request: Request) -> Response:
        match = await self._desk.match(request)
        browser, asked = browser_of(request), request.query_params
        at = match.standpoint(browser.owner)
        if at.curtain is not None:
            return to_table(match)
        looking = viewer(asked["seat"]) if "seat" in asked else OPEN if match.shown else at.seat
        may_look(match, at.seat, looking)
        ply = forms.whole_number(asked, "ply") if "ply" in asked else 0
        others: list[Viewer] = [*range(match.game.players), None, OPEN]
        return HTMLResponse(
            replay_page(match, looking, ply, others if match.open else [at.seat], browser.csrf)
        )

    async def match_file(self, request: Request) -> Response:
        match = await self._desk.match(request)
        if not match.open:
            raise NotAllowed(
                _("The match file holds every secret of the match: it is here when the match is over.")
            )
        name = f"{match.game.id}-{match.id}.qd"
        return PlainTextResponse(
            match.record.dumps(), headers={"content-disposition": f'attachment; filename="{name}"'}
        )

    async def example(self, _request: Request) -> Response:
        return RedirectResponse(f"/table/{EXAMPLE}/replay", 303)
