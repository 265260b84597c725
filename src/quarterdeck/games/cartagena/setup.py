"""The set-up (CA-10 to CA-13), up to the first decision of the first round."""

from __future__ import annotations

from quarterdeck.games.cartagena.mutiny import place_sailors
from quarterdeck.games.cartagena.state import COLOURS, NONE, VALUES, Phase, Pirate, State, row_pirate
from quarterdeck.games.cartagena.supplies import set_sure, starting_card
from quarterdeck.games.cartagena.voyage import lay_row, mark_used, pass_turn, uncover
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.piles import count, pick
from quarterdeck.kernel.random import below


@rule
def setup(s: State) -> None:
    """CA-10 to CA-13: turn a template into the first position of a match.

    A template has its options, component table and key, and its piles hold all cards.
    """
    for seat in range(int(s.seats)):
        deal_seat(s, seat)
    # CA-13: chance says who is oldest, unless the table has.
    if s.first == NONE:
        s.first = below(s, int(s.seats))
    s.giver = s.first
    s.alive = (1 << int(s.seats)) - 1
    s.round_no = 1
    if s.dealt == NONE:
        open_round(s)
    else:
        skip_voyage(s)


@rule
def deal_seat(s: State, seat: int) -> None:
    """CA-10: give a seat a combat card of value 1 in each colour, as all know, and a coin."""
    s.coins[seat] = 1
    s.supply -= 1
    for colour in range(COLOURS):
        kind = colour * VALUES
        s.pile[kind] -= 1
        s.hand[seat, kind] = 1
        s.start = int(s.start) | (1 << starting_card(seat, colour))
        for viewer in range(int(s.seats)):
            if viewer != seat:
                set_sure(s, viewer, seat, kind, 1)


@rule
def open_round(s: State) -> None:
    """CA-20, CA-22: lay the row and open its first door.

    If it is the Ghost's (CA-25), the giver's turn is over; open the next door for the next seat.
    """
    lay_row(s)
    uncover(s)
    if row_pirate(s.row[0]) == Pirate.GHOST:
        mark_used(s, 0, int(s.turn))
        pass_turn(s)
        uncover(s)


@rule
def skip_voyage(s: State) -> None:
    """CA-80: instead of a voyage, deal combat cards to all seats, which then choose a side.

    The sailors take their places now, so that chance has no part in what follows.
    """
    lay_row(s)
    s.space = s.goal
    for seat in range(int(s.seats)):
        for _ in range(int(s.dealt)):
            kind = pick(s.pile, s, count(s.pile))
            s.pile[kind] -= 1
            s.hand[seat, kind] += 1
    place_sailors(s)
    s.phase = Phase.SIDE
