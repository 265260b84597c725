"""A table that waits for players: its page, taking seats and changing names."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.live.attendance import present_at
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.web import forms
from quarterdeck.web.accounts.guests import name_of, remember
from quarterdeck.web.answers import refused_page, wants_json
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.friends import friends_to_ask
from quarterdeck.web.table import waiting

__all__ = ["routes", "waiting_room"]


def routes(app: AppContext) -> list[Route]:
    """The routes of the waiting room."""
    handlers = _WaitingHandlers(app)
    return [
        Route("/table/{id}/sit", handlers.sit, methods=["POST"]),
        Route("/table/{id}/rename", handlers.rename, methods=["POST"]),
    ]


async def waiting_room(
    app: AppContext,
    request: Request,
    match: Match,
    error: QuarterdeckError | None = None,
    name: str = "",
) -> Response:
    """The waiting room's page; `name` is the previous input."""
    browser = browser_of(request)
    link = f"{app.address(request)}/table/{match.id}"
    invitation = waiting.InviteLink(link, app.only_here(request), app.network_for(request))
    known = name or await name_of(app.room, browser.owner)
    present = await present_at(app.room, match, app.settings.absent_days)
    friends = await friends_to_ask(app, match, browser.owner)
    sentence = None if error is None else str(error)
    page = waiting.page(match, browser, known, invitation, present, sentence, friends)
    return HTMLResponse(page) if error is None else refused_page(page, error)


class _WaitingHandlers(Handlers):
    async def sit(self, request: Request) -> Response:
        form = await self._app.form(request)
        await self._app.limit(request, "sit")
        return await self._execute_with_name(request, form, commands.sit)

    async def rename(self, request: Request) -> Response:
        form = await self._app.form(request)
        # Each name is a log entry, like each seat taken, so it is limited too.
        await self._app.limit(request, "sit")
        return await self._execute_with_name(request, form, commands.rename)

    async def _execute_with_name(
        self, request: Request, form: dict[str, str], command: Callable[[str, int, str], Command]
    ) -> Response:
        """Execute a command for a seat and a name, and remember the name. An error is shown on the page, so
        the player can try again.
        """
        match = await self._app.match(request)
        owner, name = browser_of(request).owner, form.get("name", "").strip()
        try:
            seat = forms.whole_number(form, "seat")
            answer = await self._app.grant(request, match, command(owner, seat, name))
        except QuarterdeckError as error:
            if wants_json(request) or match.begun:
                raise
            return await waiting_room(self._app, request, match, error, name)
        await remember(self._app.room, owner, name)
        return answer
