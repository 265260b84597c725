"""Identifies browsers: the cookie, the token in forms, the ticket that carries a seat to another browser, and
the check whether a request comes from our own pages.
"""

from __future__ import annotations

import hashlib
import ipaddress
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer, URLSafeTimedSerializer
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

from quarterdeck.tables.match.match import ID_LENGTH, ID_LETTERS
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
    "through_proxy",
    "without_port",
]

# Browsers limit the lifetime of cookies to 400 days.
KEPT = 400 * 24 * 3600
TICKET_SECONDS: Final = 15 * 60
# Browsers accept cookies with these prefixes over https only.
PREFIXES: Final = ("__Host-", "__Secure-", "")
# Header fields that proxies add.
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
# Default ports: URLs omit them, but some proxies include them in Host.
PORTS: Final = {"http": ":80", "https": ":443"}


@dataclass(frozen=True)
class Browser:
    """A browser: its token, and the token of its forms (`csrf`).

    `owner` is the hash of the person to whom it belongs, under which it owns tables. `hash` is the hash of
    its own token: the owner's, too, as long as nobody has signed in. `new`: whether it has come without a
    token of ours.
    """

    token: str
    owner: str
    csrf: str
    new: bool
    hash: str


class Ticket(NamedTuple):
    """A ticket lets its bearer hold a seat while `seating` is unchanged. That is the number of the last log
    entry that changed who holds the seat, so a ticket works once.
    """

    table: str
    seat: int
    seating: int


class Keyring:
    """Signs cookies, form tokens and tickets.

    `cookie_name` depends on the key: cookies ignore ports, so another server on the same host would otherwise
    overwrite ours. Over https it has a prefix that keeps http pages and other hosts of the domain from
    setting it: `__Host-`, or below a path, where that is not allowed, `__Secure-`. `known_as` maps the hash
    of a browser's token to that of the person to whom it belongs.
    """

    def __init__(self, key: str, known_as: Callable[[str], str] = str) -> None:
        self._known_as = known_as
        self.cookie_name = f"quarterdeck-{hashlib.sha256(key.encode()).hexdigest()[:8]}"
        self._cookie_signer = Signer(key, salt="quarterdeck cookie")
        self._form_signer = Signer(key, salt="quarterdeck form")
        self._once_signer = Signer(key, salt="quarterdeck once")
        self._friend_signer = Signer(key, salt="quarterdeck friend")
        self._ticket_serializer = URLSafeTimedSerializer(key, salt="quarterdeck ticket")

    def browser(self, connection: HTTPConnection) -> Browser:
        """The browser of a request, by its cookie; a new one if the cookie is missing or not ours.

        A cookie with another prefix, or none, is also accepted. So browsers keep their seats when the server
        gets a certificate or another path; the next page sets the right cookie.
        """
        values = self._cookie_values(connection)
        token = next((token for value in values if (token := self._read_cookie(value))), None)
        new = token is None
        return self._browser(token or secrets.token_urlsafe(32), new)

    def fresh(self) -> Browser:
        """A browser that nobody knows yet."""
        return self._browser(secrets.token_urlsafe(32), new=True)

    def _browser(self, token: str, new: bool) -> Browser:
        own_hash = owner_hash(token)
        csrf = self._form_signer.get_signature(token).decode()
        return Browser(token, self._known_as(own_hash), csrf, new, own_hash)

    def _cookie_values(self, connection: HTTPConnection) -> list[str]:
        """The values of all cookies that may be ours, the most trusted first.

        A browser may send several with one name: ours, which comes first, and one that another page of the
        same host or domain has set. A dictionary would keep only the last.
        """
        lines = connection.headers.getlist("cookie")
        pairs = [pair.strip().partition("=") for line in lines for pair in line.split(";")]
        names = self._cookie_names(connection)
        ranked = sorted(
            (names.index(name), place) for place, (name, _, _) in enumerate(pairs) if name in names
        )
        return [pairs[place][2].strip('"') for _name, place in ranked]

    def _cookie_names(self, connection: HTTPConnection) -> list[str]:
        """The possible names of a browser's cookie, the most trusted first."""
        if not by_https(connection.scope):
            return [self.cookie_name]
        ours = _cookie_prefix()
        others = [prefix for prefix in PREFIXES if prefix != ours]
        return [f"{prefix}{self.cookie_name}" for prefix in (ours, *others)]

    def _read_cookie(self, cookie: str) -> str | None:
        """The token that a cookie holds; None if we have not signed it."""
        try:
            return self._cookie_signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None

    def cookie(self, browser: Browser, secure: bool) -> str:
        """The Set-Cookie header that gives or renews a browser's cookie. Scripts can't read it (HttpOnly),
        and of requests caused by other sites only followed links carry it (SameSite=Lax).
        """
        value, path = self._cookie_signer.sign(browser.token).decode(), root() or "/"
        kept = f"{self.cookie_name}={value}; Path={path}; Max-Age={KEPT}; HttpOnly; SameSite=Lax"
        return f"{_cookie_prefix()}{kept}; Secure" if secure else kept

    def knows(self, browser: Browser, csrf: str) -> bool:
        """Whether a form's token is this browser's."""
        # Our tokens are ASCII, and unpaired surrogates could not even be encoded.
        return not browser.new and csrf.isascii() and secrets.compare_digest(browser.csrf, csrf)

    def made_by(self, browser: Browser, form: Mapping[str, str] | None = None) -> str:
        """The id of what a form of this browser makes: the same whenever it has these fields, another each
        time without a form. Nobody else can guess it.
        """
        fields = [secrets.token_urlsafe(16)] if form is None else sorted(form.items())
        text = json.dumps([browser.token, fields])
        digest = hashlib.sha256(self._once_signer.get_signature(text)).digest()
        return "".join(ID_LETTERS[one % len(ID_LETTERS)] for one in digest[:ID_LENGTH])

    def friend(self, owner: str, other: str) -> str:
        """The id of the person `other` on the pages of `owner`. It reveals nothing. On the pages of a third
        person it is another one, so that nobody can compare ids.
        """
        return self._friend_signer.get_signature(f"{owner} {other}").decode()

    def ticket(self, ticket: Ticket) -> str:
        """A signed ticket for a link, valid for TICKET_SECONDS."""
        return str(self._ticket_serializer.dumps(list(ticket)))

    def read_ticket(self, text: str) -> Ticket:
        """The ticket in a link. BadData if it is not ours; its subclass SignatureExpired if it is too old."""
        return Ticket(*self._ticket_serializer.loads(text, max_age=TICKET_SECONDS))


def _cookie_prefix() -> str:
    """The prefix of the cookie's name over https."""
    return "__Secure-" if root() else "__Host-"


def by_https(scope: Scope) -> bool:
    """Whether a request or WebSocket came over https."""
    return scope.get("scheme") in ("https", "wss")


def is_loopback(host: str) -> bool:
    """Whether a host name or address always means this machine."""
    try:
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def through_proxy(headers: Headers) -> bool:
    """Whether a request has come through a proxy, which acts for clients anywhere."""
    return any(name in headers for name in FORWARDED)


def host_of(headers: Headers) -> str:
    """The host that a request names, without its port; empty if none."""
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def without_port(scheme: str, host: str) -> str:
    """A host in lower case, without its scheme's default port."""
    return host.lower().removesuffix(PORTS[scheme])


def same_origin(headers: Headers, secure: bool, public: str | None = None) -> bool:
    """Whether a state-changing request, or a WebSocket, comes from one of our own pages.

    Browsers send Origin or Sec-Fetch-Site. A program that sends neither is accepted: it has no cookie that
    could be misused. `secure`: the request came over https, so an http page is rejected as a source, since
    anybody on the way may have written it. The reverse is allowed: a proxy need not tell us about https.
    `public` is the configured origin of our pages, needed because a proxy may pass on the host without its
    port.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    scheme, _colon, host = origin.partition("://")
    if scheme not in PORTS or (secure and scheme != "https"):
        return False
    own_hosts = {without_port(scheme, headers.get("host", ""))}
    if public is not None and public.startswith(f"{scheme}://"):
        own_hosts.add(without_port(scheme, public.partition("://")[2]))
    return without_port(scheme, host) in own_hosts
