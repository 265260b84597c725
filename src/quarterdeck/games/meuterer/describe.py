"""A position as JSON, and the facts it told; docs/json/meuterer.md describes every field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from quarterdeck.games.meuterer.actions import ROLE_NAMES
from quarterdeck.games.meuterer.cargo import hand_size, slip_kind, slip_owner, slip_place
from quarterdeck.games.meuterer.events import FIELDS, Event
from quarterdeck.games.meuterer.rules import winners
from quarterdeck.games.meuterer.selling import MERCHANT_FLAG
from quarterdeck.games.meuterer.state import (
    KINDS,
    NONE,
    ROLES,
    UNKNOWN_CARD,
    Course,
    Phase,
    Place,
    Rules,
    State,
)
from quarterdeck.games.meuterer.table import GOODS, ComponentTable, buys_text
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.piles import count
from quarterdeck.kernel.spec import Fact, Json, read_fact

PHASES = tuple(phase.name.lower() for phase in Phase)


def describe(s: State, table: ComponentTable) -> Json:
    """The body of a position's JSON; from a blanked record it holds what the viewer knows."""
    seats = range(int(s.seats))
    return {
        "round": int(s.round_no),
        "rounds": int(s.rounds),
        "phase": PHASES[s.phase],
        "to_act": [] if s.phase == Phase.OVER else [int(s.turn)],
        "captain": int(s.captain),
        "offer": _known(s.offer),
        "islands": [_island(s, place, table) for place in range(int(s.islands))],
        "ship": int(s.ship),
        "came_from": _known(s.astern),
        "pirate_ship": _known(s.corsair),
        "destinations": {
            "captain": _known(s.course[Course.CAPTAIN]),
            "mutineer": _known(s.course[Course.MUTINEER]),
        },
        "seats": [_seat(s, seat) for seat in seats],
        "draw_pile": _draw_pile(s),
        "discards": _discards(s),
        "given_back": _given_back(s),
        "just_drawn": _cards(s.just) if s.phase == Phase.RETURN and count(s.just) > 0 else None,
        "roles_gone": [ROLE_NAMES[role] for role in range(ROLES) if has(s.gone, role)],
        "unseen": _counts(s.pile),
        "winners": [seat for seat in range(int(s.seats)) if has(winners(s), seat)],
    }


def progress(s: State) -> tuple[int, int]:
    """The round that goes on, and how many there are."""
    return int(s.round_no), int(s.rounds)


def _known(number: int) -> int | None:
    return None if number == NONE else int(number)


def _cards(counts: Any) -> list[str]:
    return [GOODS[kind] for kind in range(KINDS) for _ in range(int(counts[kind]))]


def _counts(counts: Any) -> dict[str, int]:
    return {GOODS[kind]: int(counts[kind]) for kind in range(KINDS) if counts[kind]}


def _island(s: State, place: int, table: ComponentTable) -> Json:
    island = table.islands[s.ring[place]]
    return {
        "name": island.name,
        "buys": buys_text(island.buys),
        "trade": list(island.trade),
        "dock": island.dock,
        "active": place in (int(s.ship), int(s.astern)),
    }


def _seat(s: State, seat: int) -> Json:
    role = int(s.role[seat])
    return {
        "score": int(s.score[seat]),
        "hand_size": hand_size(s, seat),
        "hand": None if s.hidden[seat] else _cards(s.hand[seat]),
        "known": _cards(s.hand[seat]) if s.hidden[seat] else [],
        "shown": _cards(s.shown[seat]),
        "left": bool(s.exit_order[seat] != NONE),
        "left_order": _known(s.exit_order[seat]),
        "role": None if role == NONE else "unknown" if role >= ROLES else ROLE_NAMES[role],
        "conflicts_played": int(s.fought[seat]),
        "sale": _sale(s, seat),
    }


def _sale(s: State, seat: int) -> Json | None:
    if s.sold[seat, 0] == NONE:
        return None
    return {"here": _lot(int(s.sold[seat, 0])), "there": _lot(int(s.sold[seat, 1]))}


def _lot(sold: int) -> list[str | int] | None:
    return [GOODS[sold >> 3], sold & 7] if sold else None


def _entries(s: State) -> list[tuple[int, int, int]]:
    return [
        (slip_owner(e), slip_kind(e), slip_place(e)) for e in (int(s.slip[at]) for at in range(int(s.slips)))
    ]


def _under(s: State, pile: bool) -> list[tuple[int, int, int]]:
    """ME-74: the cards put under the draw pile (`french`) or under the discards (the other rule sets)."""
    mine = (s.rules == Rules.FRENCH) == pile
    return [entry for entry in _entries(s) if mine and entry[2] == Place.BOTTOM]


def _draw_pile(s: State) -> int:
    hidden = sum(int(s.hidden[seat]) for seat in range(int(s.seats)))
    unknown = sum(1 for _, kind, place in _entries(s) if place == Place.BOTTOM and kind == UNKNOWN_CARD)
    shuffled = count(s.pile) - hidden - unknown
    return shuffled + len(_under(s, pile=True))


def _discards(s: State) -> Json:
    under = _under(s, pile=False)
    return {"size": count(s.discard) + len(under), "known": _counts(s.discard)}


def _given_back(s: State) -> list[Json]:
    names = {Place.BOTTOM: "draw-pile" if s.rules == Rules.FRENCH else "discards", Place.SHUFFLED: "shuffled"}
    return [
        {
            "seat": owner,
            "good": None if kind == UNKNOWN_CARD else GOODS[kind],
            "where": names[Place(place)] if place < Place.HELD else place - Place.HELD,
        }
        for owner, kind, place in _entries(s)
    ]


def fact(row: Sequence[int], table: ComponentTable) -> Fact:
    """One row of news in words' terms."""
    *given, last = (int(number) for number in row)
    merchant, tied = divmod(last, MERCHANT_FLAG) if row[0] == Event.TRADE_POINTS else (0, last)
    told = read_fact((*given, tied, merchant), FIELDS, partial(_named, table))
    told.data.pop("other", None)
    return told


def _named(table: ComponentTable, field: str, number: int) -> dict[str, int | str]:
    """A fact's number as its text name, if the field has them."""
    if field in ("island", "from", "to"):
        return {field: table.islands[number].name}
    names = {"good": GOODS, "role": ROLE_NAMES}.get(field)
    return {field: names[number] if names else number}
