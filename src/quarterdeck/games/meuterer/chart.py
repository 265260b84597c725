"""A small chart of a view as SVG, for notebooks: the ring, the ship, both destinations, and the seats."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import Any

from quarterdeck.games.meuterer.words.names import buys_name, good_name, phase_name, role_name
from quarterdeck.kernel.spec import Json
from quarterdeck.words import _

SIZE = 620
CENTRE = 230
RADIUS = 175
BOLD = ' font-weight="bold"'


def draw(view: Json) -> str:
    """The SVG text of a view's or position's JSON.

    Drawn in ink on parchment, so it reads on any background.
    """
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {SIZE + 330} {2 * CENTRE}" width="{SIZE + 180}" '
        'font-family="Georgia, serif" font-size="13" text-anchor="middle">',
        '<rect width="100%" height="100%" rx="12" fill="#f3e8cf"/><g fill="#33291c">',
    ]
    islands = view["islands"]
    for place, island in enumerate(islands):
        angle = 2 * pi * place / len(islands) - pi / 2
        x, y = CENTRE + 30 + RADIUS * cos(angle) * 1.15, CENTRE + RADIUS * sin(angle)
        parts += _island(island, x, y, _marks(view, place))
    parts.append(f'<text x="{CENTRE + 30}" y="{CENTRE}" font-size="16">{escape(_status(view))}</text>')
    parts.append('</g><g fill="#33291c" text-anchor="start">')
    for seat in range(len(view["seats"])):
        parts += _seat(view, seat, 40 + 100 * seat)
    return "".join(parts) + "</g></svg>"


def _status(view: Json) -> str:
    return _("Round {number} of {rounds} · {phase}").format(
        number=view["round"], rounds=view["rounds"], phase=phase_name(view["phase"])
    )


def _marks(view: Json, place: int) -> str:
    marks = {
        "⛵": view["ship"],
        "⚑": view["destinations"]["captain"],
        "⚔": view["destinations"]["mutineer"],
        "☠": view["pirate_ship"],
    }
    return " ".join(mark for mark, at in marks.items() if at == place)


def _island(island: dict[str, Any], x: float, y: float, marks: str) -> list[str]:
    fill = "#e4bd62" if island["active"] else "#d9c9a3"
    trade = "/".join(str(points) for points in island["trade"])
    name, buys = escape(island["name"]), escape(buys_name(island["buys"]))
    return [
        f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="52" ry="30" fill="{fill}" stroke="#6b5836"/>',
        f'<text x="{x:.0f}" y="{y - 8:.0f}" font-weight="bold" font-size="12">{name}</text>',
        f'<text x="{x:.0f}" y="{y + 6:.0f}" font-size="11">{buys} {trade}</text>',
        f'<text x="{x:.0f}" y="{y + 20:.0f}" font-size="11">⚓{island["dock"]} {marks}</text>',
    ]


def _seat(view: Json, seat: int, y: int) -> list[str]:
    one = view["seats"][seat]
    title = _("Seat {seat}: {points} points").format(seat=seat, points=one["score"])
    role = one["role"]
    if seat == view["captain"]:
        title += " · " + _("Captain")
    elif role:
        title += " · " + (_("role hidden") if role == "unknown" else role_name(role))
    hand = _("{count} cards in hand").format(count=one["hand_size"])
    if one["hand"] is not None:
        hand = _("Hand: {goods}").format(goods=_goods(one["hand"]))
    shown = _("Shown: {goods}").format(goods=_goods(one["shown"]))
    x = 2 * CENTRE + 90
    lines = (title, shown, hand)
    return [
        f'<text x="{x}" y="{y + 22 * i}"{BOLD * (i == 0)}>{escape(t)}</text>' for i, t in enumerate(lines)
    ]


def _goods(goods: list[str]) -> str:
    return ", ".join(good_name(good) for good in goods) or "–"
