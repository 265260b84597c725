"""The chart tile: the ship between its two destinations, and the effects of each.

A place on the two routes is a slot: slot 0 is where the ship lies, `SLOTS` is the destination in the north,
-`SLOTS` the one in the south. The style sheet static/route.css gives the slots their places on the
page.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.games.mutiny.words.hints import Json
from quarterdeck.games.mutiny.words.hints_of_course import controllers
from quarterdeck.i18n import _
from quarterdeck.web.boards.base import Context
from quarterdeck.web.drawing import Point, path

__all__ = ["HEIGHT", "SLOTS", "WIDTH", "line", "place", "route_css", "tile", "whom"]

WIDTH, HEIGHT = 600, 240
SLOTS = 8
# The ship, two control points of its way, and the northern island; the southern way mirrors it.
START, BENDS, END = (66.0, 120.0), ((110.0, 10.0), (150.0, 110.0)), (196.0, 66.0)


@cache
def place(slot: float) -> Point:
    """The coordinates of a slot, in the tile's units."""
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
    """The text of static/route.css: the coordinates of each slot of the two routes."""
    lines = ["/* Written by route_css in board/course.py: where the slots of the two routes lie. */"]
    for slot in range(-SLOTS, SLOTS + 1):
        x, y = place(slot)
        lines.append(f'[data-slot="{slot}"] {{ --x: {100 * x / WIDTH:.2f}%; --y: {100 * y / HEIGHT:.2f}%; }}')
    return "\n".join(lines) + "\n"


def whom(view: Json) -> dict[str, list[int]]:
    """By crew member, the players whom its effects would concern by the present bribes (several if tied)."""
    effects = [effect for name in wording.DESTINATIONS for effect in view["tile"][name]]
    return {effect["crew"]: controllers(view, effect["crew"]) for effect in effects}


def tile(context: Context) -> dict[str, Any]:
    """MU-4: the face-up tile; with a set course, also the players whom its effects concern."""
    view: Json = context["view"]
    chosen = view["destination"] or context["course"]
    return {
        "number": view["tile"]["number"],
        "chosen": chosen,
        "slot": {None: 0, "north": SLOTS, "south": -SLOTS}[chosen],
        "destinations": [
            {
                "name": name,
                "label": wording.destination_name(name),
                "chosen": chosen == name,
                "passed": chosen not in (None, name),
                "effects": [
                    _effect_variables(context, effect, name, chosen) for effect in view["tile"][name]
                ],
            }
            for name in wording.DESTINATIONS
        ],
    }


def _effect_variables(context: Context, effect: Json, destination: str, chosen: str | None) -> dict[str, Any]:
    """An effect and the players whom it concerns: as settled, otherwise by the present bribes."""
    view: Json = context["view"]
    words = wording.effect_words(effect["crew"], effect["resource"], effect["amount"])
    whom = [] if chosen else context["whom"][effect["crew"]]
    if chosen == destination:
        settled = context["hits"].get(effect["crew"])
        whom = context["whom"][effect["crew"]] if settled is None and view["destination"] else []
        whom = whom if settled is None else [settled]
    people = wording.alternatives(wording.addressed(seat, context["names"], context["me"]) for seat in whom)
    if whom:
        sentence = _("{effect}, for {names}") if chosen else _("{effect}, as bribes lie now for {names}")
        words = sentence.format(effect=words, names=people)
    return {
        "crew": effect["crew"],
        "crew_name": wording.crew_name(effect["crew"]),
        "resource": effect["resource"],
        "amount": effect["amount"],
        "words": words,
        "whom": whom,
    }
