"""A table and a clock that are only pretended, for loads without a server."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine, Sequence
from types import SimpleNamespace

from benchmarks.load.table import SCREENS, Refused, Table

LENGTH = 10_000


class Skipping(selectors.SelectSelector):
    """Does not wait for what is due later: its time goes on to it at once, however busy the machine is."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        return super().select(timeout and 0)


class Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._skipping = Skipping()
        super().__init__(self._skipping)

    def time(self) -> float:
        return self._skipping.now


def on_its_own_time(test: Coroutine[None, None, None]) -> None:
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(test)


# Replaces the module `time` where it is patched.
CLOCK = SimpleNamespace(
    perf_counter=lambda: asyncio.get_running_loop().time(),
    process_time=lambda: asyncio.get_running_loop().time(),
)


class Pretended(Table):
    """Seats move in turn; a move reaches each screen after its own of `delays`, in seconds."""

    def __init__(self, delays: Sequence[float], length: int = LENGTH) -> None:
        super().__init__("table", SCREENS)
        self._delays = delays
        self._length = length
        self.made = 0
        self.refuses = False
        self.deaf = False
        self.shown = [0] * SCREENS

    async def connect(self, screen: int) -> None:
        raise AssertionError("nothing to connect to")

    async def watch(self) -> None:
        raise AssertionError("nothing to watch")

    def legal(self, seat: int) -> Sequence[str]:
        return ["on"] if self.shown[seat] % SCREENS == seat and not self.over else []

    async def send(self, seat: int, move: str) -> None:
        assert self.made == self.shown[seat], "a move at a version that is not the newest"
        assert self.made % SCREENS == seat, "a move out of turn"
        if self.refuses:
            raise Refused("not today")
        if self.deaf:
            return
        self.made += 1
        self.over = self.made >= self._length
        for screen, delay in enumerate(self._delays):
            asyncio.get_running_loop().call_later(delay, self.update, screen, self.made)

    def close(self) -> None:
        pass
