"""What stands on a table: each kind of card, place and phase, explained in a few sentences with its rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from quarterdeck.i18n import _

__all__ = ["Thing", "card", "grouped", "phase", "place"]


class Thing(NamedTuple):
    """A kind of card, a place or a phase: what it is and what it is for. `id` is what elements of the board
    name in ``data-thing``, and begins with its kind; `rules` are the ids to read on.
    """

    id: str
    name: str
    words: str
    rules: tuple[str, ...]


def card(name: str, label: str, words: str, *rules: str) -> Thing:
    """A kind of card or token, or whoever is on one."""
    return Thing(f"card-{name}", label, words, rules)


def place(name: str, label: str, words: str, *rules: str) -> Thing:
    """Something on the table where cards, ships or people are."""
    return Thing(f"place-{name}", label, words, rules)


def phase(name: str, label: str, words: str, *rules: str) -> Thing:
    """A station of the phase bar."""
    return Thing(f"phase-{name}", label, words, rules)


def grouped(things: Iterable[Thing]) -> list[tuple[str, list[Thing]]]:
    """Cards, places and phases under their headings."""
    every = list(things)
    titles = {"card": _("Cards and pieces"), "place": _("Places"), "phase": _("Phases")}
    return [
        (title, [one for one in every if one.id.startswith(f"{kind}-")]) for kind, title in titles.items()
    ]
