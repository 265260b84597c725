"""The shapes of charts: pure numbers and SVG paths, without markup, all deterministic.

Coast lines, rhumb lines, the frame and the compass rose. Units are those of the SVG that uses them.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import cache
from typing import Final

__all__ = ["Point", "coast", "neatline", "noise", "path", "rhumbs", "rose"]

Point = tuple[float, float]

# Where a chart's frame begins, from the edge, and how wide it is.
MARGIN: Final = 12.0
FRAME: Final = 9.0


def noise(name: str) -> bytes:
    """32 bytes determined by the name."""
    return hashlib.sha256(name.encode()).digest()


@cache
def coast(island: str, width: float = 132.0, height: float = 84.0) -> str:
    """A closed coast line around the centre of a `width` by `height` box, determined by the name. A rough
    outline comes from the name; its sides are split with ever smaller shifts, for an inked look.
    """
    jitter = noise(island)
    corners = 11
    shape: list[Point] = []
    for corner in range(corners):
        reach = 0.80 + 0.20 * jitter[corner] / 255
        turn = 2 * math.pi * (corner + 0.3 * (jitter[corner + 11] / 255 - 0.5)) / corners
        shape.append(
            (width * (0.5 + 0.5 * reach * math.cos(turn)), height * (0.5 + 0.5 * reach * math.sin(turn)))
        )
    for depth, shift in enumerate((0.16, 0.13, 0.12)):
        shape = _roughen(shape, jitter[depth:] + jitter[:depth], shift)
    return path(shape) + "Z"


def _roughen(shape: Sequence[Point], jitter: bytes, shift: float) -> list[Point]:
    rough: list[Point] = []
    for index, (x, y) in enumerate(shape):
        to_x, to_y = shape[(index + 1) % len(shape)]
        push = shift * (jitter[index * 7 % len(jitter)] / 255 - 0.45)
        rough.append((x, y))
        rough.append(((x + to_x) / 2 + push * (to_y - y), (y + to_y) / 2 - push * (to_x - x)))
    return rough


def path(points: Sequence[Point]) -> str:
    """An SVG path through these points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


@cache
def rhumbs(width: int, height: int) -> tuple[tuple[str, str], ...]:
    """Rhumb lines as on old charts: the winds from the centre and from sixteen points around it. Pairs of a
    kind (`wind`, `half`, `quarter`) and a path.
    """
    kinds: dict[str, list[str]] = {"wind": [], "half": [], "quarter": []}
    centre = (width / 2, height / 2)
    reach = math.hypot(width, height)
    for wind in range(32):
        kind = "wind" if wind % 4 == 0 else "half" if wind % 2 == 0 else "quarter"
        turn = wind * math.pi / 16
        kinds[kind].append(
            path([centre, (centre[0] + reach * math.sin(turn), centre[1] - reach * math.cos(turn))])
        )
    radius = 0.47 * max(width, height)
    nodes = [
        (centre[0] + radius * math.sin(node * math.pi / 8), centre[1] - radius * math.cos(node * math.pi / 8))
        for node in range(16)
    ]
    for first in range(16):
        for second in range(first + 1, 16):
            span = second - first
            if span in (3, 5, 6, 7, 9, 10, 11, 13):
                kind = "half" if span in (6, 10) else "quarter"
                kinds[kind].append(path([nodes[first], nodes[second]]))
    return tuple((kind, "".join(paths)) for kind, paths in kinds.items())


@cache
def rose() -> tuple[tuple[str, str], ...]:
    """The compass rose round (0, 0), 100 units from the middle to its north: pairs of a kind and a path.

    Points come in a light and a dark half (`light`, `dark`), shortest first, so that longer ones lie on top.
    """
    drawn: list[tuple[str, str]] = []
    for length, waist, first, every in ((58, 15, 1, 2), (76, 17, 2, 4), (100, 20, 0, 4)):
        for wind in range(first, 16, every):
            turn = wind * math.pi / 8
            tip = _polar(length, turn)
            drawn.append(("light", path([(0, 0), _polar(waist, turn - math.pi / 8), tip]) + "Z"))
            drawn.append(("dark", path([(0, 0), _polar(waist, turn + math.pi / 8), tip]) + "Z"))
    return tuple(drawn)


def _polar(length: float, turn: float) -> Point:
    return length * math.sin(turn), -length * math.cos(turn)


@cache
def neatline(across: int, down: int) -> tuple[str, str]:
    """The chart's frame: its two lines as one path, and the dark segments of the scale between them as
    another.
    """
    outer = _box(MARGIN, across - MARGIN, down - MARGIN)
    inner = _box(MARGIN + FRAME, across - MARGIN - FRAME, down - MARGIN - FRAME)
    pieces: list[str] = []
    for size, flip in ((across, False), (down, True)):
        other = down if not flip else across
        count = round((size - 2 * MARGIN) / 30) | 1
        step = (size - 2 * MARGIN) / count
        for piece in range(0, count, 2):
            start, end = MARGIN + piece * step, MARGIN + (piece + 1) * step
            for near in (MARGIN, other - MARGIN - FRAME):
                corners = [(start, near), (end, near), (end, near + FRAME), (start, near + FRAME)]
                pieces.append(path([(y, x) for x, y in corners] if flip else corners) + "Z")
    return outer + inner, "".join(pieces)


def _box(start: float, right: float, bottom: float) -> str:
    return path([(start, start), (right, start), (right, bottom), (start, bottom)]) + "Z"
