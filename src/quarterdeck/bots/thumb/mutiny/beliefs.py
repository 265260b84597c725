"""What the others may bid, and how a bribe of mine then comes off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import exp

from quarterdeck.bots.thumb.mutiny.sight import Sight
from quarterdeck.bots.thumb.mutiny.turn import NUMBER

# How the others share out their tokens: by what each crew member has to offer, and what they keep for later.
# Of two players who are tied one is always the lookout, which makes the spyglass dearer: for it they spend
# all but everything that is left.
APPEAL, APPEAL_TO_TWO = (1.0, 3.5, 0.9, 0.9, 1.2), (1.0, 1.4, 0.9, 0.9, 2.0)
KEPT = {2: 0.15, 3: 1.0, 4: 2.0, 5: 2.0}
# What a gain by the ship's course adds to the crew member named, for each that is gained.
NAMED = {"cutlass": 0.4, "rum": 0.1, "doubloon": 0.1}
# How widely bids stray: always, and with their mean.
NARROW, WIDE = 0.7, 0.6
# How often a rival who is the lookout picks me, if so many are tied with me.
LUCK = 0.2

# How likely a rival has less than I, as much, and more.
Comparison = tuple[float, float, float]


class Beliefs:
    """What the rivals may bid on the crew member that is called and on those to come."""

    def __init__(self, sight: Sight, called: int, bold: float) -> None:
        self.sight = sight
        appeal = APPEAL if sight.players > 2 else APPEAL_TO_TWO
        appeals = [one if crew >= called else 0.0 for crew, one in enumerate(appeal)]
        for effect in (effect for course in sight.courses for effect in course):
            crew = NUMBER[effect["crew"]]
            if crew >= called and effect["amount"] > 0:
                appeals[crew] += NAMED[effect["resource"]] * effect["amount"]
        total = sum(appeals) + KEPT[sight.players]
        self.parts = [min(1.0, bold * appeal / total) for appeal in appeals]
        self.purses = [sight.purse(seat) for seat in range(sight.players)]

    def _mean(self, crew: int, seat: int) -> float:
        # In tenths, so that spreads can be used again.
        return round(10 * self.parts[crew] * self.purses[seat]) / 10

    def totals(self, crew: int, there: Sequence[int]) -> list[float]:
        """The bribe that each seat is likely to have."""
        return [there[seat] + self._mean(crew, seat) for seat in range(self.sight.players)]

    def placing(self, crew: int, there: Sequence[int], mine: int, lookout: bool) -> tuple[float, float]:
        """My chances of the primary and of the secondary ability with a bribe of `mine`."""
        if not mine:
            return 0.0, 0.0
        rivals = []
        for seat in self.sight.rivals:
            _chances, up_to = pictured(self._mean(crew, seat), self.purses[seat])
            rivals.append(comparison(up_to, mine - there[seat]))
        return placing(rivals, lookout)


@cache
def pictured(mean: float, most: int) -> tuple[Sequence[float], Sequence[float]]:
    """The bid of somebody who is likely to bid about so much of so many tokens.

    The chances of 0, of 1, of 2, …, and their running sums.
    """
    breadth = NARROW + WIDE * mean
    weights = [exp(-abs(bid - mean) / breadth) for bid in range(most + 1)]
    total = sum(weights)
    spread = [weight / total for weight in weights]
    return spread, list(accumulate(spread))


def comparison(up_to: Sequence[float], bid: int) -> Comparison:
    """How a rival's bid compares with one of mine; `up_to` are the running sums of its spread."""
    if bid < 0:
        return 0.0, 0.0, 1.0
    less = up_to[min(bid - 1, len(up_to) - 1)] if bid else 0.0
    reached = up_to[min(bid, len(up_to) - 1)]
    return less, reached - less, 1 - reached


def placing(rivals: Sequence[Comparison], lookout: bool) -> tuple[float, float]:
    """MU-20, MU-21: my chances of the primary and of the secondary ability."""
    # The chance that nobody, and that one rival, has more, by the number of those who have as much as I.
    none, one = [1.0], [0.0]
    for less, equal, more in rivals:
        one.append(0.0)
        none.append(0.0)
        for tied in range(len(none) - 1, -1, -1):
            fewer = tied - 1
            one[tied] = one[tied] * less + (one[fewer] * equal if tied else 0.0) + none[tied] * more
            none[tied] = none[tied] * less + (none[fewer] * equal if tied else 0.0)
    first, second = none[0], one[0]
    for tied in range(1, len(none)):
        picked = 1.0 if lookout else LUCK / tied
        first += none[tied] * picked
        second += none[tied] * (1 - picked) / tied + one[tied] * picked
    return first, second
