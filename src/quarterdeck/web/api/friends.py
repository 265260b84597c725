"""Friends: whom a token has played with, and who asks whom to a table."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

from quarterdeck.tables.store.friends import decline
from quarterdeck.text_safety import bare
from quarterdeck.web.accounts.guests import befriend, unfriend
from quarterdeck.web.api.models import PersonName
from quarterdeck.web.api.sent import Sent
from quarterdeck.web.api.service import Operations, Service, refusals
from quarterdeck.web.api.tokens import SECURED, AnyCaller, TokenOwner
from quarterdeck.web.friends import asked_to, day_seen

__all__ = ["Friend", "Friends", "Invitation", "InvitationMade", "Invite", "JoinFriends", "routes"]


class Friend(BaseModel):
    """Somebody whom a token can ask to a table."""

    id: str = Field(description="Stands for them, for this token alone.")
    name: str = Field(examples=["Ann"])
    games: int = Field(description="At how many tables both have played.")
    seen: str | None = Field(
        description="The day on which they were last here, if they show it.", examples=["2026-11-27"]
    )


class Invitation(BaseModel):
    """An invitation to a table that waits for players."""

    table: str
    game: str = Field(examples=["meuterer"])
    name: str = Field(description="Who asks.", examples=["Ann"])


class Friends(BaseModel):
    """Whom a token can ask, and who asks it."""

    friends: list[Friend]
    asked: list[Invitation]


class JoinFriends(Sent):
    """The name under which friends can ask this token, and what they may see."""

    name: PersonName
    seen: bool = Field(False, description="Whether they may see on which day it was last here.")


class Invite(Sent):
    """Somebody to be asked."""

    friend: str = Field(max_length=64, description="The id of a friend.")


class InvitationMade(BaseModel):
    """Somebody who has been asked."""

    table: str
    friend: str


def routes(service: Service) -> APIRouter:
    """Friends and invitations."""
    friends = _Friends(service)
    router = APIRouter(tags=["friends"], responses=refusals(401, 404, 409), dependencies=SECURED)
    router.get("/friends")(friends.friends)
    router.put("/friends")(friends.join_friends)
    router.delete("/friends")(friends.leave_friends)
    router.post("/tables/{id}/invitations", status_code=201)(friends.invite)
    router.delete("/tables/{id}/invitations")(friends.decline)
    return router


class _Friends(Operations):
    async def friends(self, owner: TokenOwner) -> Friends:
        """Whom this token can ask to a table, and to which tables it is asked. Both are empty until it agrees
        to be asked, too.
        """
        found = await self._service.friends.of(owner)
        asked = await asked_to(self._service.app, owner)
        return Friends(
            friends=[
                Friend(id=id_, name=one.name, games=one.games, seen=day_seen(one))
                for id_, one in found.items()
            ],
            asked=[Invitation(table=one["table"], game=one["game"], name=bare(one["name"])) for one in asked],
        )

    async def join_friends(self, body: JoinFriends, caller: AnyCaller, owner: TokenOwner) -> Friends:
        """Agree that those this token has played with may ask it to tables, under this name."""
        self._service.limit("invite", caller)
        await befriend(self._service.room, owner, body.name, body.seen)
        return await self.friends(owner)

    async def leave_friends(self, owner: TokenOwner) -> Friends:
        """Withdraw that: nobody can ask this token any more, and it can ask nobody."""
        await unfriend(self._service.room, owner)
        return await self.friends(owner)

    async def invite(self, id: str, body: Invite, caller: AnyCaller, owner: TokenOwner) -> InvitationMade:
        """Ask a friend to a table that waits for players. Only those who sit there or made it may. Asking
        again changes nothing.
        """
        match = await self._service.match(id, owner)
        self._service.limit("invite", caller)
        await self._service.friends.invite(match, owner, body.friend)
        return InvitationMade(table=match.id, friend=body.friend)

    async def decline(self, id: str, owner: TokenOwner) -> Friends:
        """Decline the invitation to this table."""
        match = await self._service.match(id, owner)
        await self._service.room.change(decline, match.id, owner)
        return await self.friends(owner)
