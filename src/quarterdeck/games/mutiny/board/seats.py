"""The panels of the seats and the final standings, prepared for the templates from a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from quarterdeck.games.mutiny.board.crew import tag
from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.games.mutiny.words.deals import offer_of, wish
from quarterdeck.games.mutiny.words.hints import Json
from quarterdeck.i18n import _, ngettext
from quarterdeck.web.boards.base import Context, Piece, SeatFigure, seat_data, seat_pieces

__all__ = ["final_standings", "panels"]


def panels(context: Context) -> list[Piece]:
    """The panels of all seats, clockwise, the viewer's own seat last: nearest to the own purse."""
    return seat_pieces(context, _panel_data, _panel_variables)


def _panel_data(context: Context, index: int) -> dict[str, Any]:
    """What a panel depends on."""
    view: Json = context["view"]
    return {
        **seat_data(context, index),
        "needed": view["needed"],
        "laid": _laid_rum(context, index),
    }


def _laid_rum(context: Context, index: int) -> dict[str, Any] | None:
    """MU-23: the rum that lies before a player as an open offer, or the lookout's price, with its tag."""
    view: Json = context["view"]
    talks = view["negotiation"]
    if talks is None:
        return None
    price = index == view["lookout"]
    laid = (
        talks["price"] and {**talks["price"], "but": None, "second": None} if price else offer_of(view, index)
    )
    if not laid or not laid["rum"]:
        return None
    words = _("asks {things} {wish}") if price else _("offers {things} {wish}")
    things = wording.counted("rum", laid["rum"])
    sentence = words.format(things=things, wish=wish(laid, context["names"], context["me"]))
    return {"rum": laid["rum"], "tag": tag(laid), "words": sentence, "price": price}


def _panel_variables(data: dict[str, Any]) -> dict[str, Any]:
    seat = data["seat"]
    missing = data["needed"] - seat["cutlasses"]
    panel = {
        **{key: data[key] for key in ("index", "name", "bot", "me", "acting", "winner", "needed", "laid")},
        "lookout": seat["lookout"],
        "cutlasses": seat["cutlasses"],
        "spare": max(0, -missing),
        "near": 0 < missing <= 2,
        "rack_words": _rack_words(seat["cutlasses"], missing),
        "doubloons": seat["doubloons"],
        "rum": seat["rum"],
        "in_play": seat["in_play"],
        "fist": seat["bid"] is not None,
        "fist_words": _fist_words(seat["bid"]),
    }
    return {"seat": panel}


def _rack_words(cutlasses: int, missing: int) -> str:
    has = wording.counted("cutlass", cutlasses)
    if missing <= 0:
        return _("{cutlasses}: enough for the mutiny").format(cutlasses=has)
    return _("{cutlasses}, {count} short of the mutiny").format(cutlasses=has, count=missing)


def _fist_words(bid: Json | str | None) -> str:
    """MU-10: the seat's present bid, as far as the viewer knows it."""
    if bid is None:
        return ""
    if isinstance(bid, str):
        return _("has bid: a closed fist")
    return _("closed fist: {tokens}").format(tokens=wording.tokens(bid["doubloons"], bid["rum"]))


def figures(view: Mapping[str, Any], index: int) -> Iterator[SeatFigure]:
    """The figures of a seat's short line."""
    seat = view["seats"][index]
    yield SeatFigure("mu-cutlass", f"{seat['cutlasses']}/{view['needed']}", _("cutlasses"), "cutlass")
    yield SeatFigure("mu-doubloon", str(seat["doubloons"]), _("unplayed doubloons"), "doubloon")
    yield SeatFigure("mu-rum", str(seat["rum"]), _("unplayed rum"), "rum")
    if seat["lookout"]:
        yield SeatFigure("mu-spyglass", "", _("Lookout"))


def final_standings(context: Context) -> list[dict[str, Any]] | None:
    """MU-50: the final standings, the winners first; None before the end."""
    view: Json = context["view"]
    if view["phase"] != "over":
        return None
    rows = [
        {
            "seat": seat,
            "name": context["names"][seat],
            "me": seat == context["me"],
            "cutlasses": player["cutlasses"],
            "rum": player["rum"],
            "enough": player["cutlasses"] >= view["needed"],
            "best": seat in view["winners"],
            "why": _standing_reason(view, seat),
        }
        for seat, player in enumerate(view["seats"])
    ]
    return sorted(rows, key=lambda row: (not row["best"], -row["cutlasses"], -row["rum"]))


def _standing_reason(view: Json, seat: int) -> str:
    """Why this player has won or not."""
    player = view["seats"][seat]
    missing = view["needed"] - player["cutlasses"]
    if missing > 0:
        return ngettext("{count} cutlass short", "{count} cutlasses short", missing).format(count=missing)
    rivals = [
        other for at, other in enumerate(view["seats"]) if at != seat and other["cutlasses"] >= view["needed"]
    ]
    if seat not in view["winners"]:
        best = max(other["cutlasses"] for other in rivals)
        return _("fewer cutlasses") if player["cutlasses"] < best else _("as many cutlasses, less rum")
    if view["drawn"]:
        return _("as many cutlasses and as much rum")
    if not rivals:
        return _("enough cutlasses for the mutiny")
    if player["cutlasses"] > max(other["cutlasses"] for other in rivals):
        return _("the most cutlasses")
    return _("as many cutlasses, more rum")
