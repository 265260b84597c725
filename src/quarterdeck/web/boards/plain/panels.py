"""A view's JSON as panels: one for the table, one for each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quarterdeck.web.boards.base import Context
from quarterdeck.words import _

__all__ = ["Panel", "labelled", "seat_panels", "standings", "table_panel", "worded"]

# What every page says elsewhere, or no person reads.
ELSEWHERE = {"format", "game", "options", "seat", "to_act", "legal", "seats", "winners", "phase"}

# The end of a key whose value is a seat.
SEAT = "_seat"


class Panel(NamedTuple):
    """A seat's panel: its title, its lines of a label and a value, and how the seat stands."""

    title: str
    lines: list[tuple[str, str]]
    seat: int
    acting: bool
    winner: bool


def table_panel(given: dict[str, Any]) -> dict[str, Any]:
    """``lines``: what the view says of the table, as labels and values."""
    told = {key: value for key, value in given["view"].items() if key not in ELSEWHERE}
    return {**given, "lines": list(_lines(told, given["names"]))}


def seat_panels(given: dict[str, Any]) -> dict[str, Any]:
    """``panels``: those of the seats, in their order."""
    view, names = given["view"], given["names"]
    own = [
        Panel(
            name,
            list(_lines(view["seats"][seat], names)),
            seat,
            seat in view["to_act"],
            seat in view["winners"],
        )
        for seat, name in enumerate(names)
    ]
    return {**given, "panels": [one._asdict() for one in own]}


def standings(context: Context) -> list[dict[str, Any]]:
    """Who has won, with what each seat has."""
    view, names = context["view"], context["names"]
    rows = [
        {
            "name": name,
            "lines": _(", ").join(f"{label}: {value}" for label, value in _lines(view["seats"][seat], names)),
            "winner": seat in view["winners"],
        }
        for seat, name in enumerate(names)
    ]
    return sorted(rows, key=lambda row: not row["winner"])


def _lines(values: Mapping[str, Any], names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each value with its label; what is called `…_seat` is a seat, and shown by its player's name."""
    for key, value in values.items():
        if key.endswith(SEAT) and isinstance(value, int) and 0 <= value < len(names):
            yield labelled(key.removesuffix(SEAT)), names[value]
        else:
            yield labelled(key.removesuffix(SEAT)), worded(value)


def labelled(key: str) -> str:
    """A key of the JSON as a label: `dice_left` as “Dice left”."""
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def worded(value: Any) -> str:
    """A value of the JSON in one line."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return _(", ").join(f"{labelled(key)}: {worded(one)}" for key, one in value.items()) or "–"
    if isinstance(value, list):
        return _(", ").join(map(worded, value)) or "–"
    return str(value)
