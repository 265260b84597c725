"""Statistics of matches besides their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from quarterdeck.i18n import N_
from quarterdeck.kernel.spec import GameSpec, Json
from quarterdeck.play import Event, Faces

# A key of a count: a topic and one of its items, `("side", "diaz")`.
Note = tuple[str, str]


class Figure(Enum):
    """How an item's notes are reported."""

    SHARE = N_("games, %")  # the share of the games with this note
    GAME = N_("a game")  # its mean count per game
    ROUND = N_("a round")  # its mean count per round
    WON = N_("winner's, %")  # the share of its occurrences that concern the winner


@dataclass(frozen=True)
class Topic:
    """A group of notes: a title, marked for translation, and the items in report order; without `items`, all
    that occurred.
    """

    name: str
    title: str
    figure: Figure
    items: tuple[str, ...]
    label: Callable[[str], str]


@dataclass(frozen=True)
class Statistics:
    """A game's statistics: which seat begins, read off the first position, and the keys that each fact counts
    for. `rounds` reads the length off the last position; `length` names its unit.
    """

    begins: Callable[[Json], int]
    counts: Callable[[Event], Iterable[Note]]
    topics: tuple[Topic, ...] = ()
    rounds: Callable[[Json], int] = lambda body: int(body["round"])
    length: str = N_("rounds")


# Statistics of only who begins and the number of rounds.
PLAIN = Statistics(lambda body: int(body["to_act"][0]), lambda event: ())


def usual(spec: GameSpec) -> Statistics:
    """The default statistics of a game: the count of each kind of fact."""
    return Statistics(
        lambda body: int(body["to_act"][0]),
        lambda event: [("facts", event.kind)],
        (Topic("facts", N_("What happened, a game"), Figure.GAME, (), lambda kind: kind.replace("_", " ")),),
        lambda body: int(body.get("round", 1)),
    )


STATISTICS: Mapping[str, Statistics] = Faces("statistics", usual)
