"""Load generation: players move at a given rate, or as soon as everybody has seen the last move."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.load.figures import Tally
from benchmarks.load.table import Refused, Table

__all__ = ["Span", "flat_out", "paced"]

WARM_UP = 1.0
PATIENCE = 5.0
GLANCE = 0.02
# A load ends when this share of the tables has finished.
OVER = 0.1
# The most seconds that a load takes longer because no move was timed yet: bots may have made them all.
OVERTIME = 30.0


class Span(NamedTuple):
    """The results of a load: its moves, its seconds, and their latencies."""

    moves: int
    seconds: float
    tally: Tally


class _Play:
    """The players of one table: one move at a time, timed until every other screen shows it."""

    def __init__(self, table: Table, chooser: random.Random, eager: bool) -> None:
        self.table = table
        self.tally: Tally | None = None
        self._chooser = chooser
        self._eager = eager
        self._sent: float | None = None
        self._moving_screen = self._awaited_version = 0
        self._sending: asyncio.Task[None] | None = None
        table.listener = self._note_shown

    @property
    def waiting(self) -> bool:
        """Whether a move is in progress."""
        return self._sent is not None

    def move(self) -> bool:
        """Make a move if the last one was seen and a screen offers one; returns whether it did."""
        table = self.table
        if self._sent is not None:
            return False
        newest = table.version
        seats_able = [
            seat for seat in range(table.seats) if table.shown[seat] == newest and table.legal(seat)
        ]
        if not seats_able:
            return False
        seat = self._chooser.choice(seats_able)
        move = self._chooser.choice(table.legal(seat))
        self._moving_screen, self._awaited_version, self._sent = seat, newest + 1, time.perf_counter()
        self._sending = asyncio.ensure_future(self._send(seat, move, self._awaited_version))
        return True

    async def _send(self, seat: int, move: str, version: int) -> None:
        try:
            await self.table.send(seat, move)
        except (Refused, OSError) as error:
            # The answer may arrive after everybody was shown the move and the next one was sent.
            if self._awaited_version == version:
                self._sent = None
            if self.tally is not None:
                self.tally.refused[str(error)] += 1

    def _note_shown(self) -> None:
        if self._sent is not None:
            shown = self.table.shown
            if any(
                shown[screen] < self._awaited_version
                for screen in range(len(shown))
                if screen != self._moving_screen
            ):
                return
            if self.tally is not None:
                self.tally.times.append(time.perf_counter() - self._sent)
            self._sent = None
        if self._eager:
            self.move()

    def stop(self) -> None:
        """Make no more moves."""
        self._eager = False

    def give_up(self) -> bool:
        """Abandon the table; returns whether a move never arrived."""
        self.table.listener = lambda: None
        if self._sending is not None:
            self._sending.cancel()
        return self._sent is not None


class _Gauge:
    """Counts the moves at some tables since it was created or restarted."""

    def __init__(self, plays: Sequence[_Play]) -> None:
        self._start_plays = plays
        self.start()

    def start(self) -> None:
        """Restart the count."""
        self._tally = Tally()
        for play in self._start_plays:
            play.tally = self._tally
        self._start, self._before = time.perf_counter(), self._version_sum()

    @property
    def moves(self) -> int:
        """Moves since the start, by people and bots."""
        return self._version_sum() - self._before

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._start

    @property
    def untimed(self) -> bool:
        """Whether no move was timed yet, and there is still time for one."""
        return not self._tally.times and self.seconds < OVERTIME

    @property
    def over(self) -> bool:
        """Whether too many matches have ended."""
        return sum(play.table.over for play in self._start_plays) > OVER * len(self._start_plays)

    async def end(self) -> Span:
        """Read the count, then wait for moves in progress."""
        moves, seconds = self.moves, self.seconds
        for play in self._start_plays:
            play.stop()
        deadline = time.perf_counter() + PATIENCE
        while any(play.waiting for play in self._start_plays) and time.perf_counter() < deadline:
            await asyncio.sleep(GLANCE)
        self._tally.lost = sum([play.give_up() for play in self._start_plays])
        return Span(moves, seconds, self._tally)

    def _version_sum(self) -> int:
        return sum(play.table.version for play in self._start_plays)


async def paced(tables: Sequence[Table], rate: float, seconds: float, most: int) -> Span:
    """Make this many moves per second, table by table in turn, for this many seconds or until `most`
    moves, and until one was timed.
    """
    plays = _start_plays(tables, eager=False)
    queue = deque(plays)
    gauge = _Gauge(plays)
    begin = time.perf_counter()
    warm = int(rate * _warm_up_seconds(seconds))
    number, last = 0, warm + min(most, int(rate * seconds))
    while (number < last or gauge.untimed) and not gauge.over:
        await _sleep_until(begin + number / rate)
        if number == warm:
            gauge.start()
        for _turn in range(len(queue)):
            play = queue[0]
            queue.rotate(-1)
            if play.move():
                break
        number += 1
    await _sleep_until(begin + number / rate)
    return await gauge.end()


async def flat_out(tables: Sequence[Table], seconds: float, most: int) -> Span:
    """At every table make the next move as soon as all have seen the last, for this many seconds or until
    `most` moves, and until one was timed.
    """
    plays = _start_plays(tables, eager=True)
    for play in plays:
        play.move()
    await asyncio.sleep(_warm_up_seconds(seconds))
    gauge = _Gauge(plays)
    while ((gauge.seconds < seconds and gauge.moves < most) or gauge.untimed) and not gauge.over:
        await asyncio.sleep(GLANCE)
        for play in plays:
            # After a refused move a table stands still.
            play.move()
    return await gauge.end()


def _start_plays(tables: Sequence[Table], eager: bool) -> list[_Play]:
    return [_Play(table, random.Random(number), eager) for number, table in enumerate(tables)]


def _warm_up_seconds(seconds: float) -> float:
    return min(WARM_UP, seconds / 4)


async def _sleep_until(when: float) -> None:
    if (early := when - time.perf_counter()) > 0:
        await asyncio.sleep(early)
