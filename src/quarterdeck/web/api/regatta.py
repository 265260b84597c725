"""Regattas for programs: setting one up, taking part, beginning rounds, standings."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query

from quarterdeck.tables.errors import Outdated
from quarterdeck.tables.live import regatta as live
from quarterdeck.tables.live.regatta import Organizer, fresh_id
from quarterdeck.tables.store import regattas
from quarterdeck.tables.store.regattas import Regatta
from quarterdeck.text_safety import bare
from quarterdeck.web.api import models, sailing
from quarterdeck.web.api.service import Operations, Service, refusals
from quarterdeck.web.api.tokens import SECURED, AnyCaller, TokenOwner
from quarterdeck.web.pages.regatta import read_regatta, standings

__all__ = ["routes"]

Id = Annotated[str, Query(max_length=40, description="The regatta's id.", examples=["8395740dfb54f546"])]


def routes(service: Service, organizer: Organizer) -> APIRouter:
    """Regattas."""
    handlers, router = _Regattas(service, organizer), APIRouter(tags=["tables"])
    changes = refusals(401, 404, 409)
    router.get("/regatta", responses=changes)(handlers.regatta)
    router.post("/regatta", status_code=201, responses=changes, dependencies=SECURED)(handlers.set_up)
    router.post("/regatta/enter", responses=changes, dependencies=SECURED)(handlers.enter)
    router.post("/regatta/leave", responses=changes, dependencies=SECURED)(handlers.leave_regatta)
    router.post("/regatta/begin", responses=changes, dependencies=SECURED)(handlers.begin_round)
    return router


class _Regattas(Operations):
    def __init__(self, service: Service, organizer: Organizer) -> None:
        super().__init__(service)
        self._organizer = organizer

    async def _settled_regatta(self, id_: str) -> Regatta:
        return await self._organizer.settle(await self._service.room.ask(regattas.find, id_))

    async def regatta(self, id: Id, caller: AnyCaller) -> sailing.Regatta:
        """A regatta: its rounds, the standings, and the tables that may be watched. The token's own table is
        in `table`, also while the others are closed.
        """
        found = await self._service.room.ask(regattas.find, id)
        with suppress(Outdated):
            # A round with a table that can't be read waits, and all else is told.
            found = await self._organizer.settle(found)
        mine = found.entrant(caller.owner)
        (tables,) = await self._service.room.ask(regattas.tables_of, found, [found.begun])
        own = await self._own_table([one.table for one in tables.values()], caller.owner)
        hidden = found.duplicate and not found.between
        return sailing.Regatta(
            id=found.id,
            title=found.title,
            game=found.game,
            options=found.options,
            terms=found.terms,
            rounds=found.rounds,
            duplicate=found.duplicate,
            begun=found.begun,
            finished=len(found.results),
            standings=[
                sailing.Standing(name=bare(row["name"]), me=row["me"], points=points, total=sum(points))
                for row, points in standings(found, mine)
            ],
            table=own,
            tables=[] if hidden else [tables[at].table for at in sorted(tables)],
        )

    async def _own_table(self, tables: Sequence[str], owner: str | None) -> str | None:
        """The table at which the caller has a seat, if it can be read."""
        for table in tables:
            with suppress(Outdated):
                if owner is not None and (await self._service.room.get(table)).seats_of(owner):
                    return table
        return None

    async def set_up(self, body: sailing.NewRegatta, caller: AnyCaller) -> sailing.RegattaMade:
        """Set up a regatta, without taking part."""
        owner, token = self._service.admit(caller)
        form = {name: str(value) for name, value in body.model_dump(exclude_none=True).items()}
        made = read_regatta(form, fresh_id(), owner, int(time.time()))
        await self._service.limit_new_table(caller)
        await self._service.room.change(regattas.add, made)
        return sailing.RegattaMade(id=made.id, token=token)

    async def enter(self, id: Id, body: models.Name, caller: AnyCaller) -> sailing.RegattaMade:
        """Take part, before the first round begins."""
        self._service.limit("sit", caller)
        found = await self._settled_regatta(id)
        owner, token = self._service.admit(caller)
        await self._service.room.change(regattas.enter, found.id, owner, body.name)
        return sailing.RegattaMade(id=found.id, token=token)

    async def leave_regatta(self, id: Id, owner: TokenOwner) -> sailing.RegattaMade:
        """Take part no more, before the first round begins."""
        found = await self._service.room.ask(regattas.find, id)
        await self._service.room.change(regattas.drop, found.id, owner)
        return sailing.RegattaMade(id=found.id, token=None)

    async def begin_round(self, id: Id, body: sailing.Round, owner: TokenOwner) -> sailing.RegattaMade:
        """Begin a round. Whoever takes part or has set the regatta up may, once the round before is over."""
        found = await self._settled_regatta(id)
        await live.begin(self._service.room, found, owner, body.round)
        await self._settled_regatta(id)
        return sailing.RegattaMade(id=found.id, token=None)
