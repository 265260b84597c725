"""All games of a tournament, on all cores, in the order of deals and seatings."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any

from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.spec import Json, Options
from quarterdeck.lab.arena.match import Match, begin, play, rehearse
from quarterdeck.lab.arena.seating import Seating, rotations
from quarterdeck.lab.games import WORTH_COMPILING
from quarterdeck.play import Game
from quarterdeck.words import _

# So many games are handed out ahead for each process, so that none waits while a long one is played.
AHEAD = 8


@dataclass(frozen=True)
class Tournament:
    """A game, a bot for each seat, and so many deals, each of which is played in every seating.

    `files` asks for a match file of each game.
    """

    game: Game
    line: Seating
    deals: int
    seed: str = "0"
    seated: Callable[[Seating], tuple[Seating, ...]] = rotations
    files: bool = False

    def __post_init__(self) -> None:
        """RecordError for a seed that no match file can hold."""
        begin(self.game, self.seed, 0, self.line)

    @property
    def bots(self) -> tuple[str, ...]:
        """Those that take part, each once, in the order of the line-up."""
        return tuple(dict.fromkeys(self.line))

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """How the bots sit in the games of a deal."""
        return self.seated(self.line)

    @property
    def games(self) -> int:
        """How many there are to play."""
        return self.deals * len(self.seatings)

    def play(self, number: int, stopped: Callable[[], bool] = lambda: False) -> Match:
        """Game `number`, from 0; see `match.play`."""
        deal, seating = divmod(number, len(self.seatings))
        bots = self.seatings[seating]
        return play(self.game, self.seed, deal, seating, bots, keep=self.files, stopped=stopped)


def play_all(tournament: Tournament, jobs: int = 1) -> Generator[Match, None, None]:
    """All games, deal by deal, the seatings of each one after the other, played by `jobs` processes.

    More than one process starts fresh interpreters: a script that calls this needs the usual
    `if __name__ == "__main__":`. If it is left early, no process plays on for longer than a move.
    BotFailure, QuarterdeckError if a process is killed.
    """
    compiled = tournament.games >= WORTH_COMPILING
    if compiled:
        tournament.game.warm()
    if jobs == 1:
        rehearse(tournament.game, tournament.line)
        yield from map(tournament.play, range(tournament.games))
        return
    game = tournament.game
    # The rules don't travel between processes: a fresh one finds them by the game's name.
    plain = (game.id, game.options, game.spec.table_json(game.table), compiled)
    rest = (tournament.line, tournament.deals, tournament.seed, tournament.seated, tournament.files)
    # `spawn` is the one way to start processes that every system has and that no thread can spoil.
    context = get_context("spawn")
    stop = context.Event()
    workers = ProcessPoolExecutor(jobs, context, _begin, (plain, rest, stop))
    try:
        yield from _in_order(workers, tournament.games, AHEAD * jobs)
    except BrokenProcessPool:
        raise QuarterdeckError(_("A process that played games was killed: try fewer --jobs.")) from None
    finally:
        stop.set()
        workers.shutdown(cancel_futures=True)


def _in_order(workers: ProcessPoolExecutor, games: int, ahead: int) -> Iterator[Match]:
    """The games by number, never more than `ahead` of them handed out and not taken."""
    numbers = iter(range(games))
    waiting: deque[Future[Match]] = deque(workers.submit(_play, one) for one in islice(numbers, ahead))
    while waiting:
        match = waiting.popleft().result()
        waiting.extend(workers.submit(_play, one) for one in islice(numbers, 1))
        yield match


# What a process of its own plays, and what tells it to stop.
_mine: tuple[Tournament, Event] | None = None


def _begin(plain: tuple[str, Options, Json | None, bool], rest: tuple[Any, ...], stop: Event) -> None:
    """In a fresh process: get ready to play. Ctrl+C is the first process's business."""
    global _mine
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    name, options, table, compiled = plain
    game = Game(name, table=table, **options)
    if compiled:
        game.warm()
    _mine = Tournament(game, *rest), stop
    rehearse(game, _mine[0].line)


def _play(number: int) -> Match:
    assert _mine is not None
    tournament, stop = _mine
    return tournament.play(number, stop.is_set)
