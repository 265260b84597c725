"""The server's middleware: checks every request and adds headers to every response."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quarterdeck.i18n import _, use
from quarterdeck.settings import Settings
from quarterdeck.web.answers import API, Refused, on_refusal
from quarterdeck.web.browser import (
    Browser,
    Keyring,
    by_https,
    host_of,
    is_loopback,
    same_origin,
    without_port,
)
from quarterdeck.web.language import tongue_of
from quarterdeck.web.limits import Limits, address_of
from quarterdeck.web.network import Network
from quarterdeck.web.paths import addressed, inner, public_address

__all__ = ["MOST_BYTES", "Guard", "answered", "most_bytes"]

# Of any request, and of one with a file. Handlers may want less of the file itself.
MOST_BYTES = 16 * 1024
MOST_WITH_FILE: Final = 512 * 1024
WITH_FILE: Final = ("/open", "/open/shared")
UNCOUNTED = ("/static/", "/healthz", "/metrics")
# Seconds until a retry, sent when the database or another dependency fails.
RETRY_AFTER: Final = "5"
CHANGES_NOTHING = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    # With no-referrer browsers would send a form's Origin as null, just as for other sites' forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    # Our pages use none of these features, and nothing embedded may either.
    "permissions-policy": ", ".join(
        f"{feature}=()"
        for feature in (
            "accelerometer",
            "browsing-topics",
            "camera",
            "display-capture",
            "geolocation",
            "gyroscope",
            "magnetometer",
            "microphone",
            "midi",
            "payment",
            "serial",
            "usb",
            "xr-spatial-tracking",
        )
    ),
}
# Message types that start a response, including that of a rejected WebSocket.
STARTS: Final = ("http.response.start", "websocket.http.response.start")
# For a year, and for this host only, since other hosts of the domain are not ours.
HSTS: Final = "max-age=31536000"


def answered(settings: Settings) -> frozenset[str] | None:
    """The host names of accepted requests, besides this machine's own; None: all names."""
    if "*" in settings.hosts:
        return None
    named = {name.lower() for name in settings.hosts}
    if settings.address is not None:
        named.add(urlsplit(settings.address).hostname or "")
    return frozenset(named) if named or is_loopback(settings.host) else None


def most_bytes(scope: Scope) -> int:
    """The most bytes that the body of this request may have."""
    return MOST_WITH_FILE if inner(scope) in WITH_FILE else MOST_BYTES


class Guard:
    """Middleware around the whole application, including its error responses. It refuses cross-site and
    excessive requests, identifies the browser (`scope["state"]["browser"]`) and the language, and adds the
    security headers.

    Only requests for the `answered` host names, or for this machine, are accepted, which prevents DNS
    rebinding. Under API no cookie is read or set: programs use tokens, so nothing can be done there with what
    browsers send automatically.
    """

    def __init__(
        self, app: ASGIApp, keyring: Keyring, settings: Settings, limits: Limits, network: Network
    ) -> None:
        self._app = app
        self._keyring = keyring
        self._hosts = answered(settings)
        self._limits = limits
        self._network = network
        self._hsts = settings.hsts
        self._public = settings.public
        public = urlsplit(settings.address or "")
        self._origin = f"{public.scheme}://{public.netloc}" if public.netloc else None
        self._by_https = without_port("https", public.netloc) if public.scheme == "https" else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = public_address(self._public or self._network.address, HTTPConnection(scope))
        with use(tongue_of(scope)), addressed(address):
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if self._by_https is not None and without_port("https", headers.get("host", "")) == self._by_https:
            # Requests for our public https address count as https, even if the proxy does not say so.
            scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"
        browser = None
        if not inner(scope).startswith(API):
            browser = self._keyring.browser(HTTPConnection(scope))
            scope.setdefault("state", {})["browser"] = browser

        leave, refusal = self._enter(scope, headers)

        async def send_guarded(message: Message) -> None:
            if message["type"] in STARTS:
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer[name] = value
                if self._hsts and by_https(scope):
                    answer["strict-transport-security"] = HSTS
                answer.setdefault("cache-control", "no-store")
                if (where := answer.get("location")) is not None:
                    answer["location"] = _without_host(where)
                if message["status"] == 503:
                    answer.setdefault("retry-after", RETRY_AFTER)
                if browser is not None and refusal is None:
                    self._renew(browser, scope, headers, answer)
            await send(message)

        if leave is not None:
            try:
                await self._app(scope, receive, send_guarded)
            finally:
                leave()
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            assert refusal is not None
            await on_refusal(Request(scope), refusal)(scope, receive, send_guarded)

    def _renew(self, browser: Browser, scope: Scope, asked: Headers, answer: MutableHeaders) -> None:
        """Renew the cookie with each page, so that it stays valid for regular visitors. Our resources
        embedded in other sites come without the cookie, and must not get a new one that would replace it.
        Following a link from another site does send the cookie.
        """
        page = answer.get("content-type", "").startswith("text/html")
        wanted = (page or browser.new) and "etag" not in answer
        if wanted and (asked.get("sec-fetch-site") != "cross-site" or _followed(scope, asked)):
            answer.append("set-cookie", self._keyring.cookie(browser, by_https(scope)))

    def _enter(self, scope: Scope, headers: Headers) -> tuple[Callable[[], None] | None, Refused | None]:
        """Admit a request: returns a function to call at its end, or a reason for refusal."""
        try:
            self._check(scope, headers)
            return self._limits.enter(scope["client"][0] if scope.get("client") else ""), None
        except Refused as refusal:
            return None, refusal

    def _check(self, scope: Scope, headers: Headers) -> None:
        if (
            self._hosts is not None
            and not is_loopback(asked := host_of(headers))
            and asked not in self._hosts
            # The address at which the network was let in.
            and asked != (self._network.host or None)
        ):
            if self._hosts:
                raise Refused(_("This server does not answer under that name."), 421)
            raise Refused(_("This server answers on this computer only, at localhost."), 421)
        if not inner(scope).startswith(UNCOUNTED):
            self._limits.request(address_of(HTTPConnection(scope)))
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            # The NUL character: none of our texts has it, and some databases can't store it.
            raise Refused(_("This request can't be read."), 400)
        length = headers.get("content-length", "0")
        most = most_bytes(scope)
        if not length.isdecimal() or int(length[:20]) > most:
            raise Refused(_("That is more than this server takes: {most} bytes.").format(most=most), 413)
        asks = scope["type"] == "http" and scope["method"] in CHANGES_NOTHING
        if not asks and not same_origin(headers, by_https(scope), self._origin):
            raise Refused(_("This request came from another site, so it was not followed."), 403)


def _without_host(where: str) -> str:
    """Reduce a redirect to its path: all redirects are internal, and a proxy may use a host name that only it
    knows.
    """
    path = urlsplit(where)._replace(scheme="", netloc="").geturl()
    return f"/{path.lstrip('/')}"


def _followed(scope: Scope, asked: Headers) -> bool:
    """Whether the browser says that a person followed a link to a page."""
    navigates = (asked.get("sec-fetch-mode"), asked.get("sec-fetch-dest")) == ("navigate", "document")
    return scope["type"] == "http" and scope["method"] == "GET" and navigates
