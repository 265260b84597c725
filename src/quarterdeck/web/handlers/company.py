"""What those at a table do beside their moves: seats left and given to bots, moves taken back, talk."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from quarterdeck.tables import wishes
from quarterdeck.tables.match import Match
from quarterdeck.tables.seats import STAND_IN
from quarterdeck.web import forms
from quarterdeck.web.answers import wants_json
from quarterdeck.web.desk import Desk, browser_of, to_table

__all__ = ["routes"]


def routes(desk: Desk) -> list[Route]:
    """What those at a table do beside their moves."""
    company = _Company(desk)
    posts = {
        "fill": company.fill,
        "leave": company.leave,
        "return": company.come_back,
        "close": company.close,
        "revoke": company.revoke,
        "back": company.take_back,
        "plan": company.plan,
        "say": company.say,
    }
    return [Route(f"/table/{{id}}/{name}", post, methods=["POST"]) for name, post in posts.items()]


class _Company:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def fill(self, request: Request) -> Response:
        form, match, owner = await self._asked(request)
        return await self._desk.grant(request, match, wishes.fill(owner, form.get("bot") or STAND_IN))

    async def leave(self, request: Request) -> Response:
        form, match, owner = await self._asked(request)
        return await self._desk.grant(request, match, wishes.leave(owner, forms.whole_number(form, "seat")))

    async def come_back(self, request: Request) -> Response:
        form, match, owner = await self._asked(request)
        wish = wishes.come_back(owner, forms.whole_number(form, "seat"))
        return await self._desk.grant(request, match, wish)

    async def close(self, request: Request) -> Response:
        _form, match, owner = await self._asked(request)
        return await self._desk.grant(request, match, wishes.close(owner))

    async def revoke(self, request: Request) -> Response:
        form, match, owner = await self._asked(request)
        return await self._desk.grant(request, match, wishes.revoke(owner, forms.whole_number(form, "seat")))

    async def take_back(self, request: Request) -> Response:
        form, match, owner = await self._asked(request)
        wish = wishes.take_back(owner, forms.whole_number(form, "seat"))
        return await self._desk.grant(request, match, wish)

    async def plan(self, request: Request) -> Response:
        form, match, owner = await self._asked(request)
        wish = wishes.plan(owner, forms.whole_number(form, "seat"), form.get("action", ""))
        return await self._desk.grant(request, match, wish)

    async def say(self, request: Request) -> Response:
        form, match, owner = await self._asked(request)
        text, audience = forms.talk(form)
        await self._desk.limit(request, "talk")
        await self._desk.room.say(match, owner, text, audience)
        return JSONResponse({"ok": True}) if wants_json(request) else to_table(match)

    async def _asked(self, request: Request) -> tuple[dict[str, str], Match, str]:
        form = await self._desk.form(request)
        match = await self._desk.match(request)
        return form, match, browser_of(request).owner
