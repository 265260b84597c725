"""The actions of the person at the table, legal or not, with reasons, sorted into the page's places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from quarterdeck.games.meuterer.board.places import island_place
from quarterdeck.games.meuterer.board.things import PHASES
from quarterdeck.games.meuterer.words import hints, names
from quarterdeck.games.meuterer.words.actions import prompt
from quarterdeck.games.meuterer.words.hints import Json
from quarterdeck.games.meuterer.words.reasons import PHASE_RULES
from quarterdeck.i18n import _
from quarterdeck.web.boards import base
from quarterdeck.web.boards.base import Choice, Context, offer

__all__ = ["NOTHING", "choices", "phase_steps", "prompt_line"]

NOTHING: dict[str, Any] = {"hand": [], "roles": [], "taking": False, "buttons": []}


class Pile(NamedTuple):
    """The own cards of a kind: the actions with one of them, and their places in the fan."""

    good: str
    choice: Choice | None
    slots: tuple[int, ...]


def choices(context: Context) -> dict[str, Any]:
    """The groups of the prompt.

    They are ``hand`` (a list of `Pile`), ``roles``, ``buttons`` and ``taking``, whether a role may be taken
    now. `context` is the page's context; see `web.table.markup`. Without a seat, or after the match, all are
    empty.
    """
    view: Json = context["view"]
    me: int | None = context["me"]
    if me is None or view["seats"][me]["hand"] is None or view["phase"] == "over":
        return NOTHING
    keys = iter(range(1, 10))
    seat = view["seats"][me]
    hand = sorted(seat["hand"], key=names.GOODS.index)
    by_good: dict[str, Choice] = {}
    if view["phase"] == "return" or (view["phase"] == "show" and not seat["left"]):
        by_good = {good: _choice(context, f"{view['phase']} {good}", keys) for good in dict.fromkeys(hand)}
    needs_role = view["phase"] == "show" and me != view["captain"] and seat["role"] is None
    # Before leaving, the action cards can only be read; after leaving, one can be taken (ME-34).
    taking = needs_role and seat["left"]
    roles = [_role_choice(context, role, keys if taking else None) for role in names.ROLES if needs_role]
    placed = {choice.action for choice in (*by_good.values(), *roles)}
    buttons = [_choice(context, action, keys) for action in view["legal"] if action not in placed]
    if view["phase"] == "show" and not seat["left"] and "leave" not in view["legal"]:
        buttons.append(_choice(context, "leave", keys))
    piles = _hand_piles(hand, len(seat["shown"]), by_good)
    return {"hand": piles, "roles": roles, "taking": taking, "buttons": buttons}


def _hand_piles(hand: list[str], first_slot: int, by_good: Mapping[str, Choice]) -> list[Pile]:
    """The sorted hand by kind; its slots in the fan are numbered from `first_slot` on."""
    return [
        Pile(
            good,
            by_good.get(good),
            tuple(first_slot + index for index, card in enumerate(hand) if card == good),
        )
        for good in dict.fromkeys(hand)
    ]


def _role_choice(context: Context, role: str, keys: Iterator[int] | None) -> Choice:
    """An action card to take, or without `keys` one that can only be read."""
    action = f"leave {role}"
    if keys is not None:
        return _choice(context, action, keys)
    return Choice(action, names.role_name(role), hints.hint(context["view"], action), None, "")


def _choice(context: Context, action: str, keys: Iterator[int]) -> Choice:
    view = context["view"]
    effect = hints.outlook(view, action)
    choice = offer(
        context, action, keys, hints.label(view, action), effect, _turn_rule(view), _usual_refusal(action)
    )
    if action not in ("leave", "leave mutineer"):
        return choice
    # ME-33: its effect names the island that a course would lead to.
    island = hints.reach(view, view["seats"][view["seat"]]["hand_size"])
    return replace(choice, points=island_place(island["name"]))


def _turn_rule(view: Json) -> str:
    """The rule that decides who acts."""
    if view["phase"] == "mutiny" and view["options"]["rules"] == "manual":
        return "ME-52"
    return PHASE_RULES[view["phase"]]


def _usual_refusal(action: str) -> str:
    if action.startswith("leave "):
        return _("Somebody who left before you has taken it (ME-34).")
    if action.startswith("return "):
        return _("Only cards you have just drawn may go back (ME-74).")
    return ""


def phase_steps(view: Json) -> list[dict[str, Any]]:
    """The steps of a round for the phase bar: ``{"label", "state": "done" | "now" | "next", "thing"}``."""
    labels = [
        _("Offer"),
        _("Goods & roles"),
        _("Roles shown"),
        _("Mutiny"),
        _("Points"),
        _("Sail"),
        _("Draw"),
    ]
    now = {"offer": 0, "show": 1, "mutiny": 3, "sell": 4, "return": 6, "over": 7}[view["phase"]]
    states = ["done" if step < now else "now" if step == now else "next" for step in range(len(labels))]
    return [
        {"label": label, "state": state, "thing": f"phase-{phase}"}
        for label, state, phase in zip(labels, states, PHASES, strict=True)
    ]


def prompt_line(context: Context) -> str:
    """The sentence that says whose turn it is and for what."""
    view: Json = context["view"]
    if view["phase"] == "over":
        return base.over_line(context)
    acting = view["to_act"][0]
    mine = context["me"] in view["to_act"]
    left = view["phase"] == "show" and view["seats"][acting]["left"]
    asked = prompt(view["phase"], mine, base.names(context, view["to_act"]), acting == view["captain"], left)
    return base.asked_line(context, asked)
