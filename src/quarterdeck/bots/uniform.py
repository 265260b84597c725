"""The bot that plays at random."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.bots.base import chance, choices_of
from quarterdeck.play import Action, View


@dataclass(frozen=True)
class Uniform:
    """Every legal action is equally likely."""

    seed: int | str = 0

    def choose(self, view: View) -> Action:
        """Any action of `view.legal()`."""
        legal = choices_of(view)
        return legal[int(chance(self.seed, view) * len(legal))]
