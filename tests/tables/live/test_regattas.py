"""Regattas of several servers on one database."""

from __future__ import annotations

import asyncio

import pytest

from quarterdeck.tables.live.regatta import Organizer
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.store import regattas
from tests.tables.live.test_servers import servers
from tests.tables.store.test_regattas import regatta
from tests.tables.tables import NEVER

pytestmark = pytest.mark.anyio

ENTRANTS = {f"{name.lower()}'s hash": name for name in ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")}


async def test_two_servers_make_each_table_of_a_round_once(database_url: str) -> None:
    async with servers(database_url, NEVER) as rooms:
        one = rooms[0]
        id_ = regatta().id
        await one.change(regattas.add, regatta(terms=Terms("live", per_move=12, reserve=5).to_json()))
        for holder, name in ENTRANTS.items():
            await one.change(regattas.enter, id_, holder, name)
        await one.change(regattas.begin, id_, 1)
        begun = await one.ask(regattas.find, id_)
        organizers = [Organizer(room, "key", lambda _match: [], lambda _game: ["Bot"] * 4) for room in rooms]
        await asyncio.gather(*(organizer.settle(begun) for organizer in organizers))
        (tables,) = await one.ask(regattas.tables_of, begun, [1])
        matches = [await one.get(started.table) for started in tables.values()]
        await one.peers.catch_up(*(match.id for match in matches))
        assert len(matches) == 2
        assert all(match.begun for match in matches)
        held = [sum(len(match.seats_of(holder)) for match in matches) for holder in ENTRANTS]
        assert held == [1] * len(ENTRANTS)
