"""Pages and files that do not depend on a table: rules, style sheets and scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play import Game, find
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.things import Thing
from quarterdeck.web.errors import Refused
from quarterdeck.web.pages.rulebooks import rules
from quarterdeck.web.rendering.assets import serve_asset
from quarterdeck.web.table import markup

__all__ = ["routes"]


def routes() -> list[Route]:
    """The rules of each game, and the static files."""
    return [
        Route("/rules/{game}", _rules),
        Route("/rules/{game}/things", _things),
        Route("/rules/{game}/components.toml", _components),
        Route("/static/{path:path}", serve_asset),
    ]


def _requested_game(request: Request) -> GameSpec:
    try:
        return find(request.path_params["game"])
    except QuarterdeckError as error:
        raise Refused(str(error), 404) from None


async def _rules(request: Request) -> Response:
    spec = _requested_game(request)
    query = request.query_params.get("q", "")
    return HTMLResponse(rules(spec, bool(_explained_things(spec)), query))


async def _things(request: Request) -> Response:
    """Every card, place and phase of a game."""
    spec = _requested_game(request)
    if not _explained_things(spec):
        sentence = _("{game} explains its cards, places and phases in its rules.")
        raise Refused(sentence.format(game=spec.title), 404)
    context = {"csrf": "", "game": spec.id, "title": spec.title, "view": _view_of_everything(spec)}
    return HTMLResponse(markup.things(context))


async def _components(request: Request) -> Response:
    """The component table of a game, to copy and change."""
    spec = _requested_game(request)
    if spec.components is None:
        raise Refused(_("{game} has no component table.").format(game=spec.title), 404)
    return PlainTextResponse(spec.components.file.read_text(encoding="utf-8"))


def _view_of_everything(spec: GameSpec) -> dict[str, Any]:
    return Game(spec, None, **spec.everything).start(seed=0).view(None).to_json()


def _explained_things(spec: GameSpec) -> Sequence[Thing]:
    """The cards, places and phases that the game's board explains; none for a game without a board."""
    return BOARDS[spec.id].things(_view_of_everything(spec))
