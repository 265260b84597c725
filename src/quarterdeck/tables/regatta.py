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

__all__ = ["FEWEST", "MOST", "MOST_ROUNDS", "Finish", "Lap", "RegattaError", "pairings", "points"]

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


class Lap(NamedTuple):
    """What a round brought somebody: the entrant's number, the table's number, the seat, how it came in,
    and the points.
    """

    entrant: int
    table: int
    seat: int
    place: int
    score: int | None
    points: float


@lru_cache(256)
def pairings(seed: str, entrants: int, players: int, rounds: int) -> list[Seating]:
    """Who sits where in each round: as few as possible meet again, and each seat comes round. The same
    arguments give the same seatings.
    """
    met: Counter[frozenset[int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    found = []
    for number in range(rounds):
        dice = random.Random(f"{seed} {number}")
        tried = [_seated(dice, entrants, players) for _try in range(TRIES)]
        best = min(tried, key=lambda seating: _cost(seating, met, sat))
        for table in best:
            met.update(frozenset(pair) for pair in combinations(_people(table), 2))
            sat.update((one, seat) for seat, one in enumerate(table) if one >= 0)
        found.append(best)
    return found


def _seated(dice: random.Random, entrants: int, players: int) -> Seating:
    """A random seating at tables with as many people as possible alike."""
    order = dice.sample(range(entrants), entrants)
    count = -(-entrants // players)
    tables = [order[number::count] for number in range(count)]
    return [dice.sample(people + [-1] * (players - len(people)), players) for people in tables]


def _people(table: Sequence[int]) -> list[int]:
    return [one for one in table if one >= 0]


def _cost(seating: Seating, met: Counter[frozenset[int]], sat: Counter[tuple[int, int]]) -> float:
    """How often pairs meet again, and how often somebody has a seat again."""
    again = sum(met[frozenset(pair)] ** 2 for table in seating for pair in combinations(_people(table), 2))
    seats = sum(sat[one, seat] for table in seating for seat, one in enumerate(table) if one >= 0)
    return again + seats / 4


def points(finishes: Sequence[Sequence[Finish]], duplicate: bool) -> list[list[float]]:
    """The points of each seat of each table: how many percent of those it is compared with fared worse, ties
    counting half. They are the others at the table, or with the same deal everywhere the same seat elsewhere.
    """
    if duplicate and len(finishes) > 1:
        seats = list(zip(*finishes, strict=True))
        by_seat = [_shares(seat) for seat in seats]
        return [list(row) for row in zip(*by_seat, strict=True)]
    return [_shares(table) for table in finishes]


def _shares(finishes: Sequence[Finish]) -> list[float]:
    # Who has no place comes last.
    ranks = [(one.place or math.inf, -(one.score or 0)) for one in finishes]
    others = max(len(ranks) - 1, 1)
    return [100 * (sum(rank > own for rank in ranks) + (ranks.count(own) - 1) / 2) / others for own in ranks]


def check_rounds(rounds: int) -> int:
    """The number of rounds, if there can be so many. RegattaError."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RegattaError(_("A regatta has 1 to {most} rounds.").format(most=MOST_ROUNDS))
    return rounds
