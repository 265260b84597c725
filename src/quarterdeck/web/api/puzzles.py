"""Puzzles for programs: their list, a puzzle's view, and answers to it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from quarterdeck.coach.puzzle import Puzzle
from quarterdeck.coach.solution import Solution, solution
from quarterdeck.tables.store import puzzles as stored
from quarterdeck.web.api import models
from quarterdeck.web.api.sent import SeatNumber, Sent
from quarterdeck.web.api.service import Operations, Service, refusals
from quarterdeck.web.api.tokens import SECURED, AnyCaller
from quarterdeck.web.handlers.puzzles import asked_game, keep_answer, wanted_puzzle
from quarterdeck.web.pages import puzzling

__all__ = ["routes"]

PuzzleName = Annotated[str, Field(max_length=80, examples=["meuterer-8511ce64"])]
PuzzleAsked = Annotated[str, Query(max_length=80, description="A puzzle's name.")]


class PuzzleListed(BaseModel):
    """A puzzle in a list."""

    puzzle: PuzzleName
    theme: str = Field(description="What kind of decision it is.", examples=["Duel"])
    level: int = Field(description="How hard it is, from 1 to 4.", examples=[2])
    players: int
    rating: int = Field(description="In points: what people have made of it so far.")
    state: str = Field(
        description="What the token's holder has made of it: “solved”, “failed”, “shown” or “”."
    )


class Puzzles(BaseModel):
    """The puzzles of a game, by theme and level."""

    puzzles: list[PuzzleListed]


class PuzzleView(BaseModel):
    """A puzzle: the view of a seat, and what it may do. One choice is clearly best."""

    puzzle: PuzzleName
    game: str
    seat: SeatNumber
    prompt: str = Field(description="What is asked.")
    legal: list[models.Legal]
    view: dict[str, Any] = Field(description="As in “view” of a table.")


class PuzzleAnswer(Sent):
    """An answer to a puzzle."""

    puzzle: PuzzleName
    # Without a default: after the solution no answer counts, so it is shown to nobody who forgot to answer.
    action: models.ActionText | None = Field(
        min_length=1, description="The text of a legal action; null to see the solution without an answer."
    )


class PuzzleChoice(BaseModel):
    """A choice and the chance to win after it."""

    action: str
    sentence: str
    win: float | None = Field(description="null if it was hardly tried.")


class PuzzleSolved(BaseModel):
    """What an answer came to, and the solution."""

    puzzle: PuzzleName
    solved: bool = Field(description="Whether the answer that counts is right.")
    counts: bool = Field(description="Whether this answer is the one that counts: only the first does.")
    note: str = Field(description="Why it does not count, or “”.")
    answer: str = Field(description="The text of the best action.")
    choices: list[PuzzleChoice] = Field(description="The best ones, and the one that was taken.")
    reasons: list[str] = Field(description="Why it is best, in sentences.")
    rules: list[str] = Field(description="The ids of the rules behind the answer.")
    gap: float = Field(description="How much more of the win it has than the next best choice.")
    interval: tuple[float, float] = Field(description="95% of that.")
    token: str | None = Field(description="A new token, if the request had none.")


def routes(service: Service) -> APIRouter:
    """The operations on puzzles."""
    puzzles, router = _Puzzles(service), APIRouter(tags=["puzzles"])
    found = refusals(401, 404)
    router.get("/puzzles", responses=found, dependencies=SECURED)(puzzles.puzzles)
    router.get("/puzzle", responses=found)(puzzles.puzzle)
    router.post("/puzzle", responses=found, dependencies=SECURED)(puzzles.try_puzzle)
    return router


class _Puzzles(Operations):
    async def puzzles(self, caller: AnyCaller, game: Annotated[str, Query(max_length=40)] = "") -> Puzzles:
        """The puzzles of a game, by default of the first one."""
        room, wanted = self._service.room, asked_game(game)
        tried = [] if caller.owner is None else await room.ask(stored.answers_of, caller.owner)
        known = await room.ask(stored.rated, wanted)
        rows = puzzling.rows(wanted, known, {one.puzzle: one for one in tried})
        return Puzzles(
            puzzles=[
                PuzzleListed(
                    puzzle=row["name"],
                    theme=row["theme_name"],
                    level=row["level"],
                    players=row["players"],
                    rating=row["points"],
                    state=row["state"],
                )
                for row in rows
            ]
        )

    async def puzzle(self, puzzle: PuzzleAsked) -> PuzzleView:
        """A puzzle: what its seat knows and may do, without the solution."""
        found = wanted_puzzle(puzzle)
        names = puzzling.names_of(found)
        return PuzzleView(
            puzzle=found.name,
            game=found.game.id,
            seat=found.seat,
            prompt=found.view.prompt(names),
            legal=[
                models.Legal(action=action.text, sentence=action.sentence(names))
                for action in found.view.legal()
            ],
            view=found.view.to_json(),
        )

    async def try_puzzle(self, body: PuzzleAnswer, caller: AnyCaller) -> PuzzleSolved:
        """Answer a puzzle, or see its solution. Only the token's first answer counts, and none after the
        solution was shown.
        """
        found = wanted_puzzle(body.puzzle)
        self._service.limit("puzzle", caller)
        owner, token = self._service.admit(caller)
        outcome = await keep_answer(self._service.room, owner, found, body.action or "")
        return _outcome_of(found, outcome.kept, outcome.fresh, body.action or "", token)


def _outcome_of(
    puzzle: Puzzle, kept: stored.FirstAnswer, fresh: bool, action: str, token: str | None
) -> PuzzleSolved:
    solved: Solution = solution(puzzle, puzzling.names_of(puzzle), kept.action)
    return PuzzleSolved(
        puzzle=puzzle.name,
        solved=kept.solved,
        counts=fresh and bool(action),
        note=puzzling.uncounted_note(kept, fresh) if action else "",
        answer=puzzle.answer.text,
        choices=[PuzzleChoice(action=one.action, sentence=one.label, win=one.win) for one in solved.choices],
        reasons=[words for words in (solved.reason, solved.rival, *solved.holdings, solved.proof) if words],
        rules=list(solved.rules),
        gap=puzzle.proof.gap,
        interval=puzzle.proof.interval,
        token=token,
    )
