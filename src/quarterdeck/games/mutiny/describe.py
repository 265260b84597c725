"""Positions and facts as plain data; docs/json/mutiny.md describes every field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quarterdeck.games.mutiny.actions import CREW_NAMES, DESTINATION_NAMES, TOKEN_NAMES
from quarterdeck.games.mutiny.codes import way_end, way_start
from quarterdeck.games.mutiny.deals import ROUNDS, is_open
from quarterdeck.games.mutiny.events import FIELDS
from quarterdeck.games.mutiny.rules import to_act, winners
from quarterdeck.games.mutiny.state import (
    CLOSED,
    CREW,
    EFFECTS,
    NONE,
    SEATS,
    TILES,
    Crew,
    Phase,
    Rank,
    State,
    bribe,
    effect_amount,
    effect_crew,
    effect_resource,
)
from quarterdeck.games.mutiny.table import RESOURCE_NAMES, ComponentTable
from quarterdeck.games.mutiny.targets import excluded, first_of, second_of
from quarterdeck.games.mutiny.ties import settled_crew
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.spec import Fact, Json, read_fact

PHASES = tuple(phase.name.lower() for phase in Phase)
RANKS = tuple(rank.name.lower() for rank in Rank)
TIES = (Phase.OFFER, Phase.PICK)


def describe(s: State, _table: ComponentTable) -> Json:
    """The body of a position's JSON; for a blanked record, what the viewer knows."""
    return {
        "phase": PHASES[s.phase],
        "to_act": _seats_in(to_act(s)),
        "turn_no": int(s.turn_no),
        "needed": int(s.needed),
        "lookout": int(s.lookout),
        "turn": _seat_or_none(s.turn),
        "tile": _chart_tile(s),
        "tiles_left": int(s.pile).bit_count(),
        "tiles_left_may_be": [tile for tile in range(TILES) if has(s.pile, tile)],
        "bank": {"rum": int(s.bank)},
        "crew": [_crew(s, crew) for crew in range(CREW)],
        "called": CREW_NAMES[s.crew] if s.phase == Phase.BID else None,
        "rank": _rank(s),
        "tied": _seats_in(int(s.tied)),
        "tied_first": _seats_in(int(s.first_tied)),
        "tied_for": CREW_NAMES[settled_crew(s)] if s.phase in TIES else None,
        "destination": None if s.destination == NONE else DESTINATION_NAMES[s.destination],
        "effects": _effects(s),
        "offers": _offers(s),
        "negotiation": _negotiation(s),
        "owed": int(s.owed),
        "retrieved": int(s.retrieved),
        "seats": [_seat(s, seat) for seat in range(int(s.seats))],
        "winners": _seats_in(winners(s)),
        "drawn": len(_seats_in(winners(s))) > 1,
    }


def progress(s: State) -> tuple[int, int | None]:
    """The present turn, and the highest possible number of turns if it is limited (MU-60)."""
    return int(s.turn_no), int(s.turns) or None


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NONE else int(seat)


def _seats_in(mask: int) -> list[int]:
    return [seat for seat in range(SEATS) if has(mask, seat)]


def _chart_tile(s: State) -> Json:
    """MU-4: the face-up chart tile."""
    listed: Json = {"number": int(s.tile)}
    for destination, name in enumerate(DESTINATION_NAMES):
        codes = [int(code) for code in s.effect[destination] if code]
        listed[name] = [_effect(code) for code in codes]
    return listed


def _effect(code: int) -> Json:
    return {
        "crew": CREW_NAMES[effect_crew(code)],
        "resource": RESOURCE_NAMES[effect_resource(code)],
        "amount": effect_amount(code),
    }


def _crew(s: State, crew: int) -> Json:
    primary, secondary = _abilities(s, crew)
    return {
        "name": CREW_NAMES[crew],
        "state": _crew_state(s, crew),
        "bribes": [_bribe(s, crew, seat) for seat in range(int(s.seats))],
        "primary": primary,
        "secondary": secondary,
    }


def _crew_state(s: State, crew: int) -> str:
    """MU-10, MU-20: the state of a crew member in this turn."""
    if s.phase == Phase.BID:
        return "bid" if crew < s.crew else "called" if crew == s.crew else "waiting"
    if s.crew == NONE or crew < s.crew:
        return "resolved"
    return "resolving" if crew == s.crew else "bid"


def _bribe(s: State, crew: int, seat: int) -> Json:
    return {
        "doubloons": int(s.doubloons_on[crew, seat]),
        "rum": int(s.rum_on[crew, seat]),
        "total": bribe(s, crew, seat),
    }


def _abilities(s: State, crew: int) -> tuple[int | None, int | None]:
    """MU-20: who has the abilities of the crew member that is resolved now."""
    if _crew_state(s, crew) != "resolving":
        return None, None
    second = s.phase == Phase.MOVE and s.rank == Rank.SECONDARY
    return _seat_or_none(s.primary), int(s.turn) if second else None


def _rank(s: State) -> str | None:
    """What is being settled for the crew member that is resolved."""
    if s.phase in (Phase.BID, Phase.RETRIEVE, Phase.OVER):
        return None
    return RANKS[s.rank]


def _effects(s: State) -> list[Json]:
    """MU-27: the effects of the chosen destination, and the players whom they concern."""
    if s.destination == NONE:
        return []
    effects = []
    for at in range(EFFECTS):
        code = int(s.effect[s.destination, at])
        if code:
            standing = {
                "seat": _seat_or_none(s.hit[at]),
                "settled": bool(at < s.settled),
                "done": bool(at < s.done),
            }
            effects.append(_effect(code) | standing)
    return effects


def _offers(s: State) -> list[Json]:
    return [_offer(s, seat) for seat in range(int(s.seats)) if seat != s.lookout] if s.phase in TIES else []


def _offer(s: State, seat: int) -> Json:
    """MU-23: a seat's offer to the lookout, as far as the viewer knows it."""
    state, rum = _offer_state(s, seat), int(s.offer_rum[seat])
    known = None if state == "asked" or rum == CLOSED else max(0, rum)
    nothing = {"for": None, "but": None, "second": None}
    target = _target(int(s.offer_for[seat])) if known else nothing
    return {"seat": seat, "rum": known, **target, "paid": int(s.paid[seat]), "state": state}


def _target(target: int) -> dict[str, int | None]:
    """MU-23: what an offer is for, by its keys in an offer."""
    return {
        "for": _seat_or_none(first_of(target)),
        "but": _seat_or_none(excluded(target)),
        "second": _seat_or_none(second_of(target)),
    }


def _negotiation(s: State) -> Json | None:
    """MU-23: the round of an open negotiation, the lookout's price, and the promised second."""
    if not is_open(s):
        return None
    price = {"rum": int(s.price_rum), "for": int(s.price_for)} if s.price_rum else None
    return {
        "round": int(s.deal_round),
        "rounds": ROUNDS,
        "price": price,
        "promised": _seat_or_none(s.promised),
    }


def _offer_state(s: State, seat: int) -> str:
    """MU-23: the state of a seat's offer; seats without rum are not asked."""
    if s.phase == Phase.PICK or is_open(s):
        return "shown" if s.offer_rum[seat] > 0 else "none"
    if s.offer_rum[seat] == NONE:
        return "asked"
    return "closed" if s.rum[seat] else "none"


def _seat(s: State, seat: int) -> Json:
    return {
        "doubloons": int(s.doubloons[seat]),
        "rum": int(s.rum[seat]),
        "cutlasses": int(s.cutlasses[seat]),
        "in_play": sum(int(s.doubloons_on[crew, seat]) for crew in range(CREW)),
        "bid": _bid(s, seat),
        "lookout": bool(seat == s.lookout),
    }


def _bid(s: State, seat: int) -> Json | str | None:
    """MU-10: a bid of the present bidding; None once all bids are shown."""
    if s.bid_rum[seat] == NONE:
        return None
    if s.bid_rum[seat] == CLOSED:
        return "closed"
    return {"doubloons": int(s.bid_doubloons[seat]), "rum": int(s.bid_rum[seat])}


def fact(row: Sequence[int], _table: ComponentTable) -> Fact:
    """One row of news as a fact with names."""
    return read_fact(row, FIELDS, _named_value)


_NAMES_BY_FIELD: dict[str, Sequence[Any]] = {
    "crew": CREW_NAMES,
    "resource": RESOURCE_NAMES,
    "rank": RANKS,
    "destination": DESTINATION_NAMES,
    "token": TOKEN_NAMES,
}


def _named_value(field: str, number: int) -> dict[str, int | str]:
    """The text names of a fact's number; a way has two."""
    if field == "way":
        return {"from": CREW_NAMES[way_start(number)], "to": CREW_NAMES[way_end(number)]}
    if field == "place":
        return {field: "unplayed" if number == NONE else CREW_NAMES[Crew(number)]}
    if field == "target":
        return {key: seat for key, seat in _target(number).items() if seat is not None}
    if field == "seats":
        return {field: " ".join(map(str, _seats_in(number)))}
    names = _NAMES_BY_FIELD.get(field)
    return {field: names[number] if names else number}
