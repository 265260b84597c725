"""Quarterdeck: a home for tabletop games of hidden information.

>>> import quarterdeck
>>> game = quarterdeck.game("meuterer", players=4)
>>> position = game.start(seed=7)
>>> position = position.play(position.to_act[0], "offer 1")
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from quarterdeck.errors import (
    ActionTextError,
    GameOptionError,
    IllegalAction,
    QuarterdeckError,
    RecordError,
    SeatError,
    SetupError,
    TableFileError,
)
from quarterdeck.play import GAMES, Action, Event, Game, Position, Record, Verdict, View

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Action",
    "ActionTextError",
    "Event",
    "Game",
    "GameOptionError",
    "IllegalAction",
    "Position",
    "QuarterdeckError",
    "Record",
    "RecordError",
    "SeatError",
    "SetupError",
    "TableFileError",
    "Verdict",
    "View",
    "game",
]


def game(name: str, /, *, table: Any = None, **options: str | int) -> Game:
    """A game with its options chosen.

    `game("meuterer", players=3, rules="french", pirates="on")` say, or `game("cartagena", players=2)`.

    `table` is a component table of one's own: a TOML file's path, or its content as a mapping.
    GameOptionError names an unknown game, option or value and what there is instead; TableFileError what is
    wrong with a table.
    """
    return Game(name, table=table, **options)


if TYPE_CHECKING:
    from quarterdeck import lab as lab
else:

    def __getattr__(name: str) -> Any:
        # The lab is imported when somebody asks for it: most don't. Type checkers, which would take any name
        # for one of ours, don't see this function.
        if name == "lab":
            return import_module("quarterdeck.lab")
        raise AttributeError(f"module 'quarterdeck' has no attribute {name!r}")
