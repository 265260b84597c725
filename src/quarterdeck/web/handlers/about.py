"""What does not depend on any table: the rules, style sheets and scripts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play import Game, find
from quarterdeck.web import pages
from quarterdeck.web.answers import Refused
from quarterdeck.web.assets import serve_asset

__all__ = ["routes"]

# Options under which there is everything of which there may be something.
EVERYTHING: Mapping[str, Mapping[str, str]] = {"meuterer": {"pirates": "on"}}


def routes() -> list[Route]:
    """The rules of each game, and the files of the folder `static`."""
    return [
        Route("/rules/{game}", _rules),
        Route("/rules/{game}/things", _things),
        Route("/static/{path:path}", serve_asset),
    ]


def _game(request: Request) -> GameSpec:
    try:
        return find(request.path_params["game"])
    except QuarterdeckError as error:
        raise Refused(str(error), 404) from None


async def _rules(request: Request) -> Response:
    spec = _game(request)
    context = {"csrf": "", "game": spec.id, "title": spec.title, "sections": spec.rule_sections()}
    return HTMLResponse(pages.rules(context))


async def _things(request: Request) -> Response:
    """Every card, place and phase of a game; the address may name options of it."""
    spec = _game(request)
    asked = dict(request.query_params) or EVERYTHING.get(spec.id, {})
    try:
        view = _view(spec.id, tuple(sorted(asked.items())))
    except QuarterdeckError as error:
        raise Refused(str(error), 404) from None
    context = {"csrf": "", "game": spec.id, "title": spec.title, "view": view}
    return HTMLResponse(pages.things(context))


@lru_cache(100)
def _view(game: str, asked: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """What everybody sees at the start of a match with these options."""
    options = {name: int(value) if value.isdecimal() else value for name, value in asked}
    return Game(find(game), None, **options).start(seed=0).view(None).to_json()
