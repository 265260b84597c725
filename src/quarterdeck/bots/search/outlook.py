"""What a search reports."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.play import Action


@dataclass(frozen=True)
class Candidate:
    """The search's result for one action.

    `share` is its share of the search: of the simulations in a tree, of the improved policy after rollouts.
    `win` is the estimated chance to win after it (0 to 1, a shared win counts in parts), None if it was
    hardly tried.
    """

    action: Action
    share: float
    win: float | None


@dataclass(frozen=True)
class Outlook:
    """A search's evaluation of a view: each seat's chance to win and nobody's, which sum to 1; and the
    `choices` of the view's seat in the order of action ids, empty if it is not to act.
    """

    wins: tuple[float, ...]
    nobody: float
    choices: tuple[Candidate, ...]
