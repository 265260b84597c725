"""What the tables of all games have in common."""

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
    """A table with a row a seat, up to the seats' names."""
    table = listing()
    table.add_column("", width=1)
    table.add_column(Text(_("Seat")), overflow="ellipsis", no_wrap=True, max_width=20)
    return table


def seat_cells(view: Json, seat: int, names: Sequence[str]) -> list[Text]:
    """Whether it is a seat's turn, and its name."""
    mine = seat == view.get("seat")
    name = Text(names[seat], "bold" if mine else "")
    if mine:
        name.append(" " + _("(you)"))
    return [Text("▸" if seat in view["to_act"] else "", "bold"), name]


def final_listing() -> Table:
    """The table of the final result, up to the seats' names."""
    table = Table(title=Text(_("Final result"), "bold"), title_justify="left", box=None, pad_edge=False)
    table.add_column(Text(_("Seat")))
    return table


def final_cells(view: Json, seat: int, names: Sequence[str]) -> tuple[Text, Text]:
    """A seat's name, and whether it wins: the first and the last cell of its final row."""
    won = seat in view["winners"]
    return Text(names[seat], "bold" if won else ""), Text(_("wins") if won else "", "bold green")
