"""What those at a table ask each other and agree on: pauses, an end, a bot for somebody who is absent."""

from __future__ import annotations

from fastapi import APIRouter

from quarterdeck.tables.live.attendance import present_at
from quarterdeck.tables.match import voting
from quarterdeck.web.api import models
from quarterdeck.web.api.questions import Answer, Ask
from quarterdeck.web.api.service import Operations, Service, table_router
from quarterdeck.web.api.tokens import Asking, Known

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
    async def ask(self, id: str, body: Ask, caller: Asking, owner: Known) -> models.Made:
        """Ask everybody who plays at the table for a pause, a draw or an end without a result; or give the
        seat of somebody who is absent to a bot. Before the match begins, ask the others to free a seat or to
        give all open ones to bots. What takes nobody else's consent is done at once.
        """
        match = await self._service.match(id)
        self._service.limit("move", caller)
        present = await present_at(self._service.room, match, self._service.app.settings.absent_days)
        return await self._service.grant(match, voting.ask(owner, body.what, body.of, present))

    async def agree(self, id: str, body: Answer, caller: Asking, owner: Known) -> models.Made:
        """Agree to what was asked, for all seats that the token holds. Once all have agreed, it is done."""
        self._service.limit("move", caller)
        match = await self._service.match(id)
        return await self._service.grant(match, voting.agree(owner, body.version))

    async def refuse(self, id: str, body: Answer, caller: Asking, owner: Known) -> models.Made:
        """Refuse what was asked, or take one's own question back."""
        self._service.limit("move", caller)
        match = await self._service.match(id)
        return await self._service.grant(match, voting.refuse(owner, body.version))

    async def resume(self, id: str, caller: Asking, owner: Known) -> models.Made:
        """Let a match go on that is paused: anybody who has a seat may."""
        self._service.limit("move", caller)
        return await self._service.grant(await self._service.match(id), voting.resume(owner))
