"""Puzzles: their list, a puzzle's page, and answers to it."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from quarterdeck.coach.collection import find_puzzle, puzzles
from quarterdeck.coach.puzzle import Puzzle
from quarterdeck.errors import IllegalAction, QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import Action
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.ladder import puzzle_rating
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store import puzzles as stored
from quarterdeck.tables.store.puzzles import FirstAnswer
from quarterdeck.web.answers import refused_page, wants_json
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.context import AppContext, Handlers, browser_of
from quarterdeck.web.pages import puzzling
from quarterdeck.web.paths import url
from quarterdeck.web.table import markup

__all__ = ["Judged", "asked_game", "keep_answer", "routes", "wanted_puzzle"]


class Judged(NamedTuple):
    """The outcome of an answer: the answer that counts (`kept`), and whether it is this one (`fresh`)."""

    kept: FirstAnswer
    fresh: bool


def routes(app: AppContext) -> list[Route]:
    """The routes of puzzles."""
    handlers = _Puzzles(app)
    return [
        Route("/puzzles", handlers.listed),
        Route("/puzzles/{name}", handlers.page),
        Route("/puzzles/{name}/act", handlers.act, methods=["POST"]),
        Route("/puzzles/{name}/solution", handlers.give_up, methods=["POST"]),
        Route("/puzzles/{name}/things", handlers.things),
    ]


def wanted_puzzle(name: str) -> Puzzle:
    """The puzzle of this name. Raises NotFound."""
    try:
        return find_puzzle(name)
    except QuarterdeckError as error:
        raise NotFound(str(error)) from None


def asked_game(asked: str) -> str:
    """The game whose puzzles are asked for, by default the first one. Raises NotFound."""
    known = [game for game in BOARDS if puzzles(game)]
    if not known or (asked and asked not in known):
        raise NotFound(_("There are no puzzles of such a game here."))
    return asked or known[0]


async def keep_answer(room: Room, owner: str, puzzle: Puzzle, action: str) -> Judged:
    """Store somebody's answer to a puzzle: an action's text, or "" if they ask for the solution. Raises
    ActionTextError, IllegalAction.
    """
    chosen = _read_choice(puzzle, action) if action else None
    tried = FirstAnswer(puzzle.name, chosen.text if chosen else "", chosen == puzzle.answer)
    first = puzzle_rating(puzzle.level)
    return Judged(*await room.change(stored.answer, owner, puzzle.game.id, tried, now(), first))


def _read_choice(puzzle: Puzzle, text: str) -> Action:
    """The legal action of this text. Raises ActionTextError, IllegalAction."""
    action = puzzle.game.action(text)
    if action not in puzzle.view.legal():
        rule, sentence = puzzle.view.why_not(action)
        raise IllegalAction(sentence, rule, puzzle.seat, action.text)
    return action


class _Puzzles(Handlers):
    async def listed(self, request: Request) -> Response:
        game = asked_game(request.query_params.get("game", ""))
        owner, room = browser_of(request).owner, self._app.room
        tried = await room.ask(stored.answers_of, owner)
        mine = (await room.ask(stored.ratings_of, owner)).get(game)
        known = await room.ask(stored.rated, game)
        return HTMLResponse(puzzling.list_page(game, known, tried, mine, browser_of(request).csrf))

    async def page(self, request: Request) -> Response:
        puzzle = wanted_puzzle(request.path_params["name"])
        again = request.query_params.get("again", "")
        return HTMLResponse(await self._page(request, puzzle, again))

    async def _page(self, request: Request, puzzle: Puzzle, again: str = "", error: str = "") -> str:
        browser, room = browser_of(request), self._app.room
        tried = await room.ask(stored.answers_of, browser.owner)
        rating = puzzling.points(puzzle, await room.ask(stored.rated, puzzle.game.id))
        kept = next((one for one in tried if one.puzzle == puzzle.name), None)
        note = puzzling.uncounted_note(kept, False) if kept is not None and again else ""
        return puzzling.page(puzzle, rating, tried, browser.csrf, note, error)

    async def act(self, request: Request) -> Response:
        form = await self._app.form(request)
        puzzle = wanted_puzzle(request.path_params["name"])
        try:
            await self._app.limit(request, "puzzle")
            outcome = await keep_answer(self._app.room, browser_of(request).owner, puzzle, _answer_text(form))
        except QuarterdeckError as error:
            if wants_json(request):
                raise
            return refused_page(await self._page(request, puzzle, error=str(error)), error)
        return _solution_response(request, puzzle, outcome)

    async def give_up(self, request: Request) -> Response:
        await self._app.form(request)
        puzzle = wanted_puzzle(request.path_params["name"])
        await self._app.limit(request, "puzzle")
        outcome = await keep_answer(self._app.room, browser_of(request).owner, puzzle, "")
        return _solution_response(request, puzzle, outcome._replace(fresh=True))

    async def things(self, request: Request) -> Response:
        """The explanations of all things as a page, for browsers without scripts."""
        puzzle = wanted_puzzle(request.path_params["name"])
        context = {
            "csrf": browser_of(request).csrf,
            "game": puzzle.game.id,
            "title": puzzle.game.title,
            "view": puzzle.view.to_json(),
        }
        return HTMLResponse(markup.things(context))


def _answer_text(form: dict[str, str]) -> str:
    """The answer in a form: an action's text."""
    return form.get("action", "").strip() or "?"


def _solution_response(request: Request, puzzle: Puzzle, outcome: Judged) -> Response:
    """Back to the puzzle's page, with its solution."""
    if wants_json(request):
        return JSONResponse({"ok": True, "solved": outcome.kept.solved, "counts": outcome.fresh})
    return RedirectResponse(url(f"/puzzles/{puzzle.name}{'' if outcome.fresh else '?again=1'}"), 303)
