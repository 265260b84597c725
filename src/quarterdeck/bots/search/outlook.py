"""What a search reports."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.play import Action


@dataclass(frozen=True)
class Candidate:
    """The search's result for one action.

    `share` is the action's share of the simulations of a tree search, or its probability in the improved
    policy of a rollout search. `win` is the seat's estimated chance to win after it, from 0 to 1, where a
    shared win counts in parts; None if the action was hardly tried.
    """

    action: Action
    share: float
    win: float | None


@dataclass(frozen=True)
class Outlook:
    """A search's evaluation of a view.

    `wins` are each seat's chance to win, `nobody` is the chance that no seat wins; together they sum to 1.
    `choices` are those of the view's seat, in the order of action ids; empty if it is not to act.
    """

    wins: tuple[float, ...]
    nobody: float
    choices: tuple[Candidate, ...]
