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

__all__ = ["Plan", "Report", "main", "report_text", "run"]

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
    """This many `tables` for `seconds`, with a move every `pause` seconds on average at each. The memory is
    measured every `every` seconds.
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
    """Run as planned with a server of its own, whose data are in this folder. Raises NotStarted, Refused,
    OSError.
    """
    targets = [kind(game, 1, bot=BOT) for kind, game in KINDS]
    # Not pinned to a core, because memory is measured, not speed.
    (server,) = targets[0].start(folder, [_available_cores()])
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


def _available_cores() -> set[int]:
    return set(os.sched_getaffinity(0))


class _Soak:
    """All clients of the server during the run."""

    def __init__(self, plan: Plan, server: Server, targets: Sequence[Pages], report: Report) -> None:
        self._plan = plan
        self._server = server
        self._targets = targets
        self._report = report
        self._began = time.monotonic()
        self._open_tables: dict[int, Table] = {}

    @property
    def _seconds_left(self) -> float:
        return self._began + self._plan.seconds - time.monotonic()

    async def run(self) -> None:
        """Run until the time is over."""
        async with asyncio.TaskGroup() as group:
            for number in range(self._plan.tables):
                group.create_task(self._keep_table_busy(number))
            group.create_task(self._load_pages())
            group.create_task(self._measure_memory())

    async def _keep_table_busy(self, number: int) -> None:
        """Play one match after another."""
        dice = random.Random(number)
        target = self._targets[number % len(self._targets)]
        # Start at different times.
        await asyncio.sleep(dice.uniform(0, min(self._plan.pause * SCREENS, self._plan.seconds / 10)))
        while self._seconds_left > 0:
            try:
                table = self._open_tables[number] = await target.table()
                try:
                    for screen in range(SCREENS):
                        await table.connect(screen)
                    if await self._play_match(table, dice):
                        self._report.matches += 1
                finally:
                    table.close()
            except (Refused, OSError) as error:
                self._record_refusal(error)
                await asyncio.sleep(self._plan.pause)

    async def _play_match(self, table: Table, dice: random.Random) -> bool:
        """Make moves at a table; returns whether the match ended before the time was over."""
        last_version, deadline = table.version, time.monotonic() + SETTLING
        while self._seconds_left > 0 and not table.over:
            if table.version != last_version:
                last_version, deadline = table.version, time.monotonic() + STILL
            if min(table.shown) >= 0 and table.legal(0):
                try:
                    await asyncio.wait_for(table.send(0, dice.choice(table.legal(0))), STILL)
                    self._report.moves += 1
                except (Refused, OSError) as error:
                    self._record_refusal(error)
                except TimeoutError:
                    self._report.wrong.append(f"table {table.id}: no answer to a move in {STILL:g} s")
                    return False
            elif time.monotonic() > deadline:
                self._report.wrong.append(
                    f"table {table.id} stood still for {STILL:g} s at version {last_version}"
                )
                return False
            await asyncio.sleep(dice.uniform(0, 2 * self._plan.pause))
        return table.over

    async def _load_pages(self) -> None:
        """Load one page after another, as a visitor without a seat."""
        pool, dice = Pool(self._server.host, self._server.port), random.Random("looks")
        try:
            while self._seconds_left > 0:
                for path in LOOKS:
                    if "{table}" in path and not self._open_tables:
                        continue
                    table = dice.choice(list(self._open_tables.values())).id if self._open_tables else ""
                    answer = await pool.get(path.format(table=table), {"accept": "text/html"})
                    self._report.answers[answer.status] += 1
                    if answer.status >= 500:
                        self._report.wrong.append(f"{path} was answered {answer.status}")
                await asyncio.sleep(min(self._plan.pause, max(self._seconds_left, 0)))
        finally:
            pool.close()

    async def _measure_memory(self) -> None:
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

    def _record_refusal(self, error: Exception) -> None:
        """Record a refusal; only a 5xx or a lost server is a failure."""
        sentence = str(error)
        self._report.refused[sentence] += 1
        if isinstance(error, OSError) or sentence.startswith("5") or "(status 5" in sentence:
            self._report.wrong.append(sentence)


def report_text(report: Report, plan: Plan) -> str:
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
    second_half = [(at, size / MEBIBYTE) for at, size in memory if at >= middle]
    if len(second_half) < 3:
        return "Too few looks at the memory to say where it levels."
    slope, _start = statistics.linear_regression(*zip(*second_half, strict=True))
    median, most = (
        statistics.median(size for _at, size in second_half),
        max(size for _at, size in second_half),
    )
    growth = slope * (second_half[-1][0] - second_half[0][0])
    verdict = "level" if growth <= LEVEL * median else "it still grows"
    return (
        f"From second {middle:.0f} on it is {median:.0f} MiB (median), at most {most:.0f}, and "
        f"changes by {growth:+.1f} MiB ({60 * slope:+.2f} a minute): {verdict}."
    )


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code: 1 after a failure."""
    defaults = Plan()
    parser = argparse.ArgumentParser("python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=defaults.tables, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=defaults.seconds, help="default: %(default)s")
    parser.add_argument(
        "--pause",
        type=float,
        default=defaults.pause,
        help="seconds between moves at a table (default: %(default)s)",
    )
    parser.add_argument(
        "--every",
        type=float,
        default=defaults.every,
        help="seconds between looks at the memory (default: %(default)s)",
    )
    plan = Plan(**vars(parser.parse_args(words)))
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
    print(report_text(report, plan))
    return verdict(report.wrong, "No 5xx, and nothing that the server complained of.")


if __name__ == "__main__":
    sys.exit(main())
