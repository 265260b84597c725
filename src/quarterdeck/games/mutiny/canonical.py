"""Canonical actions: as in an observation, seats are counted clockwise from the one that acts."""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.state import NONE, RUM_AT_ONCE, SEATS, State
from quarterdeck.games.mutiny.targets import BUT, both, excluded, first_of, second_of
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.ring import seat_from


@rule
def canonical(s: State, seat: int, action: int) -> int:
    """The action with seats counted from `seat`."""
    if codes.OFFER <= action < codes.PICK or codes.OFFER_OTHER <= action < codes.WITHDRAW:
        target = canonical_target(s, seat, codes.offered_target(action))
        return codes.offer_of(target, codes.offered_rum(action))
    if codes.PICK <= action < codes.STAY:
        player = seat_from(seat, codes.picked_player(action), int(s.seats))
        return codes.pick_of(player, seat_from(seat, codes.picked_payer(action), int(s.seats)))
    if codes.MOVE <= action < codes.COURSE:
        of_token = codes.WAYS * SEATS
        token = codes.MOVE + (action - codes.MOVE) // of_token * of_token
        return renumbered(s, seat, action, token, codes.WAYS)
    if codes.ASK <= action < codes.TAKE:
        return renumbered(s, seat, action, codes.ASK, RUM_AT_ONCE)
    if codes.TAKE <= action < codes.WAIT:
        return renumbered(s, seat, action, codes.TAKE, 1)
    return action


@rule
def renumbered(s: State, seat: int, action: int, block: int, each: int) -> int:
    """An action of a block in which each seat has `each` actions, with that seat counted from `seat`."""
    named = (action - block) // each
    return action + each * (seat_from(seat, named, int(s.seats)) - named)


@rule
def canonical_target(s: State, seat: int, target: int) -> int:
    """What an offer is for (MU-23), with its seats counted from `seat`."""
    if excluded(target) != NONE:
        return BUT + seat_from(seat, excluded(target), int(s.seats))
    first = seat_from(seat, first_of(target), int(s.seats))
    if second_of(target) == NONE:
        return first
    return both(first, seat_from(seat, second_of(target), int(s.seats)))
