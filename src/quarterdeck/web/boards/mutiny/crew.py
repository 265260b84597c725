"""The crew and the lookout, made ready for the templates from a view: bribes, abilities, ties, and deals."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.mutiny.words import names as called
from quarterdeck.games.mutiny.words.hints import Json
from quarterdeck.web.boards.base import Context
from quarterdeck.words import N_, _, ngettext

__all__ = ["crew", "lookout"]

# The abilities in a word or two, and the picture of each; the whole sentence stands behind them.
POWERS = {
    "deck-hand": ((N_("any token"), "mu-move"), (N_("own token"), "mu-move")),
    "gunner": ((N_("2 cutlasses"), "mu-cutlass"), (N_("1 cutlass"), "mu-cutlass")),
    "cook": ((N_("2 rum"), "mu-rum"), (N_("1 rum"), "mu-rum")),
    "pilot": ((N_("the course"), "mu-wheel"), (N_("1 cutlass"), "mu-cutlass")),
    "first-mate": ((N_("the spyglass"), "mu-spyglass"), (N_("1 rum"), "mu-rum")),
}
STATES = {
    "waiting": N_("not called yet"),
    "called": N_("called now"),
    "bid": N_("bids laid"),
    "resolving": N_("resolved now"),
    "resolved": N_("done in this turn"),
}


def crew(context: Context) -> list[dict[str, Any]]:
    """MU-1: the five crew members in their order, each with the bribes on it, the highest first."""
    view: Json = context["view"]
    return [_member(context, one) for one in view["crew"]]


def _member(context: Context, one: Json) -> dict[str, Any]:
    view: Json = context["view"]
    name: str = one["name"]
    holders = {rank: one[rank] for rank in ("primary", "secondary") if one[rank] is not None}
    holders = {**context["deeds"]["abilities"].get(name, {}), **holders}
    tied = view["tied"] if view["tied_for"] == name else []
    return {
        "name": name,
        "at": called.CREW.index(name),
        "label": called.crew_name(name),
        "state": one["state"],
        "state_words": _(STATES[one["state"]]),
        "now": one["state"] in ("called", "resolving") or view["tied_for"] == name,
        "powers": [
            {
                "rank": rank,
                "numeral": numeral,
                "short": _(short),
                "picture": picture,
                "words": words,
                "holder": holders.get(rank),
                "holder_name": _person(context, holders[rank]) if rank in holders else "",
            }
            for rank, numeral, words, (short, picture) in zip(
                ("primary", "secondary"), ("I", "II"), called.crew_ability(name), POWERS[name], strict=True
            )
        ],
        "rows": _rows(context, one, tied),
    }


def _rows(context: Context, one: Json, tied: list[int]) -> list[dict[str, Any]]:
    """MU-11: what each player has there, and, while it is called, each one's fist (MU-10)."""
    view: Json = context["view"]
    bidding = one["state"] == "called"
    highest = max(bribe["total"] for bribe in one["bribes"])
    rows = [
        {
            "seat": seat,
            "doubloons": bribe["doubloons"],
            "rum": bribe["rum"],
            "total": bribe["total"],
            "best": bool(bribe["total"]) and bribe["total"] == highest and not bidding,
            "tied": seat in tied,
            "fist": _fist(view, seat) if bidding else None,
            "words": _row_words(context, seat, bribe, bidding),
            "action": _action(context, one["name"], seat, bribe),
        }
        for seat, bribe in enumerate(one["bribes"])
        if bribe["total"] or bidding
    ]
    return rows if bidding else sorted(rows, key=lambda row: -row["total"])


def _fist(view: Json, seat: int) -> str:
    """MU-10: whether a player's fist is held out already."""
    if view["seats"][seat]["bid"] is not None:
        return "closed"
    return "thinking" if seat in view["to_act"] else "none"


def _row_words(context: Context, seat: int, bribe: Json, bidding: bool) -> str:
    words = _("{name}: {tokens}").format(
        name=context["names"][seat], tokens=called.tokens(bribe["doubloons"], bribe["rum"])
    )
    if bribe["doubloons"] and bribe["rum"]:
        words = _("{bribe}, together {total}").format(bribe=words, total=bribe["total"])
    if not bidding:
        return words
    fist = {
        "closed": _("a closed fist is held out"),
        "thinking": _("still thinking of a bid"),
        "none": _("nothing to bid with"),
    }[_fist(context["view"], seat)]
    return _("{bribe}; {fist}").format(bribe=words, fist=fist)


def _action(context: Context, crew: str, seat: int, bribe: Json) -> str:
    """MU-32, MU-40: what a click on the own doubloons does, where it does something."""
    verb = {"retrieve": "retrieve", "lose": "lose"}.get(context["view"]["phase"], "")
    wanted = f"{verb} {crew}"
    if not verb or seat != context["me"] or not bribe["doubloons"]:
        return ""
    return wanted if wanted in context["view"]["legal"] else ""


def lookout(context: Context) -> dict[str, Any]:
    """MU-21, MU-23: who holds the spyglass; the tie, the offers of those who have rum, and what was paid."""
    view: Json = context["view"]
    left = view["tiles_left"]
    return {
        "seat": view["lookout"],
        "name": _person(context, view["lookout"]),
        "me": view["lookout"] == context["me"],
        "bank": called.counted("rum", view["bank"]["rum"]),
        "tiles": ngettext("{count} chart tile left", "{count} chart tiles left", left).format(count=left),
        "stake": called.stake(view["rank"], view["tied_for"]) if view["tied"] else "",
        "tied": [{"seat": seat, "name": _person(context, seat)} for seat in view["tied"]],
        "offers": [_offer(context, one) for one in view["offers"] if view["seats"][one["seat"]]["rum"]],
        "deals": [_deal(context, deal) for deal in context["deeds"]["deals"]],
    }


def _offer(context: Context, one: Json) -> dict[str, Any]:
    """MU-23: a seat's offer as far as it is made and known."""
    rum = one["rum"]
    if one["state"] == "asked":
        words = _("is thinking of an offer")
    elif rum is None:
        words = _("holds out a closed fist")
    elif rum:
        words = _("{things} for {name}").format(
            things=called.counted("rum", rum),
            name=called.addressed(one["for"], context["names"], context["me"]),
        )
    else:
        words = _("offers nothing")
    return {
        "seat": one["seat"],
        "name": _person(context, one["seat"]),
        "words": words,
        "rum": rum or 0,
        "for": one["for"],
        "picked": _person(context, one["for"]) if rum else "",
        "state": "fist" if one["state"] == "closed" else one["state"],
    }


def _deal(context: Context, deal: Json) -> dict[str, Any]:
    """MU-23: an offer that was taken."""
    things = called.counted("rum", deal["rum"])
    return {
        "payer": deal["payer"],
        "lookout": deal["lookout"],
        "rum": deal["rum"],
        "words": _("{payer} paid {lookout} {things}.").format(
            payer=context["names"][deal["payer"]],
            lookout=context["names"][deal["lookout"]],
            things=things,
        ),
        "things": things,
        "stake": called.stake(deal["rank"], deal["crew"]),
    }


def _person(context: Context, seat: int) -> str:
    return str(context["names"][seat])
