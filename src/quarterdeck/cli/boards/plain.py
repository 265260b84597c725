"""The default terminal board: the game's plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.boards.pieces import final_cells, final_listing
from quarterdeck.i18n import _
from quarterdeck.kernel import generic
from quarterdeck.kernel.spec import GameSpec, Json
from quarterdeck.play import Event

__all__ = ["PlainTerminal"]


class PlainTerminal:
    """See `boards.TerminalBoard`."""

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec

    def status(self, view: Json, names: Sequence[str]) -> str:
        """The game's name, and the round if the view tells it."""
        about = [self._spec.title]
        if "round" in view:
            about.append(_("Round {round}").format(round=view["round"]))
        return " · ".join(about)

    def table(self, view: Json, names: Sequence[str], width: int) -> RenderableType:
        """What is said of the table, and a row for each seat; the text of a game that writes its own."""
        if not generic.is_default(self._spec.text):
            return Text(self._spec.text(view))
        told = generic.lines(generic.of_table(view), names)
        shown = Text("".join(label + _(": ") + words + "\n" for label, words in told))
        seats = Table(box=None, padding=(0, 3, 0, 0))
        rows = [dict(generic.lines(seat, names)) for seat in view["seats"]]
        labels = list(dict.fromkeys(label for row in rows for label in row))
        for label in ("", *labels):
            seats.add_column(label, header_style="italic")
        for seat, (name, row) in enumerate(zip(names, rows, strict=True)):
            style = "bold" if seat == view.get("seat") else ""
            mark = "▸ " if seat in view["to_act"] else "  "
            seats.add_row(Text(mark + name), *(Text(row.get(label, "")) for label in labels), style=style)
        return Group(shown, seats)

    def effect(self, view: Json, action: str, names: Sequence[str]) -> str:
        """Nothing: the action's sentence suffices."""
        return ""

    def ends_part(self, event: Event) -> bool:
        """Never: plain games have no parts with results."""
        return False

    def results(self, number: int, events: Iterable[Event], names: Sequence[str]) -> RenderableType | None:
        """Nothing is summed up."""
        return None

    def standings(self, view: Json, names: Sequence[str]) -> RenderableType:
        """A row per seat, the winners first."""
        table = final_listing()
        table.add_column("")
        for seat in sorted(range(len(names)), key=lambda at: at not in view["winners"]):
            table.add_row(*final_cells(view, seat, names))
        return table
