"""What the abilities of a crew member are worth to me rather than to a rival, in chances to win."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from quarterdeck.bots.thumb.mutiny.sight import CREW, FIRST_MATE, PILOT, Sight
from quarterdeck.bots.thumb.mutiny.standing import Standing
from quarterdeck.bots.thumb.mutiny.turn import Turn, favourite, highest

# How likely a rival is to have an ability, beside its tokens there.
ANYBODY = 0.1


class Prizes:
    """The worth of abilities in the position as it is before the bids are shown."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.now = Standing(sight)
        self.bribes = sight.bribes()
        self.turn = Turn(sight)

    def worths(self, crew: int, powers: Sequence[float]) -> tuple[float, float]:
        """The primary and the secondary ability, if each seat is likely to have so much there (`powers`)."""
        seats = range(self.sight.players)
        if crew == PILOT:
            firsts = [self._sailed_by(seat) for seat in seats]
        else:
            controls = self._controlled(crew)
            firsts = [self._after(crew, "primary", seat) + controls[seat] for seat in seats]
        seconds = [self._after(crew, "secondary", seat) for seat in seats]
        return self._mine(firsts, powers), self._mine(seconds, powers)

    def _mine(self, chances: Sequence[float], powers: Sequence[float]) -> float:
        """My chance to win if I have something, less that if a rival has it who is likely to."""
        lost = weights = 0.0
        for seat in self.sight.rivals:
            weight = powers[seat] + ANYBODY
            lost += weight * chances[seat]
            weights += weight
        return chances[self.sight.me] - lost / weights

    def _after(self, crew: int, rank: str, seat: int) -> float:
        after = self.turn.ability(self.now.copy(), self.bribes, crew, rank, seat)
        return after.chances()[self.sight.me]

    def _sailed_by(self, seat: int) -> float:
        """MU-27: who has the Pilot controls him, too."""
        bribes = self.bribes.copy()
        bribes[PILOT] = [int(one == seat) for one in range(self.sight.players)]
        return self.turn.sail(self.now, bribes, seat).chances()[self.sight.me]

    def _controlled(self, crew: int) -> list[float]:
        """MU-27: what the ship's course makes of my chance to win, by who controls this crew member."""
        name, seats = CREW[crew], range(self.sight.players)
        if not any(effect["crew"] == name for course in self.sight.courses for effect in course):
            return [0.0] * len(seats)
        found = []
        for seat in seats:
            ways = [
                self.turn.course(self.now, self.bribes, course, {name: seat}).chances() for course in (0, 1)
            ]
            mine = [max(ways, key=itemgetter(pilot))[self.sight.me] for pilot in self._pilots]
            found.append(sum(mine) / len(mine))
        return found

    @property
    def _pilots(self) -> Sequence[int]:
        """Who may choose the course: the highest bribe on the Pilot, once it is known."""
        if self.sight.view["called"] == CREW[FIRST_MATE] and any(self.bribes[PILOT]):
            return [favourite(self.now, highest(self.bribes[PILOT]))]
        return range(self.sight.players)
