"""What is asked in each phase: of the reader, and of others."""

from __future__ import annotations

from quarterdeck.games.cartagena.words import names as called
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
    "side": N_("{name} chooses a side."),
    "side again": N_("{name} handles the conviction card: a new side, or the old one?"),
    "spy": N_("{name} chooses whose conviction to look at."),
    "sailors": N_("{name} looks at two sailors and decides who fights on which side."),
    "inspect": N_("{name} chooses a pair of sailors to look at."),
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
    "side": N_("Which side do you stand for?"),
    "side again": N_("Do you change sides, or only seem to?"),
    "spy": N_("Whose conviction do you look at?"),
    "sailors": N_("Duel {pair}, {low} against {high}: on whose side does the {high} fight?"),
    "inspect": N_("Which pair of sailors do you look at?"),
    "handle": N_("Swap these two sailors, or leave them as they stand?"),
    "duel": N_("Duel {pair}, round {round}: lay a combat card face down, or your mascot."),
    "duel first": N_("Duel {pair}, round {round}: lay a combat card face down."),
}


def variant(view: Json) -> str:
    """The phase, told apart where the same phase asks different things, as everybody can see."""
    phase: str = view["phase"]
    if phase == "cabins" and all(door["state"] != "closed" for door in view["row"]):
        return "cabins all open"
    if phase == "side" and view["seats"][view["turn"]]["side"] is not None:
        return "side again"
    return phase


def my_prompt(view: Json) -> str:
    """What is asked of the reader of this view."""
    phase = view["phase"]
    if phase == "swap":
        return _swaps(view)
    if phase == "trade":
        return _trades(view)
    values: dict[str, int | str] = {}
    key = variant(view)
    if key == "cabins":
        free = [door["pirate"] for door in view["row"] if door["available"]]
        if len(free) == 1:
            key, values = "cabins one", {"pirate": called.pirate_phrase(free[0])}
    elif key == "sailors":
        pair = view["sailors"]["pairs"][view["sailors"]["placed"]]
        values = {"pair": pair["letter"], "low": pair["values"][0], "high": pair["values"][1]}
    elif key == "duel":
        duel = view["duels"][-1]
        values = {"pair": duel["letter"], "round": duel["round"]}
        key = "duel first" if duel["round"] == 1 else key
    return _(_MY_PROMPTS[key]).format(**values)


def _swaps(view: Json) -> str:
    """CA-44: what is still open of up to three, with the cards there are."""
    made = int(view["trade"]["made"])
    left = min(MOST_TRADES - made, view["seats"][view["turn"]]["combat_count"])
    if made:
        words = ngettext(
            "Swap up to {left} more combat card, or say that's all.",
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


def _trades(view: Json) -> str:
    """CA-45: what is still open of up to three, one way or the other, as far as it can be paid."""
    trade, me, supply = view["trade"], view["seats"][view["turn"]], view["supply"]
    left = MOST_TRADES - int(trade["made"])
    sold = min(left, me["combat_count"], supply["coins"]) if trade["direction"] != "buy" else 0
    bought = min(left, me["coins"], supply["combat"]) if trade["direction"] != "sell" else 0
    if trade["direction"] is None:
        return _first_trade(sold, bought)
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


def _first_trade(sold: int, bought: int) -> str:
    """CA-45: either way is open, unless there is nothing to give or to get."""
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
        sold=called.counted("combat", sold), bought=bought, cards=called.counted("combat", bought)
    )
