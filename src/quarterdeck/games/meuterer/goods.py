"""Phases 1 to 3: the offer, showing goods and taking action cards, and turning those up (ME-20 to ME-40)."""

from __future__ import annotations

from quarterdeck.games.meuterer.cargo import forget_held
from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.pirates import sail_pirates
from quarterdeck.games.meuterer.points import holder
from quarterdeck.games.meuterer.state import NONE, Course, Good, Phase, Role, State, Step
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.ring import left_of

# Phase 1: the offer


@rule
def make_offer(s: State, points: int, news: News) -> Step:
    """ME-20: the Captain promises the First Mate 0 to 3 points."""
    s.offer = points
    s.phase = Phase.SHOW
    tell(news, Event.OFFERED, ALL, s.captain, points, 0, 0)
    return Step.ASK


# Phase 2: goods and actions


@rule
def show(s: State, seat: int, kind: int, news: News) -> Step:
    """ME-30: show a card of the hand; the pirates card makes the pirates sail at once (ME-80)."""
    s.hand[seat, kind] -= 1
    forget_held(s, seat, kind)
    tell(news, Event.SHOWED, ALL, seat, kind, 0, 0)
    if kind == Good.PIRATES:
        sail_pirates(s, seat, news)
    else:
        s.shown[seat, kind] += 1
    return Step.NEXT_SHOWER


@rule
def leave(s: State, seat: int, news: News) -> Step:
    """ME-32 to ME-34: the seat leaves and shows no more cards.

    The Captain sets a course by this; any other seat has to choose an action card next.
    """
    order = 0
    for other in range(int(s.seats)):
        if s.exit_order[other] != NONE:
            order += 1
    s.exit_order[seat] = order
    cards = hand_size(s, seat)
    tell(news, Event.LEFT, ALL, seat, cards, 0, 0)
    if seat != s.captain:
        return Step.ASK
    place = (int(s.ship) + cards) % int(s.islands)
    s.course[Course.CAPTAIN] = place
    tell(news, Event.CAPTAIN_BOUND, ALL, seat, s.ring[place], 0, 0)
    return Step.NEXT_SHOWER


@rule
def take_role(s: State, seat: int, role: int, news: News) -> Step:
    """ME-34: take one of the remaining action cards, face down."""
    s.role[seat] = role
    tell(news, Event.CHOSE, seat, seat, role, 0, 0)
    return Step.NEXT_SHOWER


@rule
def next_shower(s: State) -> Step:
    """ME-30: go on clockwise to the next player still in; when all have left, reveal the actions."""
    seat = int(s.turn)
    for _ in range(int(s.seats)):
        seat = left_of(s, seat)
        if s.exit_order[seat] == NONE:
            s.turn = seat
            return Step.ASK
    return Step.REVEAL


# Phase 3: actions face up


@rule
def reveal(s: State, news: News) -> Step:
    """ME-40: turn all action cards face up; a Mutineer sets a course."""
    seat = int(s.captain)
    for _ in range(int(s.seats) - 1):
        seat = left_of(s, seat)
        if s.role[seat] != NONE:
            tell(news, Event.REVEALED, ALL, seat, s.role[seat], 0, 0)
    mutineer = holder(s, Role.MUTINEER)
    if mutineer == NONE:
        return Step.KEEP_CAPTAIN
    place = (int(s.ship) + hand_size(s, mutineer)) % int(s.islands)
    s.course[Course.MUTINEER] = place
    tell(news, Event.MUTINEER_BOUND, ALL, mutineer, s.ring[place], 0, 0)
    s.phase = Phase.MUTINY
    s.turn = s.captain
    return Step.ASK
