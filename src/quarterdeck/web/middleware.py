"""The server's middleware: checks every request and adds headers to every response."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from quarterdeck.i18n import _, use
from quarterdeck.settings import Settings
from quarterdeck.web.accounts.browser import (
    Browser,
    Keyring,
    by_https,
    host_of,
    is_loopback,
    same_origin,
    without_port,
)
from quarterdeck.web.answers import deny, on_refusal
from quarterdeck.web.errors import Refused
from quarterdeck.web.language import language_of
from quarterdeck.web.limits import Limits, address_of, most_bytes
from quarterdeck.web.network import Network
from quarterdeck.web.paths import API, addressed, inner, public_address
from quarterdeck.web.rendering.host_links import links_of, use_links

__all__ = ["Guard", "accepted_hosts"]

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


def accepted_hosts(settings: Settings) -> frozenset[str] | None:
    """The host names under which the server answers, besides this machine's own; None: under all names."""
    if "*" in settings.hosts:
        return None
    named = {name.lower() for name in settings.hosts}
    if settings.address is not None:
        named.add(urlsplit(settings.address).hostname or "")
    return frozenset(named) if named or is_loopback(settings.host) else None


class Guard:
    """Middleware around the whole application, including its error responses. It refuses cross-site and
    excessive requests, identifies the browser (`scope["state"]["browser"]`) and the language, and adds the
    security headers.

    It accepts only requests for the `accepted_hosts` or for this machine, which prevents DNS rebinding. Under
    API it neither reads nor sets cookies: programs use tokens, so that nothing can be done there with what
    browsers send by themselves.
    """

    def __init__(
        self, app: ASGIApp, keyring: Keyring, settings: Settings, limits: Limits, network: Network
    ) -> None:
        self._app = app
        self._keyring = keyring
        self._hosts = accepted_hosts(settings)
        self._limits = limits
        self._network = network
        self._hsts = settings.hsts
        self._public = settings.public
        self._links = links_of(settings)
        public = urlsplit(settings.address or "")
        self._origin = f"{public.scheme}://{public.netloc}" if public.netloc else None
        self._by_https = without_port("https", public.netloc) if public.scheme == "https" else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = public_address(self._public or self._network.address, HTTPConnection(scope))
        with use(language_of(scope)), addressed(address), use_links(self._links):
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if self._by_https is not None and without_port("https", headers.get("host", "")) == self._by_https:
            # Requests for our public https address count as https, even if the proxy does not say so.
            scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"
        browser = None
        if not inner(scope).startswith(API):
            browser = self._keyring.browser(HTTPConnection(scope))
            scope.setdefault("state", {})["browser"] = browser

        leave, refusal = self._admit(scope, headers)

        async def send_guarded(message: Message) -> None:
            if message["type"] in STARTS:
                self._add_headers(scope, message)
                if browser is not None and refusal is None:
                    self._renew_cookie(browser, scope, headers, MutableHeaders(scope=message))
            await send(message)

        if leave is not None:
            try:
                await self._app(scope, receive, send_guarded)
            finally:
                leave()
        elif scope["type"] == "websocket":
            assert refusal is not None
            await deny(WebSocket(scope, receive, send_guarded), refusal)
        else:
            assert refusal is not None
            await on_refusal(Request(scope), refusal)(scope, receive, send_guarded)

    def _add_headers(self, scope: Scope, start: Message) -> None:
        """Add our headers to the message that starts a response."""
        headers = MutableHeaders(scope=start)
        for name, value in HEADERS.items():
            headers[name] = value
        if self._hsts and by_https(scope):
            headers["strict-transport-security"] = HSTS
        headers.setdefault("cache-control", "no-store")
        if (location := headers.get("location")) is not None:
            headers["location"] = _without_host(location)
        if start["status"] == 503:
            headers.setdefault("retry-after", RETRY_AFTER)

    def _renew_cookie(
        self, browser: Browser, scope: Scope, request_headers: Headers, response_headers: MutableHeaders
    ) -> None:
        """Renew the cookie with each page, so that it stays valid for regular visitors.

        When another site embeds a resource of ours, browsers send the request without the cookie. The
        response must not set a new one then, which would replace it. With followed links they do send it.
        """
        page = response_headers.get("content-type", "").startswith("text/html")
        wanted = (page or browser.new) and "etag" not in response_headers
        embedded = request_headers.get("sec-fetch-site") == "cross-site"
        if wanted and (not embedded or _is_followed_link(scope, request_headers)):
            response_headers.append("set-cookie", self._keyring.cookie(browser, by_https(scope)))

    def _admit(self, scope: Scope, headers: Headers) -> tuple[Callable[[], None] | None, Refused | None]:
        """Admit a request or refuse it: returns the function to call at its end, or the reason; else None."""
        try:
            self._check_request(scope, headers)
            return self._limits.enter(scope["client"][0] if scope.get("client") else ""), None
        except Refused as refusal:
            return None, refusal

    def _check_request(self, scope: Scope, headers: Headers) -> None:
        """Check the host name, the rate, the size and the origin of a request. Raises Refused."""
        if (
            self._hosts is not None
            and not is_loopback(host := host_of(headers))
            and host not in self._hosts
            # The address at which the network was let in.
            and host != (self._network.host or None)
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
        changes_nothing = scope["type"] == "http" and scope["method"] in CHANGES_NOTHING
        if not changes_nothing and not same_origin(headers, by_https(scope), self._origin):
            raise Refused(_("This request came from another site, so it was not followed."), 403)


def _without_host(location: str) -> str:
    """Reduce a redirect to its path: all redirects are internal, and a proxy may use a host name that only it
    knows.
    """
    path = urlsplit(location)._replace(scheme="", netloc="").geturl()
    return f"/{path.lstrip('/')}"


def _is_followed_link(scope: Scope, headers: Headers) -> bool:
    """Whether the browser says that a person followed a link to a page."""
    navigates = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == ("navigate", "document")
    return scope["type"] == "http" and scope["method"] == "GET" and navigates
