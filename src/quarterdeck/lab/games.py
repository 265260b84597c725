"""Many whole games of one bot against itself: game i depends on the seed and on i, on nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from quarterdeck.bots import bot, searches
from quarterdeck.lab import pool
from quarterdeck.lab.notes import Note, notebook
from quarterdeck.play import Game
from quarterdeck.play.record import check_seed


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


def deal_seed(seed: int | str, number: int) -> str:
    """The seed of the deal of game `number`, in a match file too."""
    return f"{seed}/{number}"


def seat_seed(seed: int | str, number: int, seat: int) -> str:
    """The seed of a bot in game `number`. A seat's luck is its own, whoever sits there: the same bots in the
    same seats play the same game.
    """
    return f"{seed}/{number}/{seat}"


def play(
    game: Game, name: str, seed: int | str, number: int, stopped: Callable[[], bool] = lambda: False
) -> Played:
    """Game `number` of a seed, from its deal to its end, with the bot of this name in every seat.

    Stopped once `stopped` says so, which is asked before each move.
    """
    position = game.start(seed=deal_seed(seed, number))
    players = [bot(name, seat_seed(seed, number, seat)) for seat in range(game.players)]
    book = notebook(game.id)
    begins = book.begins(position.to_json())
    plies, notes, of_seats = 0, Counter[Note](), Counter[tuple[int, Note]]()
    while not position.over:
        if stopped():
            raise pool.Stopped
        seat = position.to_act[0]
        position = position.play(seat, players[seat].choose(position.view(seat)))
        plies += 1
        for event in position.events:
            found = list(book.counts(event))
            notes.update(found)
            of_seats.update((event.seat, note) for note in found if event.seat >= 0)
    rounds = book.rounds(position.to_json())
    return Played(number, begins, position.winners, position.scores, rounds, plies, notes, of_seats)


@dataclass(frozen=True)
class _Series:
    game: Game
    name: str
    games: int
    seed: int | str

    @property
    def searches(self) -> bool:
        """Whether the bot does."""
        return searches(self.name)

    def rehearse(self) -> None:
        """Nothing: no clock runs here."""

    def play(self, number: int, stopped: Callable[[], bool]) -> Played:
        return play(self.game, self.name, self.seed, number, stopped)


def play_games(
    game: Game, name: str, count: int, seed: int | str = 0, jobs: int = 1, ray: str | None = None
) -> Generator[Played, None, None]:
    """Games 0 to `count` − 1, in this order, played by `jobs` processes or a Ray cluster; see `pool.played`.

    GameOptionError for an unknown bot, RecordError for a seed that no match file can hold.
    """
    bot(name)
    check_seed(deal_seed(seed, 0))
    yield from pool.played(_Series(game, name, count, seed), jobs, ray)
