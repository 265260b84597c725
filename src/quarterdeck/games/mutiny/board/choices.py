"""The actions of the person at the table, legal or not, with the reasons.

Bids, offers and moves are put together from parts; everything else is a button.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from quarterdeck.games.mutiny.state import RUM_AT_ONCE
from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.games.mutiny.words.actions import prompt
from quarterdeck.games.mutiny.words.deals import offer_of, target_of, wish
from quarterdeck.games.mutiny.words.hints import Json, hint, label
from quarterdeck.games.mutiny.words.reasons import PHASE_RULES
from quarterdeck.i18n import _
from quarterdeck.web.boards.base import Choice, Context, asked_line, offer, over_line

__all__ = ["acts", "phase_steps", "prompt_line"]

# By phase, the action that a waiting seat sees; on request the page says why it is not possible now.
USUAL = {
    "bid": "bid 0 0",
    "offer": "no offer",
    "move": "stay",
    "course": "north",
    "lose": "lose unplayed",
    "retrieve": "done",
}


def acts(context: Context, keys: Iterator[int]) -> dict[str, Any]:
    """The actions for the page.

    ``kind`` is `bid`, `offer` (an offer or a price) or `move` for a decision in parts; ``buttons`` are
    decisions by themselves. A seat's own bid or offer is included.
    """
    view: Json = context["view"]
    me: int | None = context["me"]
    acts_of_seat: dict[str, Any] = {"kind": "", "buttons": [], "options": [], "held": "", "tokens": None}
    acts_of_seat |= {"laid": False, "lacks": ""}
    if me is None or context["replay"] is not None or view["phase"] == "over":
        return acts_of_seat
    if me not in view["to_act"]:
        return {**acts_of_seat, "buttons": [_waiting_button(context, keys)], **_laid_reminder(context, me)}
    kind = "offer" if any(action.startswith("ask") for action in view["legal"]) else view["phase"]
    if kind not in PARTS:
        return {
            **acts_of_seat,
            "buttons": [_button(context, action, keys) for action in _offers_first(view["legal"])],
        }
    asked = view["called"] or view["tied_for"] or "deck-hand"
    # The key includes a lesson's advice, so that the advised parts replace those chosen before.
    advised = "".join(context.get("advised", ())).replace(" ", "")
    talks = view["negotiation"] or {"round": ""}
    key = f"compose-{view['phase']}-{view['turn_no']}-{asked}-{view['rank']}{talks['round']}{advised}"
    return {**acts_of_seat, "kind": kind, "key": key, **PARTS[kind](context, me, keys)}


def _offers_first(legal: list[str]) -> list[str]:
    """MU-23: offers to take before the picks."""
    return sorted(legal, key=lambda action: not action.startswith("take"))


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


def _waiting_button(context: Context, keys: Iterator[int]) -> dict[str, Any]:
    """A button for this phase's action, with the reason why the seat can't act now."""
    view: Json = context["view"]
    usual = USUAL.get(view["phase"]) or f"pick {view['tied'][0]}"
    if view["negotiation"] and view["phase"] == "offer":
        usual = "pass"
    words = {
        "bid": _("Bid"),
        "offer": _("Make an offer"),
        "pick": _("Break the tie"),
        "move": _("Move a token"),
        "course": _("Set the course"),
        "lose": _("Lose a doubloon"),
        "retrieve": _("Take a doubloon back"),
    }[view["phase"]]
    # While the match is paused nobody is.
    effect = _("Others are to act.") if view["to_act"] else context["why"].get(usual, "")
    choice = offer(context, usual, keys, words, effect, PHASE_RULES[view["phase"]])
    return {"choice": choice, "picture": "", "seat": None, "payer": None}


def _laid_reminder(context: Context, me: int) -> dict[str, Any]:
    """The seat's own closed bid or offer, as a reminder."""
    view: Json = context["view"]
    bid = view["seats"][me]["bid"]
    if view["phase"] == "bid" and bid is not None:
        words = _("In your closed fist: {tokens}.").format(
            tokens=wording.tokens(bid["doubloons"], bid["rum"])
        )
        return {"held": words, "tokens": bid}
    for own_offer in view["offers"]:
        if own_offer["seat"] == me and own_offer["rum"]:
            words = _("Your offer: {things} {wish}.").format(
                things=wording.counted("rum", own_offer["rum"]),
                wish=wish(own_offer, context["names"], me, me),
            )
            return {
                "held": words,
                "tokens": {"doubloons": 0, "rum": own_offer["rum"]},
                "laid": own_offer["state"] == "shown",
            }
    return {}


def _compound_option(context: Context, action: str, parts: str) -> dict[str, Any]:
    """A decision in parts as one entry of a list."""
    names = context["names"]
    return {
        "action": action,
        "parts": parts,
        "advised": action in context.get("advised", ()),
        "label": label(action, names),
        "effect": hint(context["view"], action, names),
    }


def _initial_parts(options: list[dict[str, Any]], usual: str) -> str:
    """The initial parts of a decision: a lesson's advice, otherwise the usual ones."""
    return next((str(one["parts"]) for one in options if one["advised"]), usual)


def _bid_parts(context: Context, me: int, keys: Iterator[int]) -> dict[str, Any]:
    """MU-10: doubloons and rum, both starting at none."""
    view: Json = context["view"]
    purse = view["seats"][me]
    options = []
    for action in view["legal"]:
        _verb, doubloons, rum = action.split()
        options.append(
            {**_compound_option(context, action, f"{doubloons} {rum}"), "d": int(doubloons), "r": int(rum)}
        )
    return {
        "options": options,
        "start": _initial_parts(options, "0 0"),
        "steppers": [
            _stepper(token, most, keys, _("Less than nothing can't be bid (MU-10)."), "MU-10")
            for token, most in (("doubloon", purse["doubloons"]), ("rum", min(purse["rum"], RUM_AT_ONCE)))
        ],
        "go_key": next(keys),
    }


def _stepper(
    token: str, most: int, keys: Iterator[int], why_less: str, rule: str, of_others: bool = False
) -> dict[str, Any]:
    """A counter of doubloons or rum up to `most`, with the sentences for its lower and its upper limit.

    The upper limit is what the reader has, or with `of_others` what any other player has.
    """
    name = wording.resource_name(token)
    why_more = _("You have no more than {things} unplayed ({rule}).")
    if token == "rum" and most == RUM_AT_ONCE:
        why_more, rule = _("A bid or an offer holds {things} at most ({rule})."), "MU-2"
    elif of_others:
        why_more = _("Nobody else has more than {things} unplayed ({rule}).")
    return {
        "what": token,
        "label": name,
        "most": most,
        "keys": (next(keys), next(keys)),
        "less": _("One less: {what}").format(what=name),
        "more": _("One more: {what}").format(what=name),
        "why_less": why_less,
        "why_more": why_more.format(things=wording.counted(token, most), rule=rule),
    }


def _offer_parts(context: Context, me: int, keys: Iterator[int]) -> dict[str, Any]:
    """MU-23: an amount of rum and what it is for, as an offer or as the lookout's price."""
    view: Json = context["view"]
    asks = view["phase"] == "pick"
    most = max(int(action.split()[1]) for action in view["legal"] if action.startswith(("offer", "ask")))
    least = (
        _("A price is of 1 rum at least (MU-23).") if asks else _("An offer is of 1 rum at least (MU-23).")
    )
    steppers = [_stepper("rum", most, keys, least, "MU-23", asks)]
    go_key = next(keys, None)
    others = [action for action in _offers_first(view["legal"]) if not action.startswith(("offer", "ask"))]
    other_buttons = [_button(context, action, keys) for action in others]
    options = [
        _offer_option(context, action) for action in view["legal"] if action.startswith(("offer", "ask"))
    ]
    mine = offer_of(view, me)
    if not asks and mine and mine["rum"]:
        # The seat's present offer is one of the steps, too; choosing it means to pass.
        kept = _compound_option(context, "pass", f"{mine['rum']} {_target_part(mine)}")
        options.append({**kept, "label": _("Keep this offer")})
    return {
        "options": options,
        "start": _initial_parts(options, _first_offer(view, me, asks, most, options)),
        "asks": asks,
        # A player who is not tied has no stake in the pick, and usually passes.
        "bystander": not asks and me not in view["tied"],
        "lacks": _("First choose who is to be picked"),
        "why_lacks": (
            _("A price names who is to be picked (MU-23).")
            if asks
            else _("An offer names who is to be picked (MU-23).")
        ),
        "laid": view["negotiation"] is not None,
        "steppers": steppers,
        "targets": _target_groups(context, options, keys),
        "go_key": go_key,
        "buttons": other_buttons if asks else [],
        "asides": [] if asks else [one["choice"] for one in other_buttons],
    }


def _offer_option(context: Context, action: str) -> dict[str, Any]:
    """MU-23: an offer or a price as one entry of a list, in words to whoever names it."""
    names, me, view = context["names"], context["me"], context["view"]
    _verb, rum, _for, *target = action.split()
    things, picked = wording.counted("rum", int(rum)), wish(target_of(target), names, me)
    words = (
        _("Ask {things} {wish}") if action.startswith("ask") else _("Offer {lookout} {things} {wish}")
    ).format(things=things, wish=picked, lookout=wording.addressed(view["lookout"], names, None))
    return {**_compound_option(context, action, f"{rum} {'-'.join(target)}"), "label": words}


def _first_offer(view: Json, me: int, asks: bool, most: int, options: list[dict[str, Any]]) -> str:
    """The parts that are chosen at first, of at most `most` rum.

    For a price: the present price. For an offer: 1 rum more than the present offer. Without either: 1 rum,
    and the pick only if there is a single one to choose.
    """
    mine, price = offer_of(view, me), (view["negotiation"] or {}).get("price")
    if asks and price and price["for"] in view["tied"]:
        return f"{min(price['rum'], most)} {price['for']}"
    if not asks and mine and mine["rum"] and mine["for"] in (None, *view["tied"]):
        return f"{min(mine['rum'] + 1, most)} {_target_part(mine)}"
    targets = {one["parts"].split()[1] for one in options}
    return f"1 {targets.pop() if len(targets) == 1 else '-'}"


def _target_part(target: Json) -> str:
    """What an offer is for, as a part of a decision: `1`, `not-1`, `1-then-2`."""
    if target["but"] is not None:
        return f"not-{target['but']}"
    return str(target["for"]) if target["second"] is None else f"{target['for']}-then-{target['second']}"


def _target_groups(
    context: Context, options: list[dict[str, Any]], keys: Iterator[int]
) -> list[dict[str, Any]]:
    """What rum can be offered for, in groups: a player, anyone but one, both ranks."""
    values = dict.fromkeys(one["parts"].split()[1] for one in options)
    kinds = {
        "one": (_("for picking"), [value for value in values if value.isdigit()]),
        "anyone-but": (_("for anyone but"), [value for value in values if value.startswith("not")]),
        "first-and-second": (_("for first and second"), [value for value in values if "then" in value]),
    }
    return [
        {
            "kind": kind,
            "label": label,
            "picks": [_target_pick(context, value, keys) for value in values_of_kind],
        }
        for kind, (label, values_of_kind) in kinds.items()
        if values_of_kind
    ]


def _target_pick(context: Context, value: str, keys: Iterator[int]) -> dict[str, Any]:
    seats = [int(part) for part in value.split("-") if part.isdigit()]
    names = [str(wording.addressed(seat, context["names"], context["me"])) for seat in seats]
    words = wish(target_of(value.split("-")), context["names"], context["me"])
    people = list(zip(seats, names, strict=True))
    return {"value": value, "people": people, "words": words, "key": next(keys, None)}


def _move_parts(context: Context, me: int, keys: Iterator[int]) -> dict[str, Any]:
    """MU-24: a token and its new crew member; or no move."""
    view: Json = context["view"]
    stay = _choice(context, "stay", keys)
    options = []
    tokens: dict[str, dict[str, Any]] = {}
    for action in view["legal"]:
        if action == "stay":
            continue
        _verb, token, _of, owner, _from, start, _to, end = action.split()
        value = f"{token}-{owner}-{start}"
        options.append({**_compound_option(context, action, f"{value} {end}"), "token": value})
        tokens[value] = {"value": value, **_token_variables(context, token, int(owner), start)}
    return {
        "options": options,
        "start": "- -",
        "stay": stay,
        "tokens_of": [
            {
                "crew": crew,
                "label": wording.crew_name(crew),
                "tokens": sorted(
                    (one for one in tokens.values() if one["crew"] == crew),
                    key=lambda one: (one["seat"] != me, one["seat"], one["token"]),
                ),
            }
            for crew in wording.CREW
        ],
        "targets": [
            {"crew": crew, "label": wording.crew_name(crew), "key": next(keys, None)} for crew in wording.CREW
        ],
    }


def _token_variables(context: Context, token: str, owner: int, crew: str) -> dict[str, Any]:
    """A token that may be moved: its kind, its owner and the crew member on whom it lies."""
    words = _("{name}: {things} on {crew}").format(
        name=context["names"][owner], things=wording.counted(token, 1), crew=wording.crew_phrase(crew)
    )
    return {"token": token, "seat": owner, "crew": crew, "words": words}


def _button(context: Context, action: str, keys: Iterator[int]) -> dict[str, Any]:
    """A choice with its icon: a player's sign, shaking hands or a crew member."""
    verb, _space, rest = action.partition(" ")
    button: dict[str, Any] = {
        "choice": _choice(context, action, keys),
        "seat": None,
        "payer": None,
        "picture": "",
    }
    if verb == "pick":
        seat, _paid, payer = rest.partition(" paid by ")
        button |= {"seat": int(seat), "payer": int(payer) if payer else None}
        if not payer and int(seat) == context["me"]:
            button["choice"] = replace(button["choice"], label=_("Pick yourself"))
        button["picture"] = "mu-handshake" if payer else ""
    elif verb == "take":
        button |= {"payer": int(rest), "picture": "mu-handshake"}
    elif verb in ("north", "south"):
        button["picture"] = f"mu-{verb}"
    elif verb in ("lose", "retrieve") and rest != "unplayed":
        button["picture"] = f"mu-{rest}"
    elif verb == "lose":
        button["picture"] = "mu-purse"
    return button


# By kind of decision, the function that describes its parts.
PARTS: dict[str, Callable[[Context, int, Iterator[int]], dict[str, Any]]] = {
    "bid": _bid_parts,
    "offer": _offer_parts,
    "move": _move_parts,
}


def phase_steps(context: Context) -> list[dict[str, Any]]:
    """The steps of a turn, for the phase bar: the bids, the five crew members, the doubloons taken back."""
    view: Json = context["view"]
    bidding = view["phase"] == "bid"
    steps = [
        {"label": _("Bids"), "state": "now" if bidding else "done", "thing": "phase-bids"},
        *(
            {
                "label": wording.crew_name(one["name"]),
                "state": _step_state(one["state"]),
                "thing": f"phase-{one['name']}",
            }
            for one in view["crew"]
        ),
    ]
    back = "now" if view["phase"] == "retrieve" else "next"
    return [*steps, {"label": _("Doubloons back"), "state": back, "thing": "phase-back"}]


def _step_state(state: str) -> str:
    return {"resolving": "now", "resolved": "done"}.get(state, "next")


def prompt_line(context: Context) -> str:
    """The sentence that says whose turn it is and for what."""
    view: Json = context["view"]
    if view["phase"] == "over":
        return over_line(context)
    return asked_line(context, prompt(dict(view), context["names"]))
