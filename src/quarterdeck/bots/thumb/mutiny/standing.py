"""What the seats have, and by that each one's chance to win."""

from __future__ import annotations

from math import exp

from quarterdeck.bots.thumb.mutiny.sight import Sight

# In cutlasses: what a rum and a doubloon are worth, and, by players, the spyglass.
RUM, DOUBLOON = 0.42, 0.9
SPYGLASS = {2: 1.8, 3: 1.5, 4: 1.3, 5: 1.3}
# How much likelier a cutlass makes it to win.
SLOPE = 0.37
ALL_DOUBLOONS = 10  # MU-2
# What a cutlass does for a chance to win is never taken to be less.
LEAST = 0.01


class Standing:
    """Each seat's cutlasses, rum, doubloons and `edge`, in cutlasses, and who is the lookout."""

    __slots__ = ("cutlasses", "doubloons", "edge", "lookout", "needed", "rum")

    def __init__(self, sight: Sight) -> None:
        self.needed = sight.needed
        self.lookout = sight.lookout
        self.cutlasses = [int(one["cutlasses"]) for one in sight.seats]
        self.rum = [int(one["rum"]) for one in sight.seats]
        self.doubloons = [int(one["doubloons"] + one["in_play"]) for one in sight.seats]
        self.edge = [0.0] * sight.players

    def copy(self) -> Standing:
        """Another one, to be changed at will."""
        made = object.__new__(Standing)
        made.needed = self.needed
        made.lookout = self.lookout
        made.cutlasses = self.cutlasses.copy()
        made.rum = self.rum.copy()
        made.doubloons = self.doubloons.copy()
        made.edge = self.edge.copy()
        return made

    def gain(self, seat: int, resource: str, amount: int) -> None:
        """MU-30 to MU-32: a gain, or, below zero, a loss of what there is."""
        if resource == "cutlass":
            self.cutlasses[seat] = max(0, self.cutlasses[seat] + amount)
        elif resource == "rum":
            self.rum[seat] = max(0, self.rum[seat] + amount)
        else:
            self.doubloons[seat] = max(0, min(ALL_DOUBLOONS, self.doubloons[seat] + amount))

    @property
    def over(self) -> bool:
        """MU-50."""
        return max(self.cutlasses) >= self.needed

    def arms(self, seat: int) -> float:
        """All that a seat has, in cutlasses."""
        tokens = RUM * self.rum[seat] + DOUBLOON * self.doubloons[seat]
        spyglass = SPYGLASS[len(self.cutlasses)] if seat == self.lookout else 0.0
        return self.cutlasses[seat] + tokens + self.edge[seat] + spyglass

    def chances(self) -> list[float]:
        """How likely each seat is to win."""
        seats = range(len(self.cutlasses))
        if self.over:
            first = max((self.cutlasses[seat], self.rum[seat]) for seat in seats)
            shares = [float((self.cutlasses[seat], self.rum[seat]) == first) for seat in seats]
        else:
            arms = [self.arms(seat) for seat in seats]
            top = max(arms)
            shares = [exp(SLOPE * (one - top)) for one in arms]
        total = sum(shares)
        return [share / total for share in shares]

    def cutlass(self, seat: int) -> float:
        """What a cutlass more does for a seat's chance to win."""
        richer = self.copy()
        richer.cutlasses[seat] += 1
        return max(LEAST, richer.chances()[seat] - self.chances()[seat])

    @property
    def another_turn(self) -> float:
        """How likely there is another turn."""
        return 1 - min(0.8, 1 / (self.needed - max(self.cutlasses)))
