"""Actions of a table's players besides moves: leaving seats or giving them to bots, take-backs, questions and
agreements, chat.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.live.attendance import present_at
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.agreement import OF_SEAT
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import SUBSTITUTE
from quarterdeck.web import forms
from quarterdeck.web.answers import refused_page, wants_json
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.context import AppContext, browser_of, to_table
from quarterdeck.web.handlers.table import page_of
from quarterdeck.web.paths import url

__all__ = ["routes"]

# Makes the command that an owner (hash) gives by the fields of a form. Refused.
CommandReader = Callable[[str, Mapping[str, str]], Command]


def routes(app: AppContext) -> list[Route]:
    """The routes for actions besides moves."""
    posts = {name: _grant_handler(app, name, reader) for name, reader in COMMANDS.items()}
    posts |= {"ask": _ask_handler(app), "say": _say_handler(app)}
    return [Route(f"/table/{{id}}/{name}", post, methods=["POST"]) for name, post in posts.items()]


def _grant_handler(
    app: AppContext, name: str, read_command: CommandReader
) -> Callable[[Request], Awaitable[Response]]:
    """The handler of a form that gives a command."""

    async def grant(request: Request) -> Response:
        form = await app.form(request)
        match = await app.match(request)
        if name in LIMITED_AS_MOVES:
            await app.limit(request, "move")
        answer = await app.grant(request, match, read_command(browser_of(request).owner, form))
        return _way_out(request, match) if name == "leave" and match.sealed else answer

    return grant


def _way_out(request: Request, match: Match) -> Response:
    """The response to somebody who has left a sealed table, whose page is closed to them from now on."""
    where = url(f"/regatta/{match.regatta}" if match.regatta else f"/daily?game={match.game.id}")
    return JSONResponse({"ok": True, "go": where}) if wants_json(request) else RedirectResponse(where, 303)


def _ask_handler(app: AppContext) -> Callable[[Request], Awaitable[Response]]:
    async def ask(request: Request) -> Response:
        form = await app.form(request)
        match = await app.match(request)
        kind, owner = form.get("what", ""), browser_of(request).owner
        about_seat = forms.whole_number(form, "of") if kind in OF_SEAT else None
        await app.limit(request, "move")
        present = await present_at(app.room, match, app.settings.absent_days)
        return await app.grant(request, match, voting.ask(owner, kind, about_seat, present))

    return ask


def _say_handler(app: AppContext) -> Callable[[Request], Awaitable[Response]]:
    async def say(request: Request) -> Response:
        form = await app.form(request)
        match, browser = await app.match(request), browser_of(request)
        try:
            text, audience = forms.talk(form)
            await app.limit(request, "talk")
            await app.room.say(match, browser.owner, text, audience, screen=True)
        except QuarterdeckError as error:
            if wants_json(request) or not match.begun:
                raise
            return refused_page(await page_of(app, match, browser, str(error), typed=form), error)
        return JSONResponse({"ok": True}) if wants_json(request) else to_table(match)

    return say


def _for_open_seat(command: Callable[[str, int], Command]) -> CommandReader:
    """A command for the seat that is open in the browser."""

    def read_command(owner: str, form: Mapping[str, str]) -> Command:
        seat = forms.whole_number(form, "seat")
        return commands.at_screen(owner, seat, command(owner, seat))

    return read_command


def _leave(owner: str, form: Mapping[str, str]) -> Command:
    """Leave a seat. Before the match begins it may be any seat, since nothing is hidden yet; afterwards only
    the one that is open in the browser.
    """
    seat = forms.whole_number(form, "seat")
    leave = commands.leave(owner, seat)
    at_screen = commands.at_screen(owner, seat, leave)
    return lambda draft, at: (at_screen if draft.begun else leave)(draft, at)


def _come_back(owner: str, form: Mapping[str, str]) -> Command:
    # Hidden seats, too: a bot moves for the seat before anybody could open it, so nothing is revealed.
    return commands.come_back(owner, forms.whole_number(form, "seat"))


def _fill(owner: str, form: Mapping[str, str]) -> Command:
    bot = form.get("bot") or SUBSTITUTE
    return lambda draft, at: commands.fill(owner, bot, BOARDS[draft.game.id].companions)(draft, at)


def _plan(owner: str, form: Mapping[str, str]) -> Command:
    seat = forms.whole_number(form, "seat")
    return commands.at_screen(owner, seat, commands.plan(owner, seat, form.get("action", "")))


def _close(owner: str, _form: Mapping[str, str]) -> Command:
    return commands.close(owner)


def _resume(owner: str, _form: Mapping[str, str]) -> Command:
    return voting.resume(owner)


def _for_question(command: Callable[[str, int], Command]) -> CommandReader:
    """A command about the open question that the form names."""
    return lambda owner, form: command(owner, forms.whole_number(form, "question"))


COMMANDS: Final[Mapping[str, CommandReader]] = {
    "fill": _fill,
    "leave": _leave,
    "return": _come_back,
    "close": _close,
    "revoke": _for_open_seat(commands.revoke),
    "back": _for_open_seat(commands.take_back),
    "plan": _plan,
    "agree": _for_question(voting.agree),
    "refuse": _for_question(voting.refuse),
    "resume": _resume,
}
# These write to the table's log as moves do, and count towards the same limit.
LIMITED_AS_MOVES: Final = ("back", "plan", "revoke", "agree", "refuse", "resume")
