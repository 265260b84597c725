"""The course of a crash test: server lives, each ended at a random moment, with checks after each."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.crash.ledger import Ledger, LetDown
from benchmarks.crash.players import PLAYERS, Player, group
from benchmarks.crash.servers import Servers, servers

__all__ = ["LetDown", "Plan", "Report", "first_of", "run"]

# In seconds: the longest standstill of a table, without and with bots, and the time for all matches to end.
# Bots' workers run at the lowest priority and have a minute to start.
PATIENCE = 30.0
PATIENCE_WITH_BOTS = 90.0
LAST_GAMES = 120.0
TICK = 0.005
# The share STILLBORN of the lives ends within INFANCY seconds, mostly before the server answers anybody.
STILLBORN, INFANCY = 0.1, 0.5


@dataclass(frozen=True)
class Plan:
    """A crash test: the number of `kills`; the average seconds of a `life` once all tables move; the number
    of concurrent tables (`groups`); the database's URL (None: SQLite); the number of server `processes` on
    it; and the number of `bots` at each table.
    """

    kills: int
    life: float = 0.25
    groups: int = 6
    database: str | None = None
    processes: int = 1
    bots: int = 0


@dataclass
class Report:
    """The results. `kills` and `workers` count the servers and workers that were killed; `gaps` are the
    seconds from each kill of a server until all tables moved again. `retried` counts the moves that were sent
    again without an answer, `kept` those of them that the killed server had already stored. `wrong` has a
    sentence for each fault.
    """

    kills: int = 0
    workers: int = 0
    games: int = 0
    moves: int = 0
    retried: int = 0
    kept: int = 0
    seconds: float = 0
    gaps: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


async def run(plan: Plan, folder: Path, tell: Callable[[Report], None] = lambda _report: None) -> Report:
    """Run the test as planned, with the servers' data and log in this folder; `tell` reports progress.

    Raises LetDown.
    """
    started_at = time.monotonic()
    people = PLAYERS - plan.bots
    ledger, report, going_on = Ledger(people), Report(), asyncio.Event()
    going_on.set()
    report.wrong = ledger.wrong
    async with servers(folder, plan.database, plan.processes) as town:
        players = [
            [Player(town.addresses, home, number, ledger) for home in range(people)]
            for number in range(plan.groups)
        ]
        try:
            async with asyncio.TaskGroup() as tasks:
                playing = [
                    tasks.create_task(group(number, group_players, going_on))
                    for number, group_players in enumerate(players)
                ]
                await _Reaper(plan, town, ledger, report, tell).reap()
                going_on.clear()
                _done, unfinished = await asyncio.wait(playing, timeout=LAST_GAMES)
                if unfinished:
                    raise LetDown(f"{len(unfinished)} tables did not come to an end in {LAST_GAMES:g} s")
        except ExceptionGroup as errors:
            raise first_of(errors) from errors
        report.kept = await asyncio.to_thread(ledger.check_all, town.database)
    report.games, report.moves = len(ledger.finished), ledger.moves
    report.retried = sum(player.retried for group_players in players for player in group_players)
    report.seconds = time.monotonic() - started_at
    return report


def first_of(failed: Exception) -> Exception:
    """The first exception of a group, or of groups in groups."""
    while isinstance(failed, ExceptionGroup):
        failed = failed.exceptions[0]
    return failed


class _Reaper:
    """Kills and restarts servers."""

    def __init__(
        self, plan: Plan, town: Servers, ledger: Ledger, report: Report, tell: Callable[[Report], None]
    ) -> None:
        self._plan = plan
        self._town = town
        self._ledger = ledger
        self._report = report
        self._tell = tell
        self._dice = random.Random()

    async def reap(self) -> None:
        """Run all lives; the last ones stay alive."""
        for number in range(self._plan.processes):
            await self._town.start(number)
        await self._wait_until_all_move()
        while self._report.kills < self._plan.kills:
            await asyncio.sleep(self._dice.expovariate(1 / self._plan.life))
            victim = self._dice.randrange(self._plan.processes)
            if self._plan.bots:
                await self._lose_workers(victim)
            await self._kill_server(victim)
            while self._report.kills < self._plan.kills and self._dice.random() < STILLBORN:
                await self._town.start(victim)
                await asyncio.sleep(self._dice.uniform(0, INFANCY))
                await self._kill_server(victim)
            await self._wait_for_moves(victim)

    async def _lose_workers(self, server: int) -> None:
        """Kill the workers of a server, and check that its tables go on."""
        self._report.workers += self._town.kill_workers(server)
        await self._wait_until_all_move()
        await asyncio.sleep(self._dice.expovariate(1 / self._plan.life))

    async def _kill_server(self, victim: int) -> None:
        await self._town.kill(victim)
        self._report.kills += 1

    async def _wait_for_moves(self, victim: int) -> None:
        """Wait until all tables move, first at the other servers if there are any, and check the logs."""
        started_at = time.monotonic()
        if self._plan.processes == 1:
            await self._town.start(victim)
        await self._wait_until_all_move()
        self._report.gaps.append(time.monotonic() - started_at)
        await asyncio.to_thread(self._ledger.check, self._town.database, self._ledger.pages())
        if self._plan.processes > 1:
            await self._town.start(victim)
            await self._wait_until_all_move()
        self._report.moves = self._ledger.moves
        self._tell(self._report)

    async def _wait_until_all_move(self) -> None:
        """Wait until each group has received an acknowledgement from now on. Raises LetDown."""
        before = self._ledger.by_group.copy()
        patience = PATIENCE_WITH_BOTS if self._plan.bots else PATIENCE
        limit = time.monotonic() + patience
        while any(self._ledger.by_group[number] == before[number] for number in range(self._plan.groups)):
            if time.monotonic() > limit:
                stuck = [n for n in range(self._plan.groups) if self._ledger.by_group[n] == before[n]]
                raise LetDown(f"nothing was acknowledged to the groups {stuck} in {patience:g} s")
            await asyncio.sleep(TICK)
