"""The crew, pieces, places and phases of Mutiny!, explained."""

from __future__ import annotations

from quarterdeck.games.mutiny.words import names
from quarterdeck.games.mutiny.words.hints import Json
from quarterdeck.i18n import _
from quarterdeck.web.boards.things import Thing, card, phase, place

__all__ = ["things"]


def things(view: Json) -> list[Thing]:
    """All of them; this view gives the number of cutlasses that wins."""
    return [*_piece_things(view), *_place_things(), *_phase_things()]


def _crew_words(crew: str) -> str:
    first, second = names.crew_ability(crew)
    return _("Highest bribe: {first} Second highest: {second}").format(first=first, second=second)


def _piece_things(view: Json) -> list[Thing]:
    doubloon = _("Bid it as a bribe. It stays on the crew member, and goes on counting, until taken back.")
    rum = _("Bid it like a doubloon, but for one turn only. Unplayed, it can be offered to the lookout.")
    cutlass = _("They are what wins: here it takes {needed}.").format(needed=view["needed"])
    spyglass = _("Who has it is the lookout and decides every tie. The First Mate may take it away.")
    deal = _("The lookout has taken this rum for picking somebody, and had to keep the deal.")
    offer = _("Rum for the lookout, for what its tag says. Until it is taken it can be changed or withdrawn.")
    price = _("What the lookout would like for a pick. It binds nobody.")
    return [
        *(
            card(crew, names.crew_name(crew), _crew_words(crew), f"MU-{number}")
            for number, crew in enumerate(names.CREW, 24)
        ),
        card("doubloon", names.resource_name("doubloon"), doubloon, "MU-2", "MU-11", "MU-40"),
        card("rum", names.resource_name("rum"), rum, "MU-11", "MU-23", "MU-41"),
        card("cutlass", names.resource_name("cutlass"), cutlass, "MU-50"),
        card("spyglass", _("Spyglass"), spyglass, "MU-6", "MU-21", "MU-28"),
        card("deal", _("A deal"), deal, "MU-23"),
        card("offer", _("An offer"), offer, "MU-23"),
        card("price", _("A price"), price, "MU-23"),
    ]


def _place_things() -> list[Thing]:
    course = _(
        "Where the Pilot may sail. Whoever controls the crew member named gains or loses what it says."
    )
    bribes = _("All that a player has on this crew member is the bribe. The highest two bring an ability.")
    lookout = _("Who breaks ties, and may be offered rum for it. Below: what the bank has left.")
    fist = _("A bid that is made, but secret. All fists open together.")
    powers = _("I is for the highest bribe and comes first, II for the highest among the others.")
    return [
        place("north", names.destination_name("north"), course, "MU-4", "MU-27"),
        place("south", names.destination_name("south"), course, "MU-4", "MU-27"),
        place("powers", _("Abilities I and II"), powers, "MU-20", "MU-22"),
        place("bribes", _("Bribes"), bribes, "MU-11", "MU-20"),
        place("lookout", _("Lookout"), lookout, "MU-6", "MU-21", "MU-23"),
        place("fist", _("A closed fist"), fist, "MU-10"),
    ]


def _phase_things() -> list[Thing]:
    bids = _("The crew is called one by one. For each, all players bid in secret and open together.")
    crew = _("This crew member is settled: first the highest bribe acts, then the second highest.")
    back = _("All take back up to three of their doubloons. The rum on the crew is gone.")
    return [
        phase("bids", _("Bids"), bids, "MU-10", "MU-11"),
        *(
            phase(one, names.crew_name(one), crew, "MU-20", f"MU-{24 + at}")
            for at, one in enumerate(names.CREW)
        ),
        phase("back", _("Doubloons back"), back, "MU-40", "MU-41"),
    ]
