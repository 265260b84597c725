"""The door of the server: what every request has to pass and every answer carries."""

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
from quarterdeck.web.paths import inner

__all__ = ["MOST_BYTES", "Guard", "answered"]

MOST_BYTES = 16 * 1024
UNCOUNTED = ("/static/", "/healthz", "/metrics")
# In seconds: when to come back where the database, or what else is needed, fails for the moment.
RETRY_AFTER: Final = "5"
CHANGES_NOTHING = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    # Not no-referrer: under that, browsers send a form's origin as null, just as for a stranger's form.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    # No page of ours asks for any of these; nor shall anything else in its name.
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
            "publickey-credentials-get",
            "serial",
            "usb",
            "xr-spatial-tracking",
        )
    ),
}
# How an answer begins, also that of a socket which is refused.
STARTS: Final = ("http.response.start", "websocket.http.response.start")
# For a year, and for this host alone: others of its domain are none of our business.
HSTS: Final = "max-age=31536000"


def answered(settings: Settings) -> frozenset[str] | None:
    """The names under which requests are answered beside those of this machine; None: all names."""
    if "*" in settings.hosts:
        return None
    named = {name.lower() for name in settings.hosts}
    if settings.address is not None:
        named.add(urlsplit(settings.address).hostname or "")
    return frozenset(named) if named or is_loopback(settings.host) else None


class Guard:
    """Around the whole application, so that its answer to a defect passes here too: refuses strangers'
    requests and too many, knows the browser again (`scope["state"]["browser"]`) and the language it is to be
    answered in, adds the safety headers.

    Only requests addressed to the names that are `answered`, or to this very machine, are answered, so that
    no other name on the internet can be made to mean it. Under API no cookie is read or given: programs
    show tokens, so that nothing can be done there with what a browser sends by itself.
    """

    def __init__(self, app: ASGIApp, keyring: Keyring, settings: Settings, limits: Limits) -> None:
        self._app = app
        self._keyring = keyring
        self._hosts = answered(settings)
        self._limits = limits
        self._hsts = settings.hsts
        public = urlsplit(settings.address or "")
        self._origin = f"{public.scheme}://{public.netloc}" if public.netloc else None
        self._by_https = without_port("https", public.netloc) if public.scheme == "https" else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        with use(tongue_of(scope)):
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if self._by_https is not None and without_port("https", headers.get("host", "")) == self._by_https:
            # Whoever runs the server says so, and the proxy need not.
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
        """Pages renew the cookie, so that it outlives its span as long as somebody comes by. What another
        site shows of ours, such as a picture, brings no cookie along: a new one would replace the old. A
        friend who follows a link from there does bring it.
        """
        page = answer.get("content-type", "").startswith("text/html")
        wanted = (page or browser.new) and "etag" not in answer
        if wanted and (asked.get("sec-fetch-site") != "cross-site" or _followed(scope, asked)):
            answer.append("set-cookie", self._keyring.cookie(browser, by_https(scope)))

    def _enter(self, scope: Scope, headers: Headers) -> tuple[Callable[[], None] | None, Refused | None]:
        """What to call when the request has ended, or why it is refused."""
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
        ):
            if self._hosts:
                raise Refused(_("This server does not answer under that name."), 421)
            raise Refused(_("This server answers on this computer only, at localhost."), 421)
        if not inner(scope).startswith(UNCOUNTED):
            self._limits.request(address_of(HTTPConnection(scope)))
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            # No text of ours has it, and not every database takes it.
            raise Refused(_("This request can't be read."), 400)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > MOST_BYTES:
            raise Refused(
                _("That is more than this server takes: {most} bytes.").format(most=MOST_BYTES), 413
            )
        asks = scope["type"] == "http" and scope["method"] in CHANGES_NOTHING
        if not asks and not same_origin(headers, by_https(scope), self._origin):
            raise Refused(_("This request came from another site, so it was not followed."), 403)


def _without_host(where: str) -> str:
    """An address to go on to as a path: all are ours, and a proxy may ask us by a name that only it knows."""
    path = urlsplit(where)._replace(scheme="", netloc="").geturl()
    return f"/{path.lstrip('/')}"


def _followed(scope: Scope, asked: Headers) -> bool:
    """Whether a person has followed a link to a page, of which the browser says so."""
    navigates = (asked.get("sec-fetch-mode"), asked.get("sec-fetch-dest")) == ("navigate", "document")
    return scope["type"] == "http" and scope["method"] == "GET" and navigates
