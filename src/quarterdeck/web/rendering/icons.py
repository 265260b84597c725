"""The app's icon: the star of the favicon on a piece of sea chart, as SVG and as PNG from the same shapes.

All lengths are of a picture 64 units wide and high.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from quarterdeck.web.drawing import Point, path

__all__ = ["ICONS", "Icon", "png", "svg"]

SIDE: Final = 64.0
MIDDLE: Final = (SIDE / 2, SIDE / 2)
# Shapes are drawn at this many times the size and made smaller, for smooth edges.
FINE: Final = 3
# Colours of a picture: few enough for a small file.
COLOURS: Final = 64
SEA, CHART, SAND, GOLD, RED = "#27415c", "#3d5a77", "#f0e3c5", "#c99a3a", "#9a2d1b"
# The disc's radius, and the star's: from the middle to its points and to the corners between them.
DISC: Final = 31.0
POINT, CORNER = 28.0, 8.485
# Systems cut a full icon to a circle or a square with round corners; what is within 80% of it stays.
SAFE: Final = 0.8


class Icon(NamedTuple):
    """A PNG of the icon: its name, its side in pixels, and whether the sea fills it to the edges."""

    name: str
    size: int
    full: bool = False

    @property
    def path(self) -> str:
        """The path below /static."""
        return f"icons/{self.name}.png"


ICONS: Final = (
    Icon("app-192", 192),
    Icon("app-512", 512),
    Icon("app-maskable", 512, full=True),
    Icon("app-touch", 180, full=True),
)


class _Shape(NamedTuple):
    """A filled outline, or without one a line."""

    colour: str
    points: tuple[Point, ...]
    line: float = 0.0


def _point_at(length: float, wind: float) -> Point:
    """The point this far from the middle, `wind` sixteenths of a turn clockwise from north."""
    turn = wind * math.pi / 8
    return MIDDLE[0] + length * math.sin(turn), MIDDLE[1] - length * math.cos(turn)


def _circle(radius: float) -> tuple[Point, ...]:
    return tuple(_point_at(radius, wind / 8) for wind in range(128))


def _chart_and_star(scale: float, reach: float) -> Iterator[_Shape]:
    """Rhumb lines up to `reach`, rings, and the star, all but the lines made smaller by `scale`."""
    for wind in range(16):
        yield _Shape(CHART, (MIDDLE, _point_at(reach, wind)), 0.5)
    for radius in (25.0, 23.0):
        yield _Shape(CHART, (*_circle(radius * scale), _point_at(radius * scale, 0)), 0.6)
    yield _Shape(CHART, tuple(_point_at((20.0, 9.0)[at % 2] * scale, 2 + 2 * at) for at in range(8)))
    for wind in range(0, 16, 4):
        tip = _point_at(POINT * scale, wind)
        yield _Shape(GOLD, (MIDDLE, _point_at(CORNER * scale, wind - 2), tip))
        yield _Shape(SAND, (MIDDLE, _point_at(CORNER * scale, wind + 2), tip))
    yield _Shape(RED, _circle(4.0 * scale))


def _icon_shapes(full: bool) -> Iterator[_Shape]:
    if full:
        corners = ((0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE))
        return iter([_Shape(SEA, corners), *_chart_and_star(SAFE, SIDE)])
    return iter([_Shape(SEA, _circle(DISC)), *_chart_and_star(1.0, DISC)])


def svg() -> bytes:
    """The icon on a disc, as SVG."""
    paths = [
        f'<path d="{path(shape.points)}" fill="none" stroke="{shape.colour}" stroke-width="{shape.line}"/>'
        if shape.line
        else f'<path d="{path(shape.points)}Z" fill="{shape.colour}"/>'
        for shape in _icon_shapes(full=False)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE:.0f} {SIDE:.0f}">'
    return f"{head}{''.join(paths)}</svg>\n".encode()


def png(icon: Icon) -> bytes:
    """An icon as PNG. Equal icons give equal bytes."""
    unit = icon.size * FINE / SIDE
    mode, ground = ("RGB", SEA) if icon.full else ("RGBA", (*_rgb(SEA), 0))
    image = Image.new(mode, (icon.size * FINE, icon.size * FINE), ground)
    draw = ImageDraw.Draw(image)
    for colour, points, line in _icon_shapes(icon.full):
        scaled = [(x * unit, y * unit) for x, y in points]
        if line:
            draw.line(scaled, colour, round(line * unit))
        else:
            draw.polygon(scaled, colour)
    out = io.BytesIO()
    # The one method that also reduces pictures with transparent parts.
    small = image.reduce(FINE).quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
