"""Error responses: one sentence with the right status, as a page or, on request, as JSON."""

from __future__ import annotations

import hashlib
import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.websockets import WebSocket

from quarterdeck import errors
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import N_, _
from quarterdeck.tables.errors import (
    NotAllowed,
    NotFound,
    OffCourse,
    Outdated,
    RulesVersionGone,
    StaleMove,
    StoreError,
)
from quarterdeck.web.errors import Refused
from quarterdeck.web.paths import API, inner, url
from quarterdeck.web.rendering import templates

__all__ = [
    "SENTENCES",
    "deny",
    "failure",
    "headers_of",
    "on_error",
    "on_http_error",
    "on_refusal",
    "on_store_failure",
    "refused_page",
    "revalidated",
    "status_of",
    "unreachable",
    "wants_json",
]

log = logging.getLogger(__name__)

STATUS: dict[type[QuarterdeckError], int] = {
    NotFound: 404,
    NotAllowed: 403,
    StaleMove: 409,
    OffCourse: 409,
    Outdated: 409,
    RulesVersionGone: 409,
    StoreError: 503,
    errors.IllegalAction: 422,
}
SENTENCES = {
    400: N_("This request can't be read."),
    404: N_("There is no such page here."),
    405: N_("That can't be done at this address."),
}


def wants_json(request: Request) -> bool:
    """Whether the client is a script or a program that wants JSON, not a person who wants a page."""
    return inner(request.scope).startswith(API) or "application/json" in request.headers.get("accept", "")


def status_of(error: QuarterdeckError) -> int:
    """The HTTP status for a client error."""
    return error.status if isinstance(error, Refused) else STATUS.get(type(error), 400)


def headers_of(error: QuarterdeckError) -> dict[str, str]:
    """The response headers for a client error, such as Retry-After."""
    return error.headers if isinstance(error, Refused) else {}


def refused_page(page: str, error: QuarterdeckError) -> Response:
    """The page of a form that was refused, with the status and headers of the error."""
    return HTMLResponse(page, status_of(error), headers_of(error))


def failure(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """A response with one sentence and its status."""
    if wants_json(request):
        return JSONResponse({"error": sentence}, status, headers)
    place, back = ("", url("/")) if status == 404 else _way_back(request)
    page = templates.render(
        "error.html", {"csrf": "", "status": status, "sentence": sentence, "back": back, "place": place}
    )
    return HTMLResponse(page, status, headers)


def _way_back(request: Request) -> tuple[str, str]:
    """Where the link of an error page leads, "table" or "regatta" or "" for the first page, and its URL."""
    id_ = request.scope.get("path_params", {}).get("id")
    place = inner(request.scope).removeprefix("/").partition("/")[0]
    # A page that is refused itself is no way back.
    if id_ and place in ("table", "regatta") and inner(request.scope) != f"/{place}/{id_}":
        return place, url(f"/{place}/{id_}")
    return "", url("/")


def on_refusal(request: Request, error: Exception) -> Response:
    """The response to a QuarterdeckError."""
    assert isinstance(error, QuarterdeckError)
    return failure(request, status_of(error), str(error), headers_of(error))


def on_store_failure(request: Request, error: Exception) -> Response:
    """The response to a database failure. The database's message goes only to the server's log: it may name
    hosts, users and paths.
    """
    return on_refusal(request, unreachable(error))


def unreachable(error: Exception) -> StoreError:
    """Log a database failure; returns the sentence for clients."""
    log.error("The store does not answer", exc_info=error)
    return StoreError(_("The server's store does not answer just now: try again in a moment."))


def revalidated(request: Request, body: bytes, kind: str, caching: str = "no-cache") -> Response:
    """A response of this content type that browsers keep by its hash: by default they ask each time whether
    it is current. `caching` is its Cache-Control.
    """
    headers = {"cache-control": caching, "etag": f'"{hashlib.sha256(body).hexdigest()[:16]}"'}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, headers={**headers, "content-type": kind})


async def deny(socket: WebSocket, error: QuarterdeckError) -> None:
    """Reject a WebSocket before it opens, with the status that a page would get."""
    answer = JSONResponse({"error": str(error)}, status_of(error), headers_of(error))
    await socket.send_denial_response(answer)


def on_http_error(request: Request, error: Exception) -> Response:
    """The response to an error of the router or a parser, in our own words."""
    assert isinstance(error, HTTPException)
    sentence = SENTENCES.get(error.status_code, SENTENCES[400])
    return failure(request, error.status_code, _(sentence), dict(error.headers or {}))


def on_error(request: Request, _error: Exception) -> Response:
    """The response to a bug. The details go to the server's log, not to the browser."""
    return failure(
        request, 500, _("Something went wrong in the server. Your game is safe: load the page again.")
    )
