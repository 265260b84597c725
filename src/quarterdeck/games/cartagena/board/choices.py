"""The actions of the person at the table, legal or not, with the reasons: the doors and the other choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quarterdeck.games.cartagena.board.places import people
from quarterdeck.games.cartagena.board.seats import piles
from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.games.cartagena.words.actions import prompt
from quarterdeck.games.cartagena.words.asking import may_decline
from quarterdeck.games.cartagena.words.hints import Json, hint, label
from quarterdeck.i18n import _, ngettext
from quarterdeck.web.boards.base import Choice, Context, asked_line, offer, over_line

__all__ = ["asked", "doors", "phase_steps", "prompt_line", "row", "stake"]

# Phases in which a combat card of the hand is chosen, with the verb of their actions.
FROM_HAND = {"swap": "swap", "trade": "sell", "duel": "play"}


def row(context: Context) -> list[dict[str, Any]]:
    """The row of cabin doors (CA-20 to CA-24), without choices."""
    view: Json = context["view"]
    return [
        {
            "at": at,
            "state": door["state"],
            "pirate": door["pirate"],
            "name": wording.pirate_name(door["pirate"]) if door["pirate"] else "",
            "power": wording.pirate_action(door["pirate"]) if door["pirate"] else "",
            "by": people(context, [door["by"]]) if door["by"] is not None else "",
            "coins": view["sate_coins"] if door["pirate"] == "sate" and door["state"] == "open" else 0,
            "choice": None,
        }
        for at, door in enumerate(view["row"])
    ]


def doors(context: Context, keys: Iterator[int]) -> list[dict[str, Any]]:
    """The row of cabin doors, with a `Choice` where the person may choose; empty for spectators."""
    view: Json = context["view"]
    if context["me"] is None or context["replay"] is not None:
        return []
    doors_of_row = row(context)
    if view["phase"] == "cabins":
        first = next((door["at"] for door in doors_of_row if door["state"] == "closed"), None)
        for door in doors_of_row:
            action = "open" if door["at"] == first else ""
            if door["state"] == "open" and door["pirate"] != "ghost":
                action = f"take {door['pirate']}"
            if action:
                door["choice"] = _door_choice(context, action, keys)
    return doors_of_row


def _door_choice(context: Context, action: str, keys: Iterator[int]) -> Choice:
    """A door's choice. Only a seat that may take it sees all numbers of its effect."""
    view: Json = context["view"]
    if action in view["legal"]:
        return _legal_choice(context, action, keys)
    effect = stake(view) if action == "open" else wording.pirate_action(action.removeprefix("take "))
    return offer(context, action, keys, label(action), effect, "CA-21")


def stake(view: Json) -> str:
    """CA-25: what may be behind the closed doors."""
    closed = sum(door["state"] == "closed" for door in view["row"])
    if not closed:
        return ""
    if "ghost" not in view["face_down"]:
        return _("The Ghost is not behind a closed door.")
    return ngettext(
        "The last closed door may hide the Ghost.",
        "One of the {count} closed doors may hide the Ghost.",
        closed,
    ).format(count=closed)


def _legal_choice(context: Context, action: str, keys: Iterator[int]) -> Choice:
    view, names = context["view"], context["names"]
    order = "CA-63" if view["phase"] == "duel" else "CA-21"
    return offer(context, action, keys, label(action, names, view["phase"]), hint(view, action, names), order)


def asked(context: Context, keys: Iterator[int]) -> list[dict[str, Any]]:
    """The choices beside the doors, each with its picture."""
    view: Json = context["view"]
    me: int | None = context["me"]
    if me is None or context["replay"] is not None or view["phase"] in ("cabins", "over"):
        return []
    if view["phase"] == "duel":
        return _duel_choices(context, me, keys)
    if me not in view["to_act"]:
        return []
    # “done” comes last.
    actions = sorted(view["legal"], key=lambda action: bool(action == "done"))
    return [_with_picture(view, _legal_choice(context, action, keys)) for action in actions]


def _duel_choices(context: Context, me: int, keys: Iterator[int]) -> list[dict[str, Any]]:
    """CA-63, CA-64: the cards of the hand and the mascot; nothing once a card is laid."""
    view: Json = context["view"]
    seat = view["seats"][me]
    if not seat["fighting"] or seat["posted"] is not None or seat["combat"] is None:
        return []
    actions = [*(f"play {pile['card']}" for pile in piles(seat["combat"])), "mascot"]
    return [_with_picture(view, _legal_choice(context, action, keys)) for action in actions]


def _with_picture(view: Json, choice: Choice) -> dict[str, Any]:
    """A choice with its picture: `picture` is the picture's kind; `card`, `side` or `value` say which one."""
    verb, _space, rest = choice.action.partition(" ")
    pictured: dict[str, Any] = {
        "choice": choice,
        "picture": "",
        "card": "",
        "side": "",
        "value": "",
        "count": 1,
    }
    if rest in wording.COMBAT:
        pictured |= {"picture": "combat", "card": rest, "count": _card_count(view, rest)}
    elif choice.action == "keep combat":
        pictured |= {"picture": "combat", "card": view["looking"]["combat"][0]}
    elif choice.action == "keep gold":
        pictured |= {"picture": "gold", "value": view["looking"]["gold"]}
    elif verb in ("side", "higher"):
        pictured |= {"picture": "side" if verb == "side" else "sailor", "side": rest}
        if verb == "higher":
            pictured["value"] = view["sailors"]["pairs"][view["sailors"]["placed"]]["values"][1]
    elif verb in ("rob", "spy"):
        pictured["picture"] = "coin" if verb == "rob" else "eye"
    else:
        pictured["picture"] = {
            "draw": "combat-back",
            "buy": "combat-back",
            "coin": "coin",
            "mascot": "mascot",
            "swap": "change",
            "inspect": "eye",
            "done": "leave" if may_decline(view) else "done",
        }.get(verb, "done")
    return pictured


def _card_count(view: Json, card: str) -> int:
    """How many of these cards there are to choose from."""
    if view["phase"] == "tembo":
        return int(view["looking"]["combat"].count(card))
    hand = view["seats"][view["seat"]]["combat"]
    return int(hand.count(card)) if hand else 1


def phase_steps(context: Context) -> list[dict[str, Any]]:
    """The steps of a round (its turns) or of the mutiny (its duels), for the phase bar."""
    view: Json = context["view"]
    if view["duels"]:
        fought = len(view["duels"]) - (view["phase"] != "over")
        labels = [_("Duel {letter}").format(letter=pair["letter"]) for pair in view["sailors"]["pairs"]]
        now = fought if view["phase"] != "over" else -1
        return [_phase_step("duel", text, at < fought, at == now) for at, text in enumerate(labels)]
    count = len(view["seats"])
    order = [(view["giver"] + at) % count for at in range(count)]
    turns = [
        _phase_step(
            "turn", context["names"][seat], view["seats"][seat]["used"] is not None, seat == view["turn"]
        )
        for seat in order
    ]
    return [*turns, _phase_step("sail", _("The ship sails"), False, view["turn"] is None)]


def _phase_step(phase: str, text: str, done: bool, now: bool) -> dict[str, Any]:
    state = "now" if now else "done" if done else "next"
    return {"label": text, "state": state, "thing": f"phase-{phase}"}


def prompt_line(context: Context) -> str:
    """The sentence that says whose turn it is and for what."""
    view: Json = context["view"]
    if view["phase"] == "over":
        return over_line(context)
    return asked_line(context, prompt(dict(view), context["names"]))
