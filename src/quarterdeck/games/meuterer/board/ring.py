"""Where islands and ships lie on Meuterer's chart, and the ships' routes.

Slot 0 is at the top; slots follow clockwise, at equal distances along the ring. The style sheet
static/ring.css gives the slots their places on the page.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final, NamedTuple

from quarterdeck.web.drawing import Point, noise, path

__all__ = ["LANDMARKS", "SEAS", "WIDE", "Sea", "landmark", "place", "ring_css", "route"]


class Sea(NamedTuple):
    """A chart's size, and the half axes of its two rings (islands, and ships inside) as shares of it.

    With a `grid` the slots lie along the edge of a grid of that many columns and rows, where each label has a
    cell of its own; without one, on an ellipse.
    """

    width: int
    height: int
    islands: Point
    ships: Point
    grid: tuple[int, int] | None = None


# For broad charts, for those of phones, and for those of phones on their side.
WIDE = Sea(1200, 900, (0.402, 0.365), (0.25, 0.185))
TALL = Sea(900, 1000, (0.371, 0.335), (0.165, 0.15), (4, 4))
LOW = Sea(1200, 700, (0.398, 0.3), (0.27, 0.1), (5, 3))
SEAS: Final = {"wide": WIDE, "tall": TALL, "low": LOW}
# Number of routes that are kept: all those of a ring of twelve.
ROUTES: Final = 1_000

LANDMARKS = {
    "Hochland": "mountains",
    "Frosthöhle": "cave",
    "Grünland": "pines",
    "Karge Zunge": "grass",
    "Eisfelsen": "crystals",
    "Affeninsel": "palm",
    "Kalte Klippe": "lighthouse",
    "Sommerland": "sun",
    "Rotes Riff": "reef",
    "Piratennest": "fort",
    "Fingerhut": "tower",
    "Sandkap": "dunes",
}


def landmark(island: str) -> str:
    """The engraving of an island; an island of a custom table gets one by its name."""
    if island in LANDMARKS:
        return LANDMARKS[island]
    choices = sorted(set(LANDMARKS.values()))
    return choices[noise(island)[0] % len(choices)]


@cache
def _equal_turns(across: float, down: float) -> tuple[float, ...]:
    """Angles, clockwise from the top, that divide an ellipse into 720 pieces of equal length."""
    steps = 7200
    walked = [0.0]
    for step in range(steps):
        turn = 2 * math.pi * (step + 0.5) / steps
        walked.append(walked[-1] + math.hypot(across * math.cos(turn), down * math.sin(turn)))
    turns, step = [], 0
    for piece in range(720):
        while walked[step] < walked[-1] * piece / 720:
            step += 1
        turns.append(2 * math.pi * step / steps)
    return tuple(turns)


def place(sea: Sea, axes: Point, slot: float, ring: int) -> Point:
    """The centre of slot `slot` of `ring` on the ring with these half axes."""
    if sea.grid:
        x, y = _point_on_grid(sea.grid, slot * 12 / ring)
        return sea.width * (0.5 + axes[0] * x), sea.height * (0.5 + axes[1] * y)
    across, down = axes[0] * sea.width, axes[1] * sea.height
    turn = _equal_turns(across, down)[round(slot * 720 / ring) % 720]
    return sea.width / 2 + across * math.sin(turn), sea.height / 2 - down * math.cos(turn)


def _point_on_grid(grid: tuple[int, int], cell: float) -> Point:
    """The point after `cell` cells clockwise along the edge of a grid, counted from the middle of its top.
    Both coordinates are between -1 and 1.
    """
    columns, rows = grid[0] - 1, grid[1] - 1
    way = (cell + columns // 2) % (2 * (columns + rows))
    x = min(way, columns) - min(max(way - columns - rows, 0), columns)
    y = min(max(way - columns, 0), rows) - max(way - 2 * columns - rows, 0)
    return 2 * x / columns - 1, 2 * y / rows - 1


@lru_cache(ROUTES)
def route(sea: Sea, start: int, end: int, ring: int, inward: float = 0.0) -> str:
    """The ships' route clockwise from one island to another, or slightly inside the ring; empty for none."""
    steps = (end - start) % ring
    if not steps:
        return ""
    axes = (sea.ships[0] * (1 - inward), sea.ships[1] * (1 - inward))
    return path([place(sea, axes, start + piece / 10, ring) for piece in range(steps * 10 + 1)])


def ring_css() -> str:
    """The text of static/ring.css: where islands and ships lie, for each slot of each ring."""
    lines = ["/* Written by ring_css in board/ring.py: where the slots of the ring lie. */"]
    for ring in (6, 12):
        for slot in range(ring):
            places = [
                f"--{name}-x: {100 * x / sea.width:.2f}%; --{name}-y: {100 * y / sea.height:.2f}%;"
                for kind, sea in SEAS.items()
                for name, axes in ((f"{kind}-isle", sea.islands), (f"{kind}-ship", sea.ships))
                for x, y in [place(sea, axes, slot, ring)]
            ]
            lines.append(f'[data-ring="{ring}"] [data-slot="{slot}"] {{ {" ".join(places)} }}')
    return "\n".join(lines) + "\n"
