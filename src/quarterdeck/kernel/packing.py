"""Several small numbers in one word of a record.

A `Layout` declares a word's fields and makes the rules that read and replace them:

>>> CARD = Layout(kind=3, marked=1, owner=4)
>>> kind, with_kind = CARD.reader("kind"), CARD.writer("kind")
>>> word = CARD.pack(kind=5, owner=2)
>>> kind(word), kind(with_kind(word, 1))
(5, 1)

A word can also be a small array of numbers of equal width: `item` reads one of them, `with_item` replaces it,
and `add_to_item` adds to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quarterdeck.kernel.jit import rule, signed

__all__ = ["Layout", "add_to_item", "item", "with_item"]


class Layout:
    """The fields of a packed word: their numbers of bits by name, from the lowest bit."""

    def __init__(self, **bits: int) -> None:
        self._places: Final[dict[str, tuple[int, int]]] = {}
        at = 0
        for name, width in bits.items():
            self._places[name] = at, (1 << width) - 1
            at += width

    def reader(self, name: str) -> Callable[[int], int]:
        """A rule that reads this field of a word. Raises KeyError for an unknown field."""
        at, most = self._places[name]

        def read(word: int) -> int:
            return (signed(word) >> at) & most

        return rule(read)

    def writer(self, name: str) -> Callable[[int, int], int]:
        """A rule that returns a word with this field replaced by a value, which must fit. Raises KeyError."""
        at, most = self._places[name]
        others = ~(most << at)

        def write(word: int, value: int) -> int:
            return (signed(word) & others) | (value << at)

        return rule(write)

    def pack(self, **values: int) -> int:
        """The word with these values in its fields and 0 in all others.

        Raises KeyError for an unknown field, ValueError for a value that doesn't fit.
        """
        word = 0
        for name, value in values.items():
            at, most = self._places[name]
            if not 0 <= value <= most:
                raise ValueError(f"{name} is a number from 0 to {most}, not {value}")
            word |= value << at
        return word


@rule
def item(word: int, at: int, bits: int) -> int:
    """The number at index `at` in a word of numbers of `bits` bits each."""
    return (signed(word) >> (bits * at)) & ((1 << bits) - 1)


@rule
def with_item(word: int, at: int, bits: int, value: int) -> int:
    """The word with the number at index `at` replaced by `value`, which fits into `bits` bits."""
    return (signed(word) & ~(((1 << bits) - 1) << (bits * at))) | (value << (bits * at))


@rule
def add_to_item(word: int, at: int, bits: int, value: int) -> int:
    """The word with `value` added to the number at index `at`; the sum fits into `bits` bits."""
    return signed(word) + (value << (bits * at))
