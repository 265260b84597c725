"""Reading explicit set-ups: an error in a key is reported in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quarterdeck.errors import SetupError
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json


def check_keys(layout: Json, known: Sequence[str]) -> None:
    """Check the keys of a layout. Raises SetupError for an unknown key."""
    for key in layout:
        if key not in known:
            sentence = _("Unknown set-up key {key}; there are {keys}.")
            raise SetupError(sentence.format(key=str(key)[:40], keys=", ".join(known)))


def list_of(value: object, key: str, length: int | None = None) -> Sequence[Any]:
    """The value, checked to be a list, of this length if one is given. Raises SetupError."""
    if not isinstance(value, (list, tuple)) or (length is not None and len(value) != length):
        wanted = _("a list") if length is None else _("a list of {length}").format(length=length)
        raise SetupError(_("{key} must be {wanted}.").format(key=key, wanted=wanted))
    return value


def per_seat(layout: Json, key: str, seats: int) -> list[tuple[int, Any]]:
    """The key's values as pairs of seat and value, without the seats whose value is null.

    The layout has a list with one entry for each seat. Raises SetupError.
    """
    if layout.get(key) is None:
        return []
    values = list_of(layout[key], key, seats)
    return [(seat, value) for seat, value in enumerate(values) if value is not None]


def number(value: object, key: str, least: int, most: int) -> int:
    """The value, checked to be a whole number in this range. Raises SetupError."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        sentence = _("{key} must be a whole number from {least} to {most}.")
        raise SetupError(sentence.format(key=key, least=least, most=most))
    return value


def index_of(value: object, names: Iterable[str], key: str, sentence: str) -> int:
    """The index of a text name among the names.

    Raises SetupError with `sentence`, a translated text with placeholders `key`, `name` and `known`.
    """
    known = list(names)
    if value not in known:
        raise SetupError(sentence.format(key=key, name=str(value)[:40], known=" ".join(known)))
    return known.index(str(value))
