"""A program's logbook: what its finished games came to."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from quarterdeck.tables.store.results import How, Opponents, of_owner
from quarterdeck.web.api.sent import SeatNumber
from quarterdeck.web.api.service import Operations, Service, refusals
from quarterdeck.web.api.tokens import SECURED, TokenOwner
from quarterdeck.web.pages import logbook

__all__ = ["Logbook", "Logged", "LoggedGain", "routes"]


class LoggedGain(BaseModel):
    """What a seat gained or lost at once."""

    ply: int = Field(description="After how many moves.")
    amount: int = Field(description="Points; below zero they were lost.")
    source: str = Field(description="Where they came from: a key of “sources”.", examples=["cards"])


class Logged(BaseModel):
    """A finished game as the token's seat has played it."""

    table: str
    game: str = Field(examples=["meuterer"])
    ended: str = Field(description="When it ended.", examples=["2026-11-27T20:15:00+00:00"])
    players: int
    options: dict[str, Any]
    opponents: Opponents
    how: How = Field(description="“played” to its end, or ended by agreement.")
    seat: SeatNumber
    place: int = Field(description="From 1 on; 0 if it came to none.")
    winners: int = Field(description="How many have won.")
    won: bool
    score: int | None = Field(description="What the place was decided by; null if nothing was counted.")
    sources: dict[str, int] = Field(description="Points by where they came from.")
    best: LoggedGain | None = Field(description="The largest gain.")
    dearest: LoggedGain | None = Field(description="The largest loss.")


class Logbook(BaseModel):
    """All finished games of a token, in the order of their ends."""

    games: list[Logged]


def routes(service: Service) -> APIRouter:
    """The operation that tells a token its logbook."""
    router = APIRouter(tags=["logbook"])
    router.get("/logbook", responses=refusals(401), dependencies=SECURED)(_Logbooks(service).logbook)
    return router


class _Logbooks(Operations):
    async def logbook(self, owner: TokenOwner) -> Logbook:
        """The results of this token's finished games. A game is there some seconds after its end; where a
        token holds several seats of a table it is not.
        """
        results = await self._service.room.ask(of_owner, owner)
        return Logbook(games=[Logged(**told) for told in logbook.to_json(results)])
