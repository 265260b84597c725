"""The chart tile: the ship between its two destinations, and what each of them brings.

A place on the two routes is a slot: slot 0 is where the ship lies, `SLOTS` is the destination in the north,
-`SLOTS` the one in the south. The places reach the page as the style sheet static/mutiny/route.css.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from quarterdeck.games.mutiny.words import names as called
from quarterdeck.games.mutiny.words.hints import Json
from quarterdeck.games.mutiny.words.hints_of_course import controllers
from quarterdeck.i18n import _
from quarterdeck.web.boards.base import Context
from quarterdeck.web.drawing import Point, path

__all__ = ["HEIGHT", "SLOTS", "WIDTH", "line", "place", "route_css", "tile", "whom"]

WIDTH, HEIGHT = 600, 240
SLOTS = 8
# The ship, two points that bend its way, and the island in the north; the way south mirrors it.
START, BENDS, END = (66.0, 120.0), ((110.0, 10.0), (150.0, 110.0)), (196.0, 66.0)


@cache
def place(slot: float) -> Point:
    """Where a slot lies, in the tile's units."""
    share = abs(slot) / SLOTS
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    corners = (START, *BENDS, END)
    x = sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True))
    y = sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True))
    return x, y if slot >= 0 else HEIGHT - y


@cache
def line(destination: str) -> str:
    """The route to a destination as an SVG path."""
    way = 1 if destination == "north" else -1
    return path([place(way * step / 4) for step in range(SLOTS * 4 + 1)])


def route_css() -> str:
    """The text of static/mutiny/route.css: where each slot of the two routes lies."""
    lines = ["/* Written by route_css in boards/mutiny/course.py: where the slots of the two routes lie. */"]
    for slot in range(-SLOTS, SLOTS + 1):
        x, y = place(slot)
        lines.append(f'[data-slot="{slot}"] {{ --x: {100 * x / WIDTH:.2f}%; --y: {100 * y / HEIGHT:.2f}%; }}')
    return "\n".join(lines) + "\n"


def whom(view: Json) -> dict[str, list[int]]:
    """Whom each effect of the tile would concern, by its crew member, as the bribes lie now."""
    effects = [effect for name in called.DESTINATIONS for effect in view["tile"][name]]
    return {effect["crew"]: controllers(view, effect["crew"]) for effect in effects}


def tile(context: Context) -> dict[str, Any]:
    """MU-4: the tile that lies face up; the course once it is set, and whom it concerns."""
    view: Json = context["view"]
    chosen = view["destination"] or context["course"]
    return {
        "number": view["tile"]["number"],
        "chosen": chosen,
        "slot": {None: 0, "north": SLOTS, "south": -SLOTS}[chosen],
        "destinations": [
            {
                "name": name,
                "label": called.destination_name(name),
                "chosen": chosen == name,
                "passed": chosen not in (None, name),
                "effects": [_effect(context, effect, name, chosen) for effect in view["tile"][name]],
            }
            for name in called.DESTINATIONS
        ],
    }


def _effect(context: Context, effect: Json, destination: str, chosen: str | None) -> dict[str, Any]:
    """An effect, and whom it concerns: as it was settled, or as the bribes lie now."""
    view: Json = context["view"]
    words = called.effect_words(effect["crew"], effect["resource"], effect["amount"])
    whom = [] if chosen else context["whom"][effect["crew"]]
    if chosen == destination:
        settled = context["hits"].get(effect["crew"])
        whom = context["whom"][effect["crew"]] if settled is None and view["destination"] else []
        whom = whom if settled is None else [settled]
    people = called.alternatives(called.addressed(seat, context["names"], context["me"]) for seat in whom)
    if whom:
        told = _("{effect}, for {names}") if chosen else _("{effect}, as bribes lie now for {names}")
        words = told.format(effect=words, names=people)
    return {
        "crew": effect["crew"],
        "crew_name": called.crew_name(effect["crew"]),
        "resource": effect["resource"],
        "amount": effect["amount"],
        "words": words,
        "whom": whom,
    }
