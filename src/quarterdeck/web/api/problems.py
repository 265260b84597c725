"""The API's error responses: one sentence, the rule if there is one, the right status."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from quarterdeck.errors import IllegalAction, QuarterdeckError
from quarterdeck.i18n import N_, _
from quarterdeck.web.answers import SENTENCES, headers_of, status_of, unreachable
from quarterdeck.web.api import BASE
from quarterdeck.web.errors import Refused
from quarterdeck.web.paths import url

__all__ = ["check_query", "handle", "problem", "status_in"]

UNKNOWN = N_("there is no such field")
# Pydantic's error types, in our words, with what would be right.
REASONS = {
    "missing": N_("it is missing"),
    "extra_forbidden": UNKNOWN,
    "string_type": N_("it has to be a text"),
    "string_too_short": N_("its length has to be {min_length} or more"),
    "string_too_long": N_("its length has to be at most {max_length}"),
    "int_type": N_("it has to be a whole number"),
    "int_parsing": N_("it has to be a whole number"),
    "int_from_float": N_("it has to be a whole number"),
    "greater_than_equal": N_("it has to be {ge} or more"),
    "less_than_equal": N_("it has to be at most {le}"),
    "bool_type": N_("it has to be true or false"),
    "bool_parsing": N_("it has to be true or false"),
    "list_type": N_("it has to be a list"),
    "dict_type": N_("it has to be an object"),
    "model_attributes_type": N_("it has to be an object"),
    "too_short": N_("its length has to be {min_length} or more"),
    "too_long": N_("its length has to be at most {max_length}"),
    "literal_error": N_("it has to be one of {expected}"),
}
# Of a value of two types, such as an option's: pydantic tries each and names the first, "int".
NEITHER = N_("it has to be a text or a whole number")
OTHERWISE = N_("it has none of the forms allowed here")


def handle(api: Starlette) -> None:
    """Install error handlers with our own messages."""
    api.add_exception_handler(QuarterdeckError, _on_refusal)
    api.add_exception_handler(RequestValidationError, _on_invalid_request)
    api.add_exception_handler(HTTPException, _on_http_error)
    api.add_exception_handler(SQLAlchemyError, _on_store_failure)
    api.add_exception_handler(Exception, _on_defect)


def check_query(request: Request) -> None:
    """Check that the operation takes the fields of the query: a misspelt one would count as left out. Raises
    Refused.
    """
    if not request.query_params:
        return
    known = set(_query_fields(request.scope["route"].dependant))
    for name in request.query_params:
        if name not in known:
            reason = _(UNKNOWN)
            raise Refused(_("“{field}” is wrong: {reason}.").format(field=name[:40], reason=reason), 422)


def _query_fields(dependant: Dependant) -> Iterator[str]:
    yield from (field.alias for field in dependant.query_params)
    for dependency in dependant.dependencies:
        yield from _query_fields(dependency)


def status_in(error: QuarterdeckError) -> int:
    """The status for a client error; a malformed form on pages is an invalid field here."""
    status = status_of(error)
    return 422 if status == 400 and not isinstance(error, Refused) else status


def problem(error: QuarterdeckError) -> JSONResponse:
    """The response to a client error."""
    rule = {"rule": error.rule} if isinstance(error, IllegalAction) else {}
    return _error_response(str(error), status_in(error), headers_of(error), **rule)


def _error_response(
    sentence: str, status: int, headers: dict[str, str] | None = None, **more: str
) -> JSONResponse:
    challenge = {"www-authenticate": "Bearer"} if status == 401 else {}
    return JSONResponse({"error": sentence, **more}, status, {**(headers or {}), **challenge})


def _on_refusal(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, QuarterdeckError)
    return problem(error)


def _on_invalid_request(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    wrong: dict[str, Any] = error.errors()[0]
    if wrong["type"] == "json_invalid":
        return problem(Refused(_("The body of this request is not JSON."), 400))
    where, *path = wrong["loc"]
    if not path and isinstance(error.body, bytes):
        # FastAPI has read no JSON from it, and would say that it is no object.
        sentence = _(
            "The body of this request is not announced as JSON: send “Content-Type: {type}” with it."
        )
        return problem(Refused(sentence.format(type="application/json"), 400))
    context = dict(wrong.get("ctx", {}))
    if "expected" in context:
        # Pydantic joins the choices in English.
        context["expected"] = ", ".join(re.findall(r"'([^']*)'", context["expected"]))
    # The input is not quoted: it may be anything.
    reason = _(REASONS.get(wrong["type"], OTHERWISE)).format_map(context)
    if wrong["type"] in ("int_type", "int_from_float") and path[-1:] == ["int"]:
        path, reason = path[:-1], _(NEITHER)
    field = ".".join(str(part)[:40] for part in path[:6]) or str(where)
    return problem(Refused(_("“{field}” is wrong: {reason}.").format(field=field, reason=reason), 422))


def _on_http_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    nowhere = _("There is no such address in the API: {page} lists them all.")
    own = {404: nowhere.format(page=url(f"{BASE}/docs")), 413: str(error.detail)}
    sentence = own.get(error.status_code) or _(SENTENCES.get(error.status_code, SENTENCES[400]))
    return _error_response(sentence, error.status_code, dict(error.headers or {}))


def _on_store_failure(_request: Request, error: Exception) -> JSONResponse:
    return problem(unreachable(error))


def _on_defect(_request: Request, _error: Exception) -> JSONResponse:
    return _error_response(_("Something went wrong in the server: nothing was changed."), 500)
