"""The one-line effect of an action, from a view alone.

The rules decide what an action does. This module words it with numbers from the view: the cards left, the
coins on Satè, the totals of a duel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quarterdeck.games.cartagena.words import hints_of_duels, hints_of_pirates
from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.games.cartagena.words.actions import imperative, sentence
from quarterdeck.i18n import N_, _, ngettext

__all__ = ["Json", "hint", "label"]

Json = Mapping[str, Any]
Names = Sequence[str]


def label(action: str, names: Names = (), phase: str = "") -> str:
    """The label of an action's button, with players by name where names are given: "Visit Pang".

    In some phases “done” has a label of its own. Raises ActionTextError for an unknown action text.
    """
    if action == "done" and phase in _DECLINING:
        return _(_DECLINING[phase][0])
    return imperative(action, names) or sentence(action)


def hint(view: Json, action: str, names: Names = ()) -> str:
    """One line that says what `action` will do, in the language in use; players by name where given.

    Raises KeyError or ValueError for an unknown action text; call it only with legal actions.
    """
    if action in _BY_TEXT:
        return _BY_TEXT[action](view)
    verb, _space, rest = action.partition(" ")
    if verb in ("rob", "spy"):
        return (_rob if verb == "rob" else _spy)(view, int(rest), wording.seat_name(int(rest), names))
    if verb == "take":
        return hints_of_pirates.visit(view, rest, names)
    return _BY_VERB[verb](view, rest)


def _keep_gold(view: Json) -> str:
    looking = view["looking"]
    return _("Keep {gold}; {card} goes under its pile.").format(
        gold=wording.gold_phrase(looking["gold"]), card=wording.combat_phrase(looking["combat"][0])
    )


def _keep_combat(view: Json) -> str:
    looking = view["looking"]
    return _("Keep {card}; {gold} goes under its pile.").format(
        gold=wording.gold_phrase(looking["gold"]), card=wording.combat_phrase(looking["combat"][0])
    )


def _keep(view: Json, card: str) -> str:
    others = list(view["looking"]["combat"])
    others.remove(card)
    return _("Keep it; {card} goes under the pile.").format(card=wording.combat_phrase(others[0]))


def _swap(view: Json, _card: str) -> str:
    cards = view["trade"]["made"] + 1
    return ngettext(
        "When you are done you draw {count} card.",
        "When you are done you draw {count} cards.",
        cards,
    ).format(count=cards)


# By phase: the label of “done”, and what it does (CA-47, CA-49 to CA-51).
_DECLINING = {
    "rob": (N_("Steal nothing"), N_("All keep their coins.")),
    "side": (
        N_("Leave it untouched"),
        N_("All see that it is untouched: whoever knows your side still knows it."),
    ),
    "spy": (N_("Look at none"), N_("You learn nothing, and nobody is looked at.")),
    "inspect": (N_("Look at no pair"), N_("No sailor is touched: what others know of them stays true.")),
}


def _done(view: Json) -> str:
    if view["phase"] in _DECLINING:
        return _(_DECLINING[view["phase"]][1])
    cards = view["trade"]["made"]
    if view["phase"] == "trade":
        return _("No further trade.") if cards else _("Trade nothing.")
    if not cards:
        return _("Keep your cards as they are.")
    return _("Draw {cards} for what you put under the pile.").format(cards=wording.counted("combat", cards))


def _sell(view: Json, _card: str) -> str:
    coins = view["seats"][view["seat"]]["coins"] + 1
    return _("It goes under the pile, and you have {coins}.").format(coins=wording.coins(coins))


def _buy(view: Json) -> str:
    coins = view["seats"][view["seat"]]["coins"] - 1
    return _("The top combat card; you are left with {coins}.").format(coins=wording.coins(coins))


def _draw(view: Json) -> str:
    return _("The top one of {cards}.").format(cards=wording.counted("combat", view["supply"]["combat"]))


def _coin(view: Json) -> str:
    coins = view["seats"][view["seat"]]["coins"] + 1
    return _("You have {coins} then.").format(coins=wording.coins(coins))


def _rob(view: Json, seat: int, name: str) -> str:
    has = view["seats"][seat]["coins"]
    left = _("{name} keeps {coins} of {all} coins.").format(name=name, coins=has - 1, all=has)
    return left if has > 1 else _("It is the only one that {name} has.").format(name=name)


def _side(view: Json, side: str) -> str:
    mine = view["seats"][view["seat"]]["side"]
    if mine is None:
        return _("If {leader} wins the mutiny, you can win the game. Nobody sees what you choose.").format(
            leader=wording.side_leader(side)
        )
    if mine == side:
        return _("You stay with {leader}; to the others it may as well be a change.").format(
            leader=wording.side_leader(side)
        )
    return _("You change over to {leader}; to the others it may as well be a bluff.").format(
        leader=wording.side_leader(side)
    )


def _spy(view: Json, seat: int, name: str) -> str:
    look = next((one for one in view["seats"][view["seat"]]["saw"] if one["seat"] == seat), None)
    if look is None:
        return _("You will know which side {name} stands for.").format(name=name)
    side = wording.side_name(look["side"])
    if look["fresh"]:
        return _("You know already: {name} stands for {side}.").format(name=name, side=side)
    return _("You saw {side}, but {name} has handled the card since.").format(name=name, side=side)


def _higher(view: Json, side: str) -> str:
    pair = view["sailors"]["pairs"][view["sailors"]["placed"]]
    low, high = pair["values"]
    ours, theirs = (high, low) if side == "valverde" else (low, high)
    return _pair_sentence(pair["letter"], ours, theirs)


def _inspect(view: Json, letter: str) -> str:
    pair = next(one for one in view["sailors"]["pairs"] if one["letter"] == letter)
    if pair["valverde"] is not None:
        return _("You know it. {duel}").format(duel=_pair_sentence(letter, pair["valverde"], pair["diaz"]))
    if pair["values"] is not None:
        low, high = pair["values"]
        return _("You know {low} and {high}, but somebody has handled them since.").format(low=low, high=high)
    return _("You don't know these two yet.")


def _handle_sailors(swapped: bool) -> Callable[[Json], str]:
    def effect(view: Json) -> str:
        letter = view["sailors"]["inspected"]
        pair = next(one for one in view["sailors"]["pairs"] if one["letter"] == letter)
        ours, theirs = pair["valverde"], pair["diaz"]
        return _pair_sentence(letter, theirs, ours) if swapped else _pair_sentence(letter, ours, theirs)

    return effect


def _pair_sentence(letter: str, valverde: int, diaz: int) -> str:
    return _("Duel {pair}: {valverde} for Captain Valverde, {diaz} for Ramon Diaz.").format(
        pair=letter, valverde=valverde, diaz=diaz
    )


_BY_TEXT: dict[str, Callable[[Json], str]] = {
    "open": hints_of_pirates.knock,
    "keep gold": _keep_gold,
    "keep combat": _keep_combat,
    "buy": _buy,
    "done": _done,
    "draw": _draw,
    "coin": _coin,
    "swap": _handle_sailors(True),
    "keep": _handle_sailors(False),
    "mascot": hints_of_duels.mascot,
}

_BY_VERB: dict[str, Callable[[Json, str], str]] = {
    "keep": _keep,
    "swap": _swap,
    "sell": _sell,
    "side": _side,
    "higher": _higher,
    "inspect": _inspect,
    "play": hints_of_duels.play,
}
