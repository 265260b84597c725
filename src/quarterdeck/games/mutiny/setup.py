"""The set-up (MU-2, MU-3, MU-6), up to the first bids."""

from __future__ import annotations

from quarterdeck.games.mutiny.bidding import open_bidding
from quarterdeck.games.mutiny.retrieval import all_tiles, turn_tile
from quarterdeck.games.mutiny.state import State
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import below

DOUBLOONS_AT_FIRST = 8
RUM_AT_FIRST = 3


@rule
def setup(s: State) -> None:
    """Deal a template, whose options and table are set and whose bank holds all rum."""
    for seat in range(int(s.seats)):
        s.doubloons[seat] = DOUBLOONS_AT_FIRST
        s.rum[seat] = RUM_AT_FIRST
        s.bank -= RUM_AT_FIRST
    s.pile = all_tiles(s)
    turn_tile(s)
    s.lookout = below(s, int(s.seats))
    s.turn_no = 1
    open_bidding(s)
