"""What a game tree is made of: histories, and sets of those that a seat can't tell apart."""

from __future__ import annotations

from dataclasses import dataclass, field

from quarterdeck.play import Action, View

OVER = -1


@dataclass(frozen=True)
class InformationSet:
    """Histories that a seat that is to act can't tell apart, if it remembers all that it has seen and done.

    `view` is what it sees in all of them, `actions` what it may do.
    """

    seat: int
    view: View
    actions: tuple[Action, ...]


@dataclass(slots=True)
class Node:
    """A history: the place of the information set of the seat that acts next, or OVER and the payoffs.

    `chance` is the probability of its deal.
    """

    information: int
    chance: float
    children: list[Node] = field(default_factory=list)
    payoff: tuple[float, ...] = ()
