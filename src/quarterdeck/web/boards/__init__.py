"""How each game is drawn in the browser; `base` says what a board has to bring."""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.web.boards.base import Board
from quarterdeck.web.boards.cartagena import Cartagena
from quarterdeck.web.boards.meuterer import Meuterer
from quarterdeck.web.boards.mutiny import Mutiny

__all__ = ["BOARDS", "Board"]

BOARDS: Mapping[str, Board] = {
    "meuterer": Meuterer(),
    "cartagena": Cartagena(),
    "mutiny": Mutiny(),
}
