"""Contested points: rules of a source that can be read in several ways, as data.

The first reading is the one that is played. Where a table may choose another one, an option of the game has
the readings as its choices: a house rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quarterdeck.i18n import _

__all__ = ["Contested", "Reading", "flags"]


class Reading:
    """One way to read a rule: a label of a few words, the reading in a sentence, and what it changes.

    All three are marked sentences.
    """

    def __init__(self, label: str, text: str, changes: str = "") -> None:
        self._label, self._text, self._changes = label, text, changes

    @property
    def label(self) -> str:
        """The translated label."""
        return _(self._label)

    @property
    def text(self) -> str:
        """The reading in a translated sentence."""
        return _(self._text)

    @property
    def changes(self) -> str:
        """What the reading changes, translated; empty if nothing has to be said."""
        return _(self._changes) if self._changes else ""


@dataclass(frozen=True)
class Contested:
    """A contested rule: its id, and its readings, of which the first is played by default.

    `name` is a marked noun for what is contested. `option` names the game's option that has these readings
    as choices, in the same order. If it is empty, the first reading is always played.
    """

    rule: str
    name: str
    readings: tuple[Reading, ...]
    option: str = ""

    @property
    def title(self) -> str:
        """The translated name."""
        return _(self.name)


def flags(options: Mapping[str, str | int], of: Mapping[tuple[str, Any], int]) -> int:
    """A bit mask of the chosen readings, for a record. `of` has the number of the bit by option and value."""
    return sum(1 << bit for (name, value), bit in of.items() if options.get(name) == value)
