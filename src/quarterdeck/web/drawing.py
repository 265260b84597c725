"""Geometry of the sea chart: pure numbers and SVG path texts, without markup and without random draws.

Coast lines, rhumb lines, the compass rose, the arcs on which the ships sail, and the places of islands and
ships, which reach the page as the style sheet static/ring.css. Slot 0 is at the top; slots follow clockwise,
at equal distances along an ellipse. Units are those of the SVG that uses them.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

__all__ = [
    "LANDMARKS",
    "TALL",
    "WIDE",
    "Sea",
    "coast",
    "landmark",
    "neatline",
    "place",
    "rhumbs",
    "ring_css",
    "rose",
    "route",
]

Point = tuple[float, float]


class Sea(NamedTuple):
    """A chart's size, and the half axes, as shares of it, of its two rings: islands, and ships inside."""

    width: int
    height: int
    islands: Point
    ships: Point


WIDE = Sea(1200, 900, (0.402, 0.365), (0.25, 0.185))
TALL = Sea(900, 1100, (0.394, 0.402), (0.225, 0.265))

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
    """The little engraving that stands on an island; islands of another table get one by their name."""
    if island in LANDMARKS:
        return LANDMARKS[island]
    choices = sorted(set(LANDMARKS.values()))
    return choices[_bytes(island)[0] % len(choices)]


def _bytes(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


@cache
def coast(island: str, width: float = 132.0, height: float = 84.0) -> str:
    """A closed coast line round the middle of a `width` by `height` box, always the same for the same name.

    A rough shape comes from the name; splitting its sides with ever smaller shifts makes it look inked.
    """
    noise = _bytes(island)
    corners = 11
    shape: list[Point] = []
    for corner in range(corners):
        reach = 0.80 + 0.20 * noise[corner] / 255
        turn = 2 * math.pi * (corner + 0.3 * (noise[corner + 11] / 255 - 0.5)) / corners
        shape.append(
            (width * (0.5 + 0.5 * reach * math.cos(turn)), height * (0.5 + 0.5 * reach * math.sin(turn)))
        )
    for depth, shift in enumerate((0.16, 0.13, 0.12)):
        shape = _roughen(shape, noise[depth:] + noise[:depth], shift)
    return _path(shape) + "Z"


def _roughen(shape: Sequence[Point], noise: bytes, shift: float) -> list[Point]:
    rough: list[Point] = []
    for index, (x, y) in enumerate(shape):
        to_x, to_y = shape[(index + 1) % len(shape)]
        push = shift * (noise[index * 7 % len(noise)] / 255 - 0.45)
        rough.append((x, y))
        rough.append(((x + to_x) / 2 + push * (to_y - y), (y + to_y) / 2 - push * (to_x - x)))
    return rough


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


@cache
def _turns(across: float, down: float) -> tuple[float, ...]:
    """Angles, clockwise from the top, that cut an ellipse into 720 pieces of equal length."""
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
    """The middle of slot `slot` of `ring` on the ellipse with these half axes, shares of the chart."""
    across, down = axes[0] * sea.width, axes[1] * sea.height
    turn = _turns(across, down)[round(slot * 720 / ring) % 720]
    return sea.width / 2 + across * math.sin(turn), sea.height / 2 - down * math.cos(turn)


def route(sea: Sea, start: int, end: int, ring: int, inward: float = 0.0) -> str:
    """The ships' way clockwise from one island to another, or a little inside it; empty for none."""
    steps = (end - start) % ring
    if not steps:
        return ""
    axes = (sea.ships[0] * (1 - inward), sea.ships[1] * (1 - inward))
    return _path([place(sea, axes, start + piece / 10, ring) for piece in range(steps * 10 + 1)])


def ring_css() -> str:
    """The text of static/ring.css: where islands and ships lie, for each slot of each ring."""
    lines = ["/* Written by quarterdeck.web.drawing.ring_css: where the slots of the ring lie. */"]
    for ring in (6, 12):
        for slot in range(ring):
            places = [
                f"--{name}-x: {100 * x / sea.width:.2f}%; --{name}-y: {100 * y / sea.height:.2f}%;"
                for sea, kind in ((WIDE, "wide"), (TALL, "tall"))
                for name, axes in ((f"{kind}-isle", sea.islands), (f"{kind}-ship", sea.ships))
                for x, y in [place(sea, axes, slot, ring)]
            ]
            lines.append(f'[data-ring="{ring}"] [data-slot="{slot}"] {{ {" ".join(places)} }}')
    return "\n".join(lines) + "\n"


@cache
def rhumbs(sea: Sea) -> tuple[tuple[str, str], ...]:
    """Rhumb lines as old charts have them: the winds from the middle and from sixteen points around it.

    Pairs of a kind (`wind`, `half`, `quarter`) and a path.
    """
    kinds: dict[str, list[str]] = {"wind": [], "half": [], "quarter": []}
    centre = (sea.width / 2, sea.height / 2)
    reach = math.hypot(sea.width, sea.height)
    for wind in range(32):
        kind = "wind" if wind % 4 == 0 else "half" if wind % 2 == 0 else "quarter"
        turn = wind * math.pi / 16
        kinds[kind].append(
            _path([centre, (centre[0] + reach * math.sin(turn), centre[1] - reach * math.cos(turn))])
        )
    radius = 0.47 * max(sea.width, sea.height)
    nodes = [
        (centre[0] + radius * math.sin(node * math.pi / 8), centre[1] - radius * math.cos(node * math.pi / 8))
        for node in range(16)
    ]
    for first in range(16):
        for second in range(first + 1, 16):
            span = second - first
            if span in (3, 5, 6, 7, 9, 10, 11, 13):
                kind = "half" if span in (6, 10) else "quarter"
                kinds[kind].append(_path([nodes[first], nodes[second]]))
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
            drawn.append(("light", _path([(0, 0), _polar(waist, turn - math.pi / 8), tip]) + "Z"))
            drawn.append(("dark", _path([(0, 0), _polar(waist, turn + math.pi / 8), tip]) + "Z"))
    return tuple(drawn)


def _polar(length: float, turn: float) -> Point:
    return length * math.sin(turn), -length * math.cos(turn)


@cache
def neatline(sea: Sea, margin: float = 12.0, width: float = 9.0) -> tuple[str, str]:
    """The chart's frame: its two rules as one path, and the dark pieces of the scale between as another."""
    outer = _box(margin, sea.width - margin, sea.height - margin)
    inner = _box(margin + width, sea.width - margin - width, sea.height - margin - width)
    pieces: list[str] = []
    for size, flip in ((sea.width, False), (sea.height, True)):
        other = sea.height if not flip else sea.width
        count = round((size - 2 * margin) / 30) | 1
        step = (size - 2 * margin) / count
        for piece in range(0, count, 2):
            start, end = margin + piece * step, margin + (piece + 1) * step
            for near in (margin, other - margin - width):
                corners = [(start, near), (end, near), (end, near + width), (start, near + width)]
                pieces.append(_path([(y, x) for x, y in corners] if flip else corners) + "Z")
    return outer + inner, "".join(pieces)


def _box(start: float, right: float, bottom: float) -> str:
    return _path([(start, start), (right, start), (right, bottom), (start, bottom)]) + "Z"
