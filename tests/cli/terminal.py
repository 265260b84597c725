"""What the terminal shows of a game's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

import quarterdeck
from quarterdeck.cli.boards import BOARDS
from quarterdeck.cli.terminal import PipeConsole

NAMES = ["Ann", "Ben", "Cleo"]


def printed(drawing: RenderableType | None, width: int = 80) -> str:
    """A drawing as it comes to the screen, with ordinary spaces."""
    console = PipeConsole(width=width, highlight=False, markup=False, emoji=False, color_system=None)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get().replace("\u00a0", " ")


class Screen:
    """The tables of one game, laid out by hand."""

    def __init__(self, game: str, **options: str) -> None:
        self.game, self.board, self.options = game, BOARDS[game], options

    def record(self, setup: dict[str, Any], players: int = 3, **options: str) -> quarterdeck.Record:
        """A match at its start."""
        names = [*NAMES, "Dan", "Eve"][:players]
        game = quarterdeck.game(self.game, players=players, **{**self.options, **options})
        return quarterdeck.Record(game, 5, names, setup)

    def drawn(self, view: dict[str, Any], width: int = 80, names: Sequence[str] = NAMES) -> str:
        """The table of a view."""
        return printed(self.board.table(view, names, width), width)

    def seen(self, setup: dict[str, Any], seat: int | None, width: int = 80) -> str:
        """The table as a seat sees it at the start."""
        return self.drawn(self.record(setup).position.view(seat).to_json(), width)

    def standings(self, view: dict[str, Any]) -> list[str]:
        """The rows of the final result."""
        return printed(self.board.standings(view, NAMES)).splitlines()[2:]
