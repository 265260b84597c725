"""Puzzles of Cartagena: their themes, and what the others may hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from quarterdeck.coach.puzzle import PuzzleFace
from quarterdeck.games.cartagena.words.names import combat_phrase, phase_name, side_leader
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json

__all__ = ["PUZZLES"]

# An explanation mentions that a player's gold is worth at least this much.
RICH: Final = (5, 10)


def _theme(view: Json) -> str:
    return str(view["phase"])


def _holdings(position: Json, seat: int) -> Iterator[str]:
    for other, player in enumerate(position["seats"]):
        if other == seat:
            continue
        if player["side"] in ("valverde", "diaz"):
            yield f"side {other} {player['side']}"
        yield from (f"gold {other} {worth}" for worth in RICH if player["gold_worth"] >= worth)
        yield from (f"combat {other} {card}" for card in sorted(set(player["combat"] or ())))


def _holding_sentence(key: str, names: Sequence[str]) -> str:
    topic, seat, rest = key.split(maxsplit=2)
    name = names[int(seat)]
    if topic == "side":
        return _("{name} is on the side of {leader}").format(name=name, leader=side_leader(rest))
    if topic == "gold":
        return _("{name} has gold and coins worth {points} or more").format(name=name, points=rest)
    return _("{name} holds {card}").format(name=name, card=combat_phrase(rest))


PUZZLES: Final = PuzzleFace(
    Path(__file__).with_name("puzzles.jsonl"), _theme, phase_name, _holdings, _holding_sentence
)
