"""The bot that plays by rules of thumb: one folder a game, with rules on a blanked record that say what each
legal action seems to be worth (`judge`).
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.bots.base import chances, choices_of
from quarterdeck.bots.heuristics.judge import NEARLY, points
from quarterdeck.play import Action, View


@dataclass(frozen=True)
class RuleOfThumb:
    """Takes the action that seems to be worth most, by the rules of thumb of the game."""

    seed: int | str = 0

    def choose(self, view: View) -> Action:
        """The best action of `view.legal()`, as far as a rule of thumb can tell."""
        legal = choices_of(view)
        if len(legal) == 1:
            return legal[0]
        mood = chances(self.seed, view)
        worth = points(view, f"mood {mood('mood')}")
        return max(legal, key=lambda one: worth[one.text] + NEARLY * mood(one.text))
