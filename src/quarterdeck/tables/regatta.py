"""A regatta: an evening of several rounds for any number of people, at tables of one game.

In each round everybody plays one match. The tables have deals of their own, or all have the same one: then
a seat is compared with the same seat at the other tables. Free seats are taken by bots.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _

__all__ = ["FEWEST", "MOST", "MOST_ROUNDS", "Finish", "RegattaError", "RoundResult", "pairings", "points"]

# How many people take part, and how many rounds there are.
FEWEST, MOST, MOST_ROUNDS = 3, 40, 12
# How many ways of seating everybody are tried for each round.
TRIES: Final = 200

# For each table the numbers of those who sit there, by seat; −1 is a bot.
Seating = list[list[int]]


class RegattaError(QuarterdeckError):
    """An invalid regatta: too many rounds, too few people."""


class Finish(NamedTuple):
    """How a seat came in: its place (0 is none) and score (None if nothing was counted)."""

    place: int
    score: int | None


class RoundResult(NamedTuple):
    """The result of a round for an entrant: the entrant's number, the table's number, the seat, its place and
    score as in Finish, and its points.
    """

    entrant: int
    table: int
    seat: int
    place: int
    score: int | None
    points: float


@lru_cache(256)
def pairings(seed: str, entrants: int, players: int, rounds: int) -> list[Seating]:
    """Who sits where in each round, so that few people meet twice and everybody has many different seats. The
    same arguments give the same seatings.
    """
    met: Counter[frozenset[int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    seatings = []
    for number in range(rounds):
        dice = random.Random(f"{seed} {number}")
        candidates = [_random_seating(dice, entrants, players) for _try in range(TRIES)]
        best = min(candidates, key=lambda seating: _cost(seating, met, sat))
        for table in best:
            met.update(frozenset(pair) for pair in combinations(_people(table), 2))
            sat.update((entrant, seat) for seat, entrant in enumerate(table) if entrant >= 0)
        seatings.append(best)
    return seatings


def _random_seating(dice: random.Random, entrants: int, players: int) -> Seating:
    """A random seating; the tables' numbers of people differ by one at most."""
    order = dice.sample(range(entrants), entrants)
    count = -(-entrants // players)
    tables = [order[number::count] for number in range(count)]
    return [dice.sample(people + [-1] * (players - len(people)), players) for people in tables]


def _people(table: Sequence[int]) -> list[int]:
    """Those at a table who are no bots."""
    return [entrant for entrant in table if entrant >= 0]


def _cost(seating: Seating, met: Counter[frozenset[int]], sat: Counter[tuple[int, int]]) -> float:
    """How bad a seating is: it counts pairs who have `met` and people who have `sat` in the same seat."""
    pairs = sum(met[frozenset(pair)] ** 2 for table in seating for pair in combinations(_people(table), 2))
    seats = sum(sat[entrant, seat] for table in seating for seat, entrant in enumerate(table) if entrant >= 0)
    return pairs + seats / 4


def points(finishes: Sequence[Sequence[Finish]], duplicate: bool) -> list[list[float]]:
    """The points of each seat of each table: the percentage of its rivals who fared worse, ties counting
    half. The rivals are the other seats at the table; if all tables have the same deal (`duplicate`), they
    are the same seat at the other tables.
    """
    if duplicate and len(finishes) > 1:
        seats = list(zip(*finishes, strict=True))
        by_seat = [_percent_beaten(seat) for seat in seats]
        return [list(row) for row in zip(*by_seat, strict=True)]
    return [_percent_beaten(table) for table in finishes]


def _percent_beaten(finishes: Sequence[Finish]) -> list[float]:
    """The percentage of the others who fared worse than each, ties counting half."""
    # Who has no place comes last.
    ranks = [(finish.place or math.inf, -(finish.score or 0)) for finish in finishes]
    others = max(len(ranks) - 1, 1)
    return [100 * (sum(rank > own for rank in ranks) + (ranks.count(own) - 1) / 2) / others for own in ranks]


def check_rounds(rounds: int) -> int:
    """Check a number of rounds, and return it. Raises RegattaError."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RegattaError(_("A regatta has 1 to {most} rounds.").format(most=MOST_ROUNDS))
    return rounds
