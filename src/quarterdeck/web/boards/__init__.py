"""The games' boards in the browser; `base` defines what a board provides."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from quarterdeck.play import GAMES, Faces, find
from quarterdeck.web.boards.base import Board
from quarterdeck.web.boards.plain import PlainBoard

__all__ = ["BOARDS", "PLAIN", "Board", "details", "folder_of"]

# The folder of the plain board.
PLAIN: Final = Path(__file__).parent / "plain"

BOARDS: Final[Mapping[str, Board]] = Faces("board", PlainBoard)


def details(game: str, options: Mapping[str, Any]) -> list[str]:
    """A table's settings in a few words each: the board's, and the house rules that are on."""
    return BOARDS[game].details(options) + find(game).house_rules_on(options)


def folder_of(game: str) -> Path:
    """The folder of a game's board, with its ``templates`` and ``static``."""
    reference = GAMES[game].board
    module = find_spec(reference.partition(":")[0]) if reference else None
    return Path(str(module.origin)).parent if module else PLAIN
