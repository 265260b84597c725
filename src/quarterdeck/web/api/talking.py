"""What is said at a table."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from quarterdeck.tables.live.chat import audible
from quarterdeck.tables.store.rows import Message as Row
from quarterdeck.web import forms
from quarterdeck.web.api.sent import MOST, Sent
from quarterdeck.web.api.service import Operations, Service, table_router
from quarterdeck.web.api.tokens import AnyCaller, TokenOwner

__all__ = ["routes"]


class Saying(Sent):
    """Something to be said."""

    text: str = Field(min_length=1, max_length=forms.MOST_SAID, examples=["Ahoy!"])
    audience: Literal["all", "seats"] = Field(
        "all", description="“seats” is kept from spectators until the match is over."
    )


class Message(BaseModel):
    """Something that was said at a table."""

    number: int = Field(
        description="Counts from 1 at each table, among the messages that this reader may read."
    )
    at: int = Field(description="Milliseconds since 1970-01-01 UTC.")
    seat: int
    name: str
    text: str = Field(description="Empty if it was removed, by the host or with all that its author said.")
    audience: Literal["all", "seats"]


class Messages(BaseModel):
    """What was said, in order."""

    messages: list[Message]


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
    ) -> Messages:
        """The newest messages that this token may read, at most 200, the oldest first."""
        match = await self._service.match(id, caller.owner)
        heard = audible(match, await self._service.room.chat.at(match), caller.owner)
        return Messages(messages=[_message_of(row) for row in heard if row.number > after])

    async def say(self, id: str, body: Saying, caller: AnyCaller, owner: TokenOwner) -> Message:
        """Write a message. Only players with a seat at the table may."""
        match = await self._service.match(id, owner)
        text, audience = forms.talk({"text": body.text, "audience": body.audience})
        self._service.limit("talk", caller)
        return _message_of(await self._service.room.say(match, owner, text, audience))


def _message_of(row: Row) -> Message:
    """A message as it is told."""
    return Message.model_validate(row.public_fields())
