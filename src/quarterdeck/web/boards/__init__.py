"""The games' boards in the browser; `base` defines what a board provides."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.play import GAMES, Faces, find
from quarterdeck.web.boards.base import Board
from quarterdeck.web.boards.plain import PlainBoard

__all__ = ["BOARDS", "PLAIN", "Board", "details", "folder_of", "own_components"]

# The folder of the plain board.
PLAIN: Final = Path(__file__).parent / "plain"

BOARDS: Final[Mapping[str, Board]] = Faces("board", PlainBoard)


def details(game: str, options: Mapping[str, Any], components: Json | None = None) -> list[str]:
    """A table's settings in a few words each: the board's, the house rules that are on, and whether the
    components are not the game's own.
    """
    return BOARDS[game].details(options) + find(game).house_rules_on(options) + own_components(components)


def own_components(components: Json | None) -> list[str]:
    """The words that say that a table has other components than the game; none if it has the game's own."""
    return [] if components is None else [_("own components")]


def folder_of(game: str) -> Path:
    """The folder of a game's board, with its ``templates`` and ``static``."""
    reference = GAMES[game].board
    module = find_spec(reference.partition(":")[0]) if reference else None
    return Path(str(module.origin)).parent if module else PLAIN
