"""Reading an explicit set-up: whatever is wrong with one of its keys is told in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quarterdeck.errors import SetupError
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json


def check_keys(layout: Json, known: Sequence[str]) -> None:
    """SetupError if the layout has a key that is none of the known ones."""
    for key in layout:
        if key not in known:
            sentence = _("Unknown set-up key {key}; there are {keys}.")
            raise SetupError(sentence.format(key=str(key)[:40], keys=", ".join(known)))


def list_of(value: object, key: str, length: int | None = None) -> Sequence[Any]:
    """The value if it is a list, of this length if one is given. SetupError."""
    if not isinstance(value, (list, tuple)) or (length is not None and len(value) != length):
        wanted = _("a list") if length is None else _("a list of {length}").format(length=length)
        raise SetupError(_("{key} must be {wanted}.").format(key=key, wanted=wanted))
    return value


def per_seat(layout: Json, key: str, seats: int) -> list[tuple[int, Any]]:
    """The key's value for each seat that the layout says something of: a list with one entry a seat, or null.

    SetupError.
    """
    if layout.get(key) is None:
        return []
    values = list_of(layout[key], key, seats)
    return [(seat, value) for seat, value in enumerate(values) if value is not None]


def number(value: object, key: str, least: int, most: int) -> int:
    """The value if it is a whole number in this range. SetupError."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        sentence = _("{key} must be a whole number from {least} to {most}.")
        raise SetupError(sentence.format(key=key, least=least, most=most))
    return value


def index_of(value: object, names: Iterable[str], key: str, sentence: str) -> int:
    """The place of a text name among the names.

    SetupError: `sentence`, translated, with `key`, `name` and `known` to be filled in.
    """
    known = list(names)
    if value not in known:
        raise SetupError(sentence.format(key=key, name=str(value)[:40], known=" ".join(known)))
    return known.index(str(value))
