"""Requests to the coach, about a replay or the next move."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.tables.errors import NotAllowed, NotFound
from quarterdeck.tables.match.match import OPEN, Match
from quarterdeck.tables.match.sight import check_may_look
from quarterdeck.web import forms
from quarterdeck.web.answers import refused_page, status_of, wants_json
from quarterdeck.web.coaching import check_asking, check_looking, check_over
from quarterdeck.web.context import AppContext, Handlers, browser_of, to_table
from quarterdeck.web.errors import Refused
from quarterdeck.web.handlers.history import wanted_of
from quarterdeck.web.handlers.table import page_of
from quarterdeck.web.table import coached
from quarterdeck.web.table.replays import ReplayRequest, replay_address
from quarterdeck.web.table.review import review

__all__ = ["routes"]

# Seconds after which a page asks again for a review that can't begin yet.
AGAIN = 30
# The status of an error that says that the coach is not ready yet.
NOT_YET = 503
# The fragment of a replay's address where the coach was asked before it was ready.
ASKED = "asked"


def routes(app: AppContext) -> list[Route]:
    """The coach's routes."""
    coach = _Coach(app)
    return [
        Route("/table/{id}/coach", coach.ask, methods=["POST"]),
        Route("/table/{id}/coach", coach.look),
        Route("/table/{id}/review", coach.review, methods=["POST"]),
        Route("/table/{id}/review", coach.reviewed),
        Route("/table/{id}/figures", coach.figures),
        Route("/table/{id}/advice", coach.advise, methods=["POST"]),
        Route("/table/{id}/advice", coach.back),
    ]


class _Coach(Handlers):
    async def _requested_page(
        self, request: Request, asked: Mapping[str, str]
    ) -> tuple[Match, ReplayRequest]:
        """The requested page of a replay, after checking that this browser may see it. Raises NotAllowed,
        NotFound, Refused.
        """
        match = await self._app.match(request)
        standpoint = match.standpoint(browser_of(request).owner)
        wanted = wanted_of(match, asked, standpoint.seat)
        if standpoint.curtain is not None:
            raise NotAllowed(_("The screen is being handed on: ask again from your own seat."))
        check_may_look(match, standpoint.seat, wanted.viewer)
        if not match.begun or wanted.ply > match.ply:
            raise NotFound(_("There is no such move in this match."))
        return match, wanted

    async def ask(self, request: Request) -> Response:
        form = await self._app.form(request)
        match, wanted = await self._requested_page(request, form)
        check_looking(match)
        try:
            self._app.coach.check_ready()
            await self._app.limit(request, "coach")
            self._app.coach.start(match, wanted.viewer)
        except Refused as error:
            if wants_json(request) or status_of(error) != NOT_YET:
                raise
            # The page says that the coach is getting ready, and by this mark asks again by itself.
            return RedirectResponse(f"{replay_address(match, wanted)}#{ASKED}", 303)
        if wants_json(request):
            return self._region_response(request, match, wanted)
        return RedirectResponse(replay_address(match, wanted), 303)

    async def look(self, request: Request) -> Response:
        match, wanted = await self._requested_page(request, request.query_params)
        if wants_json(request):
            return self._region_response(request, match, wanted)
        return RedirectResponse(replay_address(match, wanted), 303)

    def _region_response(self, request: Request, match: Match, wanted: ReplayRequest) -> Response:
        """The coach region's current state, and whether there is more to come."""
        app, csrf = self._app, browser_of(request).csrf
        busy = coached.working(app.coach, match, wanted)
        return JSONResponse({"region": coached.region(app.coach, match, wanted, csrf), "busy": busy})

    async def review(self, request: Request) -> Response:
        """Begin the review of a finished match, unless the coach has other things to do. Pages ask for it by
        themselves, so it is no error if the coach can't: the page shows then what the facts alone tell.
        """
        await self._app.form(request)
        match, coach, wait = await self._app.match(request), self._app.coach, 0
        check_over(match)
        if coach.run(match, OPEN) is None:
            wait = AGAIN
            if coach.idle:
                try:
                    coach.check_ready()
                    await self._app.limit(request, "coach")
                    coach.start(match, OPEN)
                    wait = 0
                except QuarterdeckError as error:
                    wait = AGAIN if status_of(error) == NOT_YET else 0
        return self._review_response(request, match, wait)

    async def reviewed(self, request: Request) -> Response:
        match = await self._app.match(request)
        check_over(match)
        return self._review_response(request, match)

    def _review_response(self, request: Request, match: Match, wait: int = 0) -> Response:
        """The review as far as there is one (HTML), whether the coach is at work on it, and after how many
        seconds to ask again (0: never).
        """
        coach, standpoint = self._app.coach, match.standpoint(browser_of(request).owner)
        run = coach.run(match, OPEN)
        busy = run is not None and coach.at_work(run)
        return JSONResponse({"review": review(coach, match, standpoint.seat), "busy": busy, "again": wait})

    async def figures(self, request: Request) -> Response:
        match, wanted = await self._requested_page(request, request.query_params)
        page = coached.figures(self._app.coach, match, wanted)
        if page is None:
            return RedirectResponse(replay_address(match, wanted), 303)
        return HTMLResponse(page)

    async def advise(self, request: Request) -> Response:
        form = await self._app.form(request)
        match, browser = await self._app.match(request), browser_of(request)
        try:
            seat, version = (forms.whole_number(form, name) for name in ("seat", "version"))
            match.check_actor(browser.owner, seat)
            check_asking(match, seat)
            match.check_fresh(seat, version)
            self._app.coach.check_ready()
            await self._app.limit(request, "coach")
            analysis = await self._app.coach.advise(match.position.view(seat))
            match.check_fresh(seat, version)
        except QuarterdeckError as error:
            if wants_json(request) or not match.begun:
                raise
            return refused_page(await page_of(self._app, match, browser, str(error)), error)
        advice = coached.advice(analysis, match.isolated_names)
        if wants_json(request):
            return JSONResponse({"ok": True, "version": match.version, "advice": coached.advice_html(advice)})
        return HTMLResponse(await page_of(self._app, match, browser, advice=advice))

    async def back(self, request: Request) -> Response:
        return to_table(await self._app.match(request))
