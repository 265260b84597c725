"""The example round of two of the rulebooks: Bernhard, Steffi, Florian and Carmen, from the deal to the
points.

It is rule set `english`, and ends with 2, 5, 4 and 4 points and Steffi as Captain at Eisfelsen. The rulebooks
leave Carmen's sale out, but ME-64 requires it.
"""

from __future__ import annotations

from typing import Any

__all__ = ["MOVES", "NAMES", "SETUP"]

NAMES = ("Bernhard", "Steffi", "Florian", "Carmen")

SETUP: dict[str, Any] = {
    "ring": [
        "Hochland",
        "Frosthöhle",
        "Grünland",
        "Karge Zunge",
        "Eisfelsen",
        "Affeninsel",
        "Kalte Klippe",
        "Sommerland",
        "Rotes Riff",
        "Piratennest",
        "Fingerhut",
        "Sandkap",
    ],
    "captain": 0,
    "hands": [
        ["conflict", "conflict", "wine", "wine", "grain"],
        ["conflict", "conflict", "salt", "grain", "cloth"],
        ["cloth", "cloth", "grain", "salt", "wine"],
        ["salt", "salt", "wine", "conflict", "ruby"],
    ],
}

MOVES: tuple[tuple[int, str], ...] = (
    (0, "offer 0"),
    (0, "show conflict"),
    (1, "show conflict"),
    (2, "show cloth"),
    (3, "show wine"),
    (0, "show wine"),
    (1, "leave"),
    (1, "leave mutineer"),
    (2, "show cloth"),
    (3, "show salt"),
    (0, "show wine"),
    (2, "leave"),
    (2, "leave merchant"),
    (3, "show salt"),
    (0, "leave"),
    (3, "leave"),
    (3, "leave cabin-boy"),
    (0, "conflict 1"),
    (1, "conflict 1"),
    (3, "conflict 0"),
    (3, "sell 2 salt / -"),
)
