from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest

from quarterdeck.tables.live import threads as module
from quarterdeck.tables.live.threads import AT_ONCE, Threads
from quarterdeck.workers import Failed, NoAnswer
from tests.tables.tables import until

pytestmark = pytest.mark.anyio

SHORT = 0.05


@contextmanager
def gated() -> Iterator[threading.Event]:
    """An event for which a test's calls wait."""
    gate = threading.Event()
    try:
        yield gate
    finally:
        gate.set()


@pytest.mark.parametrize("error", [ValueError, StopIteration, SystemExit, KeyboardInterrupt])
async def test_whatever_a_call_raises_is_the_cause_of_a_failure(error: type[BaseException]) -> None:
    def call() -> None:
        raise error("of its own")

    with pytest.raises(Failed) as caught:
        await Threads().call(call, 10)
    assert isinstance(caught.value.__cause__, error)


async def test_a_call_that_does_not_come_back_is_given_up_and_where_it_hangs_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = threading.Barrier(2)

    def hangs() -> None:
        gate.wait()

    async def wait(ended: Sequence[asyncio.Future[Any]], timeout: float) -> Any:
        # However late the thread gets there on a busy machine.
        await until(lambda: gate.n_waiting == 1)
        return await asyncio.wait(ended, timeout=timeout)

    threads = Threads()
    with monkeypatch.context() as patched:
        patched.setattr(module, "asyncio", Mock(wraps=asyncio, wait=wait))
        with pytest.raises(NoAnswer) as caught:
            await threads.call(hangs, SHORT)
    assert "in hangs" in caught.value.where
    assert "gate.wait()" in caught.value.where
    assert threads.lost == 1
    assert await threads.call(lambda: 7, 10) == 7
    gate.wait()
    await until(lambda: threads.lost == 0)


async def test_when_all_are_lost_nobody_waits_until_one_comes_back() -> None:
    with gated() as gate:
        threads = Threads()
        waiting = [threads.call(gate.wait, SHORT) for _ in range(AT_ONCE + 5)]
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in found] == [NoAnswer] * (AT_ONCE + 5)
        assert sum(isinstance(one, NoAnswer) and bool(one.where) for one in found) == AT_ONCE
        with pytest.raises(NoAnswer):
            await threads.call(lambda: 7, 3600)
        gate.set()
        await until(lambda: threads.lost == 0)
        # As many as before can be lost again: no place went missing, and none was added.
        again = threading.Event()
        try:
            for _ in range(AT_ONCE):
                with pytest.raises(NoAnswer):
                    await threads.call(again.wait, 0.001)
            assert threads.lost == AT_ONCE
        finally:
            again.set()


async def test_no_more_go_on_at_a_time_than_agreed() -> None:
    with gated() as gate:
        begun: list[int] = []

        def call(number: int) -> int:
            begun.append(number)
            gate.wait()
            return number

        threads = Threads()
        calls = [asyncio.create_task(threads.call(partial(call, n), 60)) for n in range(AT_ONCE + 3)]
        await until(lambda: len(begun) == AT_ONCE)
        await asyncio.sleep(SHORT)
        assert len(begun) == AT_ONCE
        gate.set()
        assert await asyncio.gather(*calls) == list(range(AT_ONCE + 3))


def test_a_program_ends_though_a_call_never_does() -> None:
    program = """
import asyncio, threading
from quarterdeck.tables.live.threads import Threads
from quarterdeck.workers import NoAnswer

async def run():
    try:
        await Threads().call(threading.Event().wait, 0.05)
    except NoAnswer:
        print("given up")

asyncio.run(run())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (0, "given up\n", "")
