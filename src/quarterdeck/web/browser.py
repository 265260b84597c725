"""Who is at the other end: a browser's cookie, the token in its forms, and whether a request comes from our
own pages.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from quarterdeck.tables.match import owner_hash

__all__ = ["COOKIE", "Browser", "Keyring", "is_loopback", "same_origin"]

COOKIE = "quarterdeck"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Browser:
    """One browser: the hash under which it owns tables, and the token that its forms carry."""

    token: str
    owner: str
    csrf: str
    new: bool


class Keyring:
    """Signs what browsers bring back."""

    def __init__(self, key: str) -> None:
        self._cookie = Signer(key, salt="quarterdeck cookie")
        self._form = Signer(key, salt="quarterdeck form")

    def browser(self, connection: HTTPConnection) -> Browser:
        """The browser of a request, by its cookie; a new one if the cookie is missing or not ours."""
        token, new = self._known(connection.cookies.get(COOKIE, "")), False
        if token is None:
            token, new = secrets.token_urlsafe(32), True
        return Browser(token, owner_hash(token), self._form.get_signature(token).decode(), new)

    def _known(self, cookie: str) -> str | None:
        try:
            return self._cookie.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None

    def cookie(self, browser: Browser, secure: bool) -> str:
        """The header that gives a new browser its cookie: no script reads it and no other site sends it."""
        value = self._cookie.sign(browser.token).decode()
        kept = f"{COOKIE}={value}; Path=/; Max-Age={2 * YEAR}; HttpOnly; SameSite=Strict"
        return f"{kept}; Secure" if secure else kept

    def knows(self, browser: Browser, csrf: str) -> bool:
        """Whether a form's token is the one that this browser's pages carry."""
        return not browser.new and secrets.compare_digest(browser.csrf.encode(), csrf.encode())


def is_loopback(host: str) -> bool:
    """Whether a host's name or address always means this very machine."""
    return host.lower() in LOOPBACK


def host_of(headers: Headers) -> str:
    """The host that a request is meant for, without its port; empty if it names none."""
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def same_origin(headers: Headers) -> bool:
    """Whether a request that changes something, or opens a socket, comes from one of our own pages.

    Browsers say so in Origin or Sec-Fetch-Site. A program that says neither is let pass: it has no cookie to
    be misused.
    """
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc == headers.get("host")
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
