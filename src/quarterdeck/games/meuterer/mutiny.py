"""Phase 4: mutiny (ME-50 to ME-55)."""

from __future__ import annotations

from quarterdeck.games.meuterer.cargo import forget_held
from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.points import holder
from quarterdeck.games.meuterer.state import NONE, Course, Good, Role, Rules, State, Step
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.ring import left_of


@rule
def with_captain(s: State, seat: int) -> bool:
    """ME-50: whether this seat fights against the mutiny."""
    return bool(seat == s.captain or s.role[seat] == Role.FIRST_MATE)


@rule
def with_mutineer(s: State, seat: int) -> bool:
    """ME-50: whether this seat fights for the mutiny."""
    return bool(s.role[seat] == Role.MUTINEER or s.role[seat] == Role.CABIN_BOY)


@rule
def fight(s: State, seat: int, number: int, news: News) -> Step:
    """ME-51, ME-52: play conflict cards from the hand; none is a pass."""
    s.hand[seat, Good.CONFLICT] -= number
    s.fought[seat] += number
    for _ in range(number):
        forget_held(s, seat, Good.CONFLICT)
    tell(news, Event.FOUGHT, ALL, seat, number, int(s.rules == Rules.MANUAL), 0)
    if number == 0 or s.rules != Rules.MANUAL:
        s.passed |= 1 << seat
    other = seat
    for _ in range(int(s.seats)):
        other = left_of(s, other)
        takes_part = with_captain(s, other) or with_mutineer(s, other)
        if takes_part and not has(s.passed, other):
            s.turn = other
            return Step.ASK
    return Step.END_MUTINY


@rule
def conflicts(s: State, seat: int) -> int:
    """ME-51, ME-54: the conflict cards of a player that count; in `french` without those shown in phase 2."""
    number = int(s.fought[seat])
    if s.rules != Rules.FRENCH:
        number += int(s.shown[seat, Good.CONFLICT])
    return number


@rule
def strengths(s: State) -> tuple[int, int]:
    """ME-50, ME-53: the strengths of both sides, for the mutiny and against it."""
    in_favour = 0
    against = int(holder(s, Role.FIRST_MATE) != NONE)
    for seat in range(int(s.seats)):
        if with_captain(s, seat):
            against += conflicts(s, seat)
        if with_mutineer(s, seat):
            in_favour += conflicts(s, seat)
    return in_favour, against


@rule
def end_mutiny(s: State, news: News) -> Step:
    """ME-53, ME-55: compare the strengths; a tied mutiny succeeds."""
    in_favour, against = strengths(s)
    if in_favour >= against:
        tell(news, Event.MUTINY_WON, ALL, holder(s, Role.MUTINEER), in_favour, against, 0)
        return Step.CHANGE_CAPTAIN
    tell(news, Event.MUTINY_LOST, ALL, holder(s, Role.MUTINEER), in_favour, against, 0)
    s.course[Course.MUTINEER] = NONE
    return Step.KEEP_CAPTAIN
