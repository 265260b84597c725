"""Invariants of Meuterer: every card is in exactly one place; hands, roles and notes follow the rules."""

from __future__ import annotations

from quarterdeck.games.meuterer.cargo import slip_kind, slip_place
from quarterdeck.games.meuterer.state import KINDS, NONE, ROLES, Good, Phase, Place, Role, State
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule

LOADER_EXTRA = 3

FAULTS = (
    "",
    "a card is lost or doubled",
    "a count is negative",
    "a hand is too large",
    "a hand is not filled up before a new round",
    "an action card is held twice, or by the Captain",
)
LOST, NEGATIVE, LARGE, UNFILLED, ROLES_TWICE = range(1, 6)


@rule
def find_fault(s: State, made: State, dealt: bool) -> int:
    """The number of the first fault in where the cards of a position lie; 0 if there is none."""
    for kind in range(KINDS):
        n = int(s.pile[kind]) + int(s.discard[kind])
        if s.pile[kind] < 0 or s.discard[kind] < 0 or s.made[kind] < 0 or s.just[kind] < 0:
            return NEGATIVE
        for seat in range(int(s.seats)):
            if s.hand[seat, kind] < 0 or s.shown[seat, kind] < 0:
                return NEGATIVE
            n += int(s.hand[seat, kind]) + int(s.shown[seat, kind])
            if kind == Good.CONFLICT:
                n += int(s.fought[seat])
        for at in range(int(s.slips)):
            if slip_place(s.slip[at]) == Place.BOTTOM and slip_kind(s.slip[at]) == kind:
                n += 1
        if n != made.pile[kind]:
            return LOST
    return look_at_hands(s)


@rule
def look_at_hands(s: State) -> int:
    """The number of the first fault in hands and roles; 0 if there is none."""
    taken = 0
    for seat in range(int(s.seats)):
        most = int(s.full_hand)
        if s.phase == Phase.RETURN and seat == s.turn:
            most += LOADER_EXTRA
        if hand_size(s, seat) > most:
            return LARGE
        if s.phase == Phase.OFFER and hand_size(s, seat) != s.full_hand:
            return UNFILLED
        role = int(s.role[seat])
        if role != NONE:
            if role >= ROLES or (taken >> role) & 1 or (seat == s.captain and s.phase <= Phase.MUTINY):
                return ROLES_TWICE
            taken |= 1 << role
    return 0


@rule
def is_whole(s: State) -> bool:
    """Whether a position holds no unknown."""
    for seat in range(int(s.seats)):
        if s.hidden[seat] != 0 or s.role[seat] == Role.UNKNOWN:
            return False
    return bool(s.gone == 0)
