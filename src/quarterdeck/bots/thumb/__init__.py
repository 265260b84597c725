"""The bot that plays by rules of thumb: one folder a game, either rules on a blanked record, which can be
compiled (`judge`), or plain functions on the JSON of a view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quarterdeck.bots.base import chances, choices_of
from quarterdeck.bots.thumb import mutiny
from quarterdeck.bots.thumb.judge import NEARLY, points
from quarterdeck.play import Action, View

# A random number in [0, 1) by what it is about: the mood in which a seat sees a view.
Mood = Callable[[str], float]
# How many points each legal action text of a view seems to be worth, in a mood. A judge needs one only where
# the best play is a mixed one, as with bids made in secret: who always bid the same there would be outbid.
Judge = Callable[[View, Mood], dict[str, float]]

JUDGES: Mapping[str, Judge] = {
    "meuterer": lambda view, _mood: points(view),
    "cartagena": lambda view, _mood: points(view),
    "mutiny": lambda view, mood: mutiny.judge(view.to_json(), mood),
}


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
        worth = JUDGES[view.game.id](view, mood)
        return max(legal, key=lambda one: worth[one.text] + NEARLY * mood(one.text))
