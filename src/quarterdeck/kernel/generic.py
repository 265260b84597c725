"""Default displays for a game without its own: its view's JSON as panels, as text and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any, NamedTuple

from quarterdeck.i18n import _
from quarterdeck.kernel.sentences import listed

__all__ = [
    "Panel",
    "capitalized",
    "draw",
    "event_sentence",
    "is_default",
    "lines",
    "of_table",
    "panels",
    "prompt",
    "text",
]

Json = Mapping[str, Any]

# Keys about the format, and keys that the page shows elsewhere.
LEFT_OUT = ("format", "legal")
LINE, CHARACTER, MARGIN = 18, 8, 20


class Panel(NamedTuple):
    """A group of values: a title, and rows of a label and a text."""

    title: str
    rows: tuple[tuple[str, str], ...]


def panels(title: str, view: Json) -> tuple[Panel, ...]:
    """A view's or position's JSON as panels.

    The first panel, with the game's title, shows all single values. Each mapping, and each list of mappings
    or lists, has a panel of its own.
    """
    shown = {key: value for key, value in view.items() if key not in LEFT_OUT}
    grouped = {key: value for key, value in shown.items() if _is_group(value)}
    single = [(key, value) for key, value in shown.items() if key not in grouped and key != "game"]
    others = [Panel(_label(key), _rows(_entries(value))) for key, value in grouped.items()]
    return (Panel(title, _rows(single)), *others)


def text(title: str, view: Json) -> str:
    """A view's or position's JSON as readable plain text: its panels one below the other."""
    return "\n".join(_lines(title, view))


def draw(title: str, view: Json) -> str:
    """A view's or position's JSON as an SVG card: ink on parchment, so it reads on any background."""
    lines = list(_lines(title, view))
    width = 2 * MARGIN + CHARACTER * max(map(len, lines))
    height = 2 * MARGIN + LINE * len(lines)
    rows = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + LINE * number}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'font-family="monospace" font-size="13" role="img"><title>{escape(lines[0])}</title>'
        f'<rect width="{width}" height="{height}" rx="12" fill="#f3e8cf"/><g fill="#33291c">{rows}</g></svg>'
    )


def is_default(write: Callable[..., str]) -> bool:
    """Whether a game's `text` is this module's."""
    return isinstance(write, partial) and write.func is text


def capitalized(text: str, _names: Sequence[str] = ()) -> str:
    """The text with a capital first letter: the default sentence of an action."""
    return text[:1].upper() + text[1:]


def event_sentence(
    kind: str, data: Mapping[str, int | str], seat: int, names: Sequence[str], _you: int | None = None
) -> str:
    """A fact's kind and data: “Ann: bid – count 3, face 5.”"""
    words = kind.replace("_", " ")
    told = f"{words} – {_written(data)}" if data else words
    return f"{names[seat]}: {told}." if seat >= 0 else capitalized(f"{told}.")


def prompt(view: Json, names: Sequence[str]) -> str:
    """Whose turn it is; the reader is addressed as "you"."""
    acting, me = view["to_act"], view.get("seat")
    if not acting:
        return _("The game is over.")
    if me in acting:
        return _("It is your turn: choose an action.")
    others = listed(names[seat] for seat in acting)
    return (_("{name} is to act.") if len(acting) == 1 else _("{name} are to act.")).format(name=others)


def _lines(title: str, view: Json) -> Iterable[str]:
    for panel in panels(title, view):
        yield panel.title
        yield from (f"  {label}: {words}" for label, words in panel.rows)


def _is_group(value: object) -> bool:
    """Whether a value gets its own panel: a mapping, or a list of mappings or lists."""
    if isinstance(value, list):
        return any(isinstance(one, (Mapping, list)) for one in value)
    return isinstance(value, Mapping)


def _entries(group: Any) -> Iterable[tuple[str, Any]]:
    return group.items() if isinstance(group, Mapping) else ((str(at), one) for at, one in enumerate(group))


def _rows(entries: Iterable[tuple[str, Any]]) -> tuple[tuple[str, str], ...]:
    return tuple((_label(key), _written(value)) for key, value in entries)


# Keys whose values a page shows elsewhere, or nobody reads.
ELSEWHERE = {*LEFT_OUT, "game", "options", "seat", "to_act", "seats", "winners", "phase"}
# The end of a key whose value is a seat.
SEAT = "_seat"


def of_table(view: Json) -> dict[str, Any]:
    """The entries of a view's JSON that are about the table: no seats, and nothing that a page shows
    elsewhere.
    """
    return {key: value for key, value in view.items() if key not in ELSEWHERE}


def lines(values: Json, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Label and text of each value. The value of a key that ends in `_seat` is shown as its player's name."""
    for key, value in values.items():
        if key.endswith(SEAT) and isinstance(value, int) and 0 <= value < len(names):
            yield _label(key.removesuffix(SEAT)), names[value]
        else:
            yield _label(key.removesuffix(SEAT)), _written(value)


def _label(key: str) -> str:
    return capitalized(key.replace("_", " ").replace("-", " "))


def _written(value: Any) -> str:
    """A value in words; a nested one in brackets."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key.replace('_', ' ')} {_nested(one)}" for key, one in value.items()) or "–"
    if isinstance(value, list):
        return ", ".join(map(_nested, value)) or "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "–" if value is None else str(value)


def _nested(value: Any) -> str:
    several = isinstance(value, (Mapping, list)) and len(value) != 1
    return f"({_written(value)})" if several and value else _written(value)
