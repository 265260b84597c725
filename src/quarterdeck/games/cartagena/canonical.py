"""Canonical actions: as in an observation, seats are counted clockwise from the one that acts."""

from __future__ import annotations

from quarterdeck.games.cartagena import codes
from quarterdeck.games.cartagena.state import State
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.ring import seat_from


@rule
def canonical(s: State, seat: int, action: int) -> int:
    """The action; if it robs or spies on a seat, that seat is counted clockwise from `seat`."""
    if codes.ROB <= action < codes.SIDE:
        return codes.ROB + seat_from(seat, action - codes.ROB, int(s.seats))
    if codes.SPY <= action < codes.HIGHER:
        return codes.SPY + seat_from(seat, action - codes.SPY, int(s.seats))
    return action
