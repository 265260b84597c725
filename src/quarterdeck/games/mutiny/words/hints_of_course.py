"""What the destinations of a chart tile would bring now, from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quarterdeck.games.mutiny.state import DOUBLOONS
from quarterdeck.games.mutiny.words import names as wording
from quarterdeck.i18n import _

Json = Mapping[str, Any]
Names = Sequence[str]


class Purses:
    """All seats' holdings and the bank's rum, changed by one effect after another."""

    def __init__(self, view: Json) -> None:
        self.needed: int = view["needed"]
        self.bank: int = view["bank"]["rum"]
        self.has: list[dict[str, int]] = [
            {"rum": one["rum"], "doubloon": one["doubloons"] + one["in_play"], "cutlass": one["cutlasses"]}
            for one in view["seats"]
        ]

    def change(self, seat: int, resource: str, amount: int) -> int:
        """Gain or lose as many as possible (MU-30 to MU-32); return that number."""
        has = self.has[seat]
        if amount < 0:
            changed = -min(-amount, has[resource])
        elif resource == "rum":
            changed = min(amount, self.bank)
        else:
            changed = min(amount, DOUBLOONS - has[resource]) if resource == "doubloon" else amount
        has[resource] += changed
        self.bank -= changed if resource == "rum" else 0
        return changed

    def enough(self) -> list[int]:
        """MU-50: the players with enough cutlasses to end the game."""
        return [seat for seat, one in enumerate(self.has) if one["cutlass"] >= self.needed]


def sail(view: Json, effects: Iterable[Json], names: Names) -> str:
    """MU-27: who gains or loses what at a destination, and whether that ends the game."""
    purses = Purses(view)
    sentences = []
    for effect in effects:
        seats = controllers(view, effect["crew"])
        if len(seats) == 1:
            sentences.append(hit(view, effect, seats[0], purses, names))
        else:
            sentences.append(_unsettled_effect(view, effect, seats, names))
    return " ".join([*sentences, *the_end(view, purses, names)])


def hit(view: Json, effect: Json, seat: int, purses: Purses, names: Names) -> str:
    """An effect on a player: "Gunner: +1 cutlass for Ann."."""
    amount = effect["amount"]
    changed = purses.change(seat, effect["resource"], amount)
    if changed == amount:
        words = _("{effect} for {name}.")
    elif changed:
        words = _("{effect} for {name}, but {things} is all there is.")
    elif amount > 0:
        words = _("{effect} for {name}, but there is none left to gain.")
    else:
        words = _("{effect} for {name}, but there is none to lose.")
    return words.format(
        effect=wording.effect_words(effect["crew"], effect["resource"], amount),
        name=wording.addressed(seat, names, view["seat"]),
        things=wording.counted(effect["resource"], abs(changed)),
    )


def _unsettled_effect(view: Json, effect: Json, seats: Sequence[int], names: Names) -> str:
    """An effect on a crew member whose controller is nobody or not settled."""
    if not seats:
        words = _("{effect} for nobody.")
    elif view["lookout"] == view["seat"]:
        words = _("{effect} for {tied}, as you decide.")
    else:
        words = _("{effect} for {tied}, as the lookout decides.")
    return words.format(
        effect=wording.effect_words(effect["crew"], effect["resource"], effect["amount"]),
        tied=wording.alternatives(wording.addressed(seat, names, view["seat"]) for seat in seats),
    )


def the_end(view: Json, purses: Purses, names: Names) -> list[str]:
    """MU-50: the game would be over, and the players with enough cutlasses."""
    sentences = []
    for seat in purses.enough():
        words = (
            _("You have {things} then, and the game is over.")
            if seat == view["seat"]
            else _("{name} has {things} then, and the game is over.")
        )
        things = wording.counted("cutlass", purses.has[seat]["cutlass"])
        sentences.append(words.format(name=wording.seat_name(seat, names), things=things))
    return sentences


def controllers(view: Json, crew: str) -> list[int]:
    """The players with the highest bribe on a crew member; several if they are tied (MU-22, MU-27)."""
    totals = [bribe["total"] for bribe in view["crew"][wording.CREW.index(crew)]["bribes"]]
    return [seat for seat, total in enumerate(totals) if total and total == max(totals)]
