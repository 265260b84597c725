"""Who is at the other end: a browser's cookie, the token in its forms, the ticket that carries a seat to
another browser, and whether a request comes from our own pages.
"""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer, URLSafeTimedSerializer
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from quarterdeck.tables.seats import owner_hash

__all__ = ["TICKET_SECONDS", "Browser", "Keyring", "Ticket", "is_loopback", "same_origin"]

# Browsers keep no cookie for longer than 400 days.
KEPT = 400 * 24 * 3600
TICKET_SECONDS: Final = 15 * 60


@dataclass(frozen=True)
class Browser:
    """One browser: the hash under which it owns tables, and the token that its forms carry."""

    token: str
    owner: str
    csrf: str
    new: bool


class Ticket(NamedTuple):
    """Lets whoever shows it hold a seat, as long as `seating` is what it was, the number of the last entry of
    the table's log that changed who holds the seat: so it serves once.
    """

    table: str
    seat: int
    seating: int


class Keyring:
    """Signs what browsers bring back.

    `cookie_name` is the key's own: cookies ignore ports, and under one name a server with another key would
    overwrite what this one gave.
    """

    def __init__(self, key: str) -> None:
        self.cookie_name = f"quarterdeck-{hashlib.sha256(key.encode()).hexdigest()[:8]}"
        self._cookie = Signer(key, salt="quarterdeck cookie")
        self._form = Signer(key, salt="quarterdeck form")
        self._ticket = URLSafeTimedSerializer(key, salt="quarterdeck ticket")

    def browser(self, connection: HTTPConnection) -> Browser:
        """The browser of a request, by its cookie; a new one if the cookie is missing or not ours."""
        token, new = self._known(connection.cookies.get(self.cookie_name, "")), False
        if token is None:
            token, new = secrets.token_urlsafe(32), True
        return Browser(token, owner_hash(token), self._form.get_signature(token).decode(), new)

    def _known(self, cookie: str) -> str | None:
        try:
            return self._cookie.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None

    def cookie(self, browser: Browser, secure: bool) -> str:
        """The header that gives a browser its cookie, for a new span of time: no script reads it, and of what
        another site makes the browser do, only following a link to a page of ours brings it along.
        """
        value = self._cookie.sign(browser.token).decode()
        kept = f"{self.cookie_name}={value}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax"
        return f"{kept}; Secure" if secure else kept

    def knows(self, browser: Browser, csrf: str) -> bool:
        """Whether a form's token is the one that this browser's pages carry."""
        # What is not ASCII is no token of ours, and half a surrogate pair could not even be encoded.
        return not browser.new and csrf.isascii() and secrets.compare_digest(browser.csrf, csrf)

    def ticket(self, ticket: Ticket) -> str:
        """A ticket as it stands in a link, good for TICKET_SECONDS."""
        return str(self._ticket.dumps(list(ticket)))

    def read_ticket(self, text: str) -> Ticket:
        """The ticket in a link. BadData if it is none of ours; SignatureExpired, one of those, if too old."""
        return Ticket(*self._ticket.loads(text, max_age=TICKET_SECONDS))


def is_loopback(host: str) -> bool:
    """Whether a host's name or address always means this very machine."""
    try:
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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
        try:
            return urlsplit(origin).netloc == headers.get("host")
        except ValueError:
            return False
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
