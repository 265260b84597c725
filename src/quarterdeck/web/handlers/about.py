"""What does not depend on any table: the rules, style sheets and scripts."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.play import find
from quarterdeck.web import pages
from quarterdeck.web.answers import Refused
from quarterdeck.web.assets import serve_asset

__all__ = ["routes"]


def routes() -> list[Route]:
    """The rules of each game, and the files of the folder `static`."""
    return [Route("/rules/{game}", _rules), Route("/static/{path:path}", serve_asset)]


async def _rules(request: Request) -> Response:
    try:
        spec = find(request.path_params["game"])
    except QuarterdeckError as error:
        raise Refused(str(error), 404) from None
    context = {"csrf": "", "game": spec.id, "title": spec.title, "sections": spec.rule_sections()}
    return HTMLResponse(pages.rules(context))
