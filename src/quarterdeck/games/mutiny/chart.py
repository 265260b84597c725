"""A small chart of a view as SVG, for notebooks: the destinations, the crew with its bribes, the seats."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from quarterdeck.games.mutiny.plain import (
    DESTINATIONS,
    bid,
    deals,
    effects,
    holdings,
    status,
    supply,
    tie,
)
from quarterdeck.games.mutiny.words.names import counted, crew_name, destination_name
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.kernel.svg import BOLD, FROM_THE_LEFT, INK, WIDTH, engraving, heading, picture, text

# One colour a seat, and one for rum.
SEATS = ("#a33a2e", "#2f5d8a", "#4f7a3a", "#74518c", "#9a8f7c")
RUM = "#6b4a24"
CREW_TOP, CREW_LINE, SEATS_LINE = 212, 26, 40
HEXAGON = " ".join(f"{40 * cos(pi * (n + 0.5) / 3):.1f},{40 * sin(pi * (n + 0.5) / 3):.1f}" for n in range(6))
# Small engravings about (0, 0): the ship, a spyglass, and a bottle.
SHIP = "M-14 5 H14 L8 12 H-8 Z M0 4 V-14 L12 2 Z M-2 4 V-10 L-11 2 Z"
SPYGLASS = "M-8 4 L4 -5 L7 -1 L-5 7 Z M5 -6 L10 -9 L13 -5 L8 -2 Z"
BOTTLE = "M-2 -9 H2 V-4 Q5 -2 5 1 V8 H-5 V1 Q-5 -2 -2 -4 Z"


def draw(view: Json) -> str:
    """The SVG text of a view's or position's JSON."""
    seats = len(view["seats"])
    below = CREW_TOP + 60 + CREW_LINE * seats
    notes = ([tie(view)] if view["tied"] else []) + deals(view)
    parts = [heading(status(view)), *_draw_course(view), *_draw_crew(view), FROM_THE_LEFT]
    for number, note in enumerate(notes):
        parts.append(text(40, below + 18 * number, note, ' font-style="italic"'))
    for seat in range(seats):
        parts += _draw_seat(view, seat, below + 18 * len(notes) + SEATS_LINE * seat + 8)
    return picture(status(view), below + SEATS_LINE * seats + 18 * len(notes) + 20, parts)


def _draw_course(view: Json) -> Iterator[str]:
    """MU-4: the ship between its two destinations, a line for each effect."""
    ship = {None: 84, "north": 62, "south": 106}[view["destination"]]
    yield f'<path d="{SHIP}" transform="translate({WIDTH // 2} {ship})" fill="#3f5a63"/>'
    for side, destination in enumerate(DESTINATIONS):
        x = 200 + 380 * side
        chosen = view["destination"] == destination
        fill = "#e4cf9a" if chosen else "#fbf5e4"
        yield (
            f'<rect x="{x - 150}" y="44" width="300" height="76" rx="8" fill="{fill}" stroke="#6b5836" '
            f'stroke-width="{3 if chosen else 1}"/>'
        )
        yield text(x, 66, destination_name(destination), BOLD)
        lines = effects(view, destination)
        # Tables of one's own can have up to four effects in the same space.
        first, step, size = (88, 20, "") if len(lines) < 3 else (80, 12, ' font-size="11"')
        for row, words in enumerate(lines):
            yield text(x, first + step * row, words, size)
    yield text(WIDTH // 2, 146, supply(view), ' font-size="12"')


def _draw_crew(view: Json) -> Iterator[str]:
    """MU-1, MU-11: the crew members in their order, and what each seat has on them."""
    for place, crew in enumerate(view["crew"]):
        x = 110 + 140 * place
        here = crew["state"] in ("called", "resolving")
        fill = "#e4bd62" if here else "#e2d5b4" if crew["state"] == "resolved" else "#fbf5e4"
        width = 3 if here else 1
        yield (
            f'<polygon points="{HEXAGON}" fill="{fill}" stroke="#6b5836" stroke-width="{width}" '
            f'transform="translate({x} {CREW_TOP - 8})"/>'
        )
        for row, word in enumerate(crew_name(crew["name"]).split(" ")):
            yield text(x, CREW_TOP - 4 + 15 * row, word, ' font-size="13" font-weight="bold"')
        for seat, bribe in enumerate(crew["bribes"]):
            if bribe["total"]:
                yield from _draw_bribe(crew, seat, bribe, x, CREW_TOP + 52 + CREW_LINE * seat)


def _draw_bribe(crew: Json, seat: int, bribe: Json, x: int, y: int) -> Iterator[str]:
    """A seat's doubloons and rum on a crew member: a coin and a bottle with their numbers."""
    ring = INK if seat in (crew["primary"], crew["secondary"]) else "none"
    yield f'<circle cx="{x - 32}" cy="{y - 5}" r="10" fill="{SEATS[seat]}" stroke="{ring}" stroke-width="3"/>'
    yield text(x - 32, y, str(bribe["doubloons"]), ' fill="#fff" font-size="12"')
    if bribe["rum"]:
        yield engraving(BOTTLE, x - 8, y - 5, RUM)
        yield text(x + 6, y, str(bribe["rum"]), ' font-size="12"')
    yield text(x + 32, y, f"= {bribe['total']}", ' font-size="12"')


def _draw_seat(view: Json, seat: int, y: int) -> Iterator[str]:
    player = view["seats"][seat]
    yield f'<circle cx="40" cy="{y - 4}" r="8" fill="{SEATS[seat]}"/>'
    if player["lookout"]:
        yield f'<path d="{SPYGLASS}" transform="translate(18 {y - 4})"/>'
    title = _("Seat {seat}: {cutlasses}").format(seat=seat, cutlasses=counted("cutlass", player["cutlasses"]))
    if seat in view["winners"]:
        title += " · " + (_("shares the first place") if view["drawn"] else _("has won"))
    elif seat in view["to_act"]:
        title += " · " + _("to act")
    yield text(58, y, title, BOLD)
    parts = holdings(player)
    if player["lookout"]:
        parts.append(_("lookout"))
    if player["bid"]:
        parts.append(bid(player["bid"]))
    yield text(58, y + 16, " · ".join(parts), ' font-size="12"')
