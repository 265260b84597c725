"""Positions laid out by hand, and the worlds that are dealt from what a seat knows of them."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import quarterdeck
from quarterdeck import Position
from quarterdeck.games.cartagena.actions import CARD_NAMES
from quarterdeck.games.cartagena.table import standard

STARTING = ["pink 1", "grey 1"]
DECK = Counter(dict(zip(CARD_NAMES, standard().combat, strict=True)))
# Sailors of which the first three duels are Captain Valverde's.
PAIRS = [[10, 1], [9, 2], [8, 3], [7, 4], [6, 5]]
SIDES = ["valverde", "diaz", "valverde"]


def start(players: int = 3, seed: int = 1, **setup: Any) -> Position:
    """A table laid out by hand."""
    return quarterdeck.game("cartagena", players=players).start(seed=seed, setup=setup)


def duels(*hands: list[str] | None, **setup: Any) -> Position:
    """The first duel, in which all take part."""
    plan: dict[str, Any] = {"sides": SIDES[: len(hands)], "pairs": PAIRS, "duels": [], **setup}
    return start(len(hands), hands=list(hands), **plan)


def others(position: Position, *seats: int) -> list[int | None]:
    """The viewers that are none of these seats: spectators, and the other players."""
    return [None, *(seat for seat in range(position.game.players) if seat not in seats)]


def alike(viewers: list[int | None], *positions: Position) -> bool:
    """Whether the positions look the same, byte for byte, to each of these viewers."""
    return all(len({one.view(viewer).state.tobytes() for one in positions}) == 1 for viewer in viewers)


def heard_alike(viewers: list[int | None], *positions: Position) -> bool:
    """Whether what the last moves told was the same to each of these viewers."""
    return all(len({str(one.view(viewer).events) for one in positions}) == 1 for viewer in viewers)


def worlds(position: Position, viewer: int | None, number: int = 60) -> list[dict[str, Any]]:
    """Positions dealt from what a viewer knows, each of which looks to it as this one does."""
    view = position.view(viewer)
    found = []
    for seed in range(number):
        world = view.sample(seed=seed)
        assert world.view(viewer) == view
        found.append(world.to_json())
    return found


def pool(body: dict[str, Any], seat: int) -> Counter[str]:
    """A seat's hand, and the cards it has put under the pile from there."""
    put = [one["card"] for one in body["under"]["combat"] if one["by"] == seat]
    return Counter(body["seats"][seat]["combat"]) + Counter(put)


def without(*cards: str) -> list[str]:
    """All combat cards but these."""
    return list((DECK - Counter(cards)).elements())


def chi_square(found: Counter[Any], expected: dict[Any, float]) -> float:
    """How far counts are from what was expected, in standard deviations of chi-square's distribution."""
    assert set(found) <= set(expected)
    free = len(expected) - 1
    away = sum((found[key] - mean) ** 2 / mean for key, mean in expected.items())
    return (away - free) / sqrt(2 * free)


def laid(body: dict[str, Any], duel: int = 0, number: int = 0) -> dict[int | None, str]:
    """The cards of a round by the seats that laid them."""
    shown = body["duels"][duel]["rounds"][number]
    return dict(zip(shown["by"], shown["cards"], strict=True))
