"""Workers of another machine: two servers share them, nobody without the key does, and nobody needs them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from quarterdeck.bots import bot
from quarterdeck.workers import Failed, NoAnswer, Urgency, Workers, WorkerTask
from quarterdeck.workers.codec import view_data
from quarterdeck.workers.process import WorkerProcess
from quarterdeck.workers.remote import RemoteWorker, WorkerHost, connect
from tests.tables.tables import until
from tests.workers.bots import MAKER
from tests.workers.test_pool import ENOUGH, view

pytestmark = pytest.mark.anyio

KEY = "k" * 32


@asynccontextmanager
async def lent(size: int = 1) -> AsyncIterator[tuple[Workers, int]]:
    """Workers that are lent, and the port."""
    workers = Workers(size, compiling=False)
    server = await asyncio.start_server(WorkerHost(workers, KEY).serve, "127.0.0.1", 0)
    try:
        yield workers, server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await workers.close()


@asynccontextmanager
async def server(port: int, key: str = KEY) -> AsyncIterator[Workers]:
    """The workers of a server that uses those at this port beside one of its own."""
    made = Workers(1, compiling=False, others=[partial(connect, "127.0.0.1", port, key)])
    try:
        yield made
    finally:
        await made.close()


def near(made: Workers) -> list[WorkerProcess]:
    return [one for one in made.running if isinstance(one, WorkerProcess)]


async def test_two_servers_use_the_workers_of_a_third_machine() -> None:
    async with lent() as (workers, port), server(port) as one, server(port) as other:
        seen = view()
        for made in (one, other):
            assert await made.choose("mate", "seed", seen, ENOUGH) == bot("mate", "seed").choose(seen)
            assert [type(worker) for worker in made.running] == [RemoteWorker]
        assert len(workers.running) == 1


async def test_without_the_key_nobody_is_served_and_the_servers_own_workers_think() -> None:
    async with lent() as (workers, port), server(port, "another key") as made:
        seen = view()
        assert await made.choose("random", "", seen, ENOUGH) in seen.legal()
        assert len(near(made)) == len(made.running) == 1
        assert workers.running == []


async def test_a_host_refuses_who_proves_nothing() -> None:
    async with lent() as (workers, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        assert await reader.read() == b""
        writer.close()
        assert workers.running == []


async def test_where_the_other_machine_is_gone_a_servers_own_workers_go_on() -> None:
    async with lent() as (workers, port), server(port) as made:
        await made.choose("random", "", view(), ENOUGH)
        assert not near(made)
        (far,) = made.running
        asked = asyncio.create_task(made.choose("rule-of-thumb", "", view("mutiny"), ENOUGH))
        await far.end()
        assert await asked == bot("rule-of-thumb", "").choose(view("mutiny"))
        assert len(near(made)) == 1
        assert workers.running


async def test_a_host_makes_its_own_bots_only() -> None:
    async with lent() as (_workers, port), server(port) as made:
        body = {"bot": "hangs", "seed": "", "view": view_data(view()), "maker": MAKER}
        with pytest.raises(Failed, match="hangs"):
            await made.run(WorkerTask("choose", body, ENOUGH), Urgency.MOVE)


async def test_no_answer_of_another_machine_is_none_here() -> None:
    async with lent() as (workers, port):
        far = await connect("127.0.0.1", port, KEY)
        body = {"bot": "admiral", "seed": "", "view": view_data(view()), "maker": ""}
        with pytest.raises(NoAnswer):
            await far.answer(WorkerTask("choose", body, 0.01), Urgency.MOVE)
        await until(lambda: not workers.running)
        await far.end()
