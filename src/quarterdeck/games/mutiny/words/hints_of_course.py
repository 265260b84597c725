"""What the destinations of a chart tile would bring now, told from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quarterdeck.games.mutiny.state import DOUBLOONS
from quarterdeck.games.mutiny.words import names as called
from quarterdeck.i18n import _

Json = Mapping[str, Any]
Names = Sequence[str]


class Purses:
    """What everybody has, and the bank's rum, as effects would change it one after the other."""

    def __init__(self, view: Json) -> None:
        self.needed: int = view["needed"]
        self.bank: int = view["bank"]["rum"]
        self.has: list[dict[str, int]] = [
            {"rum": one["rum"], "doubloon": one["doubloons"] + one["in_play"], "cutlass": one["cutlasses"]}
            for one in view["seats"]
        ]

    def change(self, seat: int, resource: str, amount: int) -> int:
        """Gain or lose as many as there are (MU-30 to MU-32), and tell how many those were."""
        has = self.has[seat]
        if amount < 0:
            real = -min(-amount, has[resource])
        elif resource == "rum":
            real = min(amount, self.bank)
        else:
            real = min(amount, DOUBLOONS - has[resource]) if resource == "doubloon" else amount
        has[resource] += real
        self.bank -= real if resource == "rum" else 0
        return real

    def enough(self) -> list[int]:
        """MU-50: who has the cutlasses that end the game."""
        return [seat for seat, one in enumerate(self.has) if one["cutlass"] >= self.needed]


def sail(view: Json, effects: Iterable[Json], names: Names) -> str:
    """MU-27: who gains or loses what there, and whether that ends the game."""
    purses = Purses(view)
    told = []
    for effect in effects:
        seats = controllers(view, effect["crew"])
        if len(seats) == 1:
            told.append(hit(view, effect, seats[0], purses, names))
        else:
            told.append(_unsettled(view, effect, seats, names))
    return " ".join([*told, *the_end(view, purses, names)])


def hit(view: Json, effect: Json, seat: int, purses: Purses, names: Names) -> str:
    """What an effect does to a player: "Gunner: +1 cutlass for Ann."."""
    amount = effect["amount"]
    real = purses.change(seat, effect["resource"], amount)
    if real == amount:
        words = _("{effect} for {name}.")
    elif real:
        words = _("{effect} for {name}, but {things} is all there is.")
    elif amount > 0:
        words = _("{effect} for {name}, but there is none left to gain.")
    else:
        words = _("{effect} for {name}, but there is none to lose.")
    return words.format(
        effect=called.effect_words(effect["crew"], effect["resource"], amount),
        name=called.addressed(seat, names, view["seat"]),
        things=called.counted(effect["resource"], abs(real)),
    )


def _unsettled(view: Json, effect: Json, seats: Sequence[int], names: Names) -> str:
    """An effect on a crew member whom nobody controls, or several may."""
    if not seats:
        words = _("{effect} for nobody.")
    elif view["lookout"] == view["seat"]:
        words = _("{effect} for {tied}, as you decide.")
    else:
        words = _("{effect} for {tied}, as the lookout decides.")
    return words.format(
        effect=called.effect_words(effect["crew"], effect["resource"], effect["amount"]),
        tied=called.alternatives(called.addressed(seat, names, view["seat"]) for seat in seats),
    )


def the_end(view: Json, purses: Purses, names: Names) -> list[str]:
    """MU-50: the game would be over, and who has the cutlasses for it."""
    told = []
    for seat in purses.enough():
        words = (
            _("You have {things} then, and the game is over.")
            if seat == view["seat"]
            else _("{name} has {things} then, and the game is over.")
        )
        things = called.counted("cutlass", purses.has[seat]["cutlass"])
        told.append(words.format(name=called.seat_name(seat, names), things=things))
    return told


def controllers(view: Json, crew: str) -> list[int]:
    """Who has the highest bribe on a crew member, several if they are tied (MU-22, MU-27)."""
    totals = [bribe["total"] for bribe in view["crew"][called.CREW.index(crew)]["bribes"]]
    return [seat for seat, total in enumerate(totals) if total and total == max(totals)]
