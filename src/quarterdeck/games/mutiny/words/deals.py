"""Deals with the lookout in words (MU-23): what an offer is for, and what each action does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.i18n import _

Json = Mapping[str, Any]
Names = Sequence[str]


def wish(target: Json, names: Names, you: int | None = None, own: int | None = None) -> str:
    """What rum is offered for, by the keys of an offer or a fact: "for picking anyone but Ann".

    `own` is the seat that offers it, if it is not to be called by name.
    """
    but, second = target.get("but"), target.get("second")
    first: int = target.get("for", but) if but is None else but
    if second is not None:
        return _("for picking {first} first and {second} second").format(
            first=wording.addressed(first, names, you), second=wording.addressed(second, names, you)
        )
    if but is not None:
        if but == own:
            return _("for picking anyone else")
        return _("for picking anyone but {name}").format(name=wording.addressed(but, names, you))
    if first == own:
        return _("for being picked")
    if first == you:
        return _("for picking you")
    return _("for picking {name}").format(name=wording.addressed(first, names, None))


def target_of(words: Sequence[str]) -> dict[str, int]:
    """What an offer is for, from its action's words: `1`, `not 1` or `1 then 2`."""
    if words[0] == "not":
        return {"but": int(words[1])}
    if len(words) > 1:
        return {"for": int(words[0]), "second": int(words[2])}
    return {"for": int(words[0])}


def offer_hint(view: Json, rum: int, target: Json, names: Names) -> str:
    """MU-23: who pays how much for which pick if the offer is taken."""
    left = view["seats"][view["seat"]]["rum"] - rum
    lookout = view["lookout"]
    picked = target.get("for", target.get("but"))
    values = {
        "lookout": wording.seat_name(lookout, names),
        "picked": wording.addressed(picked, names, view["seat"]),
        "stake": wording.stake(view["rank"], view["tied_for"]),
        "things": wording.counted("rum", rum),
        "left": wording.counted("rum", left) if left else _("no rum"),
    }
    if "second" in target:
        values["second"] = wording.addressed(target["second"], names, view["seat"])
        words = _(
            "If {lookout} takes it, the primary ability goes to {picked}, the secondary one to {second}; you "
            "pay {things} and keep {left}."
        )
    elif "but" in target:
        words = _(
            "If {lookout} takes it, {stake} goes to anyone but {picked}; you pay {things} and keep {left}."
        )
    elif picked == view["seat"]:
        words = _("If {lookout} takes it, you get {stake} for {things}, and keep {left}.")
    elif picked == lookout:
        words = _("If {lookout} takes it, {lookout} gets {stake} and {things} from you; you keep {left}.")
    else:
        words = _("If {lookout} takes it, {picked} gets {stake}, and you pay {things} and keep {left}.")
    return words.format(**values)


def pass_hint(view: Json, names: Names) -> str:
    """MU-23: the reader's offer stays, or there is none."""
    mine = offer_of(view, view["seat"])
    if not mine or not mine["rum"]:
        return _("You offer nothing now.")
    words = _("Your offer stays: {things} {wish}.")
    things = wording.counted("rum", mine["rum"])
    return words.format(things=things, wish=wish(mine, names, view["seat"], view["seat"]))


def withdraw_hint(view: Json) -> str:
    """MU-23: the rum of the reader's offer is kept."""
    things = wording.counted("rum", offer_of(view, view["seat"])["rum"])
    return _("Your offer of {things} is gone; you keep the rum.").format(things=things)


def again_hint(view: Json, asks: bool) -> str:
    """MU-23: the others are heard once more; a price binds nobody."""
    talks = view["negotiation"]
    words = (
        _("All hear it, and it binds nobody. The others speak once more: round {round} of {rounds}.")
        if asks
        else _("The others may change their offers: round {round} of {rounds}.")
    )
    return words.format(round=talks["round"] + 1, rounds=talks["rounds"])


def take_hint(view: Json, payer: int, names: Names) -> str:
    """MU-23: what is paid at once, and who may still be picked then."""
    taken_offer = offer_of(view, payer)
    payment = _("{name} pays you {things}, which makes {total}.").format(
        name=wording.seat_name(payer, names),
        things=wording.counted("rum", taken_offer["rum"]),
        total=view["seats"][view["seat"]]["rum"] + taken_offer["rum"],
    )
    pickable = [
        seat for seat in view["tied"] if seat in (taken_offer["for"], *_tied_except(view, taken_offer["but"]))
    ]
    people = wording.alternatives(wording.addressed(seat, names, view["seat"]) for seat in pickable)
    bound = _("You have to pick {names}.").format(names=people)
    if taken_offer["second"] is None:
        return f"{payment} {bound}"
    second = _("The secondary ability then goes to {name}.")
    second_sentence = second.format(name=wording.addressed(taken_offer["second"], names, view["seat"]))
    return f"{payment} {bound} {second_sentence}"


def _tied_except(view: Json, but: int | None) -> list[int]:
    return [] if but is None else [seat for seat in view["tied"] if seat != but]


def offer_of(view: Json, seat: int) -> Json:
    """The seat's entry among the offers; empty if it has none."""
    return next((one for one in view["offers"] if one["seat"] == seat), {})
