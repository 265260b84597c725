"""Ratings: how strong players of a game are, learned from the places in rated matches.

The model is Plackett and Luce's for tables of several players (Weng and Lin 2011), from the library
`openskill`. A rating is a normal distribution of strength. Bots have fixed ratings, from what the arena
measured, so that ratings of one server can be compared with those of another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, permutations, product
from typing import Any, Final, NamedTuple

from quarterdeck.play import find

__all__ = [
    "BOT",
    "FAIR",
    "NEW",
    "Placing",
    "Rating",
    "bot_rating",
    "duel",
    "margin_of",
    "points_of",
    "puzzle_rating",
    "rate",
    "sure",
    "united",
]

# The prefix of a bot's name where it stands among players.
BOT: Final = "bot:"
# The share of the wins that a bot as strong as a rule of thumb has at a table of four.
FAIR: Final = 0.25
# Points of a rule of thumb, and points for each unit of strength: ten times the odds are some 400.
MIDDLE, UNIT = 1000, 20
# The standard deviation of everybody's strength from match to match, and that of a bot's rating.
BETA, KNOWN = 25 / 6, 1.0
# A puzzle of the easiest level begins with the first strength; the second is added for each further level.
# The third is the standard deviation, since levels are only roughly right.
EASIEST, STEP, ROUGHLY = 19.0, 4.5, 5.0
# A rating is sure after a few matches, when its margin has fallen to this many points.
SURE: Final = 250


class Rating(NamedTuple):
    """The strength of a player: its mean and standard deviation; `games` were counted."""

    mu: float
    sigma: float
    games: int = 0


class Placing(NamedTuple):
    """A player of a rated match, a browser's hash or `BOT` and a name, and their place from 1. Equal places
    are a tie.
    """

    player: str
    place: int


NEW: Final = Rating(25.0, 25 / 3)


def points_of(rating: Rating) -> int:
    """A rating in points, as people read it; a rule of thumb has 1,000."""
    return round(MIDDLE + UNIT * (rating.mu - NEW.mu))


def margin_of(rating: Rating) -> int:
    """How far the points may be off, with a probability of 95%."""
    return round(UNIT * 1.96 * rating.sigma)


def sure(rating: Rating) -> bool:
    """Whether enough games were counted for a place on the ladder."""
    return margin_of(rating) <= SURE


def bot_rating(game: str, bot: str) -> Rating:
    """A bot's fixed rating, from the share of the wins that the arena measured."""
    share = find(game).bot_shares.get(bot, FAIR)
    # In the model, odds against one of three equal others are e^(difference / scale).
    scale = math.sqrt(4 * (BETA**2 + KNOWN**2))
    return Rating(NEW.mu + scale * math.log(3 * share / (1 - share)), KNOWN)


@cache
def _model() -> Any:
    # Imported with the first rated match: a server without ratings never needs it.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=NEW.mu, sigma=NEW.sigma, beta=BETA)


def rate(game: str, ranking: Sequence[Placing], known: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings of a match's people after it. `known` has their ratings before it, if they have one.

    A tie is rated as the mean of all orders without one: `openskill` can rate those who share the first
    place below the third (its issue 155).
    """
    before = [_rating_before(game, placing.player, known) for placing in ranking]
    orders = [_rate_order(before, order) for order in _orders(ranking)]
    return {
        placing.player: Rating(
            sum(order[index].mu for order in orders) / len(orders),
            math.sqrt(sum(order[index].sigma ** 2 for order in orders) / len(orders)),
            before[index].games + 1,
        )
        for index, placing in enumerate(ranking)
        if not placing.player.startswith(BOT)
    }


def _orders(ranking: Sequence[Placing]) -> Iterator[list[int]]:
    """Indices into `ranking`, best first: each order that breaks its ties in one way."""
    tied: dict[int, list[int]] = {}
    for index, placing in enumerate(ranking):
        tied.setdefault(placing.place, []).append(index)
    for groups in product(*(permutations(tied[place]) for place in sorted(tied))):
        yield list(chain.from_iterable(groups))


def _rate_order(before: Sequence[Rating], order: Sequence[int]) -> list[Any]:
    """The players of `before`, in their sequence, as `openskill` rates them after finishing in this order."""
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    ranks = [float(order.index(index)) for index in range(len(before))]
    return [rated for (rated,) in model.rate(teams, ranks=ranks)]


def united(one: Rating, other: Rating) -> Rating:
    """The rating of a person who was rated as two people until now: the product of both distributions.

    Each rating joins the evidence of its matches with the rating of a new player. The latter must count once,
    not twice, so it is divided out once.
    """
    weights = (1 / one.sigma**2, 1 / other.sigma**2, -1 / NEW.sigma**2)
    # Nobody is less certain than a new player, though rounding may say so.
    weight = max(sum(weights), 1 / NEW.sigma**2)
    shares = zip(weights, (one.mu, other.mu, NEW.mu), strict=True)
    mu = sum(share * mean for share, mean in shares) / weight
    return Rating(mu, math.sqrt(1 / weight), one.games + other.games)


def _rating_before(game: str, player: str, known: Mapping[str, Rating]) -> Rating:
    """The rating of a player or bot before a match."""
    if player.startswith(BOT):
        return bot_rating(game, player.removeprefix(BOT))
    return known.get(player, NEW)


def puzzle_rating(level: int) -> Rating:
    """The rating of a puzzle of this level, counted from 1, before anybody has tried it."""
    return Rating(EASIEST + STEP * (level - 1), ROUGHLY)


def duel(person: Rating, puzzle: Rating, solved: bool) -> tuple[Rating, Rating]:
    """The ratings of a person and of a puzzle after the person has tried it: who solves it has won."""
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in (person, puzzle)]
    [[of_person], [of_puzzle]] = model.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    return (
        Rating(of_person.mu, of_person.sigma, person.games + 1),
        Rating(of_puzzle.mu, of_puzzle.sigma, puzzle.games + 1),
    )
