"""`make crash`: servers are killed at random moments under load; no acknowledged write may be lost."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks.command import on_linux, verdict
from benchmarks.crash.course import LetDown, Plan, Report, run
from benchmarks.crash.players import PLAYERS


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser("python -m benchmarks.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="default: %(default)s")
    parser.add_argument("--tables", type=int, default=6, help="at a time (default: %(default)s)")
    parser.add_argument(
        "--life", type=float, default=0.25, help="mean seconds under load (default: %(default)s)"
    )
    parser.add_argument("--database", metavar="URL", help="an empty PostgreSQL database; default: SQLite")
    parser.add_argument("--processes", type=int, default=1, help="on that database (default: %(default)s)")
    parser.add_argument(
        "--bots", type=int, default=0, help="at each table; their workers are killed, too (default: none)"
    )
    options = parser.parse_args(given)
    if min(options.kills, options.tables, options.processes) < 1 or options.life <= 0:
        parser.error("--kills, --tables, --processes and --life have to be more than 0")
    if options.processes > 1 and options.database is None:
        parser.error("several --processes need a --database that they share")
    if not 0 <= options.bots < PLAYERS:
        parser.error(f"--bots has to be 0 to {PLAYERS - 1}: one person at least plays at each table")
    return options


def report_text(report: Report) -> str:
    """The report in words."""
    gaps = sorted(report.gaps)
    return (
        f"{report.kills} kills of servers and {report.workers} of workers in {report.seconds:.0f} s; "
        f"{report.games} games to their end, "
        f"{report.moves} moves acknowledged; {report.retried} moves sent again for want of an answer, "
        f"of which {report.kept} had been made. After a kill all tables moved again within "
        f"{statistics.median(gaps):.2f} s (median), {gaps[-1]:.2f} s (longest)."
    )


def main() -> int:
    """Run a command line; returns the exit code."""
    options = arguments()
    if not on_linux("The servers end with the process that began them"):
        return 1
    plan = Plan(
        options.kills, options.life, options.tables, options.database, options.processes, options.bots
    )

    def tell(report: Report) -> None:
        print(f"\r{report.kills} kills, {report.moves} moves", end="", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="crash-") as name:
        try:
            report = asyncio.run(run(plan, Path(name), tell))
        except LetDown as failed:
            print(f"\nA player was let down: {failed}", file=sys.stderr)
            log = Path(name) / "log"
            print(log.read_text()[-4000:] if log.exists() else "", file=sys.stderr)
            return 1
    print(f"\n{report_text(report)}")
    fine = "Every acknowledged move is in the log at its version, once; all logs replay by the rules."
    return verdict(report.wrong, fine)


if __name__ == "__main__":
    sys.exit(main())
