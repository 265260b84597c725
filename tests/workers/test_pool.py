"""Workers: what they answer, and what becomes of those that hang, die, grow or have nothing to do."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from quarterdeck.bots import bot
from quarterdeck.bots.stand_in import NotLegal
from quarterdeck.play import Game, View
from quarterdeck.workers import Died, Failed, NoAnswer, Unavailable, Urgency, Workers, WorkerTask, pool
from quarterdeck.workers.codec import view_data
from quarterdeck.workers.process import WorkerProcess
from tests.tables.tables import until
from tests.workers.bots import MAKER, SAID

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
ENOUGH = 60.0


@asynccontextmanager
async def workers(size: int = 1, memory: int = 1 << 30, idle: float = 300.0) -> AsyncIterator[Workers]:
    made = Workers(size, memory, idle, compiling=False, maker=MAKER)
    try:
        yield made
    finally:
        await made.close()


def view(game: str = "meuterer", seed: int = 1) -> View:
    position = Game(game).start(seed=seed)
    return position.view(position.to_act[0])


def gone(group: int) -> bool:
    """Whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def only(made: Workers) -> WorkerProcess:
    (worker,) = made.running
    assert isinstance(worker, WorkerProcess)
    return worker


def pid(made: Workers) -> int:
    return only(made).pid


def at_work(made: Workers) -> bool:
    """Whether the one worker has a task."""
    pending = only(made)._pending
    return pending is not None and not pending.done()


async def pass_time(made: Workers) -> None:
    """Let a minute pass for the one worker once its bot hangs, however late that is on a busy machine."""
    await until(lambda: bool(made.running))
    worker, loop = only(made), asyncio.get_running_loop()
    await until(lambda: SAID.encode() in worker._stderr)
    vars(worker)["_loop"] = Mock(wraps=loop, time=lambda: loop.time() + ENOUGH)


@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
async def test_a_worker_chooses_what_the_same_bot_chooses_here(game: str) -> None:
    async with workers() as made:
        for name in ("random", "rule-of-thumb", "mate"):
            seen = view(game)
            assert await made.choose(name, "seed", seen, ENOUGH) == bot(name, "seed").choose(seen)
        assert len(made.running) == 1


async def test_a_worker_says_how_a_bot_fails_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUARTERDECK_DEBUG", raising=False)
    async with workers() as made:
        for name, kind in (("raises", "RuntimeError"), ("quits", "SystemExit")):
            with pytest.raises(Failed, match=rf"bots\.py(?s:.*)\n{kind}$") as told:
                await made.choose(name, "", view(), ENOUGH)
            # A bot's words may name cards, and the server logs what it is told.
            assert SAID not in str(told.value)
        first = pid(made)
        with pytest.raises(Failed) as failed:
            await made.choose("cheats", "", view(), ENOUGH)
        assert isinstance(failed.value.__cause__, NotLegal)
        # What a bot prints does not get between the answers.
        assert await made.choose("prints", "", view(), ENOUGH) == view().legal()[-1]
        assert pid(made) == first


async def test_a_worker_knows_no_option_of_its_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERDECK_KEY", "a secret")
    monkeypatch.setenv("QUARTERDECK_CACHE", os.environ.get("QUARTERDECK_CACHE", "/tmp/cache"))
    # So that its error has its words.
    monkeypatch.setenv("QUARTERDECK_DEBUG", "1")
    names = r"QUARTERDECK_CACHE QUARTERDECK_DEBUG( QUARTERDECK_INTERPRET)?"
    async with workers() as made:
        with pytest.raises(Failed, match=rf"RuntimeError: {names}$"):
            await made.choose("tells", "", view(), ENOUGH)


async def test_one_that_hangs_is_ended_with_all_that_it_has_started_and_replaced() -> None:
    async with workers() as made:
        await made.choose("random", "", view(), ENOUGH)
        first = pid(made)
        asked = asyncio.create_task(made.choose("hangs", "", view(), ENOUGH))
        await pass_time(made)
        with pytest.raises(NoAnswer) as silent:
            await asked
        # What the bot has printed, and where it is.
        assert SAID in silent.value.where
        assert "bots.py" in silent.value.where
        await made.choose("random", "", view(), ENOUGH)
        assert pid(made) != first
        await until(lambda: gone(first))


async def test_one_that_dies_is_replaced_and_its_work_done_by_another() -> None:
    async with workers() as made:
        asked = asyncio.create_task(made.choose("dawdles", "", view(), ENOUGH))
        await until(lambda: bool(made.running))
        os.kill(first := pid(made), signal.SIGKILL)
        assert await asked == view().legal()[-1]
        assert pid(made) != first


async def test_a_bot_that_ends_every_worker_fails(caplog: pytest.LogCaptureFixture) -> None:
    async with workers() as made:
        with pytest.raises(Died):
            await made.choose("dies", "", view(), ENOUGH)
        assert caplog.text.count("A worker has died of “choose”: exit code 3") == 2
        assert await made.choose("random", "", view(), ENOUGH) in view().legal()


async def test_while_workers_die_one_after_the_other_none_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    # On a busy machine a worker takes seconds to start.
    monkeypatch.setattr("quarterdeck.workers.pool.PAUSE", 600.0)
    async with workers() as made:
        with pytest.raises(Died):
            await made.choose("dies", "", view(), ENOUGH)
        for name in ("dies", "random"):
            with pytest.raises(Unavailable, match="one after the other"):
                await made.choose(name, "", view(), ENOUGH)
        monkeypatch.setattr("quarterdeck.workers.pool.PAUSE", 0.0)
        assert await made.choose("random", "", view(), ENOUGH) in view().legal()


async def test_one_that_dies_idle_is_no_matter_of_the_next_task(caplog: pytest.LogCaptureFixture) -> None:
    async with workers(2) as made:
        await asyncio.gather(*(made.choose("dawdles", "", view(), ENOUGH) for _number in range(2)))
        for one in made.running:
            assert isinstance(one, WorkerProcess)
            os.kill(one.pid, signal.SIGKILL)
        await until(lambda: not made.running)
        assert await made.choose("random", "", view(), ENOUGH) in view().legal()
    assert caplog.text == ""


async def test_the_number_of_one_that_has_ended_is_not_used_later(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    kill = os.killpg

    def noted(group: int, number: int) -> None:
        killed.append(group)
        kill(group, number)

    async with workers() as made:
        await made.choose("random", "", view(), ENOUGH)
        monkeypatch.setattr(os, "killpg", noted)
        os.kill(first := pid(made), signal.SIGKILL)
        await until(lambda: not made.running)
        # What it has started ends at once; by now another process may have its number.
        assert killed == [first]
        await made.choose("random", "", view(), ENOUGH)
        assert killed == [first]


async def test_where_none_starts_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    async with workers() as made:
        with pytest.raises(Unavailable, match="no worker starts"):
            await made.choose("random", "", view(), ENOUGH)


async def test_after_the_end_nothing_is_begun() -> None:
    async with workers() as made:
        asked = [asyncio.create_task(made.choose("dawdles", "", view(), ENOUGH)) for _number in range(2)]
        await until(lambda: bool(made.running))
        await made.close()
        for one in asked:
            with pytest.raises(Unavailable):
                await one
        with pytest.raises(Unavailable):
            await made.choose("random", "", view(), ENOUGH)
        assert made.running == []


async def test_one_that_starts_while_nobody_waits_any_more_is_ended() -> None:
    before = children()
    async with workers() as made:
        asked = asyncio.create_task(made.choose("random", "", view(), ENOUGH))
        await asyncio.sleep(0)
        asked.cancel()
        with suppress(asyncio.CancelledError):
            await asked
        assert await made.choose("random", "", view(), ENOUGH) in view().legal()
        assert len(made.running) == 1
        await until(lambda: len(children() - before) == 1)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not tell the memory")
async def test_one_that_takes_too_much_memory_is_ended() -> None:
    async with workers(memory=300 << 20) as made:
        with pytest.raises(Failed, match="too much memory"):
            await made.choose("grows", "", view(), ENOUGH)
        assert await made.choose("random", "", view(), ENOUGH) in view().legal()


async def test_workers_start_when_somebody_asks_and_end_when_idle() -> None:
    async with workers(2, idle=2) as made:
        assert made.running == []
        await made.choose("random", "", view(), ENOUGH)
        assert len(made.running) == 1
        asked = [asyncio.create_task(made.choose("dawdles", "", view(), ENOUGH)) for _number in range(3)]
        await until(lambda: len(made.running) == 2)
        await asyncio.gather(*asked)
        await until(lambda: not made.running)
        assert await made.choose("random", "", view(), ENOUGH) in view().legal()


def children() -> set[str]:
    """The workers of this process that run now, each with its number."""
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return {line for line in listed.splitlines() if f"quarterdeck.workers {os.getpid()} " in line}


async def test_a_worker_is_not_given_to_who_is_about_to_go() -> None:
    async with workers() as made:
        first = asyncio.create_task(made.choose("dawdles", "", view(), ENOUGH))
        await until(lambda: bool(made.running))
        second = asyncio.create_task(made.choose("random", "", view(), ENOUGH))
        await until(lambda: bool(made._waiting))
        first.cancel()
        second.cancel()
        done = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(one) for one in done] == [asyncio.CancelledError] * 2
        async with asyncio.timeout(ENOUGH):
            assert await made.choose("random", "", view(), ENOUGH) in view().legal()


async def test_nobody_gets_the_answer_of_somebody_who_has_gone() -> None:
    async with workers() as made:
        await made.choose("random", "", view(), ENOUGH)
        gone = asyncio.create_task(made.choose("dawdles", "", view(), ENOUGH))
        await until(lambda: at_work(made))
        gone.cancel()
        other = view("mutiny")
        assert await made.choose("rule-of-thumb", "", other, ENOUGH) == bot("rule-of-thumb", "").choose(other)


async def test_the_most_urgent_task_comes_first() -> None:
    told: list[Urgency] = []
    body = {"bot": "dawdles", "seed": "", "view": view_data(view())}

    async def ask(made: Workers, urgency: Urgency) -> None:
        await made.run(WorkerTask("choose", body, ENOUGH), urgency)
        told.append(urgency)

    async with workers() as made:
        first = asyncio.create_task(ask(made, Urgency.REPLAY))
        await until(lambda: bool(made.running))
        rest = [asyncio.create_task(ask(made, one)) for one in reversed(Urgency)]
        await asyncio.gather(first, *rest)
    assert told == [Urgency.REPLAY, *Urgency]


ALONE = """
import asyncio
from tests.workers.test_pool import pid, view, workers

async def main():
    async with workers() as made:
        asked = asyncio.create_task(made.choose("hangs", "", view(), 3600))
        while not made.running:
            await asyncio.sleep(0.01)
        print(pid(made), flush=True)
        await asked

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker that hangs outlives its server")
def test_workers_end_with_their_server_even_if_they_hang() -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", ALONE],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    worker = Path("/proc") / server.stdout.readline().strip()
    with server.stdout:
        server.kill()
        server.wait()
    asyncio.run(until(lambda: not worker.exists()))


@pytest.mark.parametrize("works", [True, False])
async def test_rules_are_prepared_until_that_has_worked_or_failed(
    works: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fill_cache() -> bool:
        return works

    monkeypatch.setattr(pool, "fill_cache", fill_cache)
    monkeypatch.setattr("quarterdeck.kernel.jit.interpreted", lambda: False)
    made = Workers(1)
    assert made.preparing
    assert await made.compile() == made.ready == works
    assert not made.preparing
    await made.close()
