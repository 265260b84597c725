"""`python -m benchmarks.workers`: kills every worker again and again; all tables of bots have to go on."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from benchmarks.command import verdict
from quarterdeck.play import GAMES, Game, Record, fresh_seed
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.store import Store
from quarterdeck.workers import Workers
from quarterdeck.workers.process import WorkerProcess

__all__ = ["main", "play_while_killing"]

PAUSE = 0.05
# Rule of thumb is left out: it thinks in the server.
LEVELS = ("deckhand", "mate", "random")
# Seconds in which every table that is not over has to move.
STILL = 10.0


class Report(Counter[str]):
    """Counts: the moves by their maker, named as in the logs; `kills` of workers; tables that are `over`."""


async def play_while_killing(
    folder: Path, tables: int, seconds: float, size: int, every: float = 1.0
) -> tuple[Report, list[str]]:
    """Let bots play for so many seconds while their workers are killed, each time after `every` seconds;
    returns figures, and what went wrong.
    """
    workers = Workers(size, compiling=False)
    room = Room(Store(folder / "quarterdeck.sqlite3"), PAUSE, workers=workers)
    report, wrong = Report(), list[str]()
    try:
        matches = [await room.create(_bot_table(number)) for number in range(tables)]
        versions = [0] * tables
        moved = [time.monotonic()] * tables
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(every)
            report["kills"] += _kill_workers(workers)
            for number, match in enumerate(matches):
                if match.version != versions[number] or match.over:
                    versions[number], moved[number] = match.version, time.monotonic()
                elif time.monotonic() - moved[number] > STILL:
                    wrong.append(f"table {number} has not moved for {STILL:.0f} s, at {match.ply} moves")
        for match in matches:
            report["over"] += match.over
            report.update(entry.data["by"] for entry in match.entries if entry.kind == "move")
        if not report["bot"]:
            wrong.append("no worker has chosen a move")
    finally:
        await room.close()
    return report, sorted(set(wrong))


def _bot_table(number: int) -> Match:
    game = Game(list(GAMES)[number % len(GAMES)])
    names = [f"Bot {seat}" for seat in range(game.players)]
    kinds = [LEVELS[seat % len(LEVELS)] for seat in range(game.players)]
    return Match.fresh(Record(game, fresh_seed(), names), kinds, "benchmark")


def _kill_workers(workers: Workers) -> int:
    killed = 0
    for worker in workers.running:
        assert isinstance(worker, WorkerProcess)
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)
            killed += 1
    return killed


def main() -> int:
    """Run a command line; returns the exit code."""
    parser = argparse.ArgumentParser("python -m benchmarks.workers", description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=60, help="default: %(default)s")
    parser.add_argument("--every", type=float, default=1, metavar="SECONDS", help="default: %(default)s")
    parser.add_argument("--workers", type=int, default=2, help="default: %(default)s")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="workers-") as name:
        done = play_while_killing(Path(name), options.tables, options.seconds, options.workers, options.every)
        report, wrong = asyncio.run(done)
    kills, over = report.pop("kills"), report.pop("over")
    by = ", ".join(f"{count} by {who}" for who, count in report.most_common())
    print(f"{kills} workers killed in {options.seconds:.0f} s; moves: {by}; {over} matches over")
    return verdict(wrong, "All tables went on.")


if __name__ == "__main__":
    sys.exit(main())
