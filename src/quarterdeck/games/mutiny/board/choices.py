"""What the person at the table may do, or can't and why.

Bids, offers and moves are put together from parts; everything else is a button.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quarterdeck.games.mutiny.words import names as called
from quarterdeck.games.mutiny.words.actions import prompt
from quarterdeck.games.mutiny.words.hints import Json, hint, label
from quarterdeck.games.mutiny.words.reasons import PHASE_RULES
from quarterdeck.i18n import _
from quarterdeck.web.boards.base import Choice, Context, offer

__all__ = ["acts", "phase_steps", "prompt_line"]

# What stands for the phase when somebody else is to act: that it can't be done now is told on request.
USUAL = {
    "bid": "bid 0 0",
    "offer": "no offer",
    "move": "stay",
    "course": "north",
    "lose": "lose unplayed",
    "retrieve": "done",
}


def acts(context: Context, keys: Iterator[int]) -> dict[str, Any]:
    """``kind`` says what is drawn: `bid`, `offer` or `move` for a decision in parts, else ``buttons``; with
    ``waiting`` for who has to wait, and what this person has in the closed fist.
    """
    view: Json = context["view"]
    me: int | None = context["me"]
    made: dict[str, Any] = {"kind": "", "buttons": [], "options": [], "held": "", "tokens": None}
    if me is None or context["replay"] is not None or view["phase"] == "over":
        return made
    if me not in view["to_act"]:
        return {**made, "buttons": [_waiting(context, keys)], **_held(context, me)}
    if view["phase"] in ("bid", "offer", "move"):
        parts = {"bid": _bid, "offer": _offers, "move": _moves}[view["phase"]]
        asked = view["called"] or view["tied_for"] or "deck-hand"
        # What a lesson advises stands there when it is advised, whatever was put together before.
        advised = "".join(context.get("advised", ())).replace(" ", "")
        key = f"compose-{view['phase']}-{view['turn_no']}-{asked}-{view['rank']}{advised}"
        return {**made, "kind": view["phase"], "key": key, **parts(context, me, keys)}
    return {**made, "buttons": [_button(context, action, keys) for action in view["legal"]]}


def _choice(context: Context, action: str, keys: Iterator[int]) -> Choice:
    names = context["names"]
    return offer(
        context,
        action,
        keys,
        label(action, names),
        hint(context["view"], action, names),
        PHASE_RULES[context["view"]["phase"]],
    )


def _waiting(context: Context, keys: Iterator[int]) -> dict[str, Any]:
    """What this person would do in this phase, and why not now."""
    view: Json = context["view"]
    usual = USUAL.get(view["phase"]) or f"pick {view['tied'][0]}"
    words = {
        "bid": _("Bid"),
        "offer": _("Make an offer"),
        "pick": _("Break the tie"),
        "move": _("Move a token"),
        "course": _("Set the course"),
        "lose": _("Lose a doubloon"),
        "retrieve": _("Take a doubloon back"),
    }[view["phase"]]
    choice = offer(context, usual, keys, words, _("Others are to act."), PHASE_RULES[view["phase"]])
    return {"choice": choice, "picture": "", "seat": None, "payer": None}


def _held(context: Context, me: int) -> dict[str, Any]:
    """The own closed bid or offer, as a reminder."""
    view: Json = context["view"]
    bid = view["seats"][me]["bid"]
    if view["phase"] == "bid" and bid is not None:
        words = _("In your closed fist: {tokens}.").format(tokens=called.tokens(bid["doubloons"], bid["rum"]))
        return {"held": words, "tokens": bid}
    for one in view["offers"]:
        if one["seat"] == me and one["rum"]:
            name = called.addressed(one["for"], context["names"], me)
            words = _("Your offer: {things} for picking {name}.").format(
                things=called.counted("rum", one["rum"]), name=name
            )
            return {"held": words, "tokens": {"doubloons": 0, "rum": one["rum"]}}
    return {}


def _option(context: Context, action: str, parts: str) -> dict[str, Any]:
    """A decision made of parts, as one of a list."""
    names = context["names"]
    return {
        "action": action,
        "parts": parts,
        "advised": action in context.get("advised", ()),
        "label": label(action, names),
        "effect": hint(context["view"], action, names),
    }


def _start(options: list[dict[str, Any]], usual: str) -> str:
    """The parts that a decision begins with: what a lesson advises, or as usual."""
    return next((str(one["parts"]) for one in options if one["advised"]), usual)


def _bid(context: Context, me: int, keys: Iterator[int]) -> dict[str, Any]:
    """MU-10: doubloons and rum; none of either is where it begins."""
    view: Json = context["view"]
    has = view["seats"][me]
    options = []
    for action in view["legal"]:
        _verb, doubloons, rum = action.split()
        options.append({**_option(context, action, f"{doubloons} {rum}"), "d": int(doubloons), "r": int(rum)})
    return {
        "options": options,
        "start": _start(options, "0 0"),
        "steppers": [
            _stepper(what, has[unplayed], keys, _("Less than nothing can't be bid (MU-10)."), "MU-10")
            for what, unplayed in (("doubloon", "doubloons"), ("rum", "rum"))
        ],
        "go_key": next(keys),
    }


def _stepper(what: str, most: int, keys: Iterator[int], why_less: str, rule: str) -> dict[str, Any]:
    """A counter of doubloons or rum, and why it goes no further."""
    name = called.resource_name(what)
    why_more = _("You have no more than {things} unplayed ({rule}).")
    return {
        "what": what,
        "label": name,
        "most": most,
        "keys": (next(keys), next(keys)),
        "less": _("One less: {what}").format(what=name),
        "more": _("One more: {what}").format(what=name),
        "why_less": why_less,
        "why_more": why_more.format(things=called.counted(what, most), rule=rule),
    }


def _offers(context: Context, me: int, keys: Iterator[int]) -> dict[str, Any]:
    """MU-23: so much rum, for picking whom; or nothing."""
    view: Json = context["view"]
    rum = view["seats"][me]["rum"]
    nothing = _choice(context, "no offer", keys)
    options = []
    for action in view["legal"]:
        if action != "no offer":
            _verb, amount, _for, seat = action.split()
            options.append(_option(context, action, f"{amount} {seat}"))
    favourite = me if me in view["tied"] else view["tied"][0]
    return {
        "options": options,
        "start": _start(options, f"1 {favourite}"),
        "nothing": nothing,
        "steppers": [_stepper("rum", rum, keys, _("An offer is of 1 rum at least (MU-23)."), "MU-23")],
        "picks": [
            {"seat": seat, "name": str(called.addressed(seat, context["names"], me)), "key": next(keys, None)}
            for seat in view["tied"]
        ],
        "go_key": next(keys, None),
    }


def _moves(context: Context, me: int, keys: Iterator[int]) -> dict[str, Any]:
    """MU-24: a token, and where it goes; or none."""
    view: Json = context["view"]
    stay = _choice(context, "stay", keys)
    options = []
    tokens: dict[str, dict[str, Any]] = {}
    for action in view["legal"]:
        if action == "stay":
            continue
        _verb, token, _of, owner, _from, start, _to, end = action.split()
        value = f"{token}-{owner}-{start}"
        options.append({**_option(context, action, f"{value} {end}"), "token": value})
        name = context["names"][int(owner)]
        tokens[value] = {
            "value": value,
            "token": token,
            "seat": int(owner),
            "crew": start,
            "words": _("{name}: {things} on {crew}").format(
                name=name, things=called.counted(token, 1), crew=called.crew_phrase(start)
            ),
        }
    return {
        "options": options,
        "start": "- -",
        "stay": stay,
        "tokens_of": [
            {
                "crew": crew,
                "label": called.crew_name(crew),
                "tokens": sorted(
                    (one for one in tokens.values() if one["crew"] == crew),
                    key=lambda one: (one["seat"] != me, one["seat"], one["token"]),
                ),
            }
            for crew in called.CREW
        ],
        "targets": [
            {"crew": crew, "label": called.crew_name(crew), "key": next(keys, None)} for crew in called.CREW
        ],
    }


def _button(context: Context, action: str, keys: Iterator[int]) -> dict[str, Any]:
    """A choice with what stands beside its words: a player's sign, hands that are shaken, a crew member."""
    verb, _space, rest = action.partition(" ")
    made: dict[str, Any] = {
        "choice": _choice(context, action, keys),
        "seat": None,
        "payer": None,
        "picture": "",
    }
    if verb == "pick":
        seat, _paid, payer = rest.partition(" paid by ")
        made |= {"seat": int(seat), "payer": int(payer) if payer else None}
        made["picture"] = "mu-handshake" if payer else ""
    elif verb in ("north", "south"):
        made["picture"] = f"mu-{verb}"
    elif verb in ("lose", "retrieve") and rest != "unplayed":
        made["picture"] = f"mu-{rest}"
    elif verb == "lose":
        made["picture"] = "mu-purse"
    return made


def phase_steps(context: Context) -> list[dict[str, Any]]:
    """The stations of a turn: the bids, the five crew members, the doubloons taken back."""
    view: Json = context["view"]
    bidding = view["phase"] == "bid"
    stations = [
        {"label": _("Bids"), "state": "now" if bidding else "done", "thing": "phase-bids"},
        *(
            {
                "label": called.crew_name(one["name"]),
                "state": _station(one["state"]),
                "thing": f"phase-{one['name']}",
            }
            for one in view["crew"]
        ),
    ]
    back = "now" if view["phase"] == "retrieve" else "next"
    return [*stations, {"label": _("Doubloons back"), "state": back, "thing": "phase-back"}]


def _station(state: str) -> str:
    return {"resolving": "now", "resolved": "done"}.get(state, "next")


def prompt_line(context: Context) -> str:
    """The sentence that says whose turn it is and for what."""
    view: Json = context["view"]
    if view["phase"] == "over":
        winners = called.listed(context["names"][seat] for seat in view["winners"])
        return _("The game is over. Winner: {names}.").format(names=winners)
    question = prompt(dict(view), context["names"])
    if context["me"] is not None and context["me"] in view["to_act"]:
        return _("Your turn. {question}").format(question=question)
    return question
