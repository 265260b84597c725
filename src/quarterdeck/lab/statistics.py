"""Statistics of matches besides their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from quarterdeck.i18n import N_
from quarterdeck.kernel.ring import first_seat
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.kernel.verbs import to_act
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
    """A game's statistics: which seat begins, read off the first record, and the notes that each fact counts
    for. `length` names the unit of the game's `progress`, which says how long a match was.
    """

    begins: Callable[[Any], int]
    counts: Callable[[Event], Iterable[Note]]
    topics: tuple[Topic, ...] = ()
    length: str = N_("rounds")


def first_to_act(s: Any) -> int:
    """The first seat that may act in a record."""
    return first_seat(to_act(s))


# Statistics of only who begins and the number of rounds.
PLAIN = Statistics(first_to_act, lambda event: ())


def default_statistics(spec: GameSpec) -> Statistics:
    """The default statistics of a game: the count of each kind of fact."""
    return Statistics(
        first_to_act,
        lambda event: [("facts", event.kind)],
        (Topic("facts", N_("What happened, a game"), Figure.GAME, (), lambda kind: kind.replace("_", " ")),),
    )


STATISTICS: Mapping[str, Statistics] = Faces("statistics", default_statistics)
