"""`make upgrade ARGS=REVISION`: a server of an earlier version is stopped under load, and this one goes on
with its data. No acknowledged move may be lost, and all matches have to end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.command import on_linux, verdict
from benchmarks.crash.course import first_of
from benchmarks.crash.ledger import Ledger, LetDown
from benchmarks.crash.players import PLAYERS, Player, group
from benchmarks.ports import HOST, held
from benchmarks.unlimited import UNLIMITED

__all__ = ["Upgrade", "main", "play_through_upgrade", "sources"]

ROOT = Path(__file__).parents[1]
# In seconds: how long the first moves may take, a server's end, and all matches after the upgrade.
BEGINNING = 60.0
ENDING = 60.0
LAST_GAMES = 240.0


@dataclass(frozen=True)
class Upgrade:
    """How long the old server runs, in seconds from when all tables move; the tables at a time; the bots at
    each.
    """

    seconds: float = 10.0
    groups: int = 6
    bots: int = 1


def sources(revision: str, into: Path) -> Path:
    """Unpack the sources of a revision, a commit or tag, into this folder; returns the path to import from.
    Raises ValueError if git knows none of this name, OSError without git.
    """
    archive = subprocess.run(["git", "archive", revision, "src"], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        raise ValueError(f"git knows no revision {revision} of this project.")
    subprocess.run(["tar", "-x", "-C", into], input=archive.stdout, check=True)
    return into / "src"


async def play_through_upgrade(old: Path, plan: Upgrade, folder: Path) -> tuple[Ledger, int]:
    """Play first with the server that is imported from `old`, then with this one; the data are in `folder`.
    Returns what players saw, and the moves that the old server acknowledged. Raises LetDown.
    """
    people = PLAYERS - plan.bots
    ledger, going_on = Ledger(people), asyncio.Event()
    going_on.set()
    with held() as port:
        tables = [
            [Player([f"{HOST}:{port}"], home, number, ledger) for home in range(people)]
            for number in range(plan.groups)
        ]
        try:
            async with asyncio.TaskGroup() as tasks:
                async with _running_server(old, port, folder):
                    playing = [
                        tasks.create_task(group(number, players, going_on))
                        for number, players in enumerate(tables)
                    ]
                    await _wait_until_all_move(ledger, plan.groups)
                    await asyncio.sleep(plan.seconds)
                old_moves = ledger.moves
                going_on.clear()
                async with _running_server(ROOT / "src", port, folder):
                    _done, unfinished = await asyncio.wait(playing, timeout=LAST_GAMES)
                    if unfinished:
                        raise LetDown(f"{len(unfinished)} tables did not come to an end in {LAST_GAMES:g} s")
        except ExceptionGroup as errors:
            raise first_of(errors) from errors
    ledger.check_all(f"sqlite:///{folder / 'quarterdeck.sqlite3'}")
    return ledger, old_moves


async def _wait_until_all_move(ledger: Ledger, groups: int) -> None:
    """Wait until a move of each group has been acknowledged. Raises LetDown."""
    deadline = time.monotonic() + BEGINNING
    while len(ledger.by_group) < groups:
        if time.monotonic() > deadline:
            raise LetDown(f"only {len(ledger.by_group)} of {groups} tables moved in {BEGINNING:g} s")
        await asyncio.sleep(0.05)


@asynccontextmanager
async def _running_server(source: Path, port: int, folder: Path) -> AsyncIterator[None]:
    """A server whose code is imported from `source`; it is stopped as a service manager does it.

    Raises LetDown.
    """
    command = ["-m", "quarterdeck", "--no-browser", "--port", str(port), "--data", str(folder)]
    path = {"PYTHONPATH": str(source), "QUARTERDECK_COMPILED": "off"}
    with (folder / "log").open("a") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", *command, env={**os.environ, **UNLIMITED, **path}, stdout=log, stderr=log
        )
    try:
        yield
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        ended = await asyncio.wait_for(process.wait(), ENDING)
        if ended not in (0, -signal.SIGTERM):
            raise LetDown(f"the server from {source} ended with {ended}")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def main() -> int:
    """Run a command line; returns the exit code."""
    parser = argparse.ArgumentParser("python -m benchmarks.upgrade", description=__doc__)
    parser.add_argument("revision", help="a commit or tag of the earlier version")
    parser.add_argument("--seconds", type=float, default=Upgrade.seconds, help="default: %(default)s")
    parser.add_argument("--tables", type=int, default=Upgrade.groups, help="default: %(default)s")
    parser.add_argument("--bots", type=int, default=Upgrade.bots, help="default: %(default)s")
    options = parser.parse_args()
    if not 0 <= options.bots < PLAYERS or options.tables < 1:
        parser.error(f"--bots has to be 0 to {PLAYERS - 1}, and --tables at least 1")
    if not on_linux("Ports are kept for servers"):
        return 1
    with tempfile.TemporaryDirectory(prefix="upgrade-") as name:
        folder = Path(name)
        plan = Upgrade(options.seconds, options.tables, options.bots)
        try:
            old = sources(options.revision, folder)
        except (ValueError, OSError) as failed:
            print(failed, file=sys.stderr)
            return 1
        try:
            ledger, before = asyncio.run(play_through_upgrade(old, plan, folder))
        except LetDown as failed:
            print(f"A player was let down: {failed}", file=sys.stderr)
            log = folder / "log"
            print(log.read_text()[-4000:] if log.exists() else "", file=sys.stderr)
            return 1
    print(
        f"{len(ledger.finished)} games to their end; {before} moves acknowledged by {options.revision}, "
        f"{ledger.moves - before} by this version."
    )
    return verdict(ledger.wrong, "Every acknowledged move is in the log, once; all logs replay by the rules.")


if __name__ == "__main__":
    sys.exit(main())
