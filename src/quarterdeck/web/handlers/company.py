"""What those at a table do beside their moves: seats left and given to bots, moves taken back, what is asked
and agreed on, talk.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from quarterdeck.tables import agreements, wishes
from quarterdeck.tables.accord import OF_SEAT
from quarterdeck.tables.attendance import present_at
from quarterdeck.tables.seats import STAND_IN
from quarterdeck.tables.wishes import Wish
from quarterdeck.web import forms
from quarterdeck.web.answers import wants_json
from quarterdeck.web.desk import Desk, browser_of, to_table

__all__ = ["routes"]

# Makes a wish of somebody (their owner hash) from the fields of a form. Refused.
Asked = Callable[[str, Mapping[str, str]], Wish]


def routes(desk: Desk) -> list[Route]:
    """What those at a table do beside their moves."""
    posts = {name: _granting(desk, name, asked) for name, asked in WISHES.items()}
    posts |= {"ask": _asking(desk), "say": _saying(desk)}
    return [Route(f"/table/{{id}}/{name}", post, methods=["POST"]) for name, post in posts.items()]


def _granting(desk: Desk, name: str, asked: Asked) -> Callable[[Request], Awaitable[Response]]:
    async def grant(request: Request) -> Response:
        form = await desk.form(request)
        match = await desk.match(request)
        if name in LIKE_MOVES:
            await desk.limit(request, "move")
        return await desk.grant(request, match, asked(browser_of(request).owner, form))

    return grant


def _asking(desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    async def ask(request: Request) -> Response:
        form = await desk.form(request)
        match = await desk.match(request)
        what, owner = form.get("what", ""), browser_of(request).owner
        of = forms.whole_number(form, "of") if what in OF_SEAT else None
        await desk.limit(request, "move")
        present = await present_at(desk.room, match, desk.settings.absent_days)
        return await desk.grant(request, match, agreements.ask(owner, what, of, present))

    return ask


def _saying(desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    async def say(request: Request) -> Response:
        form = await desk.form(request)
        match = await desk.match(request)
        text, audience = forms.talk(form)
        await desk.limit(request, "talk")
        await desk.room.say(match, browser_of(request).owner, text, audience, screen=True)
        return JSONResponse({"ok": True}) if wants_json(request) else to_table(match)

    return say


def _of_seat(wish: Callable[[str, int], Wish]) -> Asked:
    """A wish for the seat that is open in the browser."""

    def asked(owner: str, form: Mapping[str, str]) -> Wish:
        seat = forms.whole_number(form, "seat")
        return wishes.at_screen(owner, seat, wish(owner, seat))

    return asked


def _leave(owner: str, form: Mapping[str, str]) -> Wish:
    """Get up from any seat before the match begins, when nothing is hidden yet, then from the open one."""
    seat = forms.whole_number(form, "seat")
    leave = wishes.leave(owner, seat)
    at_screen = wishes.at_screen(owner, seat, leave)
    return lambda draft, at: (at_screen if draft.begun else leave)(draft, at)


def _come_back(owner: str, form: Mapping[str, str]) -> Wish:
    # Also to a hidden seat: a bot moves for it before anybody could lift its curtain, and nothing is shown.
    return wishes.come_back(owner, forms.whole_number(form, "seat"))


def _fill(owner: str, form: Mapping[str, str]) -> Wish:
    return wishes.fill(owner, form.get("bot") or STAND_IN)


def _plan(owner: str, form: Mapping[str, str]) -> Wish:
    seat = forms.whole_number(form, "seat")
    return wishes.at_screen(owner, seat, wishes.plan(owner, seat, form.get("action", "")))


def _close(owner: str, _form: Mapping[str, str]) -> Wish:
    return wishes.close(owner)


def _resume(owner: str, _form: Mapping[str, str]) -> Wish:
    return agreements.resume(owner)


def _answering(wish: Callable[[str, int], Wish]) -> Asked:
    return lambda owner, form: wish(owner, forms.whole_number(form, "question"))


WISHES: Final[Mapping[str, Asked]] = {
    "fill": _fill,
    "leave": _leave,
    "return": _come_back,
    "close": _close,
    "revoke": _of_seat(wishes.revoke),
    "back": _of_seat(wishes.take_back),
    "plan": _plan,
    "agree": _answering(agreements.agree),
    "refuse": _answering(agreements.refuse),
    "resume": _resume,
}
# What writes to the table's log as often as it is asked for is counted with the moves.
LIKE_MOVES: Final = ("back", "plan", "revoke", "agree", "refuse", "resume")
