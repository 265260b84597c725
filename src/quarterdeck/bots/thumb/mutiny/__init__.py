"""Rules of thumb for Mutiny!: what each legal action of a view seems to be worth, in cutlasses."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.bots.thumb.mutiny.bids import Bids
from quarterdeck.bots.thumb.mutiny.sight import GUNNER, PILOT, Sight
from quarterdeck.bots.thumb.mutiny.standing import Standing
from quarterdeck.bots.thumb.mutiny.ties import Ties
from quarterdeck.bots.thumb.mutiny.turn import NUMBER, Turn
from quarterdeck.kernel.spec import Json

__all__ = ["judge"]

# By crew member: how gladly I leave a doubloon there for the next turn.
LEFT = (0.15, 0.5, 0.1, 0.4, 0.05)
# What an unplayed doubloon is worth more than one that lies somewhere.
FREE = 0.8
# Moving for nothing tells nothing and helps nobody.
STAY = 0.05


def judge(view: Json, mood: Callable[[str], float]) -> dict[str, float]:
    """Cutlasses by action text, for every legal action of this view's JSON, in this mood."""
    player = Player(Sight(view), mood)
    worths: dict[str, float] = getattr(player, view["phase"])()
    return worths


class Player:
    """Answers the question of each phase; the methods are named after the phases."""

    def __init__(self, sight: Sight, mood: Callable[[str], float]) -> None:
        self.sight = sight
        self.mood = mood
        self._cutlass = Standing(sight).cutlass(sight.me)

    def bid(self) -> dict[str, float]:
        """MU-10."""
        return Bids(self.sight, self.mood).plans()

    def offer(self) -> dict[str, float]:
        """MU-23."""
        return Ties(self.sight).offers()

    def pick(self) -> dict[str, float]:
        """MU-21."""
        return Ties(self.sight).picks()

    def move(self) -> dict[str, float]:
        """MU-24: the token that changes most for me in the rest of the turn."""
        sight = self.sight
        bribes, turn = sight.bribes(), Turn(sight)
        known: dict[tuple[int, str, str], float] = {}
        stay = self._chance_after(turn, bribes) + STAY
        worths = {"stay": stay}
        for text in sight.legal("move"):
            _token, _of, owner, _from, start, _to, end = text.split()
            key = (int(owner), start, end)
            if key not in known:
                seat, away, there = key[0], NUMBER[start], NUMBER[end]
                bribes[away][seat] -= 1
                bribes[there][seat] += 1
                known[key] = self._chance_after(turn, bribes)
                bribes[away][seat] += 1
                bribes[there][seat] -= 1
            worths[f"move {text}"] = known[key]
        return worths

    def _chance_after(self, turn: Turn, bribes: list[list[int]]) -> float:
        after = turn.finish(Standing(self.sight), bribes, GUNNER)
        return after.chances()[self.sight.me] / self._cutlass

    def course(self) -> dict[str, float]:
        """MU-27: where it serves me best, with all that follows in this turn."""
        sight = self.sight
        bribes, turn, worths = sight.bribes(), Turn(sight), {}
        for course, name in enumerate(("north", "south")):
            after = turn.course(Standing(sight), bribes, course)
            after = turn.second(after, bribes, PILOT, sight.me, [])
            after = turn.finish(after, bribes, PILOT + 1)
            worths[name] = after.chances()[sight.me] / self._cutlass
        return worths

    def lose(self) -> dict[str, float]:
        """MU-32: from where it is needed least."""
        bribes, turn, me = self.sight.bribes(), Turn(self.sight), self.sight.me
        worths = {}
        for place in self.sight.legal("lose"):
            kept = FREE
            if place != "unplayed":
                kept = LEFT[NUMBER[place]]
                bribes[NUMBER[place]][me] -= 1
            after = turn.finish(Standing(self.sight), bribes, PILOT + 1)
            worths[f"lose {place}"] = after.chances()[me] / self._cutlass - kept
            if place != "unplayed":
                bribes[NUMBER[place]][me] += 1
        return worths

    def retrieve(self) -> dict[str, float]:
        """MU-40: whatever can be taken back, first from where it is of least use."""
        worths = {f"retrieve {crew}": 1 - LEFT[NUMBER[crew]] for crew in self.sight.legal("retrieve")}
        return {**worths, "done": 0.0}
