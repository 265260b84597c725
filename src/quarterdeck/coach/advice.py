"""Advice for the seat of a view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from quarterdeck.bots.base import choices_of
from quarterdeck.bots.search import Candidate
from quarterdeck.coach.foresight import Difference, foresee
from quarterdeck.coach.player import Searcher, searcher
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.play import Action, View

__all__ = ["Advice", "advise", "choice_json", "explained", "ranked"]


@dataclass(frozen=True)
class Advice:
    """The legal actions of a seat and their prospects, as far as it can know.

    `choices` are its legal actions, by their share in the search, highest first: a strong player takes the
    first. `wins` is each seat's chance to win, `nobody` the chance that nobody does; they sum to 1. `reason`
    says why the first choice is better than the second; None if nobody asked, or if no reason is clear.
    """

    choices: tuple[Candidate, ...]
    wins: tuple[float, ...]
    nobody: float
    reason: Difference | None = None

    @property
    def best(self) -> Action:
        """The action that a strong player would take."""
        return self.choices[0].action

    def to_json(self) -> dict[str, Any]:
        """As plain data, described in docs/coach.md."""
        return {
            "choices": [choice_json(choice) for choice in self.choices],
            "wins": list(self.wins),
            "nobody": self.nobody,
        }


def advise(view: View, player: Searcher | None = None) -> Advice:
    """Advice for the seat of a view, from that view alone. Raises BotError if it has nothing to decide,
    GameOptionError for anything but a view and a player that `strong` makes, or a search.

    With a fixed number of simulations, the same player gives the same advice for the same view.
    """
    choices_of(view)
    outlook = searcher(player).outlook(view)
    return Advice(ranked(outlook.choices), outlook.wins, outlook.nobody)


def explained(advice: Advice, view: View, seconds: float | None = None) -> Advice:
    """The advice on a view with the reason for its first choice. The search for the reason ends after
    `seconds`, or None for no limit. Raises GameOptionError for anything but an advice and a view.
    """
    if not isinstance(advice, Advice):
        sentence = _("The coach explains what advise(…) gives, not {value}.")
        raise GameOptionError(sentence.format(value=short(advice)))
    choices_of(view)
    if len(advice.choices) == 1:
        return advice
    reason = foresee(view, advice.best, advice.choices[1].action, seconds=seconds)
    return replace(advice, reason=reason)


def ranked(choices: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """The choices by their share in the search, highest first."""
    return tuple(sorted(choices, key=lambda one: (-one.share, -(one.win or 0), one.action.id)))


def choice_json(choice: Candidate) -> dict[str, Any]:
    """A choice as plain data."""
    return {"action": choice.action.text, "share": choice.share, "win": choice.win}
