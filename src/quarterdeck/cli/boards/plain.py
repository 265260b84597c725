"""The terminal's table of a game that brings none: its own plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from quarterdeck.cli.boards.pieces import final_cells, final_listing
from quarterdeck.kernel.spec import GameSpec, Json
from quarterdeck.play import Event

__all__ = ["PlainTerminal"]


class PlainTerminal:
    """See `boards.TerminalBoard`."""

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec

    def status(self, view: Json, names: Sequence[str]) -> str:
        """The game's name."""
        return self._spec.title

    def table(self, view: Json, names: Sequence[str], width: int) -> RenderableType:
        """The view as the game writes it."""
        return Text(self._spec.text(view))

    def effect(self, view: Json, action: str, names: Sequence[str]) -> str:
        """Nothing beside the action's sentence."""
        return ""

    def ends_part(self, event: Event) -> bool:
        """Never."""
        return False

    def results(self, number: int, events: Iterable[Event], names: Sequence[str]) -> RenderableType | None:
        """Nothing is summed up."""
        return None

    def standings(self, view: Json, names: Sequence[str]) -> RenderableType:
        """A row a seat, the winners first."""
        table = final_listing()
        table.add_column("")
        for seat in sorted(range(len(names)), key=lambda at: at not in view["winners"]):
            table.add_row(*final_cells(view, seat, names))
        return table
