"""MU-10: what to bid on a crew member, in secret and at the same time as all others.

Tokens are shared out among the crew members still to be called and the next turn, so that they bring most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarterdeck.bots.thumb.mutiny.beliefs import Beliefs
from quarterdeck.bots.thumb.mutiny.prizes import Prizes
from quarterdeck.bots.thumb.mutiny.sight import CREW, Sight
from quarterdeck.bots.thumb.mutiny.turn import NUMBER

# In cutlasses: what a token is worth in the next turn, by players, and how much more rum is, which never
# comes back.
LATER = {2: 0.2, 3: 0.25, 4: 0.3, 5: 0.33}
RUM_MORE = {2: 0.1, 3: 0.1, 4: 0.3, 5: 0.3}
# How much a mood changes what I want now, and what I think the others will do: from, to.
KEEN, BOLD = (0.6, 1.5), (0.65, 1.5)


class Bids:
    """The bid on the crew member that is called."""

    def __init__(self, sight: Sight, mood: Callable[[str], float]) -> None:
        self.sight = sight
        self.called = NUMBER[sight.view["called"]]
        self.purse = sight.purse(sight.me)
        self.prizes = Prizes(sight)
        self.cutlass = self.prizes.now.cutlass(sight.me)
        self.keen = between(KEEN, mood("keen"))
        self.beliefs = Beliefs(sight, self.called, between(BOLD, mood("bold")))
        self.another_turn = self.prizes.now.another_turn

    def plans(self) -> dict[str, float]:
        """What each bid is worth, in cutlasses."""
        here = self._gains(self.called)
        rest = self._rest()
        rum_more = RUM_MORE[self.sight.players] * self.another_turn
        worths = {}
        for text in self.sight.legal("bid"):
            doubloons, rum = map(int, text.split())
            tokens = doubloons + rum
            elsewhere = rest[self.purse - tokens] - rum * rum_more
            worths[f"bid {text}"] = self.keen * here[tokens] + elsewhere
        return worths

    def _rest(self) -> list[float]:
        """By number of tokens, what they can bring on the crew members to come and in the next turn."""
        later = LATER[self.sight.players] * self.another_turn
        best = [later * tokens for tokens in range(self.purse + 1)]
        for crew in range(len(CREW) - 1, self.called, -1):
            gains = self._gains(crew)
            best = [
                max(gains[bid] + best[tokens - bid] for bid in range(tokens + 1))
                for tokens in range(self.purse + 1)
            ]
        return best

    def _gains(self, crew: int) -> Sequence[float]:
        """By number of tokens, what they can be expected to bring there, in cutlasses."""
        sight, me = self.sight, self.sight.me
        there = self.prizes.bribes[crew]
        first, second = self.prizes.worths(crew, self.beliefs.totals(crew, there))
        gains = []
        for tokens in range(self.purse + 1):
            wins = self.beliefs.placing(crew, there, there[me] + tokens, sight.lookout == me)
            gains.append((wins[0] * first + wins[1] * second) / self.cutlass)
        return gains


def between(bounds: tuple[float, float], share: float) -> float:
    """A number between two."""
    return bounds[0] + share * (bounds[1] - bounds[0])
