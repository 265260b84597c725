"""The balance of a game: figures of many games of one bot against itself.

A shared win counts in parts: each of two winners gets half. Places are counted from the seat that begins,
because the seating is random but the turn order is not. A place's wins are its share of the games with a
winner, so the places' shares sum to 1, and 1 / players is fair.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from quarterdeck.lab import pool
from quarterdeck.lab.arena.interval import NORMAL, wilson_interval
from quarterdeck.lab.games import GamesSeries, Played
from quarterdeck.lab.statistics import Figure, Note, Topic
from quarterdeck.play import Game


@dataclass(frozen=True)
class Share:
    """A share of games; shared wins add halves and thirds."""

    part: float
    games: int

    @property
    def value(self) -> float:
        """The share, from 0 to 1; 0 of no games."""
        return self.part / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval at 95%; conservative if the part includes fractions."""
        if not self.games:
            return 0.0, 1.0
        found = wilson_interval(self.value, self.games, NORMAL)
        return found.low, found.high


@dataclass(frozen=True)
class Spread:
    """Mean, standard deviation and bounds of one number per game."""

    mean: float
    deviation: float
    least: int
    most: int

    @classmethod
    def of(cls, numbers: Counter[int]) -> Spread:
        """The spread of these values, each as often as it is counted; at least one."""
        count = numbers.total()
        mean = sum(value * times for value, times in numbers.items()) / count
        variance = sum((value - mean) ** 2 * times for value, times in numbers.items()) / count
        return cls(mean, sqrt(variance), min(numbers), max(numbers))


class Balance:
    """The figures of games at one table. It adds them up, so that a million games take no more room than one.

    `count` is the number of games; means and spreads need one at least. By value, `rounds_of` and `plies_of`
    count the games, `scores_of` the seats and `winning_scores_of` the winners.
    """

    def __init__(self, game: Game, games: Iterable[Played] = ()) -> None:
        self.game = game
        self.count = 0
        self.rounds_of, self.plies_of = Counter[int](), Counter[int]()
        self.scores_of, self.winning_scores_of = Counter[int](), Counter[int]()
        self._places = [0.0] * game.players
        self._nobody = self._shared = self._truncated = 0
        # By note: the number of games that have it, and its total count. Then, only from games that somebody
        # won: how many of its occurrences concern a seat, and how many of these the winner's.
        self._games, self._times = Counter[Note](), Counter[Note]()
        self._of_seats, self._of_winners = Counter[Note](), defaultdict[Note, float](float)
        for game_played in games:
            self.add(game_played)

    def add(self, played: Played) -> None:
        """Add a game at this table."""
        winners = played.winners
        self.count += 1
        self.rounds_of[played.rounds] += 1
        self.plies_of[played.plies] += 1
        self.scores_of.update(played.scores)
        self._nobody += not winners
        self._shared += len(winners) > 1
        self._truncated += played.truncated
        for seat in winners:
            self._places[(seat - played.begins) % self.game.players] += 1 / len(winners)
            self.winning_scores_of[played.scores[seat]] += 1
        self._games.update(played.notes.keys())
        self._times.update(played.notes)
        if winners:
            for (seat, note), count in played.of_seats.items():
                self._of_seats[note] += count
                self._of_winners[note] += count * (seat in winners) / len(winners)

    def add_all(self, other: Balance) -> None:
        """Add the games of another balance at this table."""
        self.count += other.count
        self._places = [own + more for own, more in zip(self._places, other._places, strict=True)]
        self._nobody += other._nobody
        self._shared += other._shared
        self._truncated += other._truncated
        for own, more in zip(self._counters, other._counters, strict=True):
            own.update(more)
        for note, part in other._of_winners.items():
            self._of_winners[note] += part

    @property
    def _counters(self) -> tuple[Counter[Any], ...]:
        numbers = (self.rounds_of, self.plies_of, self.scores_of, self.winning_scores_of)
        return (*numbers, self._games, self._times, self._of_seats)

    @property
    def fair(self) -> float:
        """The share of wins of each place in a fair game."""
        return 1 / self.game.players

    @property
    def places(self) -> tuple[Share, ...]:
        """Wins by place: the seat that begins, the next one, …"""
        return tuple(Share(part, self.count - self._nobody) for part in self._places)

    @property
    def nobody(self) -> Share:
        """Games without a winner."""
        return Share(self._nobody, self.count)

    @property
    def shared(self) -> Share:
        """Games with several winners."""
        return Share(self._shared, self.count)

    @property
    def truncated(self) -> Share:
        """Games truncated at the limit of plies, without a winner."""
        return Share(self._truncated, self.count)

    @property
    def rounds(self) -> Spread:
        """Rounds per game."""
        return Spread.of(self.rounds_of)

    @property
    def plies(self) -> Spread:
        """Moves per game, of all seats together."""
        return Spread.of(self.plies_of)

    @property
    def scores(self) -> Spread:
        """The scores of all seats."""
        return Spread.of(self.scores_of)

    @property
    def winning_scores(self) -> Spread | None:
        """The winners' scores; None without any winner."""
        return Spread.of(self.winning_scores_of) if self.winning_scores_of else None

    def items(self, topic: Topic) -> tuple[str, ...]:
        """The items of a topic in report order."""
        noted = {item for name, item in self._times if name == topic.name}
        return topic.items or tuple(sorted(noted))

    def share(self, topic: str, item: str) -> Share:
        """The share of the games with this note."""
        return Share(self._games[topic, item], self.count)

    def mean(self, topic: str, item: str) -> float:
        """The mean count of this note per game."""
        return self._times[topic, item] / self.count

    def mean_of_round(self, topic: str, item: str) -> float:
        """The mean count of this note per round."""
        rounds = sum(length * games for length, games in self.rounds_of.items())
        return self._times[topic, item] / rounds

    def won(self, topic: str, item: str) -> Share:
        """The share of this note's occurrences that concern the game's winner.

        Several occurrences in a game are not independent, so the interval is a little too narrow.
        """
        return Share(self._of_winners.get((topic, item), 0.0), self._of_seats[topic, item])

    def figure(self, topic: Topic, item: str) -> Share | float:
        """The statistic that a topic reports for an item."""
        match topic.figure:
            case Figure.SHARE:
                return self.share(topic.name, item)
            case Figure.WON:
                return self.won(topic.name, item)
            case Figure.ROUND:
                return self.mean_of_round(topic.name, item)
        return self.mean(topic.name, item)


@dataclass(frozen=True)
class _BalanceSeries:
    """The balance of each chunk of a series of games."""

    games_series: GamesSeries

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return self.games_series.chunks

    def compile(self) -> None:
        """See `Series.compile`."""
        self.games_series.compile()

    def rehearse(self) -> None:
        """Does nothing, since no clock runs here."""

    def play(self, number: int, stopped: Callable[[], bool]) -> Balance:
        """The balance of a chunk, numbered from 0."""
        return Balance(self.games_series.game, self.games_series.play(number, stopped))


def play_balances(
    series: GamesSeries, jobs: int = 1, ray: str | None = None
) -> Generator[Balance, None, None]:
    """Yield the balance of each chunk of these games (`games.series_of`), to be added up; played by `jobs`
    processes or a Ray cluster; see `pool.played`.
    """
    return pool.played(_BalanceSeries(series), jobs, ray)
