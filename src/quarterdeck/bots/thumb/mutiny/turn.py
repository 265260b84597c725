"""How a turn is resolved if everybody does the obvious thing, as far as tokens tell."""

from __future__ import annotations

from quarterdeck.bots.thumb.mutiny.sight import (
    COOK,
    CREW,
    DECK_HAND,
    GUNNER,
    PILOT,
    Bribes,
    Sight,
)
from quarterdeck.bots.thumb.mutiny.standing import Standing

# What moving a token is worth, in cutlasses: anyone's, and, after that, an own one (MU-24).
MOVES = {"primary": 0.5, "secondary": 0.8}
NUMBER = {name: number for number, name in enumerate(CREW)}


class Turn:
    """The resolution of a turn with these two courses."""

    def __init__(self, sight: Sight) -> None:
        self.courses = sight.courses

    def finish(self, now: Standing, bribes: Bribes, crew: int) -> Standing:
        """MU-20: after this crew member and all that follow are resolved. `now` is changed on the way."""
        for one in range(crew, len(CREW)):
            if now.over:
                break
            tied = highest(bribes[one])
            if not tied:
                continue
            first = favourite(now, tied)
            now = self.ability(now, bribes, one, "primary", first)
            now = self.second(now, bribes, one, first, tied)
        return now

    def second(self, now: Standing, bribes: Bribes, crew: int, first: int, tied: list[int]) -> Standing:
        """MU-20, MU-21: after the secondary ability; `tied` had the highest bribe, `first` was picked."""
        others = [seat for seat in tied if seat != first] or highest(bribes[crew], but=first)
        if others and not now.over:
            now = self.ability(now, bribes, crew, "secondary", favourite(now, others))
        return now

    def ability(self, now: Standing, bribes: Bribes, crew: int, rank: str, seat: int) -> Standing:
        """MU-24 to MU-28: after a seat has used an ability. `now` may be changed."""
        primary = rank == "primary"
        if crew == DECK_HAND:
            now.edge[seat] += MOVES[rank]
        elif crew == PILOT and primary:
            return self.sail(now, bribes, seat)
        elif crew in (GUNNER, PILOT):
            now.cutlasses[seat] += 1 + primary
        elif crew == COOK or not primary:
            now.rum[seat] += 1 + primary
        else:
            now.lookout = seat
        return now

    def sail(self, now: Standing, bribes: Bribes, pilot: int) -> Standing:
        """MU-27: after the Pilot has taken the ship where it is best for this seat."""
        ways = [self.course(now, bribes, course) for course in (0, 1)]
        return max(ways, key=lambda after: after.chances()[pilot])

    def course(
        self, now: Standing, bribes: Bribes, course: int, controls: dict[str, int] | None = None
    ) -> Standing:
        """MU-27: after a destination's effects; `controls` says who controls whom where it is settled."""
        settled: dict[str, int | None] = dict(controls or {})
        after = now.copy()
        for effect in self.courses[course]:
            crew = effect["crew"]
            if crew not in settled:
                tied = highest(bribes[NUMBER[crew]])
                settled[crew] = favourite(now, tied) if tied else None
            seat = settled[crew]
            if seat is not None:
                after.gain(seat, effect["resource"], effect["amount"])
        return after


def highest(bribes: list[int], but: int | None = None) -> list[int]:
    """MU-20, MU-22: the seats with the highest bribe, `but` left out; none if nobody has one."""
    most = max((bribe for seat, bribe in enumerate(bribes) if seat != but), default=0)
    return [seat for seat, bribe in enumerate(bribes) if bribe == most and seat != but] if most else []


def favourite(now: Standing, tied: list[int]) -> int:
    """MU-21: whom the lookout picks: itself, or else the one that seems least dangerous."""
    if len(tied) == 1 or now.lookout not in tied:
        return min(tied, key=now.arms)
    return now.lookout
