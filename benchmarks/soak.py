"""`make soak`: fifty tables of bots, browsers and programs for ten minutes; the server's memory is measured.

It fails if the server sends a 5xx, writes to stderr or ends. It reports the memory in the middle and at the
end, and the growth rate in between.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.command import on_linux, verdict
from benchmarks.load.http import Pool
from benchmarks.load.pages import Pages
from benchmarks.load.programs import Programs
from benchmarks.load.servers import NotStarted, Server
from benchmarks.load.table import SCREENS, Refused, Table

__all__ = ["Plan", "Report", "main", "run", "told"]

MEBIBYTE: Final = 1 << 20
# A browser with three viewers, or a program with three viewers; the table's other seats are bots'.
KINDS: Final = ((Pages, "meuterer"), (Programs, "meuterer"), (Programs, "cartagena"), (Programs, "mutiny"))
# Pages that a visitor without a seat loads again and again.
LOOKS: Final = (
    *("/", "/lobby", "/me", "/learn/meuterer", "/rules/meuterer", "/healthz", "/metrics"),
    *("/table/{table}", "/table/{table}/replay", "/api/v1/tables/{table}", "/api/v1/games"),
)
BOT: Final = "rule-of-thumb"
# In seconds: timeouts for a screen to show its table, and for a table without activity.
SETTLING: Final = 30.0
STILL: Final = 60.0
# Memory growth in the second half below this share counts as level.
LEVEL: Final = 0.02


@dataclass(frozen=True)
class Plan:
    """This many tables for `seconds`, at each a move every `pause` seconds on average; the memory is measured
    every `every` seconds.
    """

    tables: int = 50
    seconds: float = 600
    pause: float = 1.0
    every: float = 10


@dataclass
class Report:
    """The results. `memory`: pairs of seconds since the start and the server's bytes."""

    moves: int = 0
    matches: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    # Refused moves and broken connections, by message.
    refused: Counter[str] = field(default_factory=Counter)
    memory: list[tuple[float, int]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


async def run(plan: Plan, folder: Path) -> Report:
    """Run as planned with a server of its own, whose data are in this folder. NotStarted, Refused,
    OSError.
    """
    targets = [kind(game, 1, bot=BOT) for kind, game in KINDS]
    # Not pinned to a core, because memory is measured, not speed.
    (server,) = targets[0].start(folder, [_all_cores()])
    report = Report()
    try:
        for target in targets:
            await target.enter([server])
        soak = _Soak(plan, server, targets, report)
        await soak.run()
        if complaints := server.complaints():
            report.wrong.append(f"the server complained: {complaints}")
    finally:
        for target in targets:
            target.leave()
        server.stop()
    return report


def _all_cores() -> set[int]:
    return set(os.sched_getaffinity(0))


class _Soak:
    """All clients of the server during the run."""

    def __init__(self, plan: Plan, server: Server, targets: Sequence[Pages], report: Report) -> None:
        self._plan = plan
        self._server = server
        self._targets = targets
        self._report = report
        self._began = time.monotonic()
        self._open: dict[int, Table] = {}

    @property
    def _left(self) -> float:
        return self._began + self._plan.seconds - time.monotonic()

    async def run(self) -> None:
        """Run until the time is over."""
        async with asyncio.TaskGroup() as group:
            for number in range(self._plan.tables):
                group.create_task(self._sit(number))
            group.create_task(self._look())
            group.create_task(self._weigh())

    async def _sit(self, number: int) -> None:
        """Play one match after another."""
        dice = random.Random(number)
        target = self._targets[number % len(self._targets)]
        # Start at different times.
        await asyncio.sleep(dice.uniform(0, min(self._plan.pause * SCREENS, self._plan.seconds / 10)))
        while self._left > 0:
            try:
                table = self._open[number] = await target.table()
                try:
                    for screen in range(SCREENS):
                        await table.connect(screen)
                    if await self._play(table, dice):
                        self._report.matches += 1
                finally:
                    table.close()
            except (Refused, OSError) as error:
                self._note(error)
                await asyncio.sleep(self._plan.pause)

    async def _play(self, table: Table, dice: random.Random) -> bool:
        """Make moves at a table; returns whether the match ended before the time was over."""
        seen, patience = table.version, time.monotonic() + SETTLING
        while self._left > 0 and not table.over:
            if table.version != seen:
                seen, patience = table.version, time.monotonic() + STILL
            if min(table.shown) >= 0 and table.legal(0):
                try:
                    await asyncio.wait_for(table.send(0, dice.choice(table.legal(0))), STILL)
                    self._report.moves += 1
                except (Refused, OSError) as error:
                    self._note(error)
                except TimeoutError:
                    self._report.wrong.append(f"table {table.id}: no answer to a move in {STILL:g} s")
                    return False
            elif time.monotonic() > patience:
                self._report.wrong.append(f"table {table.id} stood still for {STILL:g} s at version {seen}")
                return False
            await asyncio.sleep(dice.uniform(0, 2 * self._plan.pause))
        return table.over

    async def _look(self) -> None:
        """Load one page after another, as a visitor without a seat."""
        pool, dice = Pool(self._server.host, self._server.port), random.Random("looks")
        try:
            while self._left > 0:
                for path in LOOKS:
                    if "{table}" in path and not self._open:
                        continue
                    table = dice.choice(list(self._open.values())).id if self._open else ""
                    answer = await pool.get(path.format(table=table), {"accept": "text/html"})
                    self._report.answers[answer.status] += 1
                    if answer.status >= 500:
                        self._report.wrong.append(f"{path} was answered {answer.status}")
                await asyncio.sleep(min(self._plan.pause, max(self._left, 0)))
        finally:
            pool.close()

    async def _weigh(self) -> None:
        """Measure the memory at regular times, including the end."""
        turn = 0
        while True:
            at = time.monotonic() - self._began
            self._report.memory.append((at, self._server.memory()))
            if at >= self._plan.seconds:
                break
            turn += 1
            due = min(turn * self._plan.every, self._plan.seconds)
            await asyncio.sleep(max(0.0, self._began + due - time.monotonic()))

    def _note(self, error: Exception) -> None:
        """Record a refusal; only a 5xx or a lost server is a failure."""
        sentence = str(error)
        self._report.refused[sentence] += 1
        if isinstance(error, OSError) or sentence.startswith("5") or "(status 5" in sentence:
            self._report.wrong.append(sentence)


def told(report: Report, plan: Plan) -> str:
    """The report in words, with all memory measurements."""
    answers = ", ".join(f"{count} of {status}" for status, count in sorted(report.answers.items()))
    lines = [
        f"{plan.tables} tables for {plan.seconds:g} s: {report.moves} moves, {report.matches} matches to "
        f"their end; pages and answers: {answers}; refused: {report.refused.total()}.",
        *(f"  {count} times: {sentence}" for sentence, count in report.refused.most_common(5)),
        "Memory of the server in MiB, by second:",
    ]
    cells = [f"{at:5.0f} {size / MEBIBYTE:6.1f}" for at, size in report.memory]
    lines += ["  " + "   ".join(cells[at : at + 8]) for at in range(0, len(cells), 8)]
    return "\n".join([*lines, level(report.memory, plan.seconds / 2)])


def level(memory: Sequence[tuple[float, int]], middle: float) -> str:
    """Whether memory is level in the second half, in words; uses a linear fit."""
    late = [(at, size / MEBIBYTE) for at, size in memory if at >= middle]
    if len(late) < 3:
        return "Too few looks at the memory to say where it levels."
    slope, _start = statistics.linear_regression(*zip(*late, strict=True))
    usual, most = statistics.median(size for _at, size in late), max(size for _at, size in late)
    growth = slope * (late[-1][0] - late[0][0])
    verdict = "level" if growth <= LEVEL * usual else "it still grows"
    return (
        f"From second {middle:.0f} on it is {usual:.0f} MiB (median), at most {most:.0f}, and "
        f"changes by {growth:+.1f} MiB ({60 * slope:+.2f} a minute): {verdict}."
    )


def main(given: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code: 1 after a failure."""
    usual = Plan()
    parser = argparse.ArgumentParser("python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=usual.tables, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="default: %(default)s")
    parser.add_argument(
        "--pause",
        type=float,
        default=usual.pause,
        help="seconds between moves at a table (default: %(default)s)",
    )
    parser.add_argument(
        "--every",
        type=float,
        default=usual.every,
        help="seconds between looks at the memory (default: %(default)s)",
    )
    plan = Plan(**vars(parser.parse_args(given)))
    if plan.tables < 1 or not all(0 < span < math.inf for span in (plan.seconds, plan.pause, plan.every)):
        parser.error("--tables, --seconds, --pause and --every have to be more than 0")
    if not on_linux("The memory of a server is read from /proc"):
        return 1
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        try:
            report = asyncio.run(run(plan, Path(folder)))
        except (NotStarted, Refused, OSError) as error:
            print(f"Nothing was measured: {error}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130
    print(told(report, plan))
    return verdict(report.wrong, "No 5xx, and nothing that the server complained of.")


if __name__ == "__main__":
    sys.exit(main())
