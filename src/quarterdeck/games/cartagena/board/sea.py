"""Where the sea route of Cartagena lies on its chart, for any number of spaces.

The route runs once round the chart, from the gold island to the mutiny. A place on it is a slot: slot 0 is
its first space, slot `SLOTS` its last, and a route of any length spreads its spaces over them. The style
sheet static/route.css gives the slots their places on the page.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from quarterdeck.web.drawing import Point, path

__all__ = ["PACE", "SLOTS", "TALL", "WIDE", "Sea", "line", "place", "route_css", "slot_of"]

PACE = 4  # slots between neighbouring spaces on the standard route of 24 spaces
SLOTS = 23 * PACE


class Sea(NamedTuple):
    """A chart's size, and the corners of the route, in its units."""

    width: int
    height: int
    corners: tuple[Point, ...]


WIDE = Sea(1200, 900, ((118, 128), (1092, 128), (1092, 808), (108, 808), (108, 372)))
TALL = Sea(900, 1300, ((112, 126), (800, 126), (800, 1205), (100, 1205), (100, 470)))

ROUND = 130.0  # how far before a corner the curve begins
SWELL = 9.0  # how far the route sways to both sides
WAVES = 11


def slot_of(space: int, spaces: int) -> int:
    """The slot of a space on a route of `spaces` spaces."""
    return round(space * SLOTS / max(1, spaces - 1))


@cache
def _middle_points(sea: Sea) -> tuple[Point, ...]:
    """Points along the route's middle, close together, with rounded corners."""
    points = [sea.corners[0]]
    for before, corner, after in zip(sea.corners, sea.corners[1:], sea.corners[2:], strict=False):
        start, end = _point_towards(corner, before, ROUND), _point_towards(corner, after, ROUND)
        points += _straight_points(points[-1], start)
        points += [_bend_point(start, corner, end, step / 40) for step in range(1, 41)]
    return (*points, *_straight_points(points[-1], sea.corners[-1]))


def _point_towards(start: Point, end: Point, way: float) -> Point:
    share = way / math.dist(start, end)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _straight_points(start: Point, end: Point) -> list[Point]:
    steps = max(1, round(math.dist(start, end) / 4))
    return [_point_towards(start, end, math.dist(start, end) * step / steps) for step in range(1, steps + 1)]


def _bend_point(start: Point, corner: Point, end: Point, share: float) -> Point:
    """A point on the curve that rounds the corner."""
    near, mid, far = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return (
        near * start[0] + mid * corner[0] + far * end[0],
        near * start[1] + mid * corner[1] + far * end[1],
    )


@cache
def _swaying_points(sea: Sea, pieces: int) -> tuple[Point, ...]:
    """The ends of pieces of equal length along the route, swaying to both sides of its middle."""
    track = _middle_points(sea)
    walked = [0.0]
    for start, end in pairwise(track):
        walked.append(walked[-1] + math.dist(start, end))
    places: list[Point] = []
    at = 0
    for piece in range(pieces + 1):
        while at < len(track) - 2 and walked[at + 1] < walked[-1] * piece / pieces:
            at += 1
        (x, y), (to_x, to_y) = track[at], track[at + 1]
        length = math.dist((x, y), (to_x, to_y))
        sway = SWELL * math.sin(2 * math.pi * WAVES * piece / pieces)
        places.append((x - sway * (to_y - y) / length, y + sway * (to_x - x) / length))
    return tuple(places)


def place(sea: Sea, slot: int) -> Point:
    """The coordinates of a slot, in the chart's units."""
    return _swaying_points(sea, SLOTS)[slot]


@cache
def line(sea: Sea, start: int = 0, end: int = SLOTS) -> str:
    """The route from slot to slot as an SVG path."""
    return path(_swaying_points(sea, SLOTS * 3)[start * 3 : end * 3 + 1])


def route_css() -> str:
    """The text of static/route.css: coordinates of each slot, and where the ship goes leftwards."""
    lines = ["/* Written by route_css in board/sea.py: where the slots of the sea route lie. */"]
    for slot in range(SLOTS + 1):
        places = []
        for sea, kind in ((WIDE, "wide"), (TALL, "tall")):
            x, y = place(sea, slot)
            to_x, _ = place(sea, min(slot + 1, SLOTS))
            from_x, _ = place(sea, max(slot - 1, 0))
            left = " -1" if to_x < from_x - 2 else " 1"
            places.append(
                f"--{kind}-x: {100 * x / sea.width:.2f}%; --{kind}-y: {100 * y / sea.height:.2f}%;"
                f" --{kind}-way:{left};"
            )
        lines.append(f'[data-slot="{slot}"] {{ {" ".join(places)} }}')
    return "\n".join(lines) + "\n"
