"""Meuterer: the example round of the rulebook, played from each of its four seats in turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from quarterdeck.games.meuterer.example import MOVES, NAMES, SETUP
from quarterdeck.games.meuterer.lessons.cabin_boy import CABIN_BOY
from quarterdeck.games.meuterer.lessons.captain import CAPTAIN
from quarterdeck.games.meuterer.lessons.merchant import MERCHANT
from quarterdeck.games.meuterer.lessons.mutineer import MUTINEER
from quarterdeck.i18n import N_
from quarterdeck.kernel.spec import Json
from quarterdeck.lessons.lesson import Lesson, others

__all__ = ["LESSONS"]

AGAINST: Final = ("captain", "first-mate")
FOR: Final = ("mutineer", "cabin-boy")


def _facts(view: Json) -> Mapping[str, Any]:
    """`s0`, … the points of all seats; what the ship's island is called and pays; the offer; how many cards
    are in the own hand and in the others', how far that would take the ship; and, once the roles are shown,
    the conflicts against the mutiny and for it.
    """
    ring, ship, seats = view["islands"], view["ship"], view["seats"]
    mine = seats[view["seat"]]["hand_size"]
    bound = ring[(ship + mine) % len(ring)]
    roles = ["captain" if seat == view["captain"] else one["role"] for seat, one in enumerate(seats)]
    conflicts = [one["shown"].count("conflict") + one["conflicts_played"] for one in seats]
    return {
        **{f"s{seat}": one["score"] for seat, one in enumerate(seats)},
        **{f"left{seat}": one["hand_size"] for seat, one in enumerate(seats)},
        "here": ring[ship]["name"],
        "best": ring[ship]["trade"][0],
        "offer": view["offer"],
        "mine": mine,
        "bound": bound["name"],
        "dock": bound["dock"],
        "against": sum(count for role, count in zip(roles, conflicts, strict=True) if role in AGAINST),
        "for": sum(count for role, count in zip(roles, conflicts, strict=True) if role in FOR),
    }


_PARTS: Final = (
    ("meuterer-captain", N_("As the Captain"), N_("The offer, goods, the course, and a mutiny."), CAPTAIN),
    ("meuterer-mutineer", N_("As the Mutineer"), N_("Little to sell, and the ship to win."), MUTINEER),
    ("meuterer-merchant", N_("As the Merchant"), N_("What one learns by leaving second."), MERCHANT),
    ("meuterer-cabin-boy", N_("As the Cabin Boy"), N_("Choosing last, and selling by choice."), CABIN_BOY),
)

LESSONS: Final = tuple(
    Lesson(
        id=id_,
        game="meuterer",
        title=title,
        about=about,
        options={"players": 4, "rules": "english"},
        setup=SETUP,
        seed="The example round",
        names=NAMES,
        seat=seat,
        facts=_facts,
        steps=others(MOVES, seat, steps),
    )
    for seat, (id_, title, about, steps) in enumerate(_PARTS)
)
