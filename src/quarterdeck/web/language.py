"""Which language a request is answered in: the one chosen on a page, or else what its browser asks for."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope

from quarterdeck.i18n import SOURCE_LANGUAGE, closest
from quarterdeck.web.answers import API
from quarterdeck.web.paths import inner, root

__all__ = ["COOKIE", "cookie", "preferred", "referrer", "tongue_of"]

COOKIE: Final = "quarterdeck-language"
# Browsers keep no cookie for longer than 400 days.
KEPT: Final = 400 * 24 * 3600
# More than this is no browser's list.
MOST_TAGS: Final = 32


def tongue_of(scope: Scope) -> str:
    """The language of a request, as one of `words.languages`. Programs have no cookie that counts."""
    connection = HTTPConnection(scope)
    chosen = "" if inner(scope).startswith(API) else connection.cookies.get(COOKIE, "")
    return closest(chosen) or preferred(connection.headers.get("accept-language", ""))


def preferred(accepted: str) -> str:
    """The best of our languages by an Accept-Language header (RFC 9110, 12.5.4); English if none will do."""
    wishes = []
    for place, part in enumerate(accepted.split(",", MOST_TAGS)[:MOST_TAGS]):
        tag, _semicolon, weight = part.partition(";")
        language = SOURCE_LANGUAGE if tag.strip() == "*" else closest(tag)
        wanted = _weight(weight)
        if language and wanted > 0:
            wishes.append((-wanted, place, language))
    return min(wishes)[2] if wishes else SOURCE_LANGUAGE


def _weight(text: str) -> float:
    name, _equals, value = text.replace(" ", "").partition("=")
    if name != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def cookie(language: str, secure: bool) -> str:
    """The header by which a browser remembers the language that was chosen on one of its pages."""
    kept = f"{COOKIE}={language}; Path={root() or '/'}; Max-Age={KEPT}; HttpOnly; SameSite=Lax"
    return f"{kept}; Secure" if secure else kept


def referrer(connection: HTTPConnection) -> tuple[str, str]:
    """The path, as our routes know it, and the query of the page of ours that a request was made from; "/" if
    it does not say.
    """
    try:
        page = urlsplit(connection.headers.get("referer", ""))
    except ValueError:
        return "/", ""
    if page.netloc != connection.headers.get("host") or not page.path.startswith(f"{root()}/"):
        return "/", ""
    return page.path.removeprefix(root()), page.query
