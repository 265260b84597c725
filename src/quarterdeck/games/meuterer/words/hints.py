"""The one-line effect of an action, from a view alone.

The rules decide what an action does. This module words it with numbers from the view: how many cards stay in
hand, which island that reaches, its dock value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from quarterdeck.games.meuterer.words import names, sales
from quarterdeck.games.meuterer.words.actions import lot_words, sentence
from quarterdeck.i18n import _, ngettext

__all__ = ["Json", "cards", "good_label", "hint", "label", "outlook", "points", "reach"]

Json = Mapping[str, Any]


def good_label(good: str) -> str:
    """A kind of card, or what an island buys, as a label: "Wine", "Any one kind"."""
    name = names.buys_name(good) if good == "any" else names.good_name(good)
    return name[:1].upper() + name[1:]


def cards(count: int) -> str:
    """A counted noun: "3 cards"."""
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def points(count: int) -> str:
    """A counted noun: "2 points"."""
    return ngettext("{n} point", "{n} points", count).format(n=count)


def reach(view: Json, steps: int) -> Json:
    """The island `steps` places clockwise from the ship (ME-33)."""
    islands = view["islands"]
    island: Json = islands[(view["ship"] + steps) % len(islands)]
    return island


def label(view: Json, action: str) -> str:
    """The label of an action's button: "Show wine"."""
    verb, _space, rest = action.partition(" ")
    if verb == "offer":
        if rest == "0":
            return _("Offer nothing extra")
        return _("Offer {points}").format(points=points(int(rest)))
    if verb == "leave" and rest:
        return names.role_name(rest)
    if verb == "sell":
        return _sale_label(view, rest)
    return sentence(action)


def _sale_label(view: Json, text: str) -> str:
    """What is sold, and at which of the two islands."""
    here, there = (lot_words(lot) for lot in text.split(" / "))
    if not here and not there:
        return sentence(f"sell {text}")
    own, left = (
        view["islands"][view[place]]["name"] if lot else ""
        for place, lot in (("ship", here), ("came_from", there))
    )
    if here and there:
        return _("Sell {here} at {island}, {there} at {other}").format(
            here=here, island=own, there=there, other=left
        )
    return _("Sell {goods} at {island}").format(goods=here or there, island=own or left)


def hint(view: Json, action: str) -> str:
    """One line that says what `action` will do, in the language in use.

    Raises KeyError or ValueError for an unknown action text; call it only with legal actions.
    """
    verb, _space, rest = action.partition(" ")
    return {
        "offer": _offer,
        "show": _show,
        "leave": _leave,
        "conflict": _conflict,
        "sell": _sell,
        "return": _give_back,
    }[verb](view, rest)


def _offer(view: Json, rest: str) -> str:
    if rest == "0":
        return _("A First Mate would get 1 point, and it costs you nothing.")
    return _("A First Mate would get {gets} and cost you {pays}, unless a mutiny succeeds.").format(
        gets=points(int(rest) + 1), pays=points(int(rest))
    )


def _show(view: Json, good: str) -> str:
    me = view["seats"][view["seat"]]
    left = me["hand_size"] - 1
    if good == "pirates":
        return _show_pirates(view, left)
    if good == "conflict":
        if view["options"]["rules"] == "french":
            return _("A shown conflict card does not count in a mutiny. You keep {cards}.").format(
                cards=cards(left)
            )
        return _("It counts if you take part in a mutiny. You keep {cards}.").format(cards=cards(left))
    if view["options"]["rules"] != "manual" and not _is_bought(view, good):
        return _("No active island buys {goods}. You keep {cards}.").format(
            goods=names.good_name(good, 2), cards=cards(left)
        )
    goods = names.good_count(good, me["shown"].count(good) + 1)
    return _("You would have {goods} to sell and {cards} in hand.").format(goods=goods, cards=cards(left))


def _is_bought(view: Json, good: str) -> bool:
    """Whether an active island buys this kind (ME-62, ME-63)."""
    return any(island["active"] and island["buys"] in (good, "any") for island in view["islands"])


def _show_pirates(view: Json, left: int) -> str:
    steps = left * (2 if view["options"]["pirates"] == "double" else 1)
    ring = len(view["islands"])
    start, ship = view["pirate_ship"], view["ship"]
    island = view["islands"][(start - steps) % ring]["name"]
    if (start - ship) % ring <= steps or steps >= ring:
        return _(
            "The pirates sail {n} back to {island} and meet your ship: every shown card is lost."
        ).format(n=steps, island=island)
    return _("The pirates sail {n} back to {island}, without meeting your ship.").format(
        n=steps, island=island
    )


def _leave(view: Json, role: str) -> str:
    size = view["seats"][view["seat"]]["hand_size"]
    island = reach(view, size)
    course = {"cards": cards(size), "island": island["name"], "dock": island["dock"]}
    if role == "mutineer":
        return _("With {cards}, your mutiny would sail to {island} (dock {dock}).").format(**course)
    if role == "first-mate":
        return _("{points} if the Captain stays; you count as one conflict against a mutiny.").format(
            points=points(1 + (view["offer"] or 0))
        )
    if role == "loader" and view["round"] == view["rounds"]:  # ME-70
        return _("Nothing in the last round: the game ends before anybody draws.")
    if role:
        return {
            "cabin-boy": _("2 points if a mutiny succeeds; your conflicts help it."),
            "merchant": _("The top price for you where you tie for selling the most."),
            "loader": _("Draw 3 more cards, then give 3 of those drawn back."),
        }[role]
    if view["seat"] == view["captain"]:
        return _("Leave with {cards}: you set course for {island} (dock {dock}).").format(**course)
    return _(
        "Leave with {cards}, then take an action; a mutiny would sail to {island} (dock {dock})."
    ).format(**course)


def _conflict(view: Json, count: str) -> str:
    role = view["seats"][view["seat"]]["role"]
    side = _("for the mutiny") if role in ("mutineer", "cabin-boy") else _("against the mutiny")
    if count != "0":
        words = ngettext("{n} more conflict {side}.", "{n} more conflicts {side}.", int(count))
        words = words.format(n=count, side=side)
    elif view["options"]["rules"] == "manual":
        words = _("Pass for good: you play no more conflicts.")
    else:
        words = _("Keep what you have in hand.")
    return f"{words} {_standing(view, int(count))}"


def _standing(view: Json, more: int) -> str:
    """ME-50 to ME-55: how the mutiny stands once the seat to act has played `more` conflicts."""
    own = others = 0
    for number, seat in enumerate(view["seats"]):
        conflicts = seat["conflicts_played"] + more * (number == view["seat"])
        if view["options"]["rules"] != "french":
            conflicts += seat["shown"].count("conflict")
        if seat["role"] in ("mutineer", "cabin-boy"):
            own += conflicts
        elif seat["role"] == "first-mate":
            others += 1 + conflicts
        elif number == view["captain"]:
            others += conflicts
    if own >= others:
        sentence = _("Then the mutiny has {own} to {others}: so far it succeeds.")
    else:
        sentence = _("Then the mutiny has {own} to {others}: so far it fails.")
    return sentence.format(own=own, others=others)


def _sell(view: Json, rest: str) -> str:
    """What is sold where, and what it would bring as things stand."""
    words = _("{goods} at {island}: {points}")
    parts = [words.format(goods=one, island=at, points=brings) for one, at, brings in _sales(view, rest)]
    return "; ".join(parts) if parts else _("Sell nothing.")


def _sales(view: Json, rest: str) -> Iterator[tuple[str, str, str]]:
    """For each part of a sale: the goods, the island, and what it would bring there as things stand."""
    here, _slash, there = rest.partition(" / ")
    for side, lot, slot in (("here", here, view["ship"]), ("there", there, view["came_from"])):
        count, _space, good = lot.strip().partition(" ")
        if good and slot is not None:
            brings = sales.forecast_words(sales.forecast(view, side, int(count)))
            yield names.good_count(good, int(count)), view["islands"][slot]["name"], brings


def outlook(view: Json, action: str) -> str:
    """What an action does, below its label: of a sale, whose label names the islands, what it would bring."""
    verb, _space, rest = action.partition(" ")
    words = [brings for _goods, _island, brings in _sales(view, rest)] if verb == "sell" else []
    said = "; ".join(words) or hint(view, action)
    return said[0].upper() + said[1:]


def _give_back(view: Json, good: str) -> str:
    if view["options"]["rules"] == "french":
        return _("It goes to the very bottom of the draw pile.")
    return _("It goes to the very bottom of the discards.")
