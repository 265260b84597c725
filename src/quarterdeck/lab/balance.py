"""The balance of a game: figures of many games of one bot against itself.

A shared win counts in parts: each of two winners gets half. Places are counted from the seat that begins,
because the seating is random but the turn order is not. A place's wins are its share of the games with a
winner, so the places' shares sum to 1, and 1 / players is fair.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import fmean, pstdev

from quarterdeck.lab.games import Played
from quarterdeck.lab.statistics import Figure, Topic
from quarterdeck.play import Game

Z = 1.96  # half-width of a 95 % interval in standard deviations


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
        """Wilson's interval at 95 %; conservative if the part includes fractions."""
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.value
        middle, spread = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, (middle - spread) / (1 + Z * Z / n)), min(1.0, (middle + spread) / (1 + Z * Z / n))


@dataclass(frozen=True)
class Spread:
    """Mean, standard deviation and bounds of one number per game."""

    mean: float
    deviation: float
    least: int
    most: int

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        """The spread of these values, at least one."""
        return cls(fmean(numbers), pstdev(numbers), min(numbers), max(numbers))


class Balance:
    """The figures of at least one game at one table."""

    def __init__(self, game: Game, games: Iterable[Played]) -> None:
        self.game = game
        self.games = tuple(games)

    @property
    def fair(self) -> float:
        """The share of wins of each place in a fair game."""
        return 1 / self.game.players

    @cached_property
    def places(self) -> tuple[Share, ...]:
        """Wins by place: the seat that begins, the next one, …"""
        players = self.game.players
        parts = [0.0] * players
        for one in self.games:
            for seat in one.winners:
                parts[(seat - one.begins) % players] += 1 / len(one.winners)
        decided = sum(bool(one.winners) for one in self.games)
        return tuple(Share(part, decided) for part in parts)

    @cached_property
    def nobody(self) -> Share:
        """Games without a winner."""
        return Share(sum(not one.winners for one in self.games), len(self.games))

    @cached_property
    def shared(self) -> Share:
        """Games with several winners."""
        return Share(sum(len(one.winners) > 1 for one in self.games), len(self.games))

    @cached_property
    def truncated(self) -> Share:
        """Games truncated at the limit of plies, without a winner."""
        return Share(sum(one.truncated for one in self.games), len(self.games))

    @cached_property
    def rounds(self) -> Spread:
        """Rounds per game."""
        return Spread.of([one.rounds for one in self.games])

    @cached_property
    def plies(self) -> Spread:
        """Moves per game, of all seats together."""
        return Spread.of([one.plies for one in self.games])

    @cached_property
    def scores(self) -> Spread:
        """The scores of all seats."""
        return Spread.of([score for one in self.games for score in one.scores])

    @cached_property
    def winning_scores(self) -> Spread | None:
        """The winners' scores; None without any winner."""
        found = [one.scores[seat] for one in self.games for seat in one.winners]
        return Spread.of(found) if found else None

    @cached_property
    def _noted(self) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
        """For each note: the number of games with it, and its total count."""
        games: Counter[tuple[str, str]] = Counter()
        times: Counter[tuple[str, str]] = Counter()
        for one in self.games:
            games.update(one.notes.keys())
            times.update(one.notes)
        return games, times

    def items(self, topic: Topic) -> tuple[str, ...]:
        """The items of a topic in report order."""
        noted = {item for name, item in self._noted[1] if name == topic.name}
        return topic.items or tuple(sorted(noted))

    def share(self, topic: str, item: str) -> Share:
        """The share of the games with this note."""
        return Share(self._noted[0][topic, item], len(self.games))

    def mean(self, topic: str, item: str) -> float:
        """The mean count of this note per game."""
        return self._noted[1][topic, item] / len(self.games)

    def mean_of_round(self, topic: str, item: str) -> float:
        """The mean count of this note per round."""
        return self._noted[1][topic, item] / sum(one.rounds for one in self.games)

    @cached_property
    def _won(self) -> tuple[Counter[tuple[str, str]], dict[tuple[str, str], float]]:
        """For each note about a seat: its count in games with a winner, and its count for the winner."""
        times: Counter[tuple[str, str]] = Counter()
        won: dict[tuple[str, str], float] = defaultdict(float)
        for one in self.games:
            for (seat, note), count in one.of_seats.items():
                if one.winners:
                    times[note] += count
                    won[note] += count * (seat in one.winners) / len(one.winners)
        return times, won

    def won(self, topic: str, item: str) -> Share:
        """The share of this note's occurrences that concern the game's winner.

        Several occurrences in a game are not independent, so the interval is a little too narrow.
        """
        times, won = self._won
        return Share(won.get((topic, item), 0.0), times[topic, item])

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
