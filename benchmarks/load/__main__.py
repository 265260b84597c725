"""`make load`: load tests of our server, compared with boardgame.io's if npm is installed."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from benchmarks.command import on_linux
from benchmarks.load.figures import HEADINGS, Figures, cells, row
from benchmarks.load.measure import Plan, measure
from benchmarks.load.pages import Pages
from benchmarks.load.peer import Boardgame, install
from benchmarks.load.programs import Programs
from benchmarks.load.servers import NotStarted, cores
from benchmarks.load.table import SCREENS, Refused, Target
from quarterdeck import __version__
from scripts import postgres

TARGETS = ("pages", "api", "pages-postgresql", "api-postgresql", "boardgame.io", "boardgame.io-files")
OURS = {"pages": Pages, "api": Programs}


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser("python -m benchmarks.load", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; default: all")
    parser.add_argument("--game", default="meuterer", help="for ours (default: %(default)s)")
    parser.add_argument("--people", type=int, choices=(1, 4), default=1, help="browsers that play at a table")
    parser.add_argument(
        "--tables", type=int, default=200, help="default: %(default)s; 0: no speed, only memory"
    )
    parser.add_argument("--rate", type=float, default=200, help="moves a second (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=10, help="for each load (default: %(default)s)")
    parser.add_argument("--moves", type=int, default=100_000, help="at most, for each load")
    parser.add_argument("--viewers", type=int, nargs="*", default=[1000, 4000], help="for the memory")
    parser.add_argument(
        "--at-each", type=int, default=SCREENS, metavar="N", help="viewers at each of these tables, from 4 on"
    )
    parser.add_argument(
        "--limit", type=float, default=300, help="most seconds for a server (default: %(default)s)"
    )
    parser.add_argument("--database", metavar="URL", help="a PostgreSQL database for ours, which fills up")
    parser.add_argument(
        "--processes", type=int, default=1, help="of ours, on one database (default: %(default)s)"
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", help="append the figures as lines of JSON")
    parser.add_argument("--npm", type=Path, metavar="DIR", help="keep boardgame.io installed here")
    options = parser.parse_args(given)
    for target in options.targets:
        if target not in TARGETS:
            parser.error(f"there is no {target}; known are {', '.join(TARGETS)}")
    if options.tables < 0 or min([options.rate, options.seconds, options.processes]) <= 0:
        parser.error("--rate, --seconds and --processes have to be more than 0, --tables not less")
    if options.at_each < SCREENS:
        parser.error(f"--at-each has to be {SCREENS} or more")
    if options.keep is not None:
        try:
            options.keep.open("a").close()
        except OSError as error:
            parser.error(f"--keep: {error}")
    return options


def targets(options: argparse.Namespace, npm: Path) -> Iterator[Target]:
    """The servers to measure; PostgreSQL runs while it is needed, boardgame.io is installed on first use.
    Raises NotStarted.
    """
    for name in options.targets or TARGETS:
        ours, _dash, database = name.partition("-")
        if ours in OURS and not database:
            yield OURS[ours](options.game, options.people, options.database)
        elif ours in OURS:
            programs = postgres.binaries()
            if programs is None:
                print(f"{name}: {postgres.MISSING}")
                continue
            # Every commit waits for the disk, as SQLite's do.
            with postgres.cluster(programs, settings=()) as cluster:
                yield OURS[ours](options.game, options.people, cluster.url("postgres"))
        elif not options.targets and shutil.which("npm") is None:
            print(f"{name}: npm is not here, so it was not measured.")
        else:
            install(npm)
            yield Boardgame(npm, files=name == "boardgame.io-files")


def report_figures(options: argparse.Namespace, target: str, label: str, figures: Figures) -> None:
    """Print the figures of a load, and keep them where that is wanted."""
    print(row(f"  {label}", cells(figures)), flush=True)
    if options.keep is not None:
        keep(options.keep, options, target, label, figures)


def run(options: argparse.Namespace, on: Sequence[set[int]], npm: Path) -> bool:
    """Measure and print; returns whether everything could be measured."""
    import uvloop

    plan = Plan(
        *(on, options.tables, options.rate, options.seconds, options.moves, options.viewers, options.at_each)
    )
    fine = True
    for target in targets(options, npm):
        print(row(f"\n{target.name}", HEADINGS), flush=True)

        report = partial(report_figures, options, target.name)
        try:
            complaints = uvloop.run(asyncio.wait_for(measure(target, plan, report), options.limit))
        except TimeoutError:
            print(f"  stopped after {options.limit:g} s (--limit)")
            fine = False
        except (NotStarted, Refused, OSError, ExceptionGroup) as error:
            cause = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
            print(f"  stopped: {cause}")
            fine = False
        else:
            if complaints:
                print(f"  the server complained: {complaints}")
    return fine


def keep(file: Path, options: argparse.Namespace, target: str, label: str, figures: Figures) -> None:
    """Append the figures of a load to a file, as a line of JSON: what was not measured is null."""
    measured = {name: None if value != value else value for name, value in figures._asdict().items()}
    line = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": __version__,
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "game": options.game,
        "people": options.people,
        "target": target,
        "load": label,
        **measured,
    }
    with file.open("a") as lines:
        lines.write(json.dumps(line) + "\n")


def main() -> int:
    """Run a command line; returns the exit code."""
    options = arguments()
    if not on_linux("The load generator reads /proc and pins processes to cores"):
        return 1
    import resource

    # A closed terminal or an external timeout must not leave servers behind.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda _number, _frame: sys.exit(1))
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    servers, own = cores(options.processes)
    print(f"Servers on cores {servers}, the load on {own}; load average before {os.getloadavg()[0]:.1f}.")
    print("ms: from a move sent until all others at its table see it; cpu-s: seconds of the server's core.")
    with tempfile.TemporaryDirectory(prefix="load-npm-") as folder:
        os.sched_setaffinity(0, own)
        try:
            return 0 if run(options, servers, options.npm or Path(folder)) else 1
        except NotStarted as error:
            print(error, file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130


if __name__ == "__main__":
    sys.exit(main())
