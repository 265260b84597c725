"""Many whole games among bots, on all cores: game i depends on the seed and on i, on nothing else."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context

from quarterdeck.bots import bot
from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.spec import Json, Options
from quarterdeck.lab.notes import Note, notebook
from quarterdeck.play import Game
from quarterdeck.words import _

# From so many games on, the seconds that the compiler takes are won back.
WORTH_COMPILING = 100
MOST_IN_A_BATCH = 16


@dataclass(frozen=True)
class Played:
    """A game that is over: its number, the seat that began, the result, its length and what was noted.

    `of_seats` are the notes that are of a seat, each with its seat.
    """

    number: int
    begins: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    plies: int
    notes: Counter[Note]
    of_seats: Counter[tuple[int, Note]] = field(default_factory=Counter)


def play(game: Game, name: str, seed: int | str, number: int) -> Played:
    """Game `number` of a seed, from its deal to its end, with the bot of this name in every seat."""
    position = game.start(seed=f"{seed}/{number}")
    players = [bot(name, f"{seed}/{number}/{seat}") for seat in range(game.players)]
    book = notebook(game.id)
    begins = book.begins(position.to_json())
    plies, notes, of_seats = 0, Counter[Note](), Counter[tuple[int, Note]]()
    while not position.over:
        seat = position.to_act[0]
        position = position.play(seat, players[seat].choose(position.view(seat)))
        plies += 1
        for event in position.events:
            found = list(book.counts(event))
            notes.update(found)
            of_seats.update((event.seat, note) for note in found if event.seat >= 0)
    rounds = book.rounds(position.to_json())
    return Played(number, begins, position.winners, position.scores, rounds, plies, notes, of_seats)


def cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_games(game: Game, name: str, count: int, seed: int | str = 0, jobs: int = 1) -> Iterator[Played]:
    """Games 0 to `count` − 1, in this order, played by `jobs` processes.

    More than one process starts fresh interpreters: a script that calls this needs the usual
    `if __name__ == "__main__":`. GameOptionError for an unknown bot, QuarterdeckError if a process is killed.
    """
    bot(name)
    compiled = count >= WORTH_COMPILING
    if compiled:
        game.warm()
    if jobs == 1:
        for number in range(count):
            yield play(game, name, seed, number)
        return
    size = max(1, min(MOST_IN_A_BATCH, count // (4 * jobs)))
    batches = [range(first, min(count, first + size)) for first in range(0, count, size)]
    plain = (game.id, game.options, game.spec.table_json(game.table), name, seed, compiled)
    # `spawn` is the one way to start processes that every system has and that no thread can spoil.
    workers = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, plain)
    try:
        for batch in workers.map(_play_batch, batches):
            yield from batch
    except BrokenProcessPool:
        raise QuarterdeckError(_("A process that played games was killed: try fewer --jobs.")) from None
    finally:
        workers.shutdown(cancel_futures=True)


# What a process of its own plays: the game, the bot and the seed.
_series: tuple[Game, str, int | str] | None = None


def _begin(
    game: str, options: Options, table: Json | None, name: str, seed: int | str, compiled: bool
) -> None:
    """In a fresh process: get ready to play. Ctrl+C is the first process's business."""
    global _series
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _series = Game(game, table=table, **options), name, seed
    if compiled:
        _series[0].warm()


def _play_batch(numbers: range) -> list[Played]:
    assert _series is not None
    return [play(*_series, number) for number in numbers]
