"""What a card or the mascot would do in a duel, from a view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.i18n import _, ngettext

Json = Mapping[str, Any]

MASCOTS_PAY_IN = 2  # the round of a duel in which mascots bring coins (CA-65)
LAST_DUEL = "E"


def play(view: Json, card: str) -> str:
    """The duel's totals with this card alone, and the cards left after it (CA-63, CA-66)."""
    duel = view["duels"][-1]
    totals = {side: duel["total"][side] + _strength_for_side(card, side) for side in wording.SIDES}
    left = view["seats"][view["seat"]]["combat_count"] - 1
    return " ".join(
        [_totals_sentence(totals["valverde"], totals["diaz"]), _cards_left_sentence(left, duel["letter"])]
    )


def _strength_for_side(card: str, side: str) -> int:
    return int(card.partition(" ")[2]) if wording.side_of(card) == side else 0


def _totals_sentence(valverde: int, diaz: int) -> str:
    if valverde == diaz:
        return _("{total} all by your card alone.").format(total=valverde)
    leader = wording.side_leader("valverde" if valverde > diaz else "diaz")
    return _("{more} to {less} for {leader} by your card alone.").format(
        more=max(valverde, diaz), less=min(valverde, diaz), leader=leader
    )


def _cards_left_sentence(count: int, letter: str) -> str:
    """CA-66: the combat cards left; a player needs one for the first round of each duel."""
    if count:
        return ngettext("You keep {count} combat card.", "You keep {count} combat cards.", count).format(
            count=count
        )
    if letter == LAST_DUEL:
        return _("It is your last combat card.")
    return _("It is your last combat card: if there is a further duel, you are out of the game.")


def mascot(view: Json) -> str:
    """CA-64 to CA-66: what the mascot brings, and that the player leaves this duel."""
    if view["duels"][-1]["round"] == 1 and view["seats"][view["seat"]]["combat_count"]:
        if "mascot_in_first_round" in view["readings"]:
            return _("In a duel's first round it puts you out of the game: you can't win any more.")
        return _("Not in a duel's first round while you hold a combat card.")
    return " ".join([_coin_sentence(view), _("You are done with this duel.")])


def _coin_sentence(view: Json) -> str:
    if view["duels"][-1]["round"] != MASCOTS_PAY_IN:
        return _("No coin: mascots bring one in the second round only.")
    others = [one for seat, one in enumerate(view["seats"]) if seat != view["seat"]]
    if any(one["posted"] == wording.MASCOT for one in others):
        return _("It is not the only one: each mascot brings a coin from the supply.")
    everybody = "all_are_opponents" in view["readings"]
    rich = any((one["alive"] or everybody) and one["coins"] for one in others)
    if not any(one["fighting"] for one in others):
        return _("It steals a coin from an opponent.") if rich else _("No opponent has a coin to steal.")
    if not rich:
        return _("With other mascots, each brings a coin from the supply; nobody has one to steal.")
    return _("Alone it steals a coin from an opponent; with others, each brings one from the supply.")
