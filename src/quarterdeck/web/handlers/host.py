"""The host's page: end a match, delete a message, forget a person. Only the host gets there."""

from __future__ import annotations

import base64
import binascii
import hashlib
import logging
import re
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.match.hosting import may_stop, stop
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web.boards import details
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.errors import Refused
from quarterdeck.web.forms import whole_number
from quarterdeck.web.handlers.lobby import listed
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates

__all__ = ["routes"]

# A table as a host names it: its id, or any address below it.
NAMED: Final = re.compile(r"\s*(?:\S*/table/)?(\w{1,40})(?:[/?#]\S*)?\s*", re.ASCII)
# What has been done, as the page's address says it in `done`.
DONE: Final = ("stop", "close", "remove", "forget")

log = logging.getLogger(__name__)


def routes(app: AppContext) -> list[Route]:
    """The routes of the page and of its buttons."""
    host = _Host(app)
    return [
        Route("/host", host.page),
        Route("/host/stop", host.stop, methods=["POST"]),
        Route("/host/remove", host.remove, methods=["POST"]),
        Route("/host/forget", host.forget, methods=["POST"]),
    ]


class _Host(Handlers):
    async def page(self, request: Request) -> Response:
        self._check_host(request)
        asked = request.query_params.get("table", "")

        async def show() -> Response:
            match = await self._match(asked) if asked.strip() else None
            return HTMLResponse(await self._page(request, asked, match=match))

        return await self.respond(request, partial(self._refused_page, asked), show())

    async def _refused_page(self, asked: str, request: Request, error: str) -> str:
        """The page with the reason why something could not be done, and the table if there is one."""
        match = None
        with suppress(QuarterdeckError):
            match = await self._match(asked)
        return await self._page(request, asked, error, match)

    async def _page(
        self, request: Request, asked: str, error: str | None = None, match: Match | None = None
    ) -> str:
        browser, done = browser_of(request), request.query_params.get("done")
        context = {
            "csrf": browser.csrf,
            "error": error,
            "asked": asked,
            "done": done if done in DONE and error is None else None,
            "table": await self._table_context(match) if match else None,
            "waiting": await listed(self._app, "waiting", browser.owner),
            "running": await listed(self._app, "running", browser.owner),
        }
        return templates.render("host.html", context)

    async def _table_context(self, match: Match) -> dict[str, Any]:
        messages = await self._app.room.chat.at(match)
        return {
            "id": match.id,
            "title": match.game.title,
            "details": details(match.row.game, match.row.options, match.row.components),
            "state": _state_sentence(match),
            "stops": may_stop(match),
            "begun": match.begun,
            "people": [
                {"seat": number, "name": seat.name, "holder": _fingerprint(holder), "device": device}
                for number, seat in enumerate(match.seats)
                if seat.kind == HUMAN
                for device, holder in enumerate(sorted(seat.holders), 1)
            ],
            "messages": [
                {**message.public_fields(), "when": _moment(message.at)}
                for message in messages
                if not message.removed
            ],
        }

    async def stop(self, request: Request) -> Response:
        return await self._do(request, "stop")

    async def remove(self, request: Request) -> Response:
        return await self._do(request, "remove")

    async def forget(self, request: Request) -> Response:
        return await self._do(request, "forget")

    async def _do(self, request: Request, what: str) -> Response:
        self._check_host(request)
        form = await self._app.form(request)
        page = partial(self._refused_page, form.get("table", ""))
        return await self.respond(request, page, self._change(what, form))

    async def _change(self, what: str, form: dict[str, str]) -> Response:
        match = await self._match(form.get("table", ""))
        if what == "stop":
            what = "stop" if match.begun else "close"
            await self._app.room.execute(match, stop)
        elif what == "remove":
            await self._app.room.remove_message(match.id, whole_number(form, "message"))
        else:
            await self._app.room.forget(_holder(match, whole_number(form, "seat"), form.get("holder", "")))
        return RedirectResponse(url(f"/host?table={match.id}&done={what}"), 303)

    async def _match(self, named: str) -> Match:
        """The match at the table that the host has named. Raises NotFound, Outdated, StoreError."""
        found = NAMED.fullmatch(named)
        if found is None:
            raise NotFound(_("Name a table by its address, or by the letters and digits at its end."))
        match: Match = await self._app.room.get(found[1])
        return match

    def _check_host(self, request: Request) -> None:
        """Check that the host asks: by the password, or where none is set, at this computer. Raises
        Refused.
        """
        token = self._app.settings.host_token
        if token is None:
            if not self._app.network.surely_from_host(request):
                words = _("Only the host gets here: at the server's own computer, or by host_token.")
                raise Refused(words, 403)
            return
        sent = request.headers.get("authorization", "")
        if secrets.compare_digest(_password(sent).encode(), token.get_secret_value().encode()):
            return
        if sent:
            log.warning("Somebody sent a wrong password for the host's page")
        words = _("Only the host gets here, by the password that is set as host_token.")
        raise Refused(words, 401, {"www-authenticate": 'Basic realm="Quarterdeck", charset="UTF-8"'})


def _fingerprint(holder: str) -> str:
    """Names a holder of a seat on the host's page, so that nobody else is forgotten in their place."""
    return hashlib.sha256(f"quarterdeck holder\n{holder}".encode()).hexdigest()[:16]


def _holder(match: Match, seat: int, fingerprint: str) -> str:
    """The holder of a seat with this fingerprint. Raises NotFound."""
    if seat >= len(match.seats):
        raise NotFound(_("There is no such seat at this table."))
    for holder in match.seats[seat].holders:
        if _fingerprint(holder) == fingerprint:
            return holder
    raise NotFound(_("That person no longer holds this seat: look again."))


def _password(header: str) -> str:
    """The password of a header field by RFC 7617, whatever the user's name; "" if there is none."""
    scheme, _space, encoded = header.partition(" ")
    with suppress(binascii.Error, UnicodeDecodeError):
        if scheme.lower() == "basic":
            return base64.b64decode(encoded, validate=True).decode().partition(":")[2]
    return ""


def _state_sentence(match: Match) -> str:
    if match.closed:
        return _("The table is closed.")
    if match.over:
        return _("The match is over.")
    return _("The match is being played.") if match.begun else _("The table waits for players.")


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
