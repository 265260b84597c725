"""Workers of another machine: two servers share them, nobody without the key does, and nobody needs them."""

from __future__ import annotations

import asyncio
import os
import signal
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from quarterdeck.bots import bot
from quarterdeck.workers import Failed, NoAnswer, Urgency, Workers, WorkerTask, frames, pool, remote
from quarterdeck.workers.codec import view_data
from quarterdeck.workers.process import WorkerProcess
from quarterdeck.workers.remote import RemoteHost, RemoteWorker, WorkerHost
from tests.tables.tables import until
from tests.workers.bots import MAKER
from tests.workers.test_pool import ENOUGH, at_work, pass_time, view

pytestmark = pytest.mark.anyio

HERE = "127.0.0.1"
KEY = "k" * 32


@asynccontextmanager
async def lent(size: int = 1, maker: str = pool.BOTS) -> AsyncIterator[tuple[Workers, int]]:
    """Workers that are lent, and the port."""
    workers = Workers(size, compiling=False, maker=maker)
    host = WorkerHost(workers, size, KEY)
    server = await asyncio.start_server(host.serve, HERE, 0)
    try:
        yield workers, server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await host.close()
        await workers.close()


@asynccontextmanager
async def borrowing(port: int, key: str = KEY) -> AsyncIterator[Workers]:
    """The workers of a server that uses those at this port beside one of its own."""
    made = Workers(1, compiling=False, maker=MAKER, hosts=[RemoteHost(HERE, port, key)])
    try:
        yield made
    finally:
        await made.close()


@asynccontextmanager
async def listening(serve: Any) -> AsyncIterator[int]:
    """A port where something else listens."""
    server = await asyncio.start_server(serve, HERE, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


def near(made: Workers) -> list[WorkerProcess]:
    return [one for one in made.running if isinstance(one, WorkerProcess)]


def far(made: Workers) -> list[RemoteWorker]:
    return [one for one in made.running if isinstance(one, RemoteWorker)]


async def test_two_servers_use_the_workers_of_a_third_machine() -> None:
    async with lent() as (workers, port), borrowing(port) as one, borrowing(port) as other:
        seen = view()
        for made in (one, other):
            assert await made.choose("mate", "seed", seen, ENOUGH) == bot("mate", "seed").choose(seen)
            assert [type(worker) for worker in made.running] == [RemoteWorker]
        assert len(workers.running) == 1


async def test_as_many_tasks_are_given_away_as_the_host_has_workers() -> None:
    async with lent(2, MAKER) as (workers, port), borrowing(port) as made:
        await made.choose("random", "", view(), ENOUGH)
        await asyncio.gather(*(made.choose("dawdles", "", view(), ENOUGH) for _number in range(4)))
        assert (len(far(made)), len(near(made)), len(workers.running)) == (2, 1, 2)


# -- whom a host serves


async def test_without_the_key_the_servers_own_workers_think(caplog: pytest.LogCaptureFixture) -> None:
    async with lent() as (workers, port), borrowing(port, "another key") as made:
        seen = view()
        assert await made.choose("random", "", seen, ENOUGH) in seen.legal()
        assert len(near(made)) == len(made.running) == 1
        await until(lambda: "does not know worker_key" in caplog.text)
        assert f"{HERE}:{port} can't be used for now: it has another worker_key or version" in caplog.text
        assert workers.running == []


@pytest.mark.parametrize("proof", ["", "0" * 64, "the host's own"])
async def test_a_host_does_nothing_for_who_does_not_prove_the_key(proof: str) -> None:
    async with lent() as (workers, port):
        reader, writer = await asyncio.open_connection(HERE, port)
        writer.write(frames.packed({"number": "1"}))
        told = await frames.read_async(reader)
        writer.write(frames.packed({"proof": told["proof"] if proof == "the host's own" else proof}))
        body = {"bot": "random", "seed": "", "view": view_data(view())}
        task = WorkerTask("choose", body, ENOUGH)
        writer.write(frames.packed({**task._asdict(), "urgency": 0}))
        with pytest.raises(frames.BrokenStream):
            await frames.read_async(reader)
        writer.close()
        assert workers.running == []


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        struct.pack("!I", 1 << 23),
        frames.LENGTH.pack(900) + b"[" * 900,
        frames.packed({"number": "1" * 2000}),
        frames.packed([]),
        frames.packed({"number": "1"}) + frames.packed({"proof": "é"}),
    ],
)
async def test_a_host_hangs_up_on_what_is_no_greeting(said: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async with lent() as (_workers, port):
        reader, writer = await asyncio.open_connection(HERE, port)
        writer.write(said)
        while await reader.read(4_096):
            pass
        writer.close()
    assert "Traceback" not in caplog.text


async def test_a_host_keeps_few_connections_that_have_proven_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "UNPROVEN", 2)
    async with lent() as (_workers, port):
        idle = [await asyncio.open_connection(HERE, port) for _number in range(2)]
        # A server still gets in, in place of the one that has been silent longest.
        worker = await RemoteHost(HERE, port, KEY).connect()
        (oldest, _writer), (newer, _writer) = idle
        assert await oldest.read() == b""
        assert not newer.at_eof()
        await worker.end()
        for _reader, writer in idle:
            writer.close()


# -- when a host is of no use


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


async def hanging_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


@pytest.mark.parametrize("serve", [silent, hanging_up])
async def test_a_host_that_does_not_answer_holds_nothing_up(
    serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "GREETING", 0.5)
    async with listening(serve) as port, borrowing(port) as made:
        asked = [made.choose("random", "", view(), ENOUGH) for _number in range(5)]
        assert all(one in view().legal() for one in await asyncio.wait_for(asyncio.gather(*asked), ENOUGH))
        assert len(near(made)) == 1


async def test_what_is_lost_with_a_connection_is_done_here() -> None:
    async with lent(1, MAKER) as (workers, port), borrowing(port) as made:
        await made.choose("random", "", view(), ENOUGH)
        asked = asyncio.create_task(made.choose("dawdles", "", view(), ENOUGH))
        await until(lambda: at_work(workers))
        await far(made)[0].end()
        assert await asked == view().legal()[-1]
        assert (len(near(made)), len(far(made))) == (1, 0)
        assert workers.running


async def test_a_host_is_used_again_after_its_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "REST", 0.2)
    async with lent(1, MAKER) as (_workers, port), borrowing(port) as made:
        made.ready = True
        with pytest.raises(Failed, match="GameOptionError"):
            await made.run(WorkerTask("choose", {}, ENOUGH, "none"), Urgency.MOVE)
        assert far(made) == []
        for worker in near(made):
            os.kill(worker.pid, signal.SIGKILL)
        await until(lambda: not made.running)
        await asyncio.sleep(0.3)
        await made.choose("random", "", view(), ENOUGH)
        assert (len(near(made)), len(far(made))) == (0, 1)


async def test_searches_are_left_to_machines_with_compiled_rules() -> None:
    async with lent() as (workers, port), borrowing(port) as made:
        made.ready = True
        task = WorkerTask("choose", {"bot": "random", "seed": "", "view": view_data(view())}, ENOUGH, "none")
        with pytest.raises(Failed, match="GameOptionError"):
            # This machine's own worker is told to load a game that there is not.
            await made.run(task, Urgency.MOVE)
        assert workers.running == []


async def test_no_answer_of_another_machine_is_none_here() -> None:
    async with lent(1, MAKER) as (workers, port):
        worker = await RemoteHost(HERE, port, KEY).connect()
        body = {"bot": "hangs", "seed": "", "view": view_data(view())}
        asked = asyncio.create_task(worker.answer(WorkerTask("choose", body, ENOUGH), Urgency.MOVE))
        await pass_time(workers)
        with pytest.raises(NoAnswer, match=r"bots\.py"):
            await asked
        await until(lambda: not workers.running)
        await worker.end()
