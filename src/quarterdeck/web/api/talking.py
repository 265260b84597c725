"""What is said at a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from quarterdeck.tables.live.chat import audible
from quarterdeck.web import forms
from quarterdeck.web.api import models
from quarterdeck.web.api.sent import MOST
from quarterdeck.web.api.service import Operations, Service, table_router
from quarterdeck.web.api.tokens import AnyCaller, TokenOwner

__all__ = ["routes"]


def routes(service: Service) -> APIRouter:
    """Talk at a table."""
    talking = _Talking(service)
    router = table_router("talk", "/messages")
    router.get("")(talking.read)
    router.post("", status_code=201)(talking.say)
    return router


class _Talking(Operations):
    async def read(
        self,
        id: str,
        caller: AnyCaller,
        after: Annotated[int, Query(ge=0, le=MOST, description="Only messages newer than this number.")] = 0,
    ) -> models.Messages:
        """The newest messages that this token may read, at most 200, the oldest first."""
        match = await self._service.match(id, caller.owner)
        heard = audible(match, await self._service.room.chat.at(match), caller.owner)
        return models.Messages(messages=[models.message_of(row) for row in heard if row.number > after])

    async def say(self, id: str, body: models.Saying, caller: AnyCaller, owner: TokenOwner) -> models.Message:
        """Write a message. Only players with a seat at the table may."""
        match = await self._service.match(id, owner)
        text, audience = forms.talk({"text": body.text, "audience": body.audience})
        self._service.limit("talk", caller)
        return models.message_of(await self._service.room.say(match, owner, text, audience))
