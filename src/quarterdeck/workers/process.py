"""One worker process, as the server sees it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, cast

from quarterdeck.bots.stand_in import NotLegal
from quarterdeck.workers import frames
from quarterdeck.workers.frames import Torn
from quarterdeck.workers.runner import Failed, NoAnswer, Urgency, WorkerTask

__all__ = ["Worker", "WorkerProcess", "result", "start"]

# Seconds between two looks at a worker that thinks: at its memory, and whether its time is up.
LOOK: Final = 0.25
# Seconds that a worker has for loading compiled rules, and for saying where it is.
LOADING: Final = 120.0
LAST_WORDS: Final = 1.0
# The most bytes kept of what a worker writes to its standard error.
KEPT: Final = 4_000
STDIN: Final = 0
STDERR: Final = 2


class Worker(Protocol):
    """Does one task at a time. Once it is `spent` it answers no more."""

    spent: bool

    async def answer(self, task: WorkerTask, urgency: Urgency) -> Any:
        """The answer to the task. Failed, NoAnswer; Torn if the worker has died."""

    async def end(self) -> None:
        """End it."""


class WorkerProcess(asyncio.SubprocessProtocol):
    """A process of this machine, which may take so many bytes of memory."""

    def __init__(self, memory: int) -> None:
        loop = asyncio.get_running_loop()
        self.spent = False
        self.pid = 0
        self._loop = loop
        self._memory = memory
        self._loaded: set[str] = set()
        self._received = frames.Buffer()
        self._asked: asyncio.Future[Any] | None = None
        self._said = b""
        self._ended: asyncio.Future[None] = loop.create_future()

    # -- what the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process has started."""
        self._process = cast(asyncio.SubprocessTransport, transport)
        self.pid = self._process.get_pid()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It has written something: an answer, or a complaint to its standard error."""
        if fd == STDERR:
            self._said = (self._said + data)[-KEPT:]
            return
        try:
            for message in self._received.add(data):
                self._settle(message)
        except Torn as torn:
            self._fail(torn)

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended, and all that it has written was received."""
        self._fail(Torn())
        if not self._ended.done():
            self._ended.set_result(None)

    def _settle(self, message: Any) -> None:
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(message)

    def _fail(self, error: Exception) -> None:
        if self._asked is not None and not self._asked.done():
            self._asked.set_exception(error)

    # -- what the pool calls

    async def answer(self, task: WorkerTask, urgency: Urgency) -> Any:
        """See `Worker.answer`. One that does not answer in time or takes too much memory is ended."""
        if task.game not in ("", *self._loaded):
            await self._answer(WorkerTask("load", task.game, LOADING))
            self._loaded.add(task.game)
        return await self._answer(task)

    async def _answer(self, task: WorkerTask) -> Any:
        # Until it has answered, even if whoever asked has gone: else the next one would get this answer.
        self.spent = True
        if self._ended.done():
            raise Torn
        self._asked = self._loop.create_future()
        pipe = cast(asyncio.WriteTransport, self._process.get_pipe_transport(STDIN))
        pipe.write(frames.packed({"name": task.name, "body": task.body}))
        self._look_later(self._loop.time() + task.seconds)
        try:
            message = await self._asked
        except _TimeUp:
            raise NoAnswer(await self._where()) from None
        finally:
            self._looking.cancel()
        self.spent = False
        return result(message)

    def _look_later(self, until: float) -> None:
        wait = max(0.0, min(LOOK, until - self._loop.time()))
        self._looking = self._loop.call_later(wait, self._look, until)

    def _look(self, until: float) -> None:
        if resident(self.pid) > self._memory:
            self._fail(Failed("it took too much memory"))
        elif self._loop.time() >= until:
            self._fail(_TimeUp())
        else:
            self._look_later(until)

    async def _where(self) -> str:
        """Where it is: what it writes of its threads when asked, and before."""
        if sys.platform != "win32":
            said, until = self._said, self._loop.time() + LAST_WORDS
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGUSR1)
            while self._said == said and self._loop.time() < until:
                await asyncio.sleep(LAST_WORDS / 20)
        return self._said.decode(errors="replace").strip() or "an unknown place"

    async def end(self) -> None:
        """See `Worker.end`."""
        self.spent = True
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._ended
        self._process.close()


class _TimeUp(Exception):
    """A worker has had all the time that it may take."""


async def start(memory: int) -> WorkerProcess:
    """Start a worker. OSError."""
    _transport, worker = await asyncio.get_running_loop().subprocess_exec(
        partial(WorkerProcess, memory),
        *(sys.executable, "-m", "quarterdeck.workers", str(os.getpid())),
        # It finds the games that this process finds, wherever they are.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        # Ctrl+C in the terminal reaches only the server.
        start_new_session=True,
    )
    return worker


def result(message: Any) -> Any:
    """The answer in a worker's message. Failed, because of NotLegal if an action was illegal."""
    if "answer" in message:
        return message["answer"]
    if "not_legal" in message:
        raise Failed from NotLegal()
    raise Failed(message["error"])


def resident(pid: int) -> int:
    """The bytes of memory that a process takes; 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    import resource

    return int(pages) * resource.getpagesize()
