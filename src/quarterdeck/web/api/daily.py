"""The voyage of the day for programs: what is known of it, and setting sail."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from quarterdeck.tables.daily import OPPONENT, DailyDeal, ends
from quarterdeck.tables.store import daily as store
from quarterdeck.tables.store.rows import TableState
from quarterdeck.text_safety import bare
from quarterdeck.web.api import models, sailing
from quarterdeck.web.api.service import Operations, Service, refusals
from quarterdeck.web.api.tokens import SECURED, AnyCaller
from quarterdeck.web.handlers.daily import deal_on, set_sail
from quarterdeck.web.pages.daily import table_rows

__all__ = ["routes"]

Day = Annotated[
    str, Query(max_length=10, description="A date, by default today in UTC.", examples=["2026-11-27"])
]


def routes(service: Service, key: str) -> APIRouter:
    """The voyage of the day; `key` decides its deals."""
    daily, router = _Daily(service, key), APIRouter(tags=["tables"])
    router.get("/daily", responses=refusals(401, 404))(daily.daily)
    router.post("/daily", status_code=201, responses=refusals(401, 404), dependencies=SECURED)(daily.sail)
    return router


class _Daily(Operations):
    def __init__(self, service: Service, key: str) -> None:
        super().__init__(service)
        self._key = key

    async def daily(
        self, game: Annotated[str, Query(max_length=40)], caller: AnyCaller, day: Day = ""
    ) -> sailing.Daily:
        """The voyage of a day: its deal's hash, the token's own voyage, and how all have fared: once the
        token's own voyage or the day is over.
        """
        deal, room = deal_on(self._key, game, day), self._service.room
        game = deal.game.id
        own_voyage = await self._own_voyage(deal, caller.owner)
        results_public = deal.over or (own_voyage is not None and own_voyage.state == "over")
        rows = await room.ask(store.standings, game, deal.day) if results_public else []
        viewer = caller.owner or ""
        return sailing.Daily(
            game=game,
            day=deal.day.isoformat(),
            ends=ends(deal.day),
            seat=deal.seat,
            players=deal.game.players,
            opponent=OPPONENT,
            commitment=deal.commitment,
            seed=deal.seed if deal.over else None,
            table=own_voyage.table if own_voyage else None,
            standings=[
                sailing.Sailed(
                    name=bare(row["name"]),
                    bot=row["bot"],
                    me=row["me"],
                    place=row["place"],
                    score=row["score"],
                    points=voyage.points,
                    table=row["table"] or None,
                )
                for row, voyage in table_rows(rows, viewer, deal.over, whole=True)
            ],
        )

    async def sail(self, body: sailing.SetSail, caller: AnyCaller) -> models.Opened:
        """Set sail in today's voyage, or get the table of the voyage that the token has begun today
        already.
        """
        deal = deal_on(self._key, body.game, "")
        if await self._own_voyage(deal, caller.owner) is None:
            await self._service.limit_new_table(caller)
        owner, token = self._service.admit(caller)
        id_ = await set_sail(self._service.app, deal, owner, body.name or "")
        match = await self._service.match(id_, owner)
        return models.Opened(table=id_, version=match.version, seats=list(match.seats_of(owner)), token=token)

    async def _own_voyage(self, deal: DailyDeal, owner: str | None) -> TableState | None:
        if owner is None:
            return None
        return await self._service.room.ask(store.begun, owner, deal.game.id, deal.day)
