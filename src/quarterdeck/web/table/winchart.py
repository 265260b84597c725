"""The chart of the chances to win: coordinates and SVG paths, without markup.

The x axis has the moves, the y axis the chance to win. Units are those of the SVG that uses them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from quarterdeck.web.drawing import Point, path

__all__ = ["BOX", "HEIGHT", "LEFT", "RIGHT", "WIDTH", "Curve", "curves", "height_of", "place_of"]

WIDTH: Final = 352
HEIGHT: Final = 190
# The frame of the curves; names are to the right of it.
LEFT, TOP, RIGHT, BOTTOM = 34, 10, 252, 164
BOX: Final = (LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP)
# Minimum distance between names.
LINE: Final = 17


@dataclass(frozen=True)
class Curve:
    """A seat's curve: its path, its end, the height of its name, and its point at the current move."""

    seat: int
    path: str
    end: Point
    label: float
    here: Point | None


def place_of(ply: int, plies: int) -> float:
    """The x coordinate of a move in a chart with this many plies."""
    return round(LEFT + (RIGHT - LEFT) * ply / max(plies, 1), 1)


def height_of(win: float) -> float:
    """The y coordinate of a chance to win."""
    return round(BOTTOM - (BOTTOM - TOP) * win, 1)


def curves(wins: Sequence[Sequence[float]], plies: int, here: int) -> list[Curve]:
    """A curve for each seat from its chances by ply, in a chart with this many plies; `here` is the current
    ply.
    """
    points_by_seat = []
    for seat in range(len(wins[0])):
        points = [(place_of(ply, plies), height_of(chances[seat])) for ply, chances in enumerate(wins)]
        points_by_seat.append((seat, points))
    labels = _label_heights([points[-1][1] for _seat, points in points_by_seat])
    return [
        Curve(seat, path(points), points[-1], labels[seat], points[here] if here < len(points) else None)
        for seat, points in points_by_seat
    ]


def _label_heights(heights: Sequence[float]) -> list[float]:
    """Heights for the names: each as near to its curve's end as the others allow, all within the frame."""
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
