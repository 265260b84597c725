"""The rule-of-thumb bot. Each game's heuristics rate the legal actions on a blanked record (`judge`)."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.bots.base import chances, choices_of
from quarterdeck.bots.heuristics.judge import NEARLY, points
from quarterdeck.play import Action, View


@dataclass(frozen=True)
class RuleOfThumb:
    """Takes the action with the best rating by the game's heuristics; near ties are broken at random."""

    seed: int | str = 0

    def choose(self, view: View) -> Action:
        """The action of `view.legal()` with the best heuristic rating, plus noise below NEARLY."""
        legal = choices_of(view)
        if len(legal) == 1:
            return legal[0]
        mood = chances(self.seed, view)
        worth = points(view, f"mood {mood('mood')}")
        return max(legal, key=lambda one: worth[one.text] + NEARLY * mood(one.text))
