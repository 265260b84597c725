"""What those at a table ask each other and agree on: pauses, an end, a bot for somebody who is absent."""

from __future__ import annotations

from fastapi import APIRouter

from quarterdeck.tables.live.attendance import present_at
from quarterdeck.tables.match import voting
from quarterdeck.web.api import models
from quarterdeck.web.api.questions import Answer, Ask
from quarterdeck.web.api.service import Operations, Service, table_router
from quarterdeck.web.api.tokens import AnyCaller, TokenOwner

__all__ = ["routes"]


def routes(service: Service) -> APIRouter:
    """Questions and their answers."""
    agreeing = _Agreeing(service)
    router = table_router("agreements")
    router.post("/question")(agreeing.ask)
    router.post("/question/agree")(agreeing.agree)
    router.post("/question/refuse")(agreeing.refuse)
    router.post("/resume")(agreeing.resume)
    return router


class _Agreeing(Operations):
    async def ask(self, id: str, body: Ask, caller: AnyCaller, owner: TokenOwner) -> models.Made:
        """Ask the players for a pause, a draw, an end without a result, or a bot for an absent player.
        Before the match, ask to free a seat or to give the open seats to bots. What needs nobody else's
        consent is done at once.
        """
        match = await self._service.match(id, owner)
        self._service.limit("move", caller)
        present = await present_at(self._service.room, match, self._service.app.settings.absent_days)
        return await self._service.grant(match, voting.ask(owner, body.what, body.of, present))

    async def agree(self, id: str, body: Answer, caller: AnyCaller, owner: TokenOwner) -> models.Made:
        """Agree to the open question, for all seats that the token holds. It passes once all have agreed."""
        self._service.limit("move", caller)
        match = await self._service.match(id, owner)
        return await self._service.grant(match, voting.agree(owner, body.version))

    async def refuse(self, id: str, body: Answer, caller: AnyCaller, owner: TokenOwner) -> models.Made:
        """Refuse the open question, or withdraw your own."""
        self._service.limit("move", caller)
        match = await self._service.match(id, owner)
        return await self._service.grant(match, voting.refuse(owner, body.version))

    async def resume(self, id: str, caller: AnyCaller, owner: TokenOwner) -> models.Made:
        """Resume a paused match. Any player may."""
        self._service.limit("move", caller)
        return await self._service.grant(await self._service.match(id, owner), voting.resume(owner))
