"""Explicit set-ups: a table laid out by hand, for tests, puzzles and lessons."""

from __future__ import annotations

from quarterdeck.errors import SetupError
from quarterdeck.games.meuterer.setup import open_match, place_pirates, swap_places
from quarterdeck.games.meuterer.state import NONE, State
from quarterdeck.games.meuterer.table import GOODS, ComponentTable
from quarterdeck.i18n import _
from quarterdeck.kernel.layout import SetupLayout, index_of, list_of, number, take
from quarterdeck.kernel.spec import Json

KEYS = ("ring", "captain", "hands", "ship", "came_from", "pirate_ship", "round", "scores", "discards")


def arrange(s: State, table: ComponentTable, given: Json) -> None:
    """Lay out a template as `given` says; everything else is as at the start of a match.

    Keys: `ring`, the island names clockwise, the start island first; `captain`, a seat; `hands`, a list of
    goods for each seat; `ship`, `came_from`, `pirate_ship`, places on the ring; `round`, from 1; `scores`;
    `discards`, a list of goods. The rest of the deck is the draw pile. SetupError names the first error.
    """
    layout = SetupLayout(given, KEYS, int(s.seats))
    nest = int(s.corsair)
    _lay_ring(s, table, layout["ring"])
    s.captain = layout.seat("captain")
    _deal_hands(s, layout["hands"])
    last = int(s.islands) - 1
    s.ship = layout.number("ship", 0, last)
    place_pirates(s, nest)
    if "pirate_ship" in layout:
        if not s.pirates:
            raise SetupError(_("pirate_ship needs the option pirates on or double (ME-13)."))
        s.corsair = layout.number("pirate_ship", 0, last)
    s.round_no = layout.number("round", 1, int(s.rounds), default=1)
    for seat, points in layout.per_seat("scores"):
        s.score[seat] = number(points, "scores", -999, 999)
    for good in layout.items("discards"):
        kind = _take_card(s, good, "discards")
        s.made[kind] -= 1
        s.discard[kind] += 1
    open_match(s)
    if "came_from" in layout:
        place = layout.number("came_from", 0, last)
        s.astern = NONE if place == s.ship else place


def _lay_ring(s: State, table: ComponentTable, names: object) -> None:
    if names is None:
        return
    island_names = list_of(names, "ring", int(s.islands))
    for place, name in enumerate(island_names):
        rows = [row for row, island in enumerate(table.islands) if island.name == name]
        if not rows or name in island_names[:place]:
            sentence = _("ring: “{name}” is not an island of the table, or stands there twice.")
            raise SetupError(sentence.format(name=str(name)[:40]))
        if place == 0 and rows[0] != 0:
            raise SetupError(
                _("ring must begin with {name}, where the ship starts (ME-10).").format(
                    name=table.islands[0].name
                )
            )
        at = next(i for i in range(place, len(table.islands)) if s.ring[i] == rows[0])
        swap_places(s, place, at)
    for place in range(int(s.islands), len(s.ring)):
        s.ring[place] = NONE


def _deal_hands(s: State, hands: object) -> None:
    if hands is None:
        raise SetupError(_("A set-up needs hands: one list of goods for each seat (ME-12)."))
    for seat, cards in enumerate(list_of(hands, "hands", int(s.seats))):
        for good in list_of(cards, "hands"):
            s.hand[seat, _take_card(s, good, "hands")] += 1
            s.fresh[seat] += 1
        if len(cards) > s.full_hand:
            raise SetupError(
                _("Seat {seat} has {count} cards; a hand has at most {most} (ME-12).").format(
                    seat=seat, count=len(cards), most=int(s.full_hand)
                )
            )


def _take_card(s: State, good: object, key: str) -> int:
    kind = index_of(good, GOODS, key, _("{key}: “{name}” is no kind of card; the kinds are {known}."))
    return take(s.pile, kind, _("There are not that many {good} cards in the deck (ME-1).").format(good=good))
