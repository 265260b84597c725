"""From options to a record that is ready to be dealt."""

from __future__ import annotations

from quarterdeck.games.meuterer.state import HAND, ISLANDS, NONE, TRADE, Good, Rules, State
from quarterdeck.games.meuterer.table import MOST_ROUNDS, ComponentTable
from quarterdeck.kernel.record import new

ROUNDS = {3: 9, 4: 8}
MANUAL_ISLANDS = 6
PIRATES = ("off", "on", "double")
RULE_SETS = tuple(rules.name.lower() for rules in Rules)


def template(players: int, rules: str, pirates: str, table: ComponentTable) -> State:
    """A record with options and components set and the whole deck in the pile, for `rules.setup` to deal."""
    s = new(State)
    s.seats = players
    s.rounds = table.size.figure("rounds", ROUNDS.get(players, MOST_ROUNDS))
    s.full_hand = table.size.figure("hand", HAND)
    s.rules = RULE_SETS.index(rules)
    s.pirates = PIRATES.index(pirates)
    s.islands = len(table.islands)
    if s.rules == Rules.MANUAL:
        s.islands = min(MANUAL_ISLANDS, len(table.islands))
    for place in range(ISLANDS):
        s.ring[place] = NONE
    for place, island in enumerate(table.islands):
        s.ring[place] = place
        alone, two, three = island.trade
        s.trade[place] = TRADE.pack(buys=island.buys, alone=alone, two=two, three=three)
        s.dock[place] = island.dock
    for kind, number in enumerate(table.cards):
        if kind != Good.PIRATES or s.pirates:
            s.pile[kind] = number
            s.made[kind] = number
    s.corsair = table.nest
    return s
