"""From options to a record that is ready for the deal."""

from __future__ import annotations

from quarterdeck.games.mutiny.state import NONE, SEATS, State
from quarterdeck.games.mutiny.table import RUM_AT_FIRST, ComponentTable
from quarterdeck.games.mutiny.tiles import keep_tiles
from quarterdeck.kernel.record import new

CUTLASSES = {2: 10, 3: 10, 4: 8, 5: 8}
DOUBLOONS_AT_FIRST = 8


def template(players: int, table: ComponentTable, readings: int = 0) -> State:
    """A record with options, tiles and all starting tokens (MU-2) set, ready for the deal.

    `readings` is the bit mask of the house rules.
    """
    s = new(State)
    s.seats = players
    s.readings = readings
    s.needed = table.size.figure("cutlasses", CUTLASSES[players])
    s.turns = table.size.figure("turns", 0)
    for seat in range(players):
        s.doubloons[seat] = table.size.figure("doubloons", DOUBLOONS_AT_FIRST)
        s.rum[seat] = table.size.figure("rum", RUM_AT_FIRST)
    s.bank = table.rum - sum(map(int, s.rum))
    s.tiles = len(table.tiles)
    keep_tiles(s, [(tile.north, tile.south) for tile in table.tiles])
    s.tile = NONE
    s.turn = NONE
    s.lookout = NONE
    s.primary = NONE
    s.promised = NONE
    s.price_for = NONE
    s.destination = NONE
    s.hit[:] = NONE
    for seat in range(SEATS):
        s.bid_doubloons[seat] = s.bid_rum[seat] = NONE
        s.offer_rum[seat] = s.offer_for[seat] = NONE
    return s
