"""Reading explicit set-ups: an error in a key is reported in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from quarterdeck.errors import SetupError
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json


class SetupLayout:
    """A set-up as plain data, read key by key. Every method raises SetupError for a bad value.

    `known` are the allowed keys, `seats` is the number of players. A key whose value is null counts as
    missing.
    """

    def __init__(self, given: Json, known: Collection[str], seats: int) -> None:
        self._given = {key: value for key, value in given.items() if value is not None}
        self._seats = seats
        for key in given:
            if key not in known:
                sentence = _("Unknown set-up key {key}; there are {keys}.")
                raise SetupError(sentence.format(key=str(key)[:40], keys=", ".join(known)))

    def __getitem__(self, key: str) -> Any:
        """The key's value; None if it is missing."""
        return self._given.get(key)

    def __contains__(self, key: str) -> bool:
        """Whether the key has a value."""
        return key in self._given

    def number(self, key: str, least: int, most: int, default: int = 0) -> int:
        """A whole number in this range."""
        return number(self._given.get(key, default), key, least, most)

    def seat(self, key: str, default: int = 0) -> int:
        """A seat's number."""
        return self.seat_of(self._given.get(key, default), key)

    def seat_of(self, value: object, key: str) -> int:
        """The number of a seat, from a value that stands inside the key's value, such as in a list."""
        return number(value, key, 0, self._seats - 1)

    def flag(self, key: str) -> bool:
        """True or false; false if it is missing."""
        value = self._given.get(key, False)
        if not isinstance(value, bool):
            raise SetupError(_("{key} must be true or false.").format(key=key))
        return value

    def items(self, key: str) -> Sequence[Any]:
        """A list; an empty one if it is missing."""
        return list_of(self._given.get(key, ()), key)

    def per_seat(self, key: str) -> list[tuple[int, Any]]:
        """A list with one entry for each seat, as pairs of seat and value, without those that are null."""
        values = list_of(self[key], key, self._seats) if key in self else ()
        return [(seat, value) for seat, value in enumerate(values) if value is not None]


def list_of(value: object, key: str, length: int | None = None) -> Sequence[Any]:
    """The value, checked to be a list, of this length if one is given. Raises SetupError."""
    if not isinstance(value, (list, tuple)) or (length is not None and len(value) != length):
        wanted = _("a list") if length is None else _("a list of {length}").format(length=length)
        raise SetupError(_("{key} must be {wanted}.").format(key=key, wanted=wanted))
    return value


def with_more(entry: object, key: str, more: Any = None) -> Sequence[Any]:
    """An entry as a pair. A list is the pair itself; anything else is its first half, and `more` the second.

    Raises SetupError for a list of another length.
    """
    return list_of(entry, key, 2) if isinstance(entry, (list, tuple)) else (entry, more)


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


def take(pile: Any, kind: int, refusal: str) -> int:
    """Take one thing of this kind from a pile and return the kind. Raises SetupError if there is none."""
    if pile[kind] == 0:
        raise SetupError(refusal)
    pile[kind] -= 1
    return kind
