"""The picture of a preview: a sea chart with a page of the log on it, as PNG. It has nothing but the
preview's texts.

Shapes are drawn at twice the size and made smaller, for smooth edges. The font is Source Serif; characters
that it does not have are left out, and a name of nothing else is called by its seat (`drawable`).
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from quarterdeck.i18n import _
from quarterdeck.web import drawing
from quarterdeck.web.table.preview import Preview, RankedPlayer

__all__ = ["HEIGHT", "WIDTH", "drawable", "picture"]

WIDTH, HEIGHT = 1200, 630
FINE: Final = 2
# Pictures kept, at some 60 kB each.
KEPT: Final = 128
# Colours of a picture: few enough for a small file.
COLOURS: Final = 96
SEA, SHEET, INK, SOFT, LINE = "#dfe3cf", "#faf4e3", "#2b2015", "#67533a", "#bda57a"
LAND, ACCENT = "#e6cd97", "#9a2d1b"
RHUMBS: Final = {"wind": "#cdbf9a", "half": "#c3d0bd", "quarter": "#dccdb4"}
# The sheet: left, top, right, bottom, and the room between its edge and its text.
PAGE: Final = (74, 62, 1126, 568)
MARGIN: Final = 46
# Lines of the sentence and rows of players that have room.
LINES, ROWS = 2, 3

Font = ImageFont.FreeTypeFont


@cache
def _font(size: int, style: str = "Regular") -> Font:
    path = files("font_source_serif_pro") / "files" / f"SourceSerifPro-{style}.ttf"
    # The plain layout is the same on every computer; others depend on what is installed.
    return ImageFont.truetype(io.BytesIO(path.read_bytes()), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4_000)
def _is_drawable(letter: str) -> bool:
    """Whether the font has this character: it draws missing ones like U+FFFF, which no font has."""
    font = _font(24)
    return letter == " " or (
        letter.isprintable() and bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))
    )


def drawable(names: Sequence[str]) -> list[str]:
    """The names as the font can write them: without other characters; as "Player 2" if nothing is left."""
    return [_legible(name) or _("Player {number}").format(number=seat) for seat, name in enumerate(names, 1)]


def _legible(text: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    return " ".join("".join(letter for letter in composed if _is_drawable(letter)).split())


@lru_cache(KEPT)
def picture(preview: Preview) -> bytes:
    """The PNG. Equal previews give equal bytes."""
    image = _chart().copy()
    draw = ImageDraw.Draw(image)
    left, top, right, bottom = PAGE
    x, wide = left + MARGIN, right - left - 2 * MARGIN
    title = _cut_to_width(preview.game, _font(54, "Semibold"), wide - 220)
    draw.text((x, top + 26), title, ACCENT, _font(54, "Semibold"))
    about = _cut_to_width(", ".join(preview.details), _font(26, "It"), wide - 220)
    draw.text((x, top + 94), about, SOFT, _font(26, "It"))
    draw.line((x, top + 144, right - MARGIN, top + 144), LINE, 2)
    draw.line((x, top + 149, right - MARGIN, top + 149), LINE, 1)
    y = top + 168
    size, lines = _fit_sentence(preview.sentence, wide)
    for line in lines:
        draw.text((x, y), line, INK, _font(size, "Semibold"))
        y += round(size * 1.16)
    _draw_players(draw, preview.players, x, max(y + 28, top + 290), wide)
    draw.text((right - MARGIN, bottom - 20), "Quarterdeck", SOFT, _font(24, "It"), anchor="rs")
    out = io.BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw_players(
    draw: ImageDraw.ImageDraw, players: Sequence[RankedPlayer], x: int, y: int, wide: int
) -> None:
    """The players in two columns; those without room are left out."""
    column, gap = (wide - 60) // 2, 60
    rows = min(ROWS, (len(players) + 1) // 2)
    for index, player in enumerate(players[: 2 * rows]):
        left, top = x + (index // rows) * (column + gap), y + (index % rows) * 46
        right = left + column
        font, figures = _font(32), _font(28)
        start = left + (46 if player.place else 0)
        figure = _legible(player.figure)
        room = right - start - (round(figures.getlength(figure)) + 18 if figure else 0)
        draw.text((left, top), player.place, ACCENT, _font(32, "SemiboldIt"))
        draw.text((start, top), _cut_to_width(player.name, font, room), INK, font)
        draw.text((right, top + 4), figure, SOFT, figures, anchor="ra")


def _fit_sentence(text: str, wide: int) -> tuple[int, list[str]]:
    """The largest size at which a sentence has room, and its lines; the last one is cut if it must be."""
    for size in (58, 50, 44, 38):
        lines = _wrapped_lines(_legible(text), _font(size, "Semibold"), wide)
        if len(lines) <= LINES:
            return size, lines
    font = _font(size, "Semibold")
    kept = lines[: LINES - 1] if size > 38 else lines[:LINES]
    rest = " ".join(lines[len(kept) :])
    return size, [*kept, _cut_to_width(rest, font, wide)]


def _wrapped_lines(text: str, font: Font, wide: int) -> list[str]:
    """A text in lines of this width; words that are wider are cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= wide:
            lines[-1] = longer
        else:
            lines.append(_cut_to_width(word, font, wide))
    return lines


def _cut_to_width(text: str, font: Font, wide: float) -> str:
    """A text cut to this width."""
    text = _legible(text)
    if font.getlength(text) <= wide:
        return text
    kept = next((end for end in range(len(text), 0, -1) if font.getlength(text[:end] + "…") <= wide), 0)
    return text[:kept].rstrip() + "…"


@cache
def _chart() -> Image.Image:
    """The chart without words: sea, rhumb lines, islands, frame, compass rose, and the sheet."""
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), SEA)
    draw = ImageDraw.Draw(image)
    for kind, path in drawing.rhumbs(WIDTH, HEIGHT):
        for line in _outlines(path):
            draw.line(_scaled(line), RHUMBS[kind], FINE)
    for name, at, size in (("Eisfelsen", (-40, 380), (320, 240)), ("Hochland", (960, -60), (330, 240))):
        shore = _scaled(_outlines(drawing.coast(name, *size))[0], at)
        draw.polygon(shore, LAND, SOFT, 3)
    lines, scale = drawing.neatline(WIDTH, HEIGHT)
    for border in _outlines(lines):
        draw.line(_scaled([*border, border[0]]), INK, 3)
    for piece in _outlines(scale):
        draw.polygon(_scaled(piece), INK)
    draw.rounded_rectangle([side * FINE for side in PAGE], 16, SHEET, LINE, 4)
    left, top, right, _bottom = PAGE
    for x in (left + 18, left + 23):
        draw.line((x * FINE, (top + 2) * FINE, x * FINE, (_bottom - 2) * FINE), "#d9a48f", 2)
    for kind, path in drawing.rose():
        for shape in _outlines(path):
            points = [(right - 112 + x * 0.62, top + 74 + y * 0.62) for x, y in shape]
            draw.polygon(_scaled(points), INK if kind == "dark" else SHEET, INK, 2)
    return image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def _outlines(path: str) -> list[list[drawing.Point]]:
    """The outlines of an SVG path of straight lines."""
    outlines = []
    for part in path.split("M")[1:]:
        numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", part)]
        outlines.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return outlines


def _scaled(points: Sequence[drawing.Point], at: drawing.Point = (0, 0)) -> list[drawing.Point]:
    return [((x + at[0]) * FINE, (y + at[1]) * FINE) for x, y in points]
