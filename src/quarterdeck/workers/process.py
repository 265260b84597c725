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
from quarterdeck.workers.frames import BrokenStream
from quarterdeck.workers.runner import Failed, NoAnswer, Urgency, WorkerTask

__all__ = ["LOADING", "Worker", "WorkerProcess", "result", "start"]

# Seconds between two looks at a worker that thinks: at its memory, and whether its time is up.
LOOK: Final = 0.25
# Seconds that a worker may take to start, to load compiled rules, and to say where it is.
STARTING: Final = 60.0
LOADING: Final = 120.0
LAST_WORDS: Final = 5.0
# How faulthandler begins what it writes of a thread.
HEADING: Final = b"(most recent call first)"
# The most bytes kept of what a worker writes to its standard error.
KEPT: Final = 4_000
STDIN: Final = 0
STDERR: Final = 2
# The options of ours that a worker needs: others hold the server's secrets.
NEEDED: Final = ("QUARTERDECK_CACHE", "QUARTERDECK_DEBUG", "QUARTERDECK_INTERPRET")


class Worker(Protocol):
    """Does one task at a time. Once it is `spent` it does no more."""

    spent: bool

    async def answer(self, task: WorkerTask, urgency: Urgency) -> Any:
        """The answer to the task. Raises Failed, NoAnswer; BrokenStream if the worker has died; OSError if it
        can't do such a task.
        """

    async def end(self) -> None:
        """End it."""


class WorkerProcess(asyncio.SubprocessProtocol):
    """A process of this machine, which may take `memory` bytes."""

    def __init__(self, memory: int) -> None:
        loop = asyncio.get_running_loop()
        self.spent = False
        self.pid = 0
        self._loop = loop
        self._memory = memory
        self._exited = False
        self._greeted = False
        self._loaded: set[str] = set()
        self._buffer = frames.Buffer()
        self._pending: asyncio.Future[Any] | None = None
        self._stderr = b""
        self._ended: asyncio.Future[None] = loop.create_future()

    # -- what the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process has started."""
        self._process = cast(asyncio.SubprocessTransport, transport)
        self.pid = self._process.get_pid()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It has written something: an answer, or a complaint to its standard error."""
        if fd == STDERR:
            self._stderr = (self._stderr + data)[-KEPT:]
            return
        try:
            for message in self._buffer.add(data):
                if self._pending is not None and not self._pending.done():
                    self._pending.set_result(message)
        except BrokenStream as torn:
            self._fail_task(torn)

    def process_exited(self) -> None:
        """The process has ended. What it started may live on and keep its pipes open, so that is killed: at
        once, as another process may get the number later.
        """
        self.spent = True
        self._kill()
        self._exited = True
        # What it wrote last may still be on its way.
        self._loop.call_later(LOOK, self._finish)

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended, and all that it has written was received."""
        self._finish()

    def _finish(self) -> None:
        """Let its task fail, and whoever waits for its end go on."""
        self.spent = True
        self._fail_task(
            BrokenStream(f"exit code {self._process.get_returncode()}\n{self._stderr_text()}".strip())
        )
        if not self._ended.done():
            self._ended.set_result(None)

    def _fail_task(self, error: Exception) -> None:
        if self._pending is not None and not self._pending.done():
            self._pending.set_exception(error)

    def _stderr_text(self) -> str:
        return self._stderr.decode(errors="replace").strip()

    # -- what the pool calls

    async def answer(self, task: WorkerTask, urgency: Urgency) -> Any:
        """See `Worker.answer`. One that does not answer in time or takes too much memory is spent. Starting
        and loading rules have time of their own.
        """
        if not self._greeted:
            await self._do_task(WorkerTask("greet", None, STARTING))
            self._greeted = True
        if task.game not in ("", *self._loaded):
            await self._do_task(WorkerTask("load", task.game, LOADING))
            self._loaded.add(task.game)
        return await self._do_task(task)

    async def _do_task(self, task: WorkerTask) -> Any:
        """Send a task and wait for its answer, within the limits of time and memory."""
        if self.spent:
            raise BrokenStream
        self._stderr = b""
        self._pending = self._loop.create_future()
        pipe = cast(asyncio.WriteTransport, self._process.get_pipe_transport(STDIN))
        pipe.write(frames.packed({"name": task.name, "body": task.body}))
        self._check_limits_later(self._loop.time() + task.seconds)
        try:
            message = await self._pending
        except BaseException as error:
            # Also if the task was cancelled: otherwise the next task would get its answer.
            self.spent = True
            if isinstance(error, _TimeUp):
                raise NoAnswer(await self._whereabouts()) from None
            raise
        finally:
            self._limits_timer.cancel()
        return result(message)

    def _check_limits_later(self, until: float) -> None:
        wait = max(0.0, min(LOOK, until - self._loop.time()))
        self._limits_timer = self._loop.call_later(wait, self._check_limits, until)

    def _check_limits(self, until: float) -> None:
        """Let the task fail if the process takes too much memory or time; else check again later."""
        if resident(self.pid) > self._memory:
            self._fail_task(Failed("it took too much memory"))
        elif self._loop.time() >= until:
            self._fail_task(_TimeUp())
        else:
            self._check_limits_later(until)

    async def _whereabouts(self) -> str:
        """Where it is: the stacks of its threads, which it writes on a signal, after what it wrote before."""
        if sys.platform != "win32":
            until = self._loop.time() + LAST_WORDS
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGUSR1)
            while HEADING not in self._stderr and self._loop.time() < until:
                await asyncio.sleep(LAST_WORDS / 100)
        return self._stderr_text() or "an unknown place"

    async def end(self) -> None:
        """See `Worker.end`. What it has started ends, too, where the system has groups of processes."""
        self.spent = True
        if not self._exited:
            self._kill()
        await self._ended
        self._process.close()

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self.pid, signal.SIGKILL)


class _TimeUp(Exception):
    """A worker has had all the time that it may take."""


async def start(memory: int, maker: str) -> WorkerProcess:
    """Start a worker whose bots this function makes, `MODULE:FUNCTION`. Raises OSError."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name in NEEDED or not name.startswith("QUARTERDECK_")
    }
    # It finds the games that this process finds, wherever they are.
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    _transport, worker = await asyncio.get_running_loop().subprocess_exec(
        partial(WorkerProcess, memory),
        *(sys.executable, "-P", "-m", "quarterdeck.workers", str(os.getpid()), maker),
        env=environment,
        # A group of its own: Ctrl+C in the terminal reaches only the server, `end` all that it has started.
        start_new_session=True,
    )
    return worker


def result(message: Any) -> Any:
    """The answer in a worker's message. Raises Failed, because of NotLegal if an action was illegal."""
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
