"""Moves a seat to another device: private links to the seat, and signing out all other devices."""

from __future__ import annotations

from functools import partial

from itsdangerous import BadData, SignatureExpired
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from quarterdeck.i18n import _
from quarterdeck.tables.entry import HOLDING
from quarterdeck.tables.errors import StaleMove
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.web import forms
from quarterdeck.web.accounts.browser import TICKET_SECONDS, Ticket
from quarterdeck.web.answers import wants_json
from quarterdeck.web.context import AppContext, Handlers, browser_of, to_table
from quarterdeck.web.errors import Refused
from quarterdeck.web.limits import address_of
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.table.waiting import qr_code

__all__ = ["routes", "seating"]


def routes(app: AppContext) -> list[Route]:
    """The routes of private links."""
    devices = _Devices(app)
    return [
        Route("/table/{id}/devices", devices.page),
        Route("/table/{id}/devices", devices.link, methods=["POST"]),
        Route("/table/{id}/join/{ticket}", devices.door),
        Route("/table/{id}/join/{ticket}", devices.enter, methods=["POST"]),
    ]


def seating(match: Match, seat: int) -> int:
    """The number of the last entry that changed who holds a seat; 0 if none has."""
    changes = (entry for entry in reversed(match.entries) if entry.seat == seat and entry.kind in HOLDING)
    return next((entry.number for entry in changes), 0)


def _check_opens_to_links(match: Match) -> None:
    """Check that whoever follows a link may come to a table. Raises Refused."""
    if match.sealed:
        sentence = _("No link opens this table yet: sign in on the other device by passkey or recovery code.")
        raise Refused(sentence, 403)


class _Devices(Handlers):
    async def page(self, request: Request) -> Response:
        match = await self._app.match(request)
        owner = browser_of(request).owner
        if not match.seats_of(owner):
            raise Refused(_("You have no seat at this table that another device could play."), 403)
        _check_opens_to_links(match)
        seat = match.standpoint(owner).seat
        if seat is None:
            sentence = _("Several people share this screen: it must be with the one whose seat is to go on.")
            raise StaleMove(sentence)
        return self._page(request, match, seat)

    async def link(self, request: Request) -> Response:
        form = await self._app.form(request)
        match = await self._app.match(request)
        seat = forms.whole_number(form, "seat")
        match.check_actor(browser_of(request).owner, seat)
        _check_opens_to_links(match)
        await self._app.limit(request, "link")
        ticket = self._app.keyring.ticket(Ticket(match.id, seat, seating(match, seat)))
        link = f"{self._app.address(request)}/table/{match.id}/join/{ticket}"
        if wants_json(request):
            return JSONResponse({"ok": True, "link": link, "seconds": TICKET_SECONDS})
        return self._page(request, match, seat, link)

    def _page(self, request: Request, match: Match, seat: int, link: str = "") -> Response:
        context = {
            "title": match.game.title,
            "game": match.game.id,
            "address": url(f"/table/{match.id}"),
            "csrf": browser_of(request).csrf,
            "seat": seat,
            "name": match.isolated_names[seat],
            "devices": len(match.seats[seat].holders),
            "link": link,
            "qr": qr_code(link) if link else "",
            "minutes": TICKET_SECONDS // 60,
            "only_here": self._app.only_here(request),
            "network": self._app.network_for(request),
            "back": f"{match.id}/devices",
        }
        return HTMLResponse(templates.render("devices.html", context))

    async def door(self, request: Request) -> Response:
        """The page behind a private link. It changes nothing: programs that preview links must not sit
        down.
        """
        match = await self._app.match(request)
        ticket = self._read_ticket(request, match)
        browser = browser_of(request)
        if browser.owner in match.seats[ticket.seat].holders:
            return to_table(match)
        self._check_unused(match, ticket, request)
        context = {
            "title": match.game.title,
            "game": match.game.id,
            "path": request.url.path,
            "csrf": browser.csrf,
            "name": match.isolated_names[ticket.seat],
        }
        return HTMLResponse(templates.render("join.html", context))

    async def enter(self, request: Request) -> Response:
        await self._app.form(request)
        match = await self._app.match(request)
        ticket = self._read_ticket(request, match)
        return await self._app.grant(request, match, self._redeem(ticket, request))

    def _redeem(self, ticket: Ticket, request: Request) -> Command:
        """Let the bearer of a ticket hold its seat, too. The ticket is checked when the command is
        executed.
        """
        return partial(self._hand_seat, ticket, request)

    def _hand_seat(self, ticket: Ticket, request: Request, draft: Match, at: int) -> int:
        """Execute that command; returns the new version. Raises Refused."""
        holder = browser_of(request).owner
        holders = draft.seats[ticket.seat].holders
        if holder in holders:
            return draft.version
        self._check_unused(draft, ticket, request)
        return commands.hand(holders[0], ticket.seat, holder)(draft, at)

    def _read_ticket(self, request: Request, match: Match) -> Ticket:
        """The ticket in a link to this table. Raises Refused."""
        try:
            ticket = self._app.keyring.read_ticket(request.path_params["ticket"])
        except SignatureExpired:
            sentence = _("This private link is older than {minutes} minutes: make a new one.")
            raise self._refuse_link(request, sentence.format(minutes=TICKET_SECONDS // 60), 410) from None
        except BadData:
            ticket = None
        if ticket is None or ticket.table != match.id:
            sentence = _("This is no private link to a seat at this table: make a new one.")
            raise self._refuse_link(request, sentence, 403)
        return ticket

    def _check_unused(self, match: Match, ticket: Ticket, request: Request) -> None:
        """Check that nobody has come to the seat or left it since the ticket was made. Raises Refused."""
        if seating(match, ticket.seat) != ticket.seating:
            sentence = _("This private link has been used already, or was called back: make a new one.")
            raise self._refuse_link(request, sentence, 410)

    def _refuse_link(self, request: Request, sentence: str, status: int) -> Refused:
        """The error for an invalid link. Each is counted, so that nobody can try many. Raises TooOften."""
        self._app.limits.check("link", None, address_of(request))
        return Refused(sentence, status)
