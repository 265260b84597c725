"""The workers of a server: started on demand, ended when idle, replaced when they hang, die or grow."""

from __future__ import annotations

import asyncio
import heapq
import logging
import os
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, Final, NamedTuple

from quarterdeck.bots import searches
from quarterdeck.bots.stand_in import NotLegal
from quarterdeck.bots.warming import fill_cache
from quarterdeck.kernel import jit
from quarterdeck.play import Action, Game, View
from quarterdeck.workers import process
from quarterdeck.workers.codec import view_data
from quarterdeck.workers.frames import Torn
from quarterdeck.workers.process import Worker
from quarterdeck.workers.runner import Failed, Urgency, WorkerTask
from quarterdeck.workers.tasks import BOTS

__all__ = ["IDLE", "MEMORY", "Start", "Workers", "usual_size"]

# Seconds without work after which a worker ends; bytes of memory that one may take.
IDLE: Final = 300.0
MEMORY: Final = 1 << 30
# How often a task is given to a worker, if those before have died.
TRIES: Final = 2
# If so many workers die within so many seconds, none is asked for as long.
DEATHS: Final = 3
PAUSE: Final = 5.0
# Seconds until a machine that could not be reached is tried again.
REST: Final = 10.0

log = logging.getLogger(__name__)

# Starts a worker. OSError.
Start = Callable[[], Awaitable[Worker]]


class _Waiting(NamedTuple):
    """A task that waits: more urgent ones are first, then older ones. It is given a place."""

    urgency: Urgency
    number: int
    given: asyncio.Future[_Place]


class _Place:
    """Room for one worker, which runs or not. One on another machine (`far`) is left alone for a while if it
    can't be reached.
    """

    def __init__(self, start: Start, far: bool = False) -> None:
        self._start = start
        self.far = far
        self.worker: Worker | None = None
        self.idle: asyncio.TimerHandle | None = None
        self._rests_until = 0.0

    @property
    def resting(self) -> bool:
        """Whether it is left alone now."""
        return time.monotonic() < self._rests_until

    def rest(self) -> None:
        """Leave it alone for a while."""
        self._rests_until = time.monotonic() + REST

    async def ready(self) -> Worker:
        """Its worker, started if it does not run. OSError."""
        if self.worker is None:
            self.worker = await self._start()
        return self.worker


def usual_size() -> int:
    """How many workers a machine has for a server: one core is left to the server itself."""
    return max(1, (os.cpu_count() or 1) - 1)


class Workers:
    """At most `size` workers of this machine, and one for each of `others`, which connect to workers of other
    machines. Each does one task at a time.

    A worker that does not answer in time, takes more than `memory` bytes or dies is ended; the next task
    starts another. After `idle` seconds without work a worker ends. With `compiling`, searches wait for
    compiled rules, which `compile` provides. `maker` names the function that makes bots, `MODULE:FUNCTION`.
    """

    def __init__(
        self,
        size: int | None = None,
        memory: int = MEMORY,
        idle: float = IDLE,
        compiling: bool = True,
        maker: str = BOTS,
        others: Sequence[Start] = (),
    ) -> None:
        start = partial(process.start, memory)
        here = [_Place(start) for _number in range(usual_size() if size is None else size)]
        # The last one is taken first: other machines have more time.
        self._places = [*here, *(_Place(one, far=True) for one in others)]
        self._free = list(self._places)
        self._idle = idle
        self._maker = maker
        self.compiling = compiling and not jit.interpreted()
        self.ready = False
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._ending: set[asyncio.Task[None]] = set()
        self._died: deque[float] = deque(maxlen=DEATHS)

    @property
    def running(self) -> list[Worker]:
        """The workers that run now."""
        return [one.worker for one in self._places if one.worker is not None]

    async def compile(self) -> bool:
        """Let a process of low priority fill the cache of compiled rules; returns whether that worked."""
        if self.compiling:
            self.ready = await fill_cache()
        return self.ready

    async def choose(self, bot: str, seed: str, view: View, seconds: float) -> Action:
        """The legal action that a bot chooses. Failed, because of NotLegal if it is none; NoAnswer."""
        game = view.game
        assert isinstance(game, Game)
        body = {"bot": bot, "seed": seed, "view": view_data(view), "maker": self._maker}
        task = WorkerTask("choose", body, seconds, game.id if searches(bot, game) else "")
        id_ = await self.run(task, Urgency.MOVE)
        for action in view.legal():
            if action.id == id_:
                return action
        raise Failed from NotLegal()

    async def run(self, task: WorkerTask, urgency: Urgency) -> Any:
        """See `TaskRunner.run`. A task whose worker dies is done by another one. Fails at once while workers
        die one after the other.
        """
        if not self.ready:
            task = task._replace(game="")
        tries = 0
        while tries < TRIES:
            place = await self._place(urgency)
            try:
                if self._ailing() and not place.far:
                    break
                worker = await place.ready()
                return await worker.answer(task, urgency)
            except (Torn, OSError) as error:
                tries += self._note(place, error)
            finally:
                self._give_back(place)
        raise Failed("its workers died")

    def _note(self, place: _Place, error: Exception) -> int:
        """Note that the worker of a place died or could not be started; returns how many tries that costs.
        Failed if none can be started here.
        """
        if place.far:
            log.warning("The workers of another machine can't be reached: %s", str(error) or "it has hung up")
            place.rest()
            return 0
        if isinstance(error, OSError):
            raise Failed from error
        log.warning("A worker has died")
        self._died.append(time.monotonic())
        return 1

    def _ailing(self) -> bool:
        """Whether the last workers have died one after the other, a moment ago."""
        return len(self._died) == DEATHS and time.monotonic() - self._died[0] < PAUSE

    async def _place(self, urgency: Urgency) -> _Place:
        # The place used last: its worker runs most likely.
        place = next((one for one in reversed(self._free) if not one.resting), None)
        if place is not None:
            self._free.remove(place)
        else:
            one = _Waiting(urgency, next(self._numbers), asyncio.get_running_loop().create_future())
            heapq.heappush(self._waiting, one)
            try:
                place = await one.given
            except asyncio.CancelledError:
                if one.given.done() and not one.given.cancelled():
                    self._give_back(one.given.result())
                raise
        if place.idle is not None:
            place.idle.cancel()
            place.idle = None
        return place

    def _give_back(self, place: _Place) -> None:
        if place.worker is not None and place.worker.spent:
            self._end(place)
        while self._waiting and not place.resting:
            waiting = heapq.heappop(self._waiting)
            if not waiting.given.done():
                waiting.given.set_result(place)
                return
        if place.worker is not None:
            place.idle = asyncio.get_running_loop().call_later(self._idle, self._end, place)
            self._free.append(place)
        else:
            self._free.insert(self._colder(place), place)

    def _colder(self, place: _Place) -> int:
        """Where a place whose worker does not run stands among the free ones: before all that run, and before
        those of other machines if it is here.
        """
        return 0 if not place.far else sum(one.worker is None and not one.far for one in self._free)

    def _end(self, place: _Place) -> None:
        worker, place.worker = place.worker, None
        if worker is not None:
            ending = asyncio.get_running_loop().create_task(worker.end())
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all workers."""
        for place in self._places:
            if place.idle is not None:
                place.idle.cancel()
            self._end(place)
        with suppress(Exception):
            await asyncio.gather(*self._ending)
