"""The language of a response: the one chosen on a page, or else the browser's preference."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope

from quarterdeck.i18n import SOURCE_LANGUAGE, _, closest, current, languages
from quarterdeck.web.errors import Refused
from quarterdeck.web.paths import API, inner, root

__all__ = ["COOKIE", "cookie", "language_in_query", "language_of", "preferred", "referrer"]

COOKIE: Final = "quarterdeck-language"
# Browsers limit the lifetime of cookies to 400 days.
KEPT: Final = 400 * 24 * 3600
# Longer lists don't come from browsers.
MOST_TAGS: Final = 32


def language_of(scope: Scope) -> str:
    """The language of a request, one of `i18n.languages`. For programs the cookie is ignored."""
    connection = HTTPConnection(scope)
    chosen = "" if inner(scope).startswith(API) else connection.cookies.get(COOKIE, "")
    return closest(chosen) or preferred(connection.headers.get("accept-language", ""))


def preferred(accepted: str) -> str:
    """The best available language for an Accept-Language header (RFC 9110, 12.5.4); English by default."""
    candidates = []
    for position, part in enumerate(accepted.split(",", MOST_TAGS)[:MOST_TAGS]):
        tag, _semicolon, parameter = part.partition(";")
        language = SOURCE_LANGUAGE if tag.strip() == "*" else closest(tag)
        quality = _quality(parameter)
        if language and quality > 0:
            candidates.append((-quality, position, language))
    return min(candidates)[2] if candidates else SOURCE_LANGUAGE


def _quality(text: str) -> float:
    """The weight of a language from its parameter, such as "q=0.8"; 1 without one, 0 if it is invalid."""
    name, _equals, value = text.replace(" ", "").partition("=")
    if name != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def language_in_query(connection: HTTPConnection, otherwise: str | None = None) -> str:
    """The language that `lang` in the query names; without it `otherwise`, by default that of the response.
    Raises Refused.
    """
    language = connection.query_params.get("lang", otherwise or current())
    if language not in languages():
        raise Refused(_("“lang” has to be one of {languages}.").format(languages=", ".join(languages())), 400)
    return language


def cookie(language: str, secure: bool) -> str:
    """The Set-Cookie header that remembers the chosen language."""
    kept = f"{COOKIE}={language}; Path={root() or '/'}; Max-Age={KEPT}; HttpOnly; SameSite=Lax"
    return f"{kept}; Secure" if secure else kept


def referrer(connection: HTTPConnection) -> tuple[str, str]:
    """The path (as routes see it) and query of our page that sent a request; "/" if unknown."""
    try:
        page = urlsplit(connection.headers.get("referer", ""))
    except ValueError:
        return "/", ""
    if page.netloc != connection.headers.get("host") or not page.path.startswith(f"{root()}/"):
        return "/", ""
    return page.path.removeprefix(root()), page.query
