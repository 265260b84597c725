"""Who sits at a table: seats taken and left, tokens handed on, moves taken back and planned."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from quarterdeck.tables.match import commands, voting
from quarterdeck.web.api import models
from quarterdeck.web.api.service import Operations, Service, table_router
from quarterdeck.web.api.tokens import AnyCaller, Caller, TokenOwner

__all__ = ["routes"]

SeatPath = Annotated[int, Path(ge=0, le=99, description="A seat, counted from 0.")]


def routes(service: Service) -> APIRouter:
    """The seats of a table."""
    seats = _Seats(service)
    router = table_router("seats", "/seats/{seat}")
    router.post("", status_code=201)(seats.sit)
    router.delete("")(seats.leave)
    router.post("/return")(seats.come_back)
    router.post("/dismiss")(seats.dismiss)
    router.post("/plan")(seats.plan)
    router.post("/back")(seats.take_back)
    router.post("/tokens", status_code=201)(seats.hand)
    router.delete("/tokens")(seats.revoke)
    return router


class _Seats(Operations):
    async def sit(self, id: str, seat: SeatPath, body: models.Name, caller: AnyCaller) -> models.Seated:
        """Take an open seat, or one that its player left to a bot. The answer has a token for the seat."""
        match = await self._service.match(id, caller.owner)
        self._service.limit("sit", caller)
        owner, token = self._service.admit(caller)
        made = await self._service.grant(match, commands.sit(owner, seat, body.name))
        return models.Seated(version=made.version, seat=seat, token=token)

    async def leave(self, id: str, seat: SeatPath, owner: TokenOwner) -> models.Made:
        """Leave the seat. Before the match it becomes open; during the match a bot takes it."""
        return await self._service.grant(
            await self._service.held(id, owner, seat), commands.leave(owner, seat)
        )

    async def come_back(self, id: str, seat: SeatPath, owner: TokenOwner) -> models.Made:
        """Take the seat back from the bot that replaced the player when the time ran out."""
        return await self._service.grant(
            await self._service.held(id, owner, seat), commands.come_back(owner, seat)
        )

    async def dismiss(self, id: str, seat: SeatPath, owner: TokenOwner) -> models.Made:
        """Ask somebody to leave before the match begins; the seat is open again, and for an hour they can't
        take one there. Only the table's maker may.
        """
        return await self._service.grant(await self._service.match(id, owner), voting.dismiss(owner, seat))

    async def plan(
        self, id: str, seat: SeatPath, body: models.Plan, caller: AnyCaller, owner: TokenOwner
    ) -> models.Made:
        """Plan a move: it is made as soon as it is legal. It replaces the seat's earlier plan."""
        match = await self._service.held(id, owner, seat)
        self._service.limit("move", caller)
        return await self._service.grant(match, commands.plan(owner, seat, body.action))

    async def take_back(self, id: str, seat: SeatPath, caller: AnyCaller, owner: TokenOwner) -> models.Made:
        """Undo the seat's last move: if the table's terms allow it, the move revealed nothing and nobody has
        moved since.
        """
        self._service.limit("move", caller)
        return await self._service.grant(
            await self._service.held(id, owner, seat), commands.take_back(owner, seat)
        )

    async def hand(self, id: str, seat: SeatPath, caller: AnyCaller, owner: TokenOwner) -> models.Token:
        """Get another token for the seat, for another program with the same rights."""
        match = await self._service.held(id, owner, seat)
        self._service.limit("link", caller)
        _owner, token = self._service.admit(Caller(None, caller.address))
        assert token is not None
        command = commands.hand(owner, seat, self._service.tokens.owner(token))
        made = await self._service.grant(match, command)
        return models.Token(version=made.version, token=token)

    async def revoke(self, id: str, seat: SeatPath, caller: AnyCaller, owner: TokenOwner) -> models.Made:
        """End all other tokens and browser sessions that hold the seat."""
        self._service.limit("link", caller)
        return await self._service.grant(
            await self._service.held(id, owner, seat), commands.revoke(owner, seat)
        )
