"""A small chart of a view as SVG, for notebooks: the ring, the ship, both destinations, and the seats."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from quarterdeck.games.meuterer.plain import goods, hand_count
from quarterdeck.games.meuterer.words.names import buys_name, phase_name, role_name
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.kernel.svg import BOLD, INK, SABRES, SHIP, engraving, picture, text

HEIGHT = 460
CENTRE = (245, 230)
RADII = (195, 180)

# Small engravings about (0, 0): the Captain's hat, and the pirates' skull.
HAT = "M-10 5 Q0 -1 10 5 Q8 -8 0 -8 Q-8 -8 -10 5 Z"
SKULL = "M-6 -2 A6 6 0 1 1 6 -2 L4 3 V7 H-4 V3 Z"


def draw(view: Json) -> str:
    """The SVG text of a view's or position's JSON."""
    parts = []
    islands = view["islands"]
    for place, island in enumerate(islands):
        angle = 2 * pi * place / len(islands) - pi / 2
        x, y = CENTRE[0] + RADII[0] * cos(angle), CENTRE[1] + RADII[1] * sin(angle)
        parts += _draw_island(island, x, y)
        inward = (CENTRE[0] + (x - CENTRE[0]) * 0.68, CENTRE[1] + (y - CENTRE[1]) * 0.72)
        parts += _draw_marks(view, place, *inward)
    parts.append(text(*CENTRE, _status_line(view), ' font-size="16"'))
    parts.append(f'</g><g fill="{INK}" text-anchor="start">')
    for seat in range(len(view["seats"])):
        parts += _draw_seat(view, seat, 50 + 100 * seat)
    return picture(_status_line(view), HEIGHT, parts)


def _status_line(view: Json) -> str:
    return _("Round {number} of {rounds} · {phase}").format(
        number=view["round"], rounds=view["rounds"], phase=phase_name(view["phase"])
    )


def _draw_marks(view: Json, place: int, x: float, y: float) -> list[str]:
    """What lies at a place of the ring, side by side."""
    marks = (
        (SHIP, view["ship"], INK),
        (HAT, view["destinations"]["captain"], "#7a5410"),
        (SABRES, view["destinations"]["mutineer"], "#8c2f22"),
        (SKULL, view["pirate_ship"], INK),
    )
    here = [(path, colour) for path, at, colour in marks if at == place]
    left = x - 13 * (len(here) - 1)
    return [engraving(path, left + 26 * at, y, colour) for at, (path, colour) in enumerate(here)]


def _draw_island(island: dict[str, Any], x: float, y: float) -> list[str]:
    fill = "#e4bd62" if island["active"] else "#d9c9a3"
    trade = "/".join(str(points) for points in island["trade"])
    return [
        f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="48" ry="30" fill="{fill}" stroke="#6b5836"/>',
        text(x, y - 8, island["name"], BOLD + ' font-size="12"'),
        text(x, y + 6, f"{buys_name(island['buys'])} {trade}", ' font-size="11"'),
        text(x, y + 20, f"⚓ {island['dock']}", ' font-size="11"'),
    ]


def _draw_seat(view: Json, seat: int, y: int) -> list[str]:
    player = view["seats"][seat]
    title = _("Seat {seat}: {points} points").format(seat=seat, points=player["score"])
    role = player["role"]
    if seat == view["captain"]:
        title += " · " + _("Captain")
    elif role:
        title += " · " + (_("role hidden") if role == "unknown" else role_name(role))
    hand = hand_count(player["hand_size"])
    if player["hand"] is not None:
        hand = _("Hand: {goods}").format(goods=goods(player["hand"]) or "–")
    shown = _("Shown: {goods}").format(goods=goods(player["shown"]) or "–")
    x = 2 * CENTRE[0] + 25
    lines = (title, shown, hand)
    return [text(x, y + 22 * at, words, BOLD * (at == 0)) for at, words in enumerate(lines)]
