"""The frame of a game's SVG picture for notebooks: ink on parchment, so it reads on any background."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

WIDTH = 780
INK = "#33291c"
BOLD = ' font-weight="bold"'
# Text after this begins at its point, as that of seats does; text before it is centred on its point.
FROM_THE_LEFT = f'</g><g text-anchor="start" fill="{INK}">'

# Small engravings about (0, 0): a ship, and crossed sabres.
SHIP = "M-10 4 H10 L6 9 H-6 Z M0 3 V-10 L9 2 Z M-1.5 3 V-7 L-8 2 Z"
SABRES = "M-8 -8 Q4 -2 7 7 L9 5 Q5 -4 -8 -8 Z M8 -8 Q-4 -2 -7 7 L-9 5 Q-5 -4 8 -8 Z"


def picture(title: str, height: int, parts: Iterable[str]) -> str:
    """The SVG text of a picture of this height, made of parts."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'font-family="Georgia, serif" font-size="13" text-anchor="middle" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{WIDTH}" height="{height}" rx="12" fill="#f3e8cf"/><g fill="{INK}">'
        f"{''.join(parts)}</g></svg>"
    )


def heading(title: str) -> str:
    """The title at the top."""
    return text(WIDTH / 2, 26, title, ' font-size="16"')


def text(x: float, y: float, words: str, more: str = "") -> str:
    """A line of words; `more` are further attributes."""
    return f'<text x="{x:.0f}" y="{y:.0f}"{more}>{escape(words)}</text>'


def engraving(path: str, x: float, y: float, fill: str) -> str:
    """A small drawing about a point."""
    return f'<path d="{path}" fill="{fill}" transform="translate({x:.0f} {y:.0f})"/>'
