"""A component table of another printed set: four effects on each side of its tiles, and 99 rum."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.mutiny.actions import CREW_NAMES
from quarterdeck.play import Game, Record

NORTH = [
    ["deck-hand", "doubloon", -9],
    ["gunner", "cutlass", -9],
    ["first-mate", "rum", 9],
    ["pilot", "rum", 9],
]
SOUTH = [
    ["first-mate", "rum", -9],
    ["deck-hand", "rum", 9],
    ["cook", "cutlass", -8],
    ["first-mate", "cutlass", 9],
]
PRINTED: dict[str, Any] = {
    "rum": {"tokens": 99, "source": "print"},
    "tile": [{"north": NORTH, "south": SOUTH, "source": "print"}] * 2,
}
# All are tied on every crew member but the Pilot, who is seat 0's.
BRIBES = {name: [[1, 0]] * 5 for name in CREW_NAMES} | {"pilot": [[3, 0], *[[0, 0]] * 4]}
SETUP = {"resolving": "pilot", "bribes": BRIBES, "rum": [45, 20, 12, 3, 7], "cutlasses": [7, 6, 5, 4, 3]}


def printed(setup: dict[str, Any] = SETUP) -> Record:
    """A match with this table."""
    return Record(Game("mutiny", table=PRINTED, players=5), 7, ["Ann", "Ben", "Cleo", "Dan", "Eve"], setup)
