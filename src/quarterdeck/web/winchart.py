"""The chart of who was how likely to win: places and SVG path texts, without markup.

Across go the moves, upward the chance to win. Units are those of the SVG that uses them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from quarterdeck.web.drawing import Point, path

__all__ = ["BOX", "HEIGHT", "LEFT", "RIGHT", "WIDTH", "Curve", "curves", "height_of", "place_of"]

WIDTH: Final = 340
HEIGHT: Final = 190
# The frame of the curves; what is right of it are their names.
LEFT, TOP, RIGHT, BOTTOM = 34, 10, 252, 164
BOX: Final = (LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP)
# How far apart names have to stand.
LINE: Final = 17


@dataclass(frozen=True)
class Curve:
    """A seat's line: its path, its end, the height of its name, and where it is at the move looked at."""

    seat: int
    path: str
    end: Point
    label: float
    here: Point | None


def place_of(ply: int, plies: int) -> float:
    """Where a move stands from left to right, in a chart of so many."""
    return round(LEFT + (RIGHT - LEFT) * ply / max(plies, 1), 1)


def height_of(win: float) -> float:
    """Where a chance to win stands from top to bottom."""
    return round(BOTTOM - (BOTTOM - TOP) * win, 1)


def curves(wins: Sequence[Sequence[float]], plies: int, here: int) -> list[Curve]:
    """A line for each seat through its chances by ply, in a chart of so many plies; `here` is a ply."""
    found = []
    for seat in range(len(wins[0])):
        points = [(place_of(ply, plies), height_of(one[seat])) for ply, one in enumerate(wins)]
        found.append((seat, points))
    labels = _apart([points[-1][1] for _seat, points in found])
    return [
        Curve(seat, path(points), points[-1], labels[seat], points[here] if here < len(points) else None)
        for seat, points in found
    ]


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights for names, each as near to its line as the others let it, none outside the frame."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed = [0.0] * len(heights)
    least = float(TOP)
    for seat in order:
        placed[seat] = least = max(heights[seat], least)
        least += LINE
    most = float(BOTTOM)
    for seat in reversed(order):
        placed[seat] = most = min(placed[seat], most)
        most -= LINE
    return placed
