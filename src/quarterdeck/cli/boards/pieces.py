"""Building blocks for all games' tables."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json


def listing(title: str = "") -> Table:
    """A table without lines, its title above it."""
    return Table(
        title=Text(title, "bold") if title else None,
        title_justify="left",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )


def seats_listing() -> Table:
    """A table with a row per seat, including the seats' names."""
    table = listing()
    table.add_column("", width=1)
    table.add_column(Text(_("Seat")), overflow="ellipsis", no_wrap=True, max_width=20)
    return table


def seat_cells(view: Json, seat: int, names: Sequence[str]) -> list[Text]:
    """The cells that mark the seat to act, and its name."""
    mine = seat == view.get("seat")
    name = Text(names[seat], "bold" if mine else "")
    if mine:
        name.append(" " + _("(you)"))
    return [Text("▸" if seat in view["to_act"] else "", "bold"), name]


def final_listing() -> Table:
    """The table of the final result, including the seats' names."""
    table = Table(title=Text(_("Final result"), "bold"), title_justify="left", box=None, pad_edge=False)
    table.add_column(Text(_("Seat")))
    return table


def final_cells(view: Json, seat: int, names: Sequence[str]) -> tuple[Text, Text]:
    """The first and last cell of a seat's final row: its name, and whether it wins."""
    won = seat in view["winners"]
    return Text(names[seat], "bold" if won else ""), Text(_("wins") if won else "", "bold green")
