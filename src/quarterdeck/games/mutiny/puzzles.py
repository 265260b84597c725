"""Puzzles of Mutiny!: their themes, and what the others may have bid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from quarterdeck.coach.puzzle import PuzzleFace
from quarterdeck.games.mutiny.words.names import phase_name
from quarterdeck.i18n import ngettext
from quarterdeck.kernel.spec import Json

__all__ = ["PUZZLES"]

# An explanation mentions that a bid is at least this many tokens (doubloons and rum).
BIDS: Final = (1, 2, 3, 4)


def _theme(view: Json) -> str:
    return str(view["phase"])


def _holdings(position: Json, seat: int) -> Iterator[str]:
    for other, player in enumerate(position["seats"]):
        bid = player["bid"]
        if other != seat and isinstance(bid, dict):
            total = bid["doubloons"] + bid["rum"]
            yield from (f"bid {other} {least}" for least in BIDS if total >= least)


def _holding_sentence(key: str, names: Sequence[str]) -> str:
    _topic, seat, least = key.split()
    sentence = ngettext(
        "{name} has bid {count} token or more", "{name} has bid {count} tokens or more", int(least)
    )
    return sentence.format(name=names[int(seat)], count=least)


PUZZLES: Final = PuzzleFace(
    Path(__file__).with_name("puzzles.jsonl"), _theme, phase_name, _holdings, _holding_sentence
)
