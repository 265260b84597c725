"""The workers of a server: started on demand, ended when idle, replaced when they hang, die or grow."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, Final, NamedTuple

from quarterdeck.bots import searches
from quarterdeck.bots.stand_in import NotLegal
from quarterdeck.bots.warming import fill_cache
from quarterdeck.kernel import jit
from quarterdeck.own_process import cores
from quarterdeck.play import Action, Game, View
from quarterdeck.workers import process
from quarterdeck.workers.codec import view_data
from quarterdeck.workers.frames import BrokenStream
from quarterdeck.workers.process import Worker
from quarterdeck.workers.remote import RemoteHost, RemoteWorker
from quarterdeck.workers.runner import Died, Failed, Unavailable, Urgency, WorkerTask

__all__ = ["BOTS", "IDLE", "MEMORY", "Workers", "usual_size"]

# Where bots come from, unless a server says otherwise: `MODULE:FUNCTION` of a bot's name and seed.
BOTS: Final = "quarterdeck.bots:bot_at_table"
# Seconds without work after which a worker ends; bytes of memory that one may take.
IDLE: Final = 300.0
MEMORY: Final = 1 << 30
# How many workers of this machine may die of a task.
TRIES: Final = 2
# After DEATHS deaths within PAUSE seconds, no worker of this machine gets a task for PAUSE seconds.
DEATHS: Final = 3
PAUSE: Final = 5.0
# Seconds until a remote host that could not be used is tried again.
REST: Final = 10.0

log = logging.getLogger(__name__)


class _Slot:
    """Room for one worker, which runs or not: of this machine, or of a remote `host`."""

    def __init__(self, start: Callable[[], Awaitable[Worker]], host: RemoteHost | None = None) -> None:
        self.start = start
        self.host = host
        self.worker: Worker | None = None
        self.idle: asyncio.TimerHandle | None = None

    @property
    def rank(self) -> int:
        """The free slot of the highest rank is taken: 2 if its worker runs, 1 at a remote host, 0 if a worker
        would have to start here.
        """
        if self.worker is not None and not self.worker.spent:
            return 2
        return 0 if self.host is None else 1


class _Waiting(NamedTuple):
    """A task that waits to be `given` a slot: more urgent ones are first, then older ones. `here`: it needs
    one of this machine.
    """

    urgency: Urgency
    number: int
    here: bool
    given: asyncio.Future[_Slot]


def usual_size() -> int:
    """How many workers a machine has for a server: one core is left to the server itself."""
    return max(1, cores() - 1)


class Workers:
    """At most `size` workers of this machine, and those of remote `hosts`. Each does one task at a time.

    A worker that does not answer in time, takes more than `memory` bytes or dies is ended; the next task
    starts another. After `idle` seconds without work a worker ends. With `compiling`, `compile` provides
    compiled rules: until then these are `preparing`, and then `ready` for searches to load. `maker` names the
    function that makes bots, `MODULE:FUNCTION`.
    """

    def __init__(
        self,
        size: int | None = None,
        memory: int = MEMORY,
        idle: float = IDLE,
        compiling: bool = True,
        maker: str = BOTS,
        hosts: Sequence[RemoteHost] = (),
    ) -> None:
        start = partial(process.start, memory, maker)
        self.size = usual_size() if size is None else size
        self._slots = [_Slot(start) for _number in range(self.size)]
        self._slots += [_Slot(host.connect, host) for host in hosts]
        self._free = set(self._slots)
        self._idle = idle
        self.ready = False
        self.preparing = compiling and not jit.interpreted()
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._ending: set[asyncio.Task[None]] = set()
        self._death_times: deque[float] = deque(maxlen=DEATHS)
        self._paused_until: dict[RemoteHost, float] = {}
        self._closed = False

    @property
    def running(self) -> list[Worker]:
        """The workers that run now."""
        return [slot.worker for slot in self._slots if slot.worker is not None and not slot.worker.spent]

    async def compile(self) -> bool:
        """Let processes of low priority fill the cache of compiled rules; returns whether they are there."""
        if self.preparing:
            self.prepared(await fill_cache())
        return self.ready

    def prepared(self, ready: bool) -> None:
        """Note that the cache of compiled rules has been filled, or could not be."""
        self.ready, self.preparing = ready, False

    async def choose(self, bot: str, seed: str, view: View, seconds: float) -> Action:
        """The legal action that a bot chooses. Raises Failed, because of NotLegal if it is none; NoAnswer,
        Unavailable.
        """
        game = view.game
        assert isinstance(game, Game)
        body = {"bot": bot, "seed": seed, "view": view_data(view)}
        task = WorkerTask("choose", body, seconds, game.id if searches(bot, game) else "")
        id_ = await self.run(task, Urgency.MOVE)
        for action in view.legal():
            if action.id == id_:
                return action
        raise Failed from NotLegal()

    async def run(self, task: WorkerTask, urgency: Urgency) -> Any:
        """See `TaskRunner.run`. A task whose worker dies is done by another one; Died if that dies, too.
        What a remote host can't do is done here.
        """
        if not self.ready:
            task = task._replace(game="")
        deaths, here = 0, False
        while deaths < TRIES:
            slot = await self._acquire_slot(urgency, here)
            try:
                worker = await self._running_worker(slot)
                return await worker.answer(task, urgency)
            except (BrokenStream, OSError) as error:
                if slot.host is not None:
                    here = True
                    log.warning("%s can't be used for now: %s", slot.host.name, error)
                    self._pause_host(slot.host)
                elif isinstance(error, OSError):
                    raise Unavailable(f"no worker starts: {error}") from error
                else:
                    deaths += 1
                    log.warning("A worker has died of “%s”: %s", task.name, error)
                    self._death_times.append(time.monotonic())
            finally:
                self._release_slot(slot)
        raise Died("its workers died")

    # -- slots

    async def _acquire_slot(self, urgency: Urgency, here: bool) -> _Slot:
        """A slot, as soon as one is free for a task."""
        self._check_open()
        free = [slot for slot in self._free if slot.host is None or not here]
        if free:
            slot = max(free, key=lambda slot: slot.rank)
            self._free.remove(slot)
        else:
            given = asyncio.get_running_loop().create_future()
            waiting = _Waiting(urgency, next(self._numbers), here, given)
            self._waiting.append(waiting)
            try:
                slot = await given
            except asyncio.CancelledError:
                if waiting in self._waiting:
                    self._waiting.remove(waiting)
                elif not given.cancelled():
                    self._release_slot(given.result())
                raise
        if slot.idle is not None:
            slot.idle.cancel()
            slot.idle = None
        return slot

    def _release_slot(self, slot: _Slot) -> None:
        """Give a slot to the next task that waits for one, or let it be free."""
        if slot.worker is not None and slot.worker.spent:
            self._end_worker(slot)
        if self._closed:
            return
        loop = asyncio.get_running_loop()
        pause = self._paused_until.get(slot.host, 0.0) - time.monotonic() if slot.host else 0.0
        if pause > 0:
            self._end_worker(slot)
            loop.call_later(pause, self._release_slot, slot)
            return
        queue = [task for task in self._waiting if slot.host is None or not task.here]
        # A cancelled task leaves the queue only a moment later.
        if queue := [task for task in queue if not task.given.done()]:
            next_task = min(queue)
            self._waiting.remove(next_task)
            next_task.given.set_result(slot)
            return
        if slot.worker is not None:
            slot.idle = loop.call_later(self._idle, self._end_worker, slot)
        self._free.add(slot)

    def _pause_host(self, host: RemoteHost) -> None:
        """Do not use a remote host, with all its slots, for a while."""
        self._paused_until[host] = time.monotonic() + REST
        for slot in [slot for slot in self._free if slot.host is host]:
            self._free.remove(slot)
            self._release_slot(slot)

    def _add_slots(self, host: RemoteHost, size: int) -> None:
        """Add slots until there is one for each of a remote host's `size` workers."""
        present = sum(slot.host is host for slot in self._slots)
        for _number in range(size - present):
            slot = _Slot(host.connect, host)
            self._slots.append(slot)
            self._release_slot(slot)

    # -- workers

    async def _running_worker(self, slot: _Slot) -> Worker:
        """The slot's worker, started if it does not run. Raises OSError, Unavailable."""
        if slot.worker is not None and slot.worker.spent:
            self._end_worker(slot)
        if slot.host is None and self._workers_keep_dying():
            raise Unavailable("workers die one after the other")
        if slot.worker is None:
            starting = asyncio.ensure_future(slot.start())
            try:
                slot.worker = await asyncio.shield(starting)
            except asyncio.CancelledError:
                self._end_in_background(self._end_once_started(starting))
                raise
            if self._closed:
                self._end_worker(slot)
            elif isinstance(slot.worker, RemoteWorker) and slot.host is not None:
                self._add_slots(slot.host, slot.worker.size)
        self._check_open()
        assert slot.worker is not None
        return slot.worker

    def _workers_keep_dying(self) -> bool:
        """Whether DEATHS workers have died within PAUSE seconds, the last of them less than PAUSE ago."""
        if len(self._death_times) < DEATHS:
            return False
        return (
            self._death_times[-1] - self._death_times[0] < PAUSE
            and time.monotonic() - self._death_times[-1] < PAUSE
        )

    def _end_worker(self, slot: _Slot) -> None:
        """End a slot's worker, if it has one."""
        worker, slot.worker = slot.worker, None
        if worker is not None:
            self._end_in_background(worker.end())

    async def _end_once_started(self, starting: asyncio.Future[Worker]) -> None:
        """End a worker whose start nobody waits for any more."""
        with suppress(OSError):
            worker = await starting
            await worker.end()

    def _end_in_background(self, ending: Coroutine[Any, Any, None]) -> None:
        """Run this without waiting for it; `close` does wait."""
        task = asyncio.get_running_loop().create_task(ending)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("the server ends")

    async def close(self) -> None:
        """End all workers; their tasks fail."""
        self._closed = True
        for waiting in self._waiting:
            if not waiting.given.done():
                waiting.given.set_exception(Unavailable("the server ends"))
        self._waiting.clear()
        for slot in self._slots:
            if slot.idle is not None:
                slot.idle.cancel()
            self._end_worker(slot)
        while self._ending:
            await asyncio.gather(*self._ending, return_exceptions=True)
