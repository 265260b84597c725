"""How balanced a game is: figures of many games that one bot has played against itself.

A shared win counts in parts: each of two winners has half of it. Seats are counted from the one that begins,
because who sits where is drawn and who comes when is not. What a place wins is its share of the games that
somebody has won, so that the places' shares add up to one and 1 / players is a fair share.
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

Z = 1.96  # standard deviations on each side of 95 %


@dataclass(frozen=True)
class Share:
    """A part of so many games, perhaps with halves and thirds in it."""

    part: float
    games: int

    @property
    def value(self) -> float:
        """From 0 to 1; 0 of no games."""
        return self.part / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval at 95 %; if the part has fractions in it, it is wider than it need be."""
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.value
        middle, spread = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, (middle - spread) / (1 + Z * Z / n)), min(1.0, (middle + spread) / (1 + Z * Z / n))


@dataclass(frozen=True)
class Spread:
    """A number that each game has: its mean, standard deviation and bounds."""

    mean: float
    deviation: float
    least: int
    most: int

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        """The spread of these numbers, one at least."""
        return cls(fmean(numbers), pstdev(numbers), min(numbers), max(numbers))


class Balance:
    """What so many games at one table came to; one game at least."""

    def __init__(self, game: Game, games: Iterable[Played]) -> None:
        self.game = game
        self.games = tuple(games)

    @property
    def fair(self) -> float:
        """What each place would win if the game favoured none."""
        return 1 / self.game.players

    @cached_property
    def places(self) -> tuple[Share, ...]:
        """Wins by place: who begins, who comes next, …"""
        players = self.game.players
        parts = [0.0] * players
        for one in self.games:
            for seat in one.winners:
                parts[(seat - one.begins) % players] += 1 / len(one.winners)
        decided = sum(bool(one.winners) for one in self.games)
        return tuple(Share(part, decided) for part in parts)

    @cached_property
    def nobody(self) -> Share:
        """Games that nobody has won."""
        return Share(sum(not one.winners for one in self.games), len(self.games))

    @cached_property
    def shared(self) -> Share:
        """Games with more than one winner."""
        return Share(sum(len(one.winners) > 1 for one in self.games), len(self.games))

    @cached_property
    def truncated(self) -> Share:
        """Games that reached the limit of plies before their end; nobody has won these."""
        return Share(sum(one.truncated for one in self.games), len(self.games))

    @cached_property
    def rounds(self) -> Spread:
        """Rounds a game."""
        return Spread.of([one.rounds for one in self.games])

    @cached_property
    def plies(self) -> Spread:
        """Moves a game, of all seats together."""
        return Spread.of([one.plies for one in self.games])

    @cached_property
    def scores(self) -> Spread:
        """The scores of all seats."""
        return Spread.of([score for one in self.games for score in one.scores])

    @cached_property
    def winning_scores(self) -> Spread | None:
        """The winners' scores; None if nobody has ever won."""
        found = [one.scores[seat] for one in self.games for seat in one.winners]
        return Spread.of(found) if found else None

    @cached_property
    def _noted(self) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
        """Each note: in how many games, and how often in all."""
        games: Counter[tuple[str, str]] = Counter()
        times: Counter[tuple[str, str]] = Counter()
        for one in self.games:
            games.update(one.notes.keys())
            times.update(one.notes)
        return games, times

    def items(self, topic: Topic) -> tuple[str, ...]:
        """The items of a topic in the order of a report."""
        noted = {item for name, item in self._noted[1] if name == topic.name}
        return topic.items or tuple(sorted(noted))

    def share(self, topic: str, item: str) -> Share:
        """The games in which this was noted."""
        return Share(self._noted[0][topic, item], len(self.games))

    def mean(self, topic: str, item: str) -> float:
        """How often this was noted, a game."""
        return self._noted[1][topic, item] / len(self.games)

    def mean_of_round(self, topic: str, item: str) -> float:
        """How often this was noted, a round."""
        return self._noted[1][topic, item] / sum(one.rounds for one in self.games)

    @cached_property
    def _won(self) -> tuple[Counter[tuple[str, str]], dict[tuple[str, str], float]]:
        """Each note that is of a seat: how often in games that somebody won, and how often of the winner."""
        times: Counter[tuple[str, str]] = Counter()
        won: dict[tuple[str, str], float] = defaultdict(float)
        for one in self.games:
            for (seat, note), count in one.of_seats.items():
                if one.winners:
                    times[note] += count
                    won[note] += count * (seat in one.winners) / len(one.winners)
        return times, won

    def won(self, topic: str, item: str) -> Share:
        """Of all times that this was noted of a seat, those of the game's winner.

        A game has many, which makes the interval a little too narrow.
        """
        times, won = self._won
        return Share(won.get((topic, item), 0.0), times[topic, item])

    def figure(self, topic: Topic, item: str) -> Share | float:
        """What a topic tells of an item."""
        match topic.figure:
            case Figure.SHARE:
                return self.share(topic.name, item)
            case Figure.WON:
                return self.won(topic.name, item)
            case Figure.ROUND:
                return self.mean_of_round(topic.name, item)
        return self.mean(topic.name, item)
