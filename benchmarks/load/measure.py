"""Measures a server: throughput and latencies at one size, and its memory with a growing number of
viewers.
"""

from __future__ import annotations

import asyncio
import math
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.drive import Span, flat_out, paced
from benchmarks.load.figures import Figures, percentile
from benchmarks.load.servers import Server
from benchmarks.load.table import SCREENS, Refused, Table, Target

__all__ = ["Plan", "measure"]

AT_A_TIME = 16
# Seconds until all screens show their table and bots move: their workers run at the lowest priority.
SETTLING = 60.0

# Called with each load's results and a description as soon as they are known.
Report = Callable[[str, Figures], None]


@dataclass(frozen=True)
class Plan:
    """A measurement of a server with a process on each of `cores`.

    At `tables` tables, people first make `rate` moves per second, then as many as possible, each time for
    `seconds` or until `most` moves. Then the memory is measured with each number of `viewers`, `at_each` of
    them per table.
    """

    cores: Sequence[set[int]]
    tables: int
    rate: float
    seconds: float
    most: int
    viewers: Sequence[int]
    at_each: int = SCREENS


async def measure(target: Target, plan: Plan, report: Report) -> str:
    """Measure a server and pass each result to `report`; returns the server's complaint, if any.

    Raises NotStarted, Refused, OSError.
    """
    complaints = ""
    if plan.tables:
        async with _running_servers(target, plan.cores) as (servers, tables):
            report("nobody there", await _measure_load(servers, tables, None))
            await _open_tables(target, tables, plan.tables)
            await _play_until_bots_move(tables, plan)
            load = paced(tables, plan.rate, plan.seconds, plan.most)
            report(f"{plan.tables} tables, {plan.rate:g} moves/s", await _measure_load(servers, tables, load))
            await _reopen_once_some_ended(target, tables, plan)
            load = flat_out(tables, plan.seconds, plan.most)
            report(f"{plan.tables} tables, as fast as it goes", await _measure_load(servers, tables, load))
            complaints = _first_complaint(servers)
    if plan.viewers:
        async with _running_servers(target, plan.cores) as (servers, tables):
            for viewers in sorted(plan.viewers):
                await _open_tables(target, tables, math.ceil(viewers / plan.at_each))
                await _open_galleries(tables, plan.at_each - SCREENS)
                await _play_until_bots_move(tables, plan)
                # Every table is in play.
                seconds = max(plan.seconds, len(tables) / plan.rate)
                load = paced(tables, plan.rate, seconds, plan.most)
                figures = await _measure_load(servers, tables, load)
                report(f"{len(tables)} tables, {plan.rate:g} moves/s", figures)
            complaints = _first_complaint(servers) or complaints
    return complaints


@asynccontextmanager
async def _running_servers(
    target: Target, cores: Sequence[set[int]]
) -> AsyncIterator[tuple[list[Server], list[Table]]]:
    """The processes of a server, and a list for tables; all processes are stopped at the end."""
    tables: list[Table] = []
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        servers = target.start(Path(folder), cores)
        try:
            await target.enter(servers)
            yield servers, tables
        finally:
            for table in tables:
                table.close()
            target.leave()
            for server in servers:
                server.stop()


async def _open_tables(target: Target, tables: list[Table], wanted: int) -> None:
    """Open this many tables with all their streams, and wait until all screens show them."""
    slots = asyncio.Semaphore(AT_A_TIME)

    async def open_table() -> None:
        async with slots:
            table = await target.table()
            tables.append(table)
            for screen in range(SCREENS):
                await table.connect(screen)

    async with asyncio.TaskGroup() as group:
        for _table in range(wanted - len(tables)):
            group.create_task(open_table())
    deadline = time.perf_counter() + SETTLING
    while any(min(table.shown) < 0 for table in tables):
        if time.perf_counter() > deadline:
            raise Refused("some screens were never shown their table")
        await asyncio.sleep(0.01)


async def _play_until_bots_move(tables: Sequence[Table], plan: Plan) -> None:
    """Play unmeasured until bots have moved: their processes start with their first moves."""
    moves, deadline = 0, time.perf_counter() + SETTLING
    while moves < SCREENS * len(tables) and time.perf_counter() < deadline:
        moves += (await paced(tables, plan.rate, 1.0, plan.most)).moves


async def _reopen_once_some_ended(target: Target, tables: list[Table], plan: Plan) -> None:
    """Once matches have ended, go on at new tables: a load ends when a tenth of its matches have."""
    if any(table.over for table in tables):
        for table in tables:
            table.close()
        tables.clear()
        await _open_tables(target, tables, plan.tables)
        await _play_until_bots_move(tables, plan)


async def _open_galleries(tables: Sequence[Table], wanted: int) -> None:
    """Open streams until each table has this many viewers."""
    for table in tables:
        while table.gallery < wanted:
            await table.watch()


async def _measure_load(
    servers: Sequence[Server], tables: Sequence[Table], load: Awaitable[Span] | None
) -> Figures:
    our_seconds, (own, workers), start = time.process_time(), _cpu_seconds(servers), time.perf_counter()
    span = None if load is None else await load
    seconds = time.perf_counter() - start
    times = span.tally.times if span else []
    own_after, workers_after = _cpu_seconds(servers)
    return Figures(
        rate=span.moves / span.seconds if span else math.nan,
        p50=percentile(times, 0.5),
        p99=percentile(times, 0.99),
        most=percentile(times, 1),
        memory=sum(server.memory() for server in servers),
        viewers=sum(SCREENS + table.gallery for table in tables),
        server=(own_after - own) / seconds if span else math.nan,
        # The time of workers that ended meanwhile is not known.
        workers=max(0.0, workers_after - workers) / seconds if span else math.nan,
        ours=(time.process_time() - our_seconds) / seconds if span else math.nan,
        refused=span.tally.refused.total() if span else 0,
        lost=span.tally.lost if span else 0,
    )


def _cpu_seconds(servers: Sequence[Server]) -> tuple[float, float]:
    """CPU seconds of the servers, and of their workers."""
    own, workers = zip(*(server.busy() for server in servers), strict=True)
    return sum(own), sum(workers)


def _first_complaint(servers: Sequence[Server]) -> str:
    return next((said for server in servers if (said := server.complaints())), "")
