"""What all handlers share: the room, the request's browser, and forms from our own pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, ngettext
from quarterdeck.settings import Settings
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotAllowed, NotFound, StoreError
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.absence import DAY
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import OPEN, Match, Viewer
from quarterdeck.tables.match.sight import check_admitted
from quarterdeck.web import forms
from quarterdeck.web.accounts.browser import Browser, Keyring, host_of, is_loopback
from quarterdeck.web.answers import refused_page, wants_json
from quarterdeck.web.coaching import Coach
from quarterdeck.web.errors import Refused
from quarterdeck.web.limits import Kind, Limits, address_of
from quarterdeck.web.network import Network
from quarterdeck.web.opened import from_file
from quarterdeck.web.paths import public_address, url
from quarterdeck.web.table.audience import Audience
from quarterdeck.web.table.screen import Screens

__all__ = ["AppContext", "ErrorPage", "Handlers", "browser_of", "to_table", "viewer"]


# A page with a sentence about what went wrong.
ErrorPage = Callable[[Request, str], Awaitable[str]]


class AppContext:
    """Serves the requests about the tables of one room."""

    def __init__(self, room: Room, keyring: Keyring, settings: Settings, network: Network) -> None:
        self.room = room
        self.keyring = keyring
        self.settings = settings
        self.network = network
        self.limits = Limits(settings)
        self.screens = Screens()
        self.audience = Audience(room)
        self.coach = Coach(room.runner)

    async def form(self, request: Request) -> dict[str, str]:
        """The fields of a form, after checking that one of this browser's pages sent it. Raises Refused."""
        form = await forms.read_form(request)
        self._check_form_token(request, form)
        return form

    async def file(self, request: Request, field: str, most: int) -> bytes:
        """The file of a form, after the same check. Raises Refused if there is none, or one of more bytes."""
        form, file = await forms.read_file(request, field)
        self._check_form_token(request, form)
        if not file:
            raise Refused(_("There is no file yet: choose one."), 400)
        if len(file) > most:
            raise Refused(_("This file is too long for a match."), 413)
        return file

    def _check_form_token(self, request: Request, form: Mapping[str, str]) -> None:
        """Check that one of this browser's pages sent a form. Raises Refused."""
        if not self.keyring.knows(browser_of(request), form.get("csrf", "")):
            raise Refused(
                _("This form is not from a page of yours, or too old: load the page and try again."), 403
            )

    async def match(self, request: HTTPConnection) -> Match:
        """The match in the URL; its players and maker count as present. Raises NotFound, NotAllowed,
        Outdated.
        """
        match = await self._open_match(request.path_params["id"])
        owner = browser_of(request).owner
        check_admitted(match, owner)
        self.count_present(match, owner)
        return match

    def count_present(self, match: Match, owner: str | None) -> None:
        """Count whoever has this hash as present at a table if they play there or have made it."""
        if owner is not None and (match.is_maker(owner) or match.seats_of(owner)):
            self.room.presence.touch(match.id, owner)

    async def _open_match(self, id_: str) -> Match:
        """The match of this id. Raises NotFound, in special words for a match from a file; Outdated."""
        try:
            return await self.room.get(id_)
        except NotFound:
            if not from_file(id_):
                raise
            words = _("This match came from a file and is no longer kept here: open the file again.")
            raise NotFound(words) from None

    async def limit(self, request: Request, kind: Kind) -> None:
        """Count one more action of a kind by this browser. Raises TooOften, NotAllowed."""
        owner = browser_of(request).owner
        self.limits.check(kind, owner, address_of(request))
        if kind == "create":
            await self.check_open(owner)

    async def check_open(self, owner: str) -> None:
        """Check that a guest may open one more table. Raises NotAllowed if too many are unfinished."""
        most = self.settings.open_tables
        unfinished = await self.room.read(self.room.store.of_owner, owner, 0)
        if sum(row.owner == owner for row, _summary in unfinished) >= most:
            words = ngettext(
                "You have {count} unfinished table: finish or close it before you begin another.",
                "You have {count} unfinished tables: finish or close one before you begin another.",
                most,
            )
            raise NotAllowed(words.format(count=most))

    def check_same_guest(self, browser: Browser) -> None:
        """Check that a browser still belongs to the guest to whom it belonged when it connected. NotAllowed
        after signing in or out.
        """
        if self.room.people.of(browser.hash) != browser.owner:
            raise NotAllowed(_("This browser is known as somebody else by now: load the page again."))

    def listed_since(self, state: str) -> int:
        """The earliest last activity of public tables shown in lists, in milliseconds since 1970; `state` is
        "waiting", "running" or "over".
        """
        days = {"waiting": self.settings.waiting_days, "running": self.settings.running_days}.get(state)
        return 0 if days is None else now() - days * DAY

    def address(self, request: Request) -> str:
        """The server's public address, without a trailing slash: as configured, or where the network was let
        in, or else as requested.
        """
        return public_address(self.settings.public or self.network.address, request)

    def only_here(self, request: Request) -> bool:
        """Whether that address is useless on other computers."""
        here = self.settings.address is None and is_loopback(host_of(request.headers))
        return here and not self.network.host

    def network_for(self, request: Request) -> dict[str, str]:
        """What the sender of a request can do about the network. ``open`` is the address at which it is let
        in; else ``offer`` is the address at which it could be. Both are "" if they can do nothing.
        """
        if not self.network.from_host(request):
            return {"open": "", "offer": ""}
        return {"open": self.network.address, "offer": "" if self.network.host else self.network.offered()}

    async def grant(self, request: Request, match: Match, command: Command) -> Response:
        """Execute a command and respond with the version, or with the table's page."""
        version = await self.room.execute(match, command)
        return JSONResponse({"ok": True, "version": version}) if wants_json(request) else to_table(match)


class Handlers:
    """The handlers of some routes, which share the application."""

    def __init__(self, app: AppContext) -> None:
        self._app = app

    async def respond(self, request: Request, page: ErrorPage, doing: Awaitable[Response]) -> Response:
        """Wait for a response; if that fails, respond with the `page` and a sentence about what went wrong.
        Programs get the error itself. Raises StoreError.
        """
        try:
            return await doing
        except StoreError:
            raise
        except QuarterdeckError as error:
            if wants_json(request):
                raise
            return refused_page(await page(request, str(error)), error)


def browser_of(connection: HTTPConnection) -> Browser:
    """The browser that sent a request or opened a WebSocket."""
    browser = connection.scope["state"]["browser"]
    assert isinstance(browser, Browser)
    return browser


def to_table(match: Match) -> Response:
    """Redirect to the table's page."""
    return RedirectResponse(url(f"/table/{match.id}"), 303)


def viewer(text: str) -> Viewer:
    """Parse a viewer: a seat's number, "none" or "all". Raises Refused for anything else."""
    if text == OPEN:
        return OPEN
    if text == "none":
        return None
    if text.isascii() and text.isdecimal() and len(text) < 4:
        return int(text)
    raise Refused(_("“seat” has to be a seat's number, “none” or “all”."), 400)
