"""Pages and files that do not depend on a table: rules, style sheets and scripts."""

from __future__ import annotations

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


def routes() -> list[Route]:
    """The rules of each game, and the static files."""
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
    context = {"csrf": "", "game": spec.id, "title": spec.title, "sections": spec.rulebook.sections}
    return HTMLResponse(pages.rules(context))


async def _things(request: Request) -> Response:
    """Every card, place and phase of a game."""
    spec = _game(request)
    view = Game(spec, None, **spec.everything).start(seed=0).view(None).to_json()
    context = {"csrf": "", "game": spec.id, "title": spec.title, "view": view}
    return HTMLResponse(pages.things(context))
