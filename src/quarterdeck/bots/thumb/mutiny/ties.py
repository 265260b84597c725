"""Ties (MU-21, MU-23): rum for the lookout, and whom the lookout picks."""

from __future__ import annotations

from math import exp

from quarterdeck.bots.thumb.mutiny.sight import PILOT, Sight
from quarterdeck.bots.thumb.mutiny.standing import Standing
from quarterdeck.bots.thumb.mutiny.turn import NUMBER, Turn

# How clearly the lookout picks what is best for it, in rum; and the rum that others who are tied may offer.
DOUBT, OTHERS_OFFER = 0.5, 0.5


class Ties:
    """A tie that the lookout breaks."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.now = Standing(sight)
        self.bribes = sight.bribes()
        self.turn = Turn(sight)
        self.tied: list[int] = sight.view["tied"]

    def picked(self, seat: int, payer: int | None = None, rum: int = 0) -> list[float]:
        """Each seat's chance to win if the lookout picks this one, and is paid for it."""
        view, turn = self.sight.view, self.turn
        now, bribes = self.now.copy(), self.bribes
        if payer is not None:
            now.rum[payer] -= rum
            now.rum[self.sight.lookout] += rum
        if view["rank"] == "course":
            now = self._sail(now, seat)
            crew = PILOT
            now = turn.second(now, bribes, crew, view["crew"][PILOT]["primary"], [])
        else:
            crew = NUMBER[view["tied_for"]]
            now = turn.ability(now, bribes, crew, view["rank"], seat)
            if view["rank"] == "primary":
                now = turn.second(now, bribes, crew, seat, self.tied)
        return turn.finish(now, bribes, crew + 1).chances()

    def _sail(self, now: Standing, seat: int) -> Standing:
        """MU-27: the course is chosen, and some of its effects may be settled."""
        view = self.sight.view
        course = ("north", "south").index(view["destination"])
        settled = {one["crew"]: one["seat"] for one in view["effects"] if one["settled"]}
        return self.turn.course(now, self.bribes, course, settled | {view["tied_for"]: seat})

    def picks(self) -> dict[str, float]:
        """MU-21: what serves me best, the rum that is offered included."""
        offers = {one["seat"]: one["rum"] for one in self.sight.view["offers"]}
        worths = {}
        for text in self.sight.legal("pick"):
            seat, *payer = [int(word) for word in text.split() if word.isdecimal()]
            rum = offers[payer[0]] if payer else 0
            chances = self.picked(seat, payer[0] if payer else None, rum)
            worths[f"pick {text}"] = chances[self.sight.me] / self.now.cutlass(self.sight.me)
        return worths

    def offers(self) -> dict[str, float]:
        """MU-23: as much rum as the lookout is likely to want, if it is worth that to me."""
        me, lookout = self.sight.me, self.sight.lookout
        chances = {seat: self.picked(seat) for seat in self.tied}
        rum_of_lookout, rum_of_mine = self._rum(lookout), self._rum(me)
        cutlass = self.now.cutlass(me)
        wants = {
            seat: chances[seat][lookout] / rum_of_lookout + OTHERS_OFFER * (seat not in (me, lookout))
            for seat in self.tied
        }

        def worth(rum: int, wanted: int | None) -> float:
            most = max(wants.values()) + rum
            weights = {
                seat: exp((want + rum * (seat == wanted) - most) / DOUBT) for seat, want in wants.items()
            }
            total = sum(weights.values())
            gain = sum(weight * chances[seat][me] for seat, weight in weights.items()) / total
            paid = weights[wanted] / total * rum if wanted is not None else 0.0
            return (gain - paid * rum_of_mine) / cutlass

        worths = {"no offer": worth(0, None)}
        for text in self.sight.legal("offer"):
            rum, seat = (int(word) for word in text.split() if word.isdecimal())
            worths[f"offer {text}"] = worth(rum, seat)
        return worths

    def _rum(self, seat: int) -> float:
        """What a rum more does for a seat's chance to win."""
        richer = self.now.copy()
        richer.rum[seat] += 1
        return max(0.001, richer.chances()[seat] - self.now.chances()[seat])
