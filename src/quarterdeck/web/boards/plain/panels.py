"""A view's JSON as panels: one for the table, one for each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from quarterdeck.i18n import _
from quarterdeck.web.boards.base import Context

__all__ = ["Panel", "labelled", "panels", "standings", "worded"]

# What every page says elsewhere, or no person reads.
ELSEWHERE = {"format", "game", "options", "seat", "to_act", "legal", "seats", "winners", "phase"}


class Panel(NamedTuple):
    """A panel: its title, its lines of a label and a value, and whose it is; -1 for the table's."""

    title: str
    lines: list[tuple[str, str]]
    seat: int = -1
    acting: bool = False
    winner: bool = False


def panels(given: dict[str, Any]) -> dict[str, Any]:
    """``panels``: that of the table, then those of the seats, in their order."""
    view, names = given["view"], given["names"]
    table = Panel(_("The table"), list(_lines({k: v for k, v in view.items() if k not in ELSEWHERE})))
    told = view["seats"]
    own = [
        Panel(
            name,
            list(_lines(told[seat])),
            seat,
            seat in view["to_act"],
            seat in view["winners"],
        )
        for seat, name in enumerate(names)
    ]
    return {**given, "panels": [one._asdict() for one in (table, *own) if one.lines or one.seat >= 0]}


def standings(context: Context) -> list[dict[str, Any]]:
    """Who has won, with what each seat has."""
    view = context["view"]
    rows = [
        {
            "name": name,
            "lines": _(", ").join(f"{label}: {value}" for label, value in _lines(view["seats"][seat])),
            "winner": seat in view["winners"],
        }
        for seat, name in enumerate(context["names"])
    ]
    return sorted(rows, key=lambda row: not row["winner"])


def _lines(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        yield labelled(key), worded(value)


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
