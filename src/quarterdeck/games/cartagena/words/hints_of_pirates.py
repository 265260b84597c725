"""What visiting a pirate, or knocking at the next door, would bring now, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.games.cartagena.words.asking import MOST_TRADES
from quarterdeck.i18n import _, ngettext

Json = Mapping[str, Any]
Names = Sequence[str]


def knock(view: Json) -> str:
    """The cost of knocking at the next door, and what may be behind it (CA-22 to CA-25, CA-48)."""
    free = [door["pirate"] for door in view["row"] if door["available"]]
    farewell = (
        _("You let {pirate} go.").format(pirate=wording.pirate_phrase(free[0]))
        if len(free) == 1
        else _("You let all the open doors go.")
    )
    return " ".join([farewell, *_cost_of_passing_sate(view, None), _ghost_sentence(view)])


def _ghost_sentence(view: Json) -> str:
    """CA-25: the chance of the Ghost. Each face-down pirate is equally likely behind each door."""
    closed = sum(door["state"] == "closed" for door in view["row"])
    hidden = view["face_down"]
    if closed == 1:
        if "ghost" in hidden:
            return _(
                "You must visit whoever opens the last door; 1 time in {hidden} it is the Ghost."
            ).format(hidden=len(hidden))
        return _("You must visit whoever opens the last door; it can't be the Ghost.")
    if "ghost" not in hidden:
        return _("The Ghost is behind none of the closed doors.")
    return _(
        "1 time in {hidden} the Ghost is behind this door and would end your turn with nothing; {closed} "
        "times in {hidden} it is behind one of the {closed} closed doors."
    ).format(hidden=len(hidden), closed=closed)


def visit(view: Json, pirate: str, names: Names) -> str:
    """What this pirate would bring now (CA-40 to CA-51)."""
    me = view["seats"][view["seat"]]
    benefit = _VISITS[pirate](view, me, names)
    return " ".join([benefit, *_cost_of_passing_sate(view, pirate)])


def _cost_of_passing_sate(view: Json, pirate: str | None) -> list[str]:
    """CA-48: the cost of passing Satè by."""
    return [_("Satè gets one more coin.")] if _passes_sate(view, pirate) else []


def _passes_sate(view: Json, pirate: str | None) -> bool:
    """CA-48: whether choosing this pirate, or the next door, passes Satè by and puts a coin on the card."""
    offered = any(door["available"] and door["pirate"] == "sate" for door in view["row"])
    free = view["supply"]["coins"] - (0 if _sets_aside(view) else view["sate_coins"])
    return offered and pirate != "sate" and free > 0


def _sets_aside(view: Json) -> bool:
    """CA-48: whether the coins on Satè have left the supply."""
    return "sate_set_aside" in view["readings"]


def _coins_in_supply(view: Json, pirate: str) -> int:
    """The coins in the supply when the pirate acts; one less if Satè was passed by and it is set aside."""
    return int(view["supply"]["coins"]) - (_sets_aside(view) and _passes_sate(view, pirate))


def _valverde(view: Json, _me: Json, _names: Names) -> str:
    gold, coin = view["supply"]["gold"] > 0, _coins_in_supply(view, "valverde") > 0
    if gold and coin:
        return _("The top gold card and a coin.")
    if gold:
        return _("The top gold card; there is no coin left.")
    return _("A coin; there is no gold card left.") if coin else _nothing_sentence()


def _diaz(view: Json, _me: Json, _names: Names) -> str:
    gold, combat = view["supply"]["gold"] > 0, view["supply"]["combat"] > 0
    if gold and combat:
        return wording.pirate_action("diaz")
    if gold:
        return _("The top gold card; there is no combat card left.")
    return _("The top combat card; there is no gold card left.") if combat else _nothing_sentence()


def _crackpott(view: Json, _me: Json, _names: Names) -> str:
    cards = min(2, view["supply"]["combat"])
    if not cards:
        return _nothing_sentence()
    return ngettext("The top combat card: it is the last one.", "The top two combat cards.", cards)


def _tembo(view: Json, me: Json, names: Names) -> str:
    return wording.pirate_action("tembo") if view["supply"]["combat"] > 1 else _crackpott(view, me, names)


def _wessel_jan(_view: Json, me: Json, _names: Names) -> str:
    most = min(MOST_TRADES, me["combat_count"])
    if not most:
        return _("You have no combat card to swap.")
    return ngettext(
        "Put your only combat card under the pile, if you like, and draw one.",
        "Put up to {most} of your {count} combat cards under the pile and draw as many.",
        most,
    ).format(most=most, count=me["combat_count"])


def _nero(view: Json, me: Json, _names: Names) -> str:
    sold = min(MOST_TRADES, me["combat_count"], _coins_in_supply(view, "nero"))
    bought = min(MOST_TRADES, me["coins"], view["supply"]["combat"])
    words = {"sold": wording.counted("combat", sold), "bought": wording.counted("combat", bought)}
    if sold and bought:
        return _("Sell up to {sold} or buy up to {bought}, for a coin each.").format(**words)
    if sold:
        return _("Sell up to {sold} for a coin each; you can't buy any.").format(**words)
    if bought:
        return _("Buy up to {bought} for a coin each; you can't sell any.").format(**words)
    return _("There is nothing that you can trade.")


def _pang(view: Json, _me: Json, _names: Names) -> str:
    combat, coin = view["supply"]["combat"] > 0, _coins_in_supply(view, "pang") > 0
    if combat and coin:
        return wording.pirate_action("pang")
    if combat:
        return _("The top combat card; there is no coin left.")
    return _("A coin; there is no combat card left.") if coin else _nothing_sentence()


def _chang_ye(view: Json, _me: Json, names: Names) -> str:
    rich = [seat for seat in _other_seats(view) if view["seats"][seat]["coins"]]
    if not rich:
        return _("Nobody else has a coin to steal.")
    if len(rich) == 1:
        return _("Steal a coin from {name}: nobody else has one.").format(
            name=wording.seat_name(rich[0], names)
        )
    return _("Steal a coin from one of the {count} players who have any.").format(count=len(rich))


def _sate(view: Json, _me: Json, _names: Names) -> str:
    lying = view["sate_coins"]
    paid = min(1, view["supply"]["coins"] - (0 if _sets_aside(view) else lying))
    if not lying:
        return _("A coin.") if paid else _nothing_sentence()
    if not paid:
        return _("{coins}, those on the card.").format(coins=wording.coins(lying))
    return _("{coins}: {lying} of them on the card.").format(coins=wording.coins(lying + paid), lying=lying)


def _bijoux(view: Json, me: Json, _names: Names) -> str:
    if me["side"] is None:
        return _("Choose your side: without one you can't win.")
    if "nothing_declined" in view["readings"]:
        words = _("You stand for {side}: change that, or only seem to.")
    else:
        words = _("You stand for {side}: change that, only seem to, or leave it untouched.")
    return words.format(side=wording.side_name(me["side"]))


def _ojo(view: Json, me: Json, names: Names) -> str:
    if me["side"] is None:
        return _bijoux(view, me, names)
    placed = [seat for seat in _other_seats(view) if view["seats"][seat]["side"] is not None]
    if not placed:
        return _("Nobody else has taken a side yet: there is nothing to look at.")
    if len(placed) == 1:
        return _("Look at the conviction of {name}: nobody else has taken a side.").format(
            name=wording.seat_name(placed[0], names)
        )
    return _("Look at one of {count} convictions.").format(count=len(placed))


def _cambivalute(view: Json, _me: Json, _names: Names) -> str:
    placed = view["sailors"]["placed"]
    if placed == len(view["sailors"]["pairs"]):
        return _("Look at one of the {count} pairs of sailors, and swap the two if you like.").format(
            count=placed
        )
    return _("Look at two sailors and decide who fights on which side in duel {pair}.").format(
        pair=wording.PAIRS[placed]
    )


def _nothing_sentence() -> str:
    return _("Nothing is left for you to get.")


def _other_seats(view: Json) -> list[int]:
    return [seat for seat in range(len(view["seats"])) if seat != view["seat"]]


_VISITS: dict[str, Callable[[Json, Json, Names], str]] = {
    "valverde": _valverde,
    "diaz": _diaz,
    "crackpott": _crackpott,
    "tembo": _tembo,
    "wessel-jan": _wessel_jan,
    "nero": _nero,
    "pang": _pang,
    "chang-ye": _chang_ye,
    "sate": _sate,
    "bijoux": _bijoux,
    "ojo": _ojo,
    "cambivalute": _cambivalute,
}
