"""Positions and facts as plain data; docs/json/meuterer.md describes every field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from quarterdeck.games.meuterer.actions import ROLE_NAMES
from quarterdeck.games.meuterer.cargo import slip_kind, slip_owner, slip_place
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
    sold_kind,
    sold_number,
)
from quarterdeck.games.meuterer.table import GOODS, ComponentTable, buys_text
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.piles import count
from quarterdeck.kernel.spec import Fact, Json, read_fact

PHASES = tuple(phase.name.lower() for phase in Phase)


def describe(s: State, table: ComponentTable) -> Json:
    """The body of a position's JSON; for a blanked record, what the viewer knows."""
    seats = range(int(s.seats))
    return {
        "round": int(s.round_no),
        "rounds": int(s.rounds),
        "phase": PHASES[s.phase],
        "to_act": [] if s.phase == Phase.OVER else [int(s.turn)],
        "captain": int(s.captain),
        "offer": _number_or_none(s.offer),
        "islands": [_island(s, place, table) for place in range(int(s.islands))],
        "ship": int(s.ship),
        "came_from": _number_or_none(s.astern),
        "pirate_ship": _number_or_none(s.corsair),
        "destinations": {
            "captain": _number_or_none(s.course[Course.CAPTAIN]),
            "mutineer": _number_or_none(s.course[Course.MUTINEER]),
        },
        "seats": [_seat(s, seat) for seat in seats],
        "draw_pile": _draw_pile_size(s),
        "discards": _discards(s),
        "given_back": _given_back(s),
        "just_drawn": _card_list(s.just) if s.phase == Phase.RETURN and count(s.just) > 0 else None,
        "roles_gone": [ROLE_NAMES[role] for role in range(ROLES) if has(s.gone, role)],
        "unseen": _card_counts(s.pile),
        "winners": [seat for seat in range(int(s.seats)) if has(winners(s), seat)],
    }


def progress(s: State) -> tuple[int, int]:
    """The present round, and the number of rounds."""
    return int(s.round_no), int(s.rounds)


def _number_or_none(number: int) -> int | None:
    return None if number == NONE else int(number)


def _card_list(counts: Any) -> list[str]:
    return [GOODS[kind] for kind in range(KINDS) for _ in range(int(counts[kind]))]


def _card_counts(counts: Any) -> dict[str, int]:
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
        "hand": None if s.hidden[seat] else _card_list(s.hand[seat]),
        "known": _card_list(s.hand[seat]) if s.hidden[seat] else [],
        "shown": _card_list(s.shown[seat]),
        "left": bool(s.exit_order[seat] != NONE),
        "left_order": _number_or_none(s.exit_order[seat]),
        "role": None if role == NONE else "unknown" if role >= ROLES else ROLE_NAMES[role],
        "conflicts_played": int(s.fought[seat]),
        "sale": _sale(s, seat),
    }


def _sale(s: State, seat: int) -> Json | None:
    if s.sold[seat, 0] == NONE:
        return None
    return {"here": _lot(int(s.sold[seat, 0])), "there": _lot(int(s.sold[seat, 1]))}


def _lot(sold: int) -> list[str | int] | None:
    return [GOODS[sold_kind(sold)], sold_number(sold)] if sold else None


def _given_back_slips(s: State) -> list[tuple[int, int, int]]:
    """ME-74: for each card that a Loader gave back, its owner, its kind and where it is."""
    return [
        (slip_owner(e), slip_kind(e), slip_place(e)) for e in (int(s.slip[at]) for at in range(int(s.slips)))
    ]


def _slips_under(s: State, pile: bool) -> list[tuple[int, int, int]]:
    """ME-74: the slips of the cards under the draw pile, or with `pile=False` under the discards.

    Cards given back go under the draw pile in the rule set `french`, and under the discards in the others.
    """
    mine = (s.rules == Rules.FRENCH) == pile
    return [entry for entry in _given_back_slips(s) if mine and entry[2] == Place.BOTTOM]


def _draw_pile_size(s: State) -> int:
    hidden = sum(int(s.hidden[seat]) for seat in range(int(s.seats)))
    unknown = sum(
        1 for _, kind, place in _given_back_slips(s) if place == Place.BOTTOM and kind == UNKNOWN_CARD
    )
    shuffled = count(s.pile) - hidden - unknown
    return shuffled + len(_slips_under(s, pile=True))


def _discards(s: State) -> Json:
    under = _slips_under(s, pile=False)
    return {"size": count(s.discard) + len(under), "known": _card_counts(s.discard)}


def _given_back(s: State) -> list[Json]:
    names = {Place.BOTTOM: "draw-pile" if s.rules == Rules.FRENCH else "discards", Place.SHUFFLED: "shuffled"}
    return [
        {
            "seat": owner,
            "good": None if kind == UNKNOWN_CARD else GOODS[kind],
            "where": names[Place(place)] if place < Place.HELD else place - Place.HELD,
        }
        for owner, kind, place in _given_back_slips(s)
    ]


def fact(row: Sequence[int], table: ComponentTable) -> Fact:
    """One row of news as a fact with names."""
    *others, last = (int(number) for number in row)
    merchant, tied = divmod(last, MERCHANT_FLAG) if row[0] == Event.TRADE_POINTS else (0, last)
    named_fact = read_fact((*others, tied, merchant), FIELDS, partial(_named_value, table))
    named_fact.data.pop("other", None)
    return named_fact


def _named_value(table: ComponentTable, field: str, number: int) -> dict[str, int | str]:
    """The text name of a fact's number, if the field has names."""
    if field in ("island", "from", "to"):
        return {field: table.islands[number].name}
    names = {"good": GOODS, "role": ROLE_NAMES}.get(field)
    return {field: names[number] if names else number}
