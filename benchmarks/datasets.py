"""Self-play of random players written as Parquet by one process, and its decisions read again; and self-play
of rules of thumb.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.effort import Effort, parse_effort
from benchmarks.playouts import first_of_each
from quarterdeck.lab import data
from quarterdeck.play import Game

MATCHES = 8000
# Number of matches read back: a decision is a thousand times as large in memory as in the file.
READ = 2000
# Number of matches among rules of thumb.
THUMBS = 1000


class Figures(NamedTuple):
    """The results of one round, by printed name."""

    matches: float
    moves: float
    bytes: float
    decisions: float
    thumbs: float


def measure(game: Game, seed: int, matches: int = MATCHES, read: int = READ, thumbs: int = THUMBS) -> Figures:
    """Matches and moves written per second, bytes per match, decisions read per second, and matches per
    second among rules of thumb.
    """
    series = data.Selfplay(game, ("random",) * game.players, matches, str(seed))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "random.parquet"
        start, moves = time.perf_counter(), 0
        with data.writing(path, data.Head(game, series.line, series.seed)) as writer:
            for played in data.play_all(series):
                writer.add(played)
                moves += len(played.actions)
        written = time.perf_counter() - start
        size = path.stat().st_size
        start, decisions = time.perf_counter(), 0
        for batch in data.decisions(path):
            decisions += len(batch.action)
            if batch.match[-1] >= read:
                break
        took = time.perf_counter() - start
    series = data.Selfplay(game, ("rule-of-thumb",) * game.players, thumbs, str(seed))
    start = time.perf_counter()
    for _played in data.play_all(series):
        pass
    rest = thumbs / (time.perf_counter() - start)
    return Figures(matches / written, moves / written, size / matches, decisions / took, rest)


def print_figures(games: list[Game], effort: Effort) -> None:
    """Print the medians over this many rounds."""
    for game in games:
        # Compile before measuring.
        measure(game, 0, matches=10, thumbs=10)
    found: dict[str, list[Figures]] = {game.id: [] for game in games}
    for turn in range(effort.rounds):
        for game in games:
            found[game.id].append(measure(game, turn, *map(effort.count, (MATCHES, READ, THUMBS))))
    print(f"\n{'Data sets of random play, one process':36}{'matches/s':>14}{'moves/s':>14}", end="")
    print(f"{'bytes a match':>16}{'decisions read/s':>20}{'rule-of-thumb matches/s':>26}")
    for game in games:
        matches, moves, size, decisions, thumbs = map(statistics.median, zip(*found[game.id], strict=True))
        print(f"{game.id:36}{matches:14,.0f}{moves:14,.0f}{size:16,.0f}{decisions:20,.0f}{thumbs:26,.0f}")


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    effort = parse_effort("benchmarks.datasets", __doc__, 3, given)
    print_figures(first_of_each(effort.names), effort)


if __name__ == "__main__":
    main()
