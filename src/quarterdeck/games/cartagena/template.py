"""From options to a record that is ready for the deal."""

from __future__ import annotations

from quarterdeck.games.cartagena.state import COLOURS, LOOKS, NONE, ROW, SAILORS, SEATS, STORMS, State
from quarterdeck.games.cartagena.table import ComponentTable
from quarterdeck.kernel.record import new


def template(players: int, table: ComponentTable, readings: int = 0, oldest: int = NONE) -> State:
    """A record with options and components set and every card in its pile, for `setup.setup` to deal.

    `readings` is a bit mask of `Reading`; `oldest` is a seat, or NONE if chance says who is oldest.
    """
    s = new(State)
    s.seats = players
    s.readings = readings
    s.first = oldest
    s.space = table.start(players)
    s.goal = table.goal
    for at in range(STORMS):
        s.storm[at] = table.storms[at] if at < len(table.storms) else NONE
    s.supply = table.coins
    for kind, number in enumerate(table.combat):
        s.pile[kind] = number
    for kind, number in enumerate(table.gold):
        s.gold_pile[kind] = number
    sailors = table.size.figure("sailors", SAILORS)
    s.sailors = (1 << sailors) - 1
    s.pairs = sailors // COLOURS
    s.dealt = table.size.figure("cards", NONE)
    s.boat = NONE
    s.direction = NONE
    s.handled = NONE
    s.duel = NONE
    for at in range(ROW):
        s.row[at] = NONE
    for at in range(LOOKS):
        s.look[at] = NONE
    for seat in range(SEATS):
        s.side[seat] = NONE
        s.posted[seat] = NONE
        for other in range(SEATS):
            s.saw[seat, other] = NONE
    return s
