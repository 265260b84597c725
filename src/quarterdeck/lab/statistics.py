"""What is counted of a match while it is played, beside its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from quarterdeck.i18n import N_
from quarterdeck.kernel.spec import GameSpec, Json
from quarterdeck.play import Event, Faces

# What is counted: a topic and one of its items, `("side", "diaz")`.
Note = tuple[str, str]


class Figure(Enum):
    """What is told of an item's notes."""

    SHARE = N_("games, %")  # the part of the games in which it was noted
    GAME = N_("a game")  # how often, a game
    ROUND = N_("a round")  # how often, a round
    WON = N_("winner's, %")  # of all times that it was noted of a seat, those of the winner


@dataclass(frozen=True)
class Topic:
    """Notes that belong together: a title, marked for translation, and the items in the order of a report;
    without `items`, all that were noted.
    """

    name: str
    title: str
    figure: Figure
    items: tuple[str, ...]
    label: Callable[[str], str]


@dataclass(frozen=True)
class Statistics:
    """What is counted of a game: who begins, as its first position tells, and what each fact counts as.

    `rounds` reads off its last position how long it was, `length` says in what that is counted.
    """

    begins: Callable[[Json], int]
    counts: Callable[[Event], Iterable[Note]]
    topics: tuple[Topic, ...] = ()
    rounds: Callable[[Json], int] = lambda body: int(body["round"])
    length: str = N_("rounds")


# Of a game of which nothing is counted but who begins and how long it is.
PLAIN = Statistics(lambda body: int(body["to_act"][0]), lambda event: ())


def usual(spec: GameSpec) -> Statistics:
    """Of a game that has no statistics of its own: how often each kind of fact came."""
    return Statistics(
        lambda body: int(body["to_act"][0]),
        lambda event: [("facts", event.kind)],
        (Topic("facts", N_("What happened, a game"), Figure.GAME, (), lambda kind: kind.replace("_", " ")),),
        lambda body: int(body.get("round", 1)),
    )


STATISTICS: Mapping[str, Statistics] = Faces("statistics", usual)
