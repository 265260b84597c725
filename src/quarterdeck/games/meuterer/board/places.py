"""The chart and the seats, prepared for the templates from a view: positions of things, no legal actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from quarterdeck.games.meuterer.board import ring
from quarterdeck.games.meuterer.words import names
from quarterdeck.games.meuterer.words.hints import Json
from quarterdeck.i18n import _, decimal
from quarterdeck.web.boards.base import Context, Piece, SeatFigure, seat_data, seat_pieces

__all__ = ["chart", "island_place", "panels"]

GOODS_ORDER = names.GOODS


def chart(context: Context) -> dict[str, Any]:
    """The islands in ring order, each with a sentence for screen readers, the ships and their routes."""
    view: Json = context["view"]
    slots = len(view["islands"])
    islands = [
        {
            **island,
            "slot": slot,
            "landmark": ring.landmark(island["name"]),
            "captain": view["destinations"]["captain"] == slot,
            "mutineer": view["destinations"]["mutineer"] == slot,
            "sentence": _island_sentence(view, slot),
        }
        for slot, island in enumerate(view["islands"])
    ]
    return {
        "ring": slots,
        "islands": islands,
        "ship": view["ship"],
        "pirates": view["pirate_ship"],
        "routes": {
            name: {
                who: ring.route(sea, view["ship"], end, slots, inward)
                for who, end, inward in (
                    ("captain", view["destinations"]["captain"], 0.0),
                    ("mutineer", view["destinations"]["mutineer"], 0.09),
                )
                if end is not None
            }
            for name, sea in ring.SEAS.items()
        },
    }


def _island_sentence(view: Json, slot: int) -> str:
    island = view["islands"][slot]
    parts = [
        _("{island}: buys {good}, trade {first}, {second}, {third}, dock {dock}").format(
            island=island["name"],
            good=names.buys_name(island["buys"]),
            first=island["trade"][0],
            second=island["trade"][1],
            third=island["trade"][2],
            dock=island["dock"],
        )
    ]
    if island["active"]:
        parts.append(_("active"))
    if view["ship"] == slot:
        parts.append(_("the ship lies here"))
    if view["came_from"] == slot:
        parts.append(_("the ship came from here"))
    if view["pirate_ship"] == slot:
        parts.append(_("the pirate ship lies here"))
    if view["destinations"]["captain"] == slot:
        parts.append(_("the Captain's destination"))
    if view["destinations"]["mutineer"] == slot:
        parts.append(_("the Mutineer's destination"))
    return _("; ").join(parts)


def panels(context: Context) -> list[Piece]:
    """The panels of all seats, clockwise, the viewer's own seat last: nearest to the hand."""
    return seat_pieces(context, _panel_data, _panel_variables)


def _panel_data(context: Context, index: int) -> dict[str, Any]:
    """What a panel depends on."""
    view: Json = context["view"]
    seat = view["seats"][index]
    return {
        **seat_data(context, index),
        "captain": index == view["captain"],
        "over": view["phase"] == "over",
        "parity": view["round"] % 2,
        "sale": _sale_variables(view, seat["sale"]),
    }


def _panel_variables(data: dict[str, Any]) -> dict[str, Any]:
    seat = data["seat"]
    shown: dict[str, list[int]] = {}
    for slot, good in enumerate(seat["shown"]):
        shown.setdefault(good, []).append(slot)
    known = sorted(seat["hand"] if seat["hand"] is not None else seat["known"], key=GOODS_ORDER.index)
    hand = [None] * (seat["hand_size"] - len(known)) + known
    panel = {
        **{key: data[key] for key in ("index", "name", "bot", "me", "captain", "acting", "winner", "sale")},
        "score": seat["score"],
        "hand_size": seat["hand_size"],
        # The person's own hand lies among the actions.
        "laid_out": data["me"] and bool(seat["hand"]) and not data["over"],
        "hand": [{"good": good, "slot": len(seat["shown"]) + slot} for slot, good in enumerate(hand)],
        "shown": [{"good": good, "slots": slots} for good, slots in shown.items()],
        "left": seat["left"],
        "left_order": _leaving_words(seat),
        "role": seat["role"],
        "conflicts": seat["conflicts_played"],
    }
    return {"seat": panel, "parity": data["parity"]}


def figures(view: Mapping[str, Any], index: int) -> Iterator[SeatFigure]:
    """The figures of a seat's short line."""
    seat = view["seats"][index]
    yield SeatFigure("", decimal(seat["score"]), _("points"), "score")
    yield SeatFigure("back", str(seat["hand_size"]), _("cards in hand"))
    if index == view["captain"]:
        yield SeatFigure("hat", "", _("Captain"))
    if seat["role"]:
        hidden = seat["role"] == "unknown"
        label = _("A hidden action card") if hidden else names.role_name(seat["role"])
        yield SeatFigure("hidden-role" if hidden else seat["role"], "", label)
    for good, count in sorted(Counter(seat["shown"]).items(), key=lambda one: GOODS_ORDER.index(one[0])):
        words = _("shown: {goods}").format(goods=names.good_count(good, count))
        yield SeatFigure(good, str(count) if count > 1 else "", words, small=True)


def _leaving_words(seat: Json) -> str:
    if not seat["left"]:
        return ""
    places = (_("left first"), _("left second"), _("left third"), _("left fourth"))
    return _("left") if seat["left_order"] is None else places[seat["left_order"]]


def _sale_variables(view: Json, sale: Json | None) -> list[dict[str, Any]]:
    if sale is None:
        return []
    places = (("here", view["ship"]), ("there", view["came_from"]))
    return [
        {"good": sale[where][0], "count": sale[where][1], "island": view["islands"][slot]["name"]}
        for where, slot in places
        if sale[where] is not None and slot is not None
    ]


def island_place(name: object) -> str:
    """The name of an island's place on the page: a single word, because attributes list several."""
    return f"island-{name}".replace(" ", "_")
