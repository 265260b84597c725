"""The parts of a game tree: histories, and information sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from quarterdeck.play import Action, View

OVER = -1


@dataclass(frozen=True)
class InformationSet:
    """Histories that the seat to act can't tell apart, with perfect recall.

    `view` is the seat's view in all of them, `actions` are its legal actions.
    """

    seat: int
    view: View
    actions: tuple[Action, ...]


@dataclass(slots=True)
class Node:
    """A history. `information` is the index of the information set of the seat to act, or OVER at the end.

    `chance` is the probability of the history's deal. `payoff` has each seat's payoff at the end, and is
    empty before.
    """

    information: int
    chance: float
    children: list[Node] = field(default_factory=list)
    payoff: tuple[float, ...] = ()
