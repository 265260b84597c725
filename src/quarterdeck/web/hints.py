"""The one-line effect of an action, told from a view alone.

Rules decide what an action does; this only words it with the numbers that the view already holds: how many
cards stay in hand, which island that reaches, what it pays to dock there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.words import N_, _, ngettext

__all__ = [
    "GOODS",
    "ROLES",
    "Json",
    "cards",
    "good_name",
    "hint",
    "label",
    "points",
    "reach",
    "role_name",
    "rule_set",
]

Json = Mapping[str, Any]

GOODS = {
    "ruby": N_("Ruby"),
    "salt": N_("Salt"),
    "wine": N_("Wine"),
    "cloth": N_("Cloth"),
    "grain": N_("Grain"),
    "conflict": N_("Conflict"),
    "pirates": N_("Pirates"),
    "any": N_("Any one kind"),
}
ROLES = {
    "mutineer": N_("Mutineer"),
    "cabin-boy": N_("Cabin Boy"),
    "first-mate": N_("First Mate"),
    "merchant": N_("Merchant"),
    "loader": N_("Loader"),
}

RULE_SETS = {"english": N_("English"), "french": N_("French"), "manual": N_("Manual")}


def rule_set(name: str) -> str:
    """The name of a rule set: "English"."""
    return _(RULE_SETS[name])


def good_name(good: str) -> str:
    """The name of a kind of card, or of what an island buys, as a label: "Wine"."""
    return _(GOODS[good])


def role_name(role: str) -> str:
    """The name of an action card: "Cabin Boy"; "Captain" and the hidden card have one too."""
    if role == "captain":
        return _("Captain")
    return _(ROLES[role]) if role in ROLES else _("A hidden action card")


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


def label(action: str) -> str:
    """The few words on an action's button: "Show wine"."""
    verb, _space, rest = action.partition(" ")
    if verb == "offer":
        return _("Offer {points}").format(points=points(int(rest)))
    if verb == "show":
        return _("Show {good}").format(good=good_name(rest).lower())
    if verb == "return":
        return _("Give back {good}").format(good=good_name(rest).lower())
    if verb == "leave":
        return _("Leave as {role}").format(role=role_name(rest)) if rest else _("Leave")
    if verb == "conflict":
        count = int(rest)
        return (
            ngettext("Play {n} conflict", "Play {n} conflicts", count).format(n=count)
            if count
            else _("Play none")
        )
    sold = [part.partition(" ") for part in rest.split(" / ") if part != "-"]
    goods = " + ".join(
        _("{count} {good}").format(count=n, good=good_name(good).lower()) for n, _gap, good in sold
    )
    return _("Sell {goods}").format(goods=goods or _("nothing"))


def hint(view: Json, action: str) -> str:
    """One line that says what `action` will do, in the language in use.

    Raises KeyError or ValueError for a text that is no action of Meuterer; ask only for legal ones.
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
    return _("A First Mate would get {gets}, {pays} of it from you, unless a mutiny succeeds.").format(
        gets=points(int(rest) + 1), pays=int(rest)
    )


def _show(view: Json, good: str) -> str:
    me = view["seats"][view["seat"]]
    left = me["hand_size"] - 1
    if good == "pirates":
        return _pirates(view, left)
    if good == "conflict":
        if view["options"]["rules"] == "french":
            return _("A shown conflict card does not count in a mutiny. {cards} stay in hand.").format(
                cards=cards(left)
            )
        return _("It counts if you take part in a mutiny. {cards} stay in hand.").format(cards=cards(left))
    count = me["shown"].count(good) + 1
    return _("You would have {count} {good} to sell and {cards} in hand.").format(
        count=count, good=good_name(good).lower(), cards=cards(left)
    )


def _pirates(view: Json, left: int) -> str:
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
    seat = view["seats"][view["seat"]]
    left = cards(seat["hand_size"])
    island = reach(view, seat["hand_size"])
    if not role:
        return _("Leave with {cards}: you set course for {island} (dock {dock}).").format(
            cards=left, island=island["name"], dock=island["dock"]
        )
    if role == "mutineer":
        return _("Leave with {cards}: your mutiny would sail to {island} (dock {dock}).").format(
            cards=left, island=island["name"], dock=island["dock"]
        )
    if role == "first-mate":
        return _("{points} if the Captain prevails; you are worth one conflict against a mutiny.").format(
            points=points(1 + (view["offer"] or 0))
        )
    return {
        "cabin-boy": _("2 points if a mutiny succeeds, and your conflicts help it."),
        "merchant": _("You get the top price where you tie for selling the most."),
        "loader": _("You draw 3 cards more, then give 3 of those drawn back."),
    }[role]


def _conflict(view: Json, count: str) -> str:
    role = view["seats"][view["seat"]]["role"]
    side = _("for the mutiny") if role in ("mutineer", "cabin-boy") else _("against the mutiny")
    if count == "0":
        if view["options"]["rules"] == "manual":
            return _("Pass for good: you play no more conflicts.")
        return _("Keep what you have in hand.")
    return ngettext("{n} more conflict {side}.", "{n} more conflicts {side}.", int(count)).format(
        n=count, side=side
    )


def _sell(view: Json, rest: str) -> str:
    here, _slash, there = rest.partition(" / ")
    parts = []
    for sale, slot in ((here, view["ship"]), (there, view["came_from"])):
        if sale.strip() != "-" and slot is not None:
            count, _space, good = sale.strip().partition(" ")
            parts.append(
                _("{count} {good} at {island}").format(
                    count=count, good=good_name(good).lower(), island=view["islands"][slot]["name"]
                )
            )
    return ", ".join(parts) if parts else _("Sell nothing.")


def _give_back(view: Json, good: str) -> str:
    if view["options"]["rules"] == "french":
        return _("It goes to the very bottom of the draw pile.")
    return _("It goes to the very bottom of the discards.")
