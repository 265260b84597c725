"""A view's JSON as panels: one for the table, one for each seat."""

from __future__ import annotations

from typing import Any, NamedTuple

from quarterdeck.kernel.generic import lines, of_table

__all__ = ["Panel", "seat_panels", "table_panel"]


class Panel(NamedTuple):
    """A seat's panel: its title, its lines of a label and a value, and how the seat stands."""

    title: str
    lines: list[tuple[str, str]]
    seat: int
    acting: bool
    winner: bool


def table_panel(given: dict[str, Any]) -> dict[str, Any]:
    """``lines``: what the view says of the table, as labels and values."""
    return {**given, "lines": list(lines(of_table(given["view"]), given["names"]))}


def seat_panels(given: dict[str, Any]) -> dict[str, Any]:
    """``panels``: those of the seats, in their order."""
    view, names = given["view"], given["names"]
    own = [
        Panel(
            name,
            list(lines(view["seats"][seat], names)),
            seat,
            seat in view["to_act"],
            seat in view["winners"],
        )
        for seat, name in enumerate(names)
    ]
    return {**given, "panels": [one._asdict() for one in own]}
