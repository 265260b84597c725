"""Positions and facts as plain data; docs/json/cartagena.md describes every field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from quarterdeck.games.cartagena.actions import CARD_NAMES, PAIR_NAMES, PIRATE_NAMES, SIDE_NAMES, card_name
from quarterdeck.games.cartagena.cards import (
    begins_duel,
    begins_round,
    gold_kind,
    gold_knowers,
    is_mixed,
    shown_by,
    shown_kind,
    under_kind,
    under_owner,
)
from quarterdeck.games.cartagena.events import BY_PIRATE, FIELDS, Event
from quarterdeck.games.cartagena.mutiny import winning_side
from quarterdeck.games.cartagena.rules import to_act, winners
from quarterdeck.games.cartagena.state import (
    COLOURS,
    GOLDS,
    KINDS,
    LOOKS,
    NONE,
    ORDER_UNKNOWN,
    SAILORS,
    SEATS,
    UNKNOWN_CARD,
    UNKNOWN_GOLD,
    UNKNOWN_SAILOR,
    Direction,
    Phase,
    Reading,
    Saw,
    Side,
    State,
    colour_of,
    doors,
    reading,
    row_pirate,
    row_user,
    value_of,
)
from quarterdeck.games.cartagena.supplies import (
    combat_left,
    gold_left,
    gold_worth,
    sure_of,
)
from quarterdeck.games.cartagena.table import ComponentTable
from quarterdeck.games.cartagena.voyage import available
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.piles import count
from quarterdeck.kernel.spec import Fact, Json, read_fact

PHASES = tuple(phase.name.lower() for phase in Phase)
PILES = ("combat", "gold", "coins")  # the supplies, in the order of the bits of `State.dry`
FIRST_PIRATE_RULE = 40  # CA-40 to CA-52, in the order of `Pirate`


def describe(s: State, table: ComponentTable) -> Json:
    """The body of a position's JSON; for a blanked record, what the viewer knows."""
    return {
        "phase": PHASES[s.phase],
        "to_act": _seats_in(to_act(s)),
        "round": int(s.round_no),
        "giver": int(s.giver),
        "first_giver": int(s.first),
        "turn": None if s.phase in (Phase.DUEL, Phase.OVER) else int(s.turn),
        "route": _route(s, table),
        "row": _row(s),
        "sate_coins": int(s.sate),
        "readings": [one.name.lower() for one in Reading if reading(s, one)],
        "face_down": _face_down(s),
        "boat": None if s.boat == NONE or not _is_voyage(s) else PIRATE_NAMES[s.boat],
        "supply": dict(zip(PILES, (combat_left(s), gold_left(s), int(s.supply)), strict=True)),
        "dry": [pile for bit, pile in enumerate(PILES) if has(s.dry, bit)],
        "unseen": {"combat": _card_counts(s.pile), "gold": _gold_counts(s.gold_pile)},
        "under": {"combat": _combat_under(s), "gold": _gold_under(s)},
        "looking": _looked_at_cards(s),
        "trade": _trade(s),
        "seats": [_seat(s, seat) for seat in range(int(s.seats))],
        "sailors": _sailors(s),
        "duels": _duels(s),
        "wins": {side: int(s.wins[number]) for number, side in enumerate(SIDE_NAMES)},
        "winning_side": _winning_side(s),
        "winners": _seats_in(winners(s)),
        "out_of_game": _out_of_game(s),
    }


def progress(s: State) -> tuple[int, None]:
    """The present round; the number of rounds is unknown."""
    return int(s.round_no), None


def _seats_in(mask: int) -> list[int]:
    return [seat for seat in range(SEATS) if has(mask, seat)]


def _card_or_none(kind: int) -> str | None:
    return None if kind == UNKNOWN_CARD else CARD_NAMES[kind]


def _card_list(counts: Any) -> list[str]:
    return [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(int(counts[kind]))]


def _card_counts(counts: Any) -> dict[str, int]:
    return {CARD_NAMES[kind]: int(counts[kind]) for kind in range(KINDS) if counts[kind]}


def _gold_list(counts: Any) -> list[int]:
    return [kind + 1 for kind in range(GOLDS) for _ in range(int(counts[kind]))]


def _gold_counts(counts: Any) -> dict[str, int]:
    return {str(kind + 1): int(counts[kind]) for kind in range(GOLDS) if counts[kind]}


def _route(s: State, table: ComponentTable) -> Json:
    return {
        "spaces": list(table.route),
        "start": table.start(int(s.seats)),
        "ship": int(s.space),
        "goal": int(s.goal),
        "left": int(s.goal) - int(s.space),
    }


def _is_voyage(s: State) -> bool:
    """Whether the voyage goes on; in the mutiny, or without a voyage (CA-80), there is no row of doors."""
    return bool(s.duel == NONE and s.dealt == NONE)


def _row(s: State) -> list[Json]:
    """CA-20 to CA-24: the row of cabin doors, in the order of opening."""
    if not _is_voyage(s):
        return []
    row: list[Json] = []
    free = available(s) if s.phase == Phase.CABINS else 0
    for at in range(doors(s)):
        if at >= s.opened:
            row.append({"pirate": None, "state": "closed", "by": None, "available": False})
            continue
        pirate, user = row_pirate(s.row[at]), row_user(s.row[at])
        row.append(
            {
                "pirate": PIRATE_NAMES[pirate],
                "state": "open" if user == NONE else "used",
                "by": None if user == NONE else user,
                "available": bool(user == NONE and has(free, pirate)),
            }
        )
    return row


def _face_down(s: State) -> list[str]:
    """The pirates that may be behind a closed door."""
    if not _is_voyage(s) or s.opened == doors(s):
        return []
    return [name for pirate, name in enumerate(PIRATE_NAMES) if has(s.deck, pirate)]


def _combat_under(s: State) -> list[Json]:
    cards: list[Json] = []
    for at in range(int(s.under)):
        owner = under_owner(s.trail[at])
        cards.append({"card": _card_or_none(under_kind(s.trail[at])), "by": None if owner == NONE else owner})
    return cards


def _gold_under(s: State) -> list[Json]:
    return [_gold_card(int(s.gold_trail[at])) for at in range(int(s.gold_under))]


def _gold_card(entry: int) -> Json:
    kind, seen_by = gold_kind(entry), _seats_in(gold_knowers(entry))
    return {"value": None if kind == UNKNOWN_GOLD else kind + 1, "seen_by": seen_by}


def _looked_at_cards(s: State) -> Json | None:
    """CA-41, CA-43: the cards that the seat to act looks at."""
    looked = [int(s.look[at]) for at in range(LOOKS) if s.look[at] != NONE]
    if not looked and not s.look_gold:
        return None
    gold = _gold_card(int(s.look_gold) - 1)["value"] if s.look_gold else None
    known = [CARD_NAMES[kind] for kind in looked if kind != UNKNOWN_CARD]
    return {"combat": known, "gold": gold, "count": len(looked) + int(s.look_gold != 0)}


def _trade(s: State) -> Json | None:
    if s.phase not in (Phase.SWAP, Phase.TRADE):
        return None
    direction = None if s.direction == NONE else Direction(int(s.direction)).name.lower()
    return {"made": int(s.trades), "direction": direction}


def _seat(s: State, seat: int) -> Json:
    hidden, gold_hidden = int(s.hidden[seat]), int(s.gold_hidden[seat])
    cards = _card_list(s.hand[seat])
    gold = _gold_list(s.gold[seat])
    return {
        "coins": int(s.coins[seat]),
        "combat": None if hidden else cards,
        "combat_count": hand_size(s, seat),
        "combat_known": _certain_cards(s, seat) if hidden else cards,
        "gold": None if gold_hidden else gold,
        "gold_count": count(s.gold[seat]) + gold_hidden,
        "gold_known": gold,
        "gold_worth": gold_worth(s, seat),
        "side": None if s.side[seat] == NONE else _side_name(int(s.side[seat])),
        "saw": _convictions_seen(s, seat),
        "alive": has(s.alive, seat),
        "fighting": has(s.fighting, seat),
        "posted": _posted_card(int(s.posted[seat])),
        "used": _pirate_used(s, seat),
    }


def _side_name(side: int) -> str:
    return "unknown" if side == Side.UNKNOWN else SIDE_NAMES[side]


def _convictions_seen(s: State, seat: int) -> list[Json]:
    """CA-50: the convictions that this seat has looked at, and whether they have been handled since."""
    seen: list[Json] = []
    for owner in range(int(s.seats)):
        saw = int(s.saw[seat, owner])
        if saw == NONE:
            continue
        side = "unknown" if saw >= Saw.STALE_UNKNOWN else SIDE_NAMES[saw % COLOURS]
        fresh = saw == Saw.FRESH_UNKNOWN or Saw.FRESH <= saw < Saw.STALE_UNKNOWN
        seen.append({"seat": owner, "side": side, "fresh": bool(fresh)})
    return seen


def _posted_card(posted: int) -> str | None:
    if posted == NONE:
        return None
    return "unknown" if posted == UNKNOWN_CARD else card_name(posted)


def _pirate_used(s: State, seat: int) -> str | None:
    for at in range(int(s.opened) if _is_voyage(s) else 0):
        if row_user(s.row[at]) == seat:
            return PIRATE_NAMES[row_pirate(s.row[at])]
    return None


def _certain_cards(s: State, seat: int) -> list[str]:
    """The cards that the viewer knows to be in a hidden hand, at least.

    The bounds are on the seat's pool (docs/decisions/0006-knowledge-of-cartagena.md). Cards of the pool that
    may be elsewhere are subtracted: under the pile, looked at, or laid in a round of a duel.
    """
    away = _cards_elsewhere(s, seat)
    cards: list[str] = []
    for kind in range(KINDS):
        # In a view only the viewer's own row is filled, and it includes what everybody knows.
        sure = max(sure_of(s, viewer, seat, kind) for viewer in range(NONE, int(s.seats)))
        cards += [CARD_NAMES[kind]] * max(0, sure - away[kind])
    return cards


def _cards_elsewhere(s: State, seat: int) -> list[int]:
    """By kind: how many cards of a seat's pool may lie outside its hand."""
    away = [0] * KINDS
    for at in range(int(s.under)):
        if under_owner(s.trail[at]) == seat:
            _count_away(away, under_kind(s.trail[at]))
    if s.look_old and s.turn == seat:
        for at in range(LOOKS):
            if s.look[at] != NONE:
                _count_away(away, int(s.look[at]))
    for shown in (one for duel in _shown_cards(s) for one in duel):
        mixed = {shown_kind(entry) for entry in shown if is_mixed(entry)}
        for entry in shown:
            if shown_by(entry) == seat:
                for kind in mixed if is_mixed(entry) else {shown_kind(entry)}:
                    _count_away(away, kind)
    return away


def _count_away(away: list[int], kind: int) -> None:
    for other in range(KINDS):
        away[other] += int(kind in (other, UNKNOWN_CARD))


def _sailors(s: State) -> Json:
    placed, in_hand = int(s.placed), int(s.phase == Phase.SAILORS)
    return {
        "on_deck": COLOURS * (int(s.pairs) - placed - in_hand),
        "unseen": [value for value in range(1, SAILORS + 1) if has(s.sailors, value - 1)],
        "placed": placed,
        "inspected": None if s.handled == NONE else PAIR_NAMES[s.handled],
        "pairs": [_pair(s, at) for at in range(int(s.pairs))],
    }


def _pair(s: State, at: int) -> Json:
    placed = bool(at < s.placed)
    values = [int(s.pair[at, side]) for side in range(COLOURS)]
    known = values[0] not in (0, UNKNOWN_SAILOR)
    ordered = known and placed and not int(s.order[at]) & ORDER_UNKNOWN
    return {
        "letter": PAIR_NAMES[at],
        "placed": placed,
        **{side: values[number] if ordered else None for number, side in enumerate(SIDE_NAMES)},
        "values": sorted(values) if known else None,
        "shown": bool(at <= s.duel),
        "seen_by": [seat for seat in _seats_in(int(s.seen[at])) if seat < s.seats],
    }


def _shown_cards(s: State) -> list[list[list[int]]]:
    """CA-63: the cards shown in duels as in the record, by duel and round."""
    duels: list[list[list[int]]] = []
    for at in range(int(s.under), int(s.under) + int(s.played)):
        entry = int(s.trail[at])
        if begins_duel(entry):
            duels.append([])
        if begins_round(entry):
            duels[-1].append([])
        duels[-1][-1].append(entry)
    return duels


def _duels(s: State) -> list[Json]:
    """CA-62 to CA-68: the duels so far. A duel without any combat card records only its winner."""
    if s.duel == NONE:
        return []
    shown = _shown_cards(s)
    over = sum(int(wins) for wins in s.wins)
    begun = over + int(s.phase != Phase.OVER)
    return [_duel(s, at, shown[at] if at < len(shown) else [], at < over) for at in range(begun)]


def _duel(s: State, at: int, rounds: list[list[int]], over: bool) -> Json:
    strength = [0] * COLOURS
    for entry in (entry for shown in rounds for entry in shown):
        strength[colour_of(shown_kind(entry))] += value_of(shown_kind(entry))
    total = [int(s.pair[at, side]) + strength[side] for side in range(COLOURS)]
    winner = max(range(COLOURS), key=lambda side: (total[side], strength[side]))
    return {
        "letter": PAIR_NAMES[at],
        "round": len(rounds) + 1 if over else int(s.duel_round),
        "rounds": [_round_of_duel(shown) for shown in rounds],
        "strength": dict(zip(SIDE_NAMES, strength, strict=True)),
        "total": dict(zip(SIDE_NAMES, total, strict=True)),
        "winner": SIDE_NAMES[winner] if over else None,
    }


def _round_of_duel(shown: list[int]) -> Json:
    return {
        "cards": [CARD_NAMES[shown_kind(entry)] for entry in shown],
        "by": [None if is_mixed(entry) else shown_by(entry) for entry in shown],
    }


def _winning_side(s: State) -> str | None:
    side = winning_side(s)
    return None if side == NONE else SIDE_NAMES[side]


def _out_of_game(s: State) -> dict[str, int]:
    gone = Counter(shown_kind(entry) for duel in _shown_cards(s) for shown in duel for entry in shown)
    return _card_counts([gone[kind] for kind in range(KINDS)])


def fact(row: Sequence[int], _table: ComponentTable) -> Fact:
    """One row of news as a fact with names."""
    named_fact = read_fact(row, FIELDS, _named_value)
    if named_fact.rule != BY_PIRATE:
        return named_fact
    # The pirate is the number of that name, otherwise the number after the named ones.
    kind, _audience, _seat, *numbers = row
    fields = FIELDS[Event(kind)][2]
    pirate = numbers[fields.index("pirate") if "pirate" in fields else len(fields)]
    return replace(named_fact, rule=f"CA-{FIRST_PIRATE_RULE + pirate}")


def _named_value(field: str, number: int) -> dict[str, int | str]:
    """The text name of a fact's number, if the field has names."""
    if field == "card":
        return {field: card_name(number)}
    names = {"pirate": PIRATE_NAMES, "pile": PILES, "side": SIDE_NAMES, "pair": PAIR_NAMES}.get(field)
    return {field: names[number] if names else number}
