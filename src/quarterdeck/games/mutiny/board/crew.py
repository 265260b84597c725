"""The crew and the lookout, prepared for the templates from a view: bribes, abilities, ties, and deals."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.mutiny.board import course
from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.games.mutiny.words.deals import wish
from quarterdeck.games.mutiny.words.hints import Json
from quarterdeck.i18n import N_, _, ngettext
from quarterdeck.web.boards.base import Context, Piece, reads

__all__ = ["chart"]

# Each ability in a word or two, with its picture; a tooltip has the whole sentence.
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


ALOFT = reads("turn_no tile destination lookout bank rank tied tied_for tiles_left negotiation", "names me")


def chart(context: Context) -> list[Piece]:
    """The chart tile with the lookout, and the five crew members in their order (MU-1)."""
    view: Json = context["view"]
    deeds = context["deeds"]
    aloft = {
        **ALOFT(context),
        **{key: deeds[key] for key in ("course", "hits", "deals")},
        "whom": course.whom(view),
        "offers": [one for one in view["offers"] if _is_listed(view, one)],
    }
    members = [
        Piece("member", _member_data(context, one), _member_variables, f"crew-{one['name']}")
        for one in view["crew"]
    ]
    return [
        Piece("aloft", aloft, _aloft_variables, "aloft"),
        Piece("crew_begins", {}, dict),
        *members,
        Piece("crew_ends", {}, dict),
    ]


def _is_listed(view: Json, offer: Json) -> bool:
    """MU-23: whether an offer is listed: an open one that is made, or the answer of a seat that has rum."""
    return bool(offer["rum"] if view["negotiation"] else view["seats"][offer["seat"]]["rum"])


def _aloft_variables(data: dict[str, Any]) -> dict[str, Any]:
    return {"tile": course.tile(data), "lookout": _lookout_variables(data), "turn": data["view"]["turn_no"]}


def _member_data(context: Context, member: Json) -> dict[str, Any]:
    """What a crew member's piece depends on.

    This is its bribes, each player's fist while it is called (MU-10), the tie to be broken, its abilities,
    and the action of a click on the reader's own doubloons (MU-32, MU-40).
    """
    view: Json = context["view"]
    name: str = member["name"]
    action = {"retrieve": f"retrieve {name}", "lose": f"lose {name}"}.get(view["phase"], "")
    if action not in view["legal"]:
        action = ""
    called_now = member["state"] == "called"
    return {
        "one": member,
        "names": list(context["names"]),
        "abilities": context["deeds"]["abilities"].get(name, {}),
        "deciding": view["tied_for"] == name,
        "tied": view["tied"] if view["tied_for"] == name else [],
        "fists": [_fist_state(view, seat) for seat in range(len(view["seats"]))] if called_now else None,
        "action": action,
        "me": context["me"] if action else None,
    }


def _member_variables(data: dict[str, Any]) -> dict[str, Any]:
    crew, names = data["one"], data["names"]
    name: str = crew["name"]
    holders = {rank: crew[rank] for rank in ("primary", "secondary") if crew[rank] is not None}
    holders = {**data["abilities"], **holders}
    member = {
        "name": name,
        "at": wording.CREW.index(name),
        "label": wording.crew_name(name),
        "state": crew["state"],
        "state_words": _(STATES[crew["state"]]),
        "now": crew["state"] in ("called", "resolving") or data["deciding"],
        "powers": [
            {
                "rank": rank,
                "numeral": numeral,
                "short": _(short),
                "picture": picture,
                "words": words,
                "holder": holders.get(rank),
                "holder_name": names[holders[rank]] if rank in holders else "",
            }
            for rank, numeral, words, (short, picture) in zip(
                ("primary", "secondary"), ("I", "II"), wording.crew_ability(name), POWERS[name], strict=True
            )
        ],
        "rows": _bribe_rows(data),
    }
    return {"one": member, "names": names}


def _bribe_rows(data: dict[str, Any]) -> list[dict[str, Any]]:
    """MU-11: each player's bribe there, the highest first, with the fists while the crew member is called."""
    crew, fists = data["one"], data["fists"]
    highest = max(bribe["total"] for bribe in crew["bribes"])
    rows = [
        {
            "seat": seat,
            "doubloons": bribe["doubloons"],
            "rum": bribe["rum"],
            "total": bribe["total"],
            "best": bool(bribe["total"]) and bribe["total"] == highest and fists is None,
            "tied": seat in data["tied"],
            "fist": fists and fists[seat],
            "words": _row_words(data["names"][seat], bribe, fists and fists[seat]),
            "action": data["action"] if seat == data["me"] and bribe["doubloons"] else "",
        }
        for seat, bribe in enumerate(crew["bribes"])
        if bribe["total"] or fists is not None
    ]
    return rows if fists is not None else sorted(rows, key=lambda row: -row["total"])


def _fist_state(view: Json, seat: int) -> str:
    """MU-10: whether a player has already made a bid."""
    if view["seats"][seat]["bid"] is not None:
        return "closed"
    return "thinking" if seat in view["to_act"] else "none"


def _row_words(name: str, bribe: Json, fist: str | None) -> str:
    words = _("{name}: {tokens}").format(name=name, tokens=wording.tokens(bribe["doubloons"], bribe["rum"]))
    if bribe["doubloons"] and bribe["rum"]:
        words = _("{bribe}, together {total}").format(bribe=words, total=bribe["total"])
    if fist is None:
        return words
    fist_words = {
        "closed": _("a closed fist is held out"),
        "thinking": _("still thinking of a bid"),
        "none": _("nothing to bid with"),
    }[fist]
    return _("{bribe}; {fist}").format(bribe=words, fist=fist_words)


def _lookout_variables(context: Context) -> dict[str, Any]:
    """MU-21, MU-23: who holds the spyglass; the tie, the offers, and what the lookout was paid."""
    view: Json = context["view"]
    left = view["tiles_left"]
    return {
        "seat": view["lookout"],
        "name": _name_of(context, view["lookout"]),
        "me": view["lookout"] == context["me"],
        "bank": wording.counted("rum", view["bank"]["rum"]),
        "tiles": ngettext("{count} chart tile left", "{count} chart tiles left", left).format(count=left),
        "stake": wording.stake(view["rank"], view["tied_for"]) if view["tied"] else "",
        "tied": [{"seat": seat, "name": _name_of(context, seat)} for seat in view["tied"]],
        "offers": [_offer_variables(context, one) for one in context["offers"]],
        "talks": _talks_variables(context),
        "deals": [_deal_variables(context, deal) for deal in context["deals"]],
    }


def _offer_variables(context: Context, offer: Json) -> dict[str, Any]:
    """MU-23: a seat's offer, as far as the viewer knows it."""
    rum = offer["rum"]
    if offer["state"] == "asked":
        words = _("is thinking of an offer")
    elif rum is None:
        words = _("holds out a closed fist")
    elif rum:
        words = _("{things} {wish}").format(
            things=wording.counted("rum", rum), wish=wish(offer, context["names"], context["me"])
        )
    else:
        words = _("offers nothing")
    return {
        "seat": offer["seat"],
        "name": _name_of(context, offer["seat"]),
        "words": words,
        "rum": rum or 0,
        "tag": tag(offer) if rum else None,
        "picked": _name_of(context, offer["for"])
        if offer["for"] is not None and offer["second"] is None
        else "",
        "state": "fist" if offer["state"] == "closed" else offer["state"],
    }


def tag(target: Json) -> dict[str, Any]:
    """MU-23: the signs on the tag of an offer: whom it is for, in order, or whom it rules out."""
    if target["but"] is not None:
        return {"seats": str(target["but"]), "but": True}
    seats = (seat for seat in (target["for"], target["second"]) if seat is not None)
    return {"seats": " ".join(map(str, seats)), "but": False}


def _talks_variables(context: Context) -> dict[str, Any] | None:
    """MU-23: the round of an open negotiation, and the lookout's price."""
    talks = context["view"]["negotiation"]
    if talks is None:
        return None
    counted = _("Round {round} of {most}").format(round=talks["round"], most=talks["rounds"])
    variables: dict[str, Any] = {"round": counted, "price": None}
    if price := talks["price"]:
        things = wording.counted("rum", price["rum"])
        words = _("Price: {things} {wish}").format(
            things=things, wish=wish(price, context["names"], context["me"])
        )
        variables["price"] = {"rum": price["rum"], "seats": str(price["for"]), "words": words}
    return variables


def _deal_variables(context: Context, deal: Json) -> dict[str, Any]:
    """MU-23: an accepted offer."""
    things = wording.counted("rum", deal["rum"])
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
        "stake": wording.stake(deal["rank"], deal["crew"]) if "crew" in deal else "",
    }


def _name_of(context: Context, seat: int) -> str:
    return str(context["names"][seat])
