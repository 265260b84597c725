"""The set-up (MU-3, MU-6), up to the first bids."""

from __future__ import annotations

from quarterdeck.games.mutiny.bidding import open_bidding
from quarterdeck.games.mutiny.retrieval import all_tiles, turn_tile
from quarterdeck.games.mutiny.state import State
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import below


@rule
def setup(s: State) -> None:
    """MU-3, MU-6: turn a template, which has the starting tokens, into the first position of a match."""
    s.pile = all_tiles(s)
    turn_tile(s)
    s.lookout = below(s, int(s.seats))
    s.turn_no = 1
    open_bidding(s)
