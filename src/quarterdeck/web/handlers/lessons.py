"""Lessons: starting or continuing parts of a game's course, and the pupil's actions besides moves."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.i18n import _
from quarterdeck.lessons import COURSES, lesson
from quarterdeck.play import find
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.match import teaching
from quarterdeck.web import forms
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.context import AppContext, Handlers, browser_of, to_table
from quarterdeck.web.errors import Refused
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.table.guidance import courses

__all__ = ["routes"]


def routes(app: AppContext) -> list[Route]:
    """The routes of courses and lesson tables."""
    lessons = _Lessons(app)
    return [
        Route("/learn", lessons.begin, methods=["POST"]),
        Route("/learn/{game}", lessons.page),
        Route("/table/{id}/lesson", lessons.turn, methods=["POST"]),
    ]


class _Lessons(Handlers):
    async def page(self, request: Request) -> Response:
        game = request.path_params["game"]
        if game not in COURSES:
            raise NotFound(_("There is no such game here."))
        browser = browser_of(request)
        known = courses(await self._app.room.lessons(browser.owner))
        spec = find(game)
        about = {"of": game, "title": spec.title, "aim": spec.glance.aim, "art": BOARDS[game].art}
        context = {"csrf": browser.csrf, **about, "parts": known[game]}
        return HTMLResponse(templates.render("learn.html", context))

    async def begin(self, request: Request) -> Response:
        """Continue a lesson or start it; for a game, the first part not yet learned."""
        form = await self._app.form(request)
        # A second form that comes meanwhile finds the table of the first.
        async with self._app.room.once:
            return await self._begin(request, form)

    async def _begin(self, request: Request, form: dict[str, str]) -> Response:
        owner, game = browser_of(request).owner, form.get("game", "")
        known = courses(await self._app.room.lessons(owner))
        if game in known:
            parts = [part for part in known[game] if not part["learned"] or part["table"]]
            if not parts:
                return RedirectResponse(url(f"/learn/{game}"), 303)
            wanted = lesson(parts[0]["id"])
        else:
            wanted = lesson(form.get("lesson"))
        if wanted is None:
            raise NotFound(_("There is no such lesson here."))
        part = next(part for part in known[wanted.game] if part["id"] == wanted.id)
        if part["table"]:
            return RedirectResponse(url(f"/table/{part['table']}"), 303)
        await self._app.limit(request, "create")
        return to_table(await self._app.room.create(teaching.begin(wanted, owner)))

    async def turn(self, request: Request) -> Response:
        """Read on, step back, or restart."""
        form = await self._app.form(request)
        match = await self._app.match(request)
        await self._app.limit(request, "move")
        owner, at, go = browser_of(request).owner, forms.whole_number(form, "at"), form.get("go", "")
        if go not in ("on", "back", "anew"):
            raise Refused(_("“go” has to be “on”, “back” or “anew”."), 400)
        command = teaching.read_on(owner, at) if go == "on" else teaching.go_back(owner, at, go == "anew")
        return await self._app.grant(request, match, command)
