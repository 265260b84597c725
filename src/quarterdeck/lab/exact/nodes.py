"""The parts of a game tree: histories, and information sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from quarterdeck.play import Action, View

OVER = -1


@dataclass(frozen=True)
class InformationSet:
    """Histories that the seat to act can't tell apart, with perfect recall. `view` is its view in all of
    them, `actions` its legal actions.
    """

    seat: int
    view: View
    actions: tuple[Action, ...]


@dataclass(slots=True)
class Node:
    """A history: the index of the information set of the next seat to act; or OVER and the payoffs. `chance`
    is the probability of its deal.
    """

    information: int
    chance: float
    children: list[Node] = field(default_factory=list)
    payoff: tuple[float, ...] = ()
