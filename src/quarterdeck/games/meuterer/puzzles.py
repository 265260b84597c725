"""Puzzles of Meuterer: their themes, and what the others may hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from quarterdeck.coach.puzzle import PuzzleFace
from quarterdeck.games.meuterer.words.names import good_count, phase_name, role_phrase
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json

__all__ = ["PUZZLES"]

# The most cards of one kind that an explanation mentions (“or more”).
SEVERAL: Final = 2


def _theme(view: Json) -> str:
    """The phase; the choice of a role counts as one of its own."""
    chooses = view["phase"] == "show" and all(text.startswith("leave ") for text in view["legal"])
    return "role" if chooses else str(view["phase"])


def _theme_name(theme: str) -> str:
    return _("Choosing an action") if theme == "role" else phase_name(theme)


def _holdings(position: Json, seat: int) -> Iterator[str]:
    for other, player in enumerate(position["seats"]):
        if other == seat:
            continue
        if player["role"]:
            yield f"role {other} {player['role']}"
        for kind in sorted(set(player["hand"] or ())):
            most = player["hand"].count(kind)
            yield from (f"cards {other} {kind} {count}" for count in range(1, min(most, SEVERAL) + 1))


def _holding_sentence(key: str, names: Sequence[str]) -> str:
    topic, seat, *rest = key.split()
    name = names[int(seat)]
    if topic == "role":
        return _("{name} is {role}").format(name=name, role=role_phrase(rest[0]))
    cards = good_count(rest[0], int(rest[1]))
    return _("{name} holds {cards} or more").format(name=name, cards=cards)


PUZZLES: Final = PuzzleFace(
    Path(__file__).with_name("puzzles.jsonl"), _theme, _theme_name, _holdings, _holding_sentence
)
