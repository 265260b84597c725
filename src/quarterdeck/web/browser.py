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
from starlette.types import Scope

from quarterdeck.tables.seats import owner_hash
from quarterdeck.web.paths import root

__all__ = [
    "TICKET_SECONDS",
    "Browser",
    "Keyring",
    "Ticket",
    "by_https",
    "is_loopback",
    "same_origin",
    "without_port",
]

# Browsers keep no cookie for longer than 400 days.
KEPT = 400 * 24 * 3600
TICKET_SECONDS: Final = 15 * 60
# With these a browser takes a cookie by https alone.
PREFIXES: Final = ("__Host-", "__Secure-", "")
# What addresses leave out, and what some proxies put into Host all the same.
PORTS: Final = {"http": ":80", "https": ":443"}


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
    overwrite what this one gave. By https it has a prefix, with which no page that came by http and no other
    host of the same domain can set it: `__Host-`, or under a path, of which that allows none, `__Secure-`.
    """

    def __init__(self, key: str) -> None:
        self.cookie_name = f"quarterdeck-{hashlib.sha256(key.encode()).hexdigest()[:8]}"
        self._cookie = Signer(key, salt="quarterdeck cookie")
        self._form = Signer(key, salt="quarterdeck form")
        self._ticket = URLSafeTimedSerializer(key, salt="quarterdeck ticket")

    def browser(self, connection: HTTPConnection) -> Browser:
        """The browser of a request, by its cookie; a new one if the cookie is missing or not ours.

        A cookie without the prefix, or with another, is good as well, so that whoever had one before the
        server got its certificate or its path keeps the seats: the next page gives the right one.
        """
        token = next((known for cookie in self._shown(connection) if (known := self._known(cookie))), None)
        new = token is None
        token = token or secrets.token_urlsafe(32)
        return Browser(token, owner_hash(token), self._form.get_signature(token).decode(), new)

    def _shown(self, connection: HTTPConnection) -> list[str]:
        """The values of all cookies that may be ours, the best one first.

        A browser may show several under one name: ours, which it puts first, and one that another page of the
        same host or domain has set. A dictionary would keep the last one alone.
        """
        lines = connection.headers.getlist("cookie")
        pairs = [pair.strip().partition("=") for line in lines for pair in line.split(";")]
        names = self._names(connection)
        found = sorted((names.index(name), at) for at, (name, _, _) in enumerate(pairs) if name in names)
        return [pairs[at][2].strip('"') for _name, at in found]

    def _names(self, connection: HTTPConnection) -> list[str]:
        """Under which names a browser may show its cookie, the best one first."""
        if not by_https(connection.scope):
            return [self.cookie_name]
        return [f"{prefix}{self.cookie_name}" for prefix in sorted(PREFIXES, key=_prefix().__ne__)]

    def _known(self, cookie: str) -> str | None:
        try:
            return self._cookie.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None

    def cookie(self, browser: Browser, secure: bool) -> str:
        """The header that gives a browser its cookie, for a new span of time: no script reads it, and of what
        another site makes the browser do, only following a link to a page of ours brings it along.
        """
        value, path = self._cookie.sign(browser.token).decode(), root() or "/"
        kept = f"{self.cookie_name}={value}; Path={path}; Max-Age={KEPT}; HttpOnly; SameSite=Lax"
        return f"{_prefix()}{kept}; Secure" if secure else kept

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


def _prefix() -> str:
    """What the cookie's name begins with by https."""
    return "__Secure-" if root() else "__Host-"


def by_https(scope: Scope) -> bool:
    """Whether a request came, or a socket is opened, by https."""
    return scope.get("scheme") in ("https", "wss")


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


def without_port(scheme: str, host: str) -> str:
    """A host of an address or a header in lower case, without the port that its scheme has anyway."""
    return host.lower().removesuffix(PORTS[scheme])


def same_origin(headers: Headers, secure: bool, public: str | None = None) -> bool:
    """Whether a request that changes something, or opens a socket, comes from one of our own pages.

    Browsers say so in Origin or Sec-Fetch-Site. A program that says neither is let pass: it has no cookie to
    be misused. `secure`: it came by https, and a page that came by http may have been written by anybody on
    the way. The other way round all is well: a proxy need not tell that it was asked by https. `public` is
    the origin of our pages as the server's host has set it: a proxy may hand on the name without the port.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    scheme, _colon, host = origin.partition("://")
    if scheme not in PORTS or (secure and scheme != "https"):
        return False
    asked = {without_port(scheme, headers.get("host", ""))}
    if public is not None and public.startswith(f"{scheme}://"):
        asked.add(without_port(scheme, public.partition("://")[2]))
    return without_port(scheme, host) in asked
