"""The prompts of each phase, for the reader and for others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.i18n import N_, _, ngettext
from quarterdeck.kernel.spec import Json

MOST_TRADES = 3

THEIR_PROMPTS = {
    "cabins": N_("{name} visits a pirate whose door is open, or knocks at the next one."),
    "cabins all open": N_("{name} visits one of the pirates that are left."),
    "diaz": N_("{name} keeps the gold card or the combat card."),
    "tembo": N_("{name} keeps one of two combat cards."),
    "swap": N_("{name} swaps combat cards."),
    "trade": N_("{name} haggles with Dean Nero."),
    "pang": N_("{name} chooses between a combat card and a coin."),
    "rob": N_("{name} chooses whom to rob of a coin."),
    "rob or not": N_("{name} may rob somebody of a coin."),
    "side": N_("{name} chooses a side."),
    "side again": N_("{name} handles the conviction card: a new side, or the old one?"),
    "side again or not": N_("{name} may change sides, only seem to, or leave the conviction card untouched."),
    "spy": N_("{name} chooses whose conviction to look at."),
    "spy or not": N_("{name} may look at somebody's conviction."),
    "sailors": N_("{name} looks at two sailors and decides who fights on which side."),
    "inspect": N_("{name} chooses a pair of sailors to look at."),
    "inspect or not": N_("{name} may look at a pair of sailors."),
    "handle": N_("{name} looks at a pair of sailors and may swap the two."),
    "duel": N_("{name} lays a card for the duel."),
    "several duel": N_("{name} lay a card for the duel."),
}

_MY_PROMPTS = {
    "cabins": N_("Visit a pirate whose door is open, or knock at the next one."),
    "cabins one": N_("Visit {pirate}, or knock at the next door."),
    "cabins all open": N_("Every door is open: which of the pirates do you visit?"),
    "diaz": N_("Which of the two do you keep? The other goes under its pile."),
    "tembo": N_("Which of the two do you keep? The other goes under the pile."),
    "pang": N_("The top combat card, or a coin?"),
    "rob": N_("Whom do you rob of a coin?"),
    "rob or not": N_("Whom do you rob of a coin? You may also rob nobody."),
    "side": N_("Which side do you stand for?"),
    "side again": N_("Do you change sides, or only seem to?"),
    "side again or not": N_("Do you change sides, only seem to, or leave your conviction card untouched?"),
    "spy": N_("Whose conviction do you look at?"),
    "spy or not": N_("Whose conviction do you look at? You may leave them all alone."),
    "sailors": N_("Duel {pair}, {low} against {high}: on whose side does the {high} fight?"),
    "inspect": N_("Which pair of sailors do you look at?"),
    "inspect or not": N_("Which pair of sailors do you look at? You may leave them all alone."),
    "handle": N_("Swap these two sailors, or leave them as they stand?"),
    "duel": N_("Duel {pair}, round {round}: lay a combat card face down, or your mascot."),
    "duel first": N_("Duel {pair}, round {round}: lay a combat card face down."),
    "duel first with mascot": N_(
        "Duel {pair}, round {round}: lay a combat card face down. With the mascot you are out of the game."
    ),
}


def variant(view: Json) -> str:
    """The phase, with variants where it publicly asks different things."""
    phase: str = view["phase"]
    if phase == "cabins" and all(door["state"] != "closed" for door in view["row"]):
        return "cabins all open"
    if phase == "side" and view["seats"][view["turn"]]["side"] is not None:
        phase = "side again"
    return f"{phase} or not" if may_decline(view) else phase


def may_decline(view: Mapping[str, Any]) -> bool:
    """CA-47, CA-49 to CA-51: whether the seat to act may leave a pirate's action alone; all see that."""
    if view["duels"] or "nothing_declined" in view["readings"]:
        return False
    if view["phase"] == "side":
        return view["seats"][view["turn"]]["side"] is not None
    return view["phase"] in ("rob", "spy", "inspect")


def my_prompt(view: Json) -> str:
    """The prompt for the reader of this view."""
    phase = view["phase"]
    if phase == "swap":
        return _swap_prompt(view)
    if phase == "trade":
        return _trade_prompt(view)
    values: dict[str, int | str] = {}
    key = variant(view)
    if key == "cabins":
        free = [door["pirate"] for door in view["row"] if door["available"]]
        if len(free) == 1:
            key, values = "cabins one", {"pirate": wording.pirate_phrase(free[0])}
    elif key == "sailors":
        pair = view["sailors"]["pairs"][view["sailors"]["placed"]]
        values = {"pair": pair["letter"], "low": pair["values"][0], "high": pair["values"][1]}
    elif key == "duel":
        duel = view["duels"][-1]
        values = {"pair": duel["letter"], "round": duel["round"]}
        if duel["round"] == 1:
            key = "duel first with mascot" if "mascot_in_first_round" in view["readings"] else "duel first"
    return _(_MY_PROMPTS[key]).format(**values)


def _swap_prompt(view: Json) -> str:
    """CA-44: how many of up to three swaps are left, limited by the cards."""
    swaps_made = int(view["trade"]["made"])
    left = min(MOST_TRADES - swaps_made, view["seats"][view["turn"]]["combat_count"])
    if swaps_made:
        words = ngettext(
            "Swap one more combat card, or say that's all.",
            "Swap up to {left} more combat cards, or say that's all.",
            left,
        )
    else:
        words = ngettext(
            "Swap your only combat card: put it under the pile, or leave it.",
            "Swap up to {left} combat cards: put the first under the pile, or swap none.",
            left,
        )
    return words.format(left=left)


def _trade_prompt(view: Json) -> str:
    """CA-45: how many of up to three trades are left in this direction, as far as they can be paid."""
    trade, me, supply = view["trade"], view["seats"][view["turn"]], view["supply"]
    left = MOST_TRADES - int(trade["made"])
    sold = min(left, me["combat_count"], supply["coins"]) if trade["direction"] != "buy" else 0
    bought = min(left, me["coins"], supply["combat"]) if trade["direction"] != "sell" else 0
    if trade["direction"] is None:
        return _first_trade_prompt(sold, bought)
    if sold:
        words = ngettext(
            "Sell {left} more combat card for a coin, or say that's all.",
            "Sell up to {left} more combat cards for a coin each, or say that's all.",
            sold,
        )
    else:
        words = ngettext(
            "Buy {left} more combat card for a coin, or say that's all.",
            "Buy up to {left} more combat cards for a coin each, or say that's all.",
            bought,
        )
    return words.format(left=sold or bought)


def _first_trade_prompt(sold: int, bought: int) -> str:
    """CA-45: the possible directions of the first trade."""
    if sold and bought:
        words = _("Sell up to {sold}, or buy up to {bought}, for a coin each.")
    elif sold:
        words = ngettext(
            "Sell {sold} for a coin, or trade nothing.",
            "Sell up to {sold} for a coin each, or trade nothing.",
            sold,
        )
    else:
        words = ngettext(
            "Buy {cards} for a coin, or trade nothing.",
            "Buy up to {cards} for a coin each, or trade nothing.",
            bought,
        )
    return words.format(
        sold=wording.counted("combat", sold), bought=bought, cards=wording.counted("combat", bought)
    )
