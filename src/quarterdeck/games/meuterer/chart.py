"""A small chart of a view as SVG, for notebooks: the ring, the ship, both destinations, and the seats."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import Any

from quarterdeck.games.meuterer.plain import goods, hand_count
from quarterdeck.games.meuterer.words.names import buys_name, phase_name, role_name
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json

WIDTH = 780
HEIGHT = 460
CENTRE = (245, 230)
RADII = (195, 180)
INK = "#33291c"
BOLD = ' font-weight="bold"'

# Small engravings about (0, 0): the ship, the Captain's hat, the Mutineer's sabres, the pirates' skull.
SHIP = "M-10 4 H10 L6 9 H-6 Z M0 3 V-10 L9 2 Z M-1.5 3 V-7 L-8 2 Z"
HAT = "M-10 5 Q0 -1 10 5 Q8 -8 0 -8 Q-8 -8 -10 5 Z"
SABRES = "M-8 -8 Q4 -2 7 7 L9 5 Q5 -4 -8 -8 Z M8 -8 Q-4 -2 -7 7 L-9 5 Q-5 -4 8 -8 Z"
SKULL = "M-6 -2 A6 6 0 1 1 6 -2 L4 3 V7 H-4 V3 Z"


def draw(view: Json) -> str:
    """The SVG text of a view's or position's JSON: ink on parchment, so it reads on any background."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        'font-family="Georgia, serif" font-size="13" text-anchor="middle" role="img">',
        f"<title>{escape(_status(view))}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#f3e8cf"/><g fill="{INK}">',
    ]
    islands = view["islands"]
    for place, island in enumerate(islands):
        angle = 2 * pi * place / len(islands) - pi / 2
        x, y = CENTRE[0] + RADII[0] * cos(angle), CENTRE[1] + RADII[1] * sin(angle)
        parts += _island(island, x, y)
        inward = (CENTRE[0] + (x - CENTRE[0]) * 0.68, CENTRE[1] + (y - CENTRE[1]) * 0.72)
        parts += _marks(view, place, *inward)
    parts.append(f'<text x="{CENTRE[0]}" y="{CENTRE[1]}" font-size="16">{escape(_status(view))}</text>')
    parts.append(f'</g><g fill="{INK}" text-anchor="start">')
    for seat in range(len(view["seats"])):
        parts += _seat(view, seat, 50 + 100 * seat)
    return "".join(parts) + "</g></svg>"


def _status(view: Json) -> str:
    return _("Round {number} of {rounds} · {phase}").format(
        number=view["round"], rounds=view["rounds"], phase=phase_name(view["phase"])
    )


def _marks(view: Json, place: int, x: float, y: float) -> list[str]:
    """What lies at a place of the ring, side by side."""
    marks = (
        (SHIP, view["ship"], INK),
        (HAT, view["destinations"]["captain"], "#7a5410"),
        (SABRES, view["destinations"]["mutineer"], "#8c2f22"),
        (SKULL, view["pirate_ship"], INK),
    )
    here = [(path, colour) for path, at, colour in marks if at == place]
    left = x - 13 * (len(here) - 1)
    return [
        f'<path d="{path}" fill="{colour}" transform="translate({left + 26 * i:.0f} {y:.0f})"/>'
        for i, (path, colour) in enumerate(here)
    ]


def _island(island: dict[str, Any], x: float, y: float) -> list[str]:
    fill = "#e4bd62" if island["active"] else "#d9c9a3"
    trade = "/".join(str(points) for points in island["trade"])
    name, buys = escape(island["name"]), escape(buys_name(island["buys"]))
    return [
        f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="48" ry="30" fill="{fill}" stroke="#6b5836"/>',
        f'<text x="{x:.0f}" y="{y - 8:.0f}" font-weight="bold" font-size="12">{name}</text>',
        f'<text x="{x:.0f}" y="{y + 6:.0f}" font-size="11">{buys} {trade}</text>',
        f'<text x="{x:.0f}" y="{y + 20:.0f}" font-size="11">⚓ {island["dock"]}</text>',
    ]


def _seat(view: Json, seat: int, y: int) -> list[str]:
    one = view["seats"][seat]
    title = _("Seat {seat}: {points} points").format(seat=seat, points=one["score"])
    role = one["role"]
    if seat == view["captain"]:
        title += " · " + _("Captain")
    elif role:
        title += " · " + (_("role hidden") if role == "unknown" else role_name(role))
    hand = hand_count(one["hand_size"])
    if one["hand"] is not None:
        hand = _("Hand: {goods}").format(goods=goods(one["hand"]) or "–")
    shown = _("Shown: {goods}").format(goods=goods(one["shown"]) or "–")
    x = 2 * CENTRE[0] + 25
    lines = (title, shown, hand)
    return [
        f'<text x="{x}" y="{y + 22 * i}"{BOLD * (i == 0)}>{escape(t)}</text>' for i, t in enumerate(lines)
    ]
