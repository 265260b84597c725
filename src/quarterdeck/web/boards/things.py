"""Explanations of the things on a table: cards, places and phases, in a few sentences with their rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from quarterdeck.i18n import _

__all__ = ["Thing", "card", "grouped", "phase", "place"]


class Thing(NamedTuple):
    """A card, place or phase with its explanation. `id` starts with its kind; board elements refer to it by
    ``data-thing``. `rules` are the ids for further reading.
    """

    id: str
    name: str
    words: str
    rules: tuple[str, ...]


def card(name: str, label: str, words: str, *rules: str) -> Thing:
    """A kind of card or token, or the person on one."""
    return Thing(f"card-{name}", label, words, rules)


def place(name: str, label: str, words: str, *rules: str) -> Thing:
    """A place on the table for cards, ships or people."""
    return Thing(f"place-{name}", label, words, rules)


def phase(name: str, label: str, words: str, *rules: str) -> Thing:
    """A phase, which the phase bar shows as one or more steps."""
    return Thing(f"phase-{name}", label, words, rules)


def grouped(things: Iterable[Thing]) -> list[tuple[str, list[Thing]]]:
    """Cards, places and phases under their headings, as far as there are any."""
    every = list(things)
    titles = {"card": _("Cards and pieces"), "place": _("Places"), "phase": _("Phases")}
    groups = [
        (title, [one for one in every if one.id.startswith(f"{kind}-")]) for kind, title in titles.items()
    ]
    return [(title, group) for title, group in groups if group]
