"""The set-up (ME-10 to ME-13)."""

from __future__ import annotations

from quarterdeck.games.meuterer.cargo import deal_card
from quarterdeck.games.meuterer.sailing import clear_round
from quarterdeck.games.meuterer.state import NONE, State
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import below
from quarterdeck.kernel.ring import left_of


@rule
def setup(s: State) -> None:
    """ME-10 to ME-13: turn a template into the first position of a match.

    A template has its options, component table and key, and its pile holds the whole deck. Row 0 of the table
    is the island where the ship starts (Hochland).
    """
    nest = int(s.corsair)
    rows = count_rows(s)
    # ME-10, ME-11: the start island stays at place 0, the others are drawn at random around it.
    for place in range(1, int(s.islands)):
        swap_places(s, place, place + below(s, rows - place))
    for place in range(int(s.islands), rows):
        s.ring[place] = NONE
    s.captain = below(s, int(s.seats))
    seat = int(s.captain)
    for _ in range(int(s.full_hand) * int(s.seats)):
        deal_card(s, seat)
        seat = left_of(s, seat)
    place_pirates(s, nest)
    open_match(s)


@rule
def count_rows(s: State) -> int:
    """The number of islands in the component table."""
    rows = 0
    while rows < len(s.ring) and s.ring[rows] != NONE:
        rows += 1
    return rows


@rule
def swap_places(s: State, one: int, other: int) -> None:
    """Exchange two islands of the ring."""
    s.ring[one], s.ring[other] = s.ring[other], s.ring[one]
    s.trade[one], s.trade[other] = s.trade[other], s.trade[one]
    s.dock[one], s.dock[other] = s.dock[other], s.dock[one]


@rule
def place_pirates(s: State, nest: int) -> None:
    """ME-13: place the pirate ship at Piratennest or, if that island isn't in the ring, opposite the ship."""
    s.corsair = NONE
    if s.pirates:
        s.corsair = (int(s.ship) + int(s.islands) // 2) % int(s.islands)
        for place in range(int(s.islands)):
            if s.ring[place] == nest:
                s.corsair = place


@rule
def open_match(s: State) -> None:
    """Begin the first round, up to the offer."""
    s.astern = NONE
    if s.round_no == 0:
        s.round_no = 1
    clear_round(s)
