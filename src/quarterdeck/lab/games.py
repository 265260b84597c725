"""Many games of one bot against itself. Game i depends only on the seed and i."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from quarterdeck.bots import bot, searches
from quarterdeck.lab import pool
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.series import Stopped
from quarterdeck.lab.statistics import STATISTICS, Note
from quarterdeck.play import Game
from quarterdeck.play.game import played_game
from quarterdeck.play.record import check_seed


@dataclass(frozen=True)
class Played:
    """A finished game: its number, the seat that began, the result, its length and its statistics.

    `of_seats` are the notes that are of a seat, each with its seat. A `truncated` game had reached the limit
    of plies before its end, and nobody has won it.
    """

    number: int
    begins: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    plies: int
    notes: Counter[Note]
    of_seats: Counter[tuple[int, Note]] = field(default_factory=Counter)
    truncated: bool = False


def deal_seed(seed: int | str, number: int) -> str:
    """The seed of the deal of game `number`; a match file with it has the same deal."""
    return f"{seed}/{number}"


def seat_seed(seed: int | str, number: int, seat: int) -> str:
    """The seed of a seat's bot in game `number`. It depends on the seat alone, so the same bots in the same
    seats play the same game.
    """
    return f"{seed}/{number}/{seat}"


def play(
    game: Game,
    name: str,
    seed: int | str,
    number: int,
    stopped: Callable[[], bool] = lambda: False,
    max_plies: int | None = None,
) -> Played:
    """Play game `number` of a seed from deal to end with this bot in every seat; truncated after `max_plies`,
    by default the game's own limit. Stopped if `stopped`, which is called before each move, returns true.
    """
    limit = ply_limit(game, max_plies)
    position = game.start(seed=deal_seed(seed, number))
    players = [bot(name, seat_seed(seed, number, seat)) for seat in range(game.players)]
    statistics = STATISTICS[game.id]
    begins = statistics.begins(position.to_json())
    plies, notes, of_seats = 0, Counter[Note](), Counter[tuple[int, Note]]()
    while not position.over and plies < limit:
        if stopped():
            raise Stopped
        seat = position.to_act[0]
        position = position.play(seat, players[seat].choose(position.view(seat)))
        plies += 1
        for event in position.events:
            found = list(statistics.counts(event))
            notes.update(found)
            of_seats.update((event.seat, note) for note in found if event.seat >= 0)
    rounds = statistics.rounds(position.to_json())
    won, scores, cut = position.winners, position.scores, not position.over
    return Played(number, begins, won, scores, rounds, plies, notes, of_seats, cut)


@dataclass(frozen=True)
class _Series:
    game: Game
    name: str
    games: int
    seed: int | str
    max_plies: int

    @property
    def searches(self) -> bool:
        """Whether the bot searches."""
        return searches(self.name, self.game)

    def rehearse(self) -> None:
        """Does nothing, since no clock runs here."""

    def play(self, number: int, stopped: Callable[[], bool]) -> Played:
        return play(self.game, self.name, self.seed, number, stopped, self.max_plies)


def play_games(
    game: Game,
    name: str,
    count: int,
    seed: int | str = 0,
    jobs: int = 1,
    ray: str | None = None,
    max_plies: int | None = None,
) -> Generator[Played, None, None]:
    """Yield games 0 to `count` − 1 in order, played by `jobs` processes or a Ray cluster; see `pool.played`.
    Games are truncated after `max_plies`, by default `Game.max_plies`.

    GameOptionError for an unknown bot or an invalid limit, RecordError for a seed that match files can't
    hold.
    """
    played_game(game)
    bot(name)
    check_seed(deal_seed(seed, 0))
    limit = ply_limit(game, max_plies)
    yield from pool.played(_Series(game, name, count, seed, limit), jobs, ray)
