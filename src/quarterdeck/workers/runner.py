"""What thinks for a server's bots and its coach: a `TaskRunner`, in worker processes or in threads."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, Protocol

from quarterdeck.bots import bot_at_table
from quarterdeck.kernel import jit
from quarterdeck.workers.tasks import answer

__all__ = ["Died", "Failed", "InProcess", "NoAnswer", "TaskRunner", "Unavailable", "Urgency", "WorkerTask"]


class Failed(Exception):
    """A task raised an exception. It is the cause, or the message says where it was raised."""


class Died(Failed):
    """Workers died of a task."""


class NoAnswer(Exception):
    """A task was not done in time. `where`: its stack then, as a traceback; empty if it was never begun
    because all earlier ones are still running.
    """

    def __init__(self, where: str = "") -> None:
        super().__init__(where)
        self.where = where


class Unavailable(Exception):
    """Nobody could do the task, for a reason that has nothing to do with it."""


class Urgency(IntEnum):
    """Which of several waiting tasks is done first: that of the lowest number."""

    MOVE = 0
    ADVICE = 1
    REPLAY = 2


class WorkerTask(NamedTuple):
    """A task of `tasks` with its plain data, and the most `seconds` that it may take. `game`: the id of the
    game whose compiled rules it needs, "" if none.
    """

    name: str
    body: Any
    seconds: float
    game: str = ""


class TaskRunner(Protocol):
    """Does tasks."""

    @property
    def ready(self) -> bool:
        """Whether searches run compiled; until then they are slow."""

    @property
    def preparing(self) -> bool:
        """Whether compiled rules are still being made."""

    async def run(self, task: WorkerTask, urgency: Urgency) -> Any:
        """The answer, as plain data. Raises Failed, NoAnswer, Unavailable."""

    async def close(self) -> None:
        """Stop working."""


class InProcess:
    """Does tasks in threads of this process, one for each urgency: for tests and programs without workers."""

    def __init__(self) -> None:
        self._threads = {
            urgency: ThreadPoolExecutor(1, f"tasks-{urgency.name.lower()}") for urgency in Urgency
        }

    @property
    def ready(self) -> bool:
        """Whether this process has compiled rules."""
        return jit.loaded()

    @property
    def preparing(self) -> bool:
        """Never: nothing is compiled in the background."""
        return False

    async def run(self, task: WorkerTask, urgency: Urgency) -> Any:
        """See `TaskRunner.run`. A task that has begun can't be stopped: it goes on after a NoAnswer."""
        work = partial(answer, task.name, task.body, bot_at_table)
        running = asyncio.get_running_loop().run_in_executor(self._threads[urgency], work)
        try:
            return await asyncio.wait_for(running, task.seconds)
        except TimeoutError:
            raise NoAnswer from None
        except Exception as error:
            raise Failed from error

    async def close(self) -> None:
        """Begin no more tasks."""
        for pool in self._threads.values():
            pool.shutdown(wait=False, cancel_futures=True)
