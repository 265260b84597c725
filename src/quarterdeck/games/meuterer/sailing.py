"""Phases 6 to 10: the ship sails, hands are filled up, the next round begins (ME-71 to ME-75)."""

from __future__ import annotations

from quarterdeck.games.meuterer.cargo import draw_card, give_back
from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.state import (
    KINDS,
    NONE,
    Course,
    Good,
    Phase,
    Role,
    State,
    Step,
)
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.piles import pour
from quarterdeck.kernel.ring import left_of

LOADER_EXTRA = 3


@rule
def sail(s: State, news: News) -> Step:
    """ME-71, ME-72: sail to the winning destination; discard the shown cards and those of the mutiny."""
    mutiny_won = s.course[Course.MUTINEER] != NONE
    place = int(s.course[Course.MUTINEER]) if mutiny_won else int(s.course[Course.CAPTAIN])
    s.astern = s.ship if place != s.ship else NONE
    tell(news, Event.SAILED, ALL, s.captain, s.ring[s.ship], s.ring[place], 0)
    s.ship = place
    for seat in range(int(s.seats)):
        pour(s.shown[seat], s.discard)
        s.discard[Good.CONFLICT] += s.fought[seat]
        s.fought[seat] = 0
        s.sold[seat, 0] = NONE
        s.sold[seat, 1] = NONE
    s.course[Course.CAPTAIN] = NONE
    s.course[Course.MUTINEER] = NONE
    s.offer = NONE
    s.turn = s.captain
    return Step.DRAW


@rule
def draw_hand(s: State, news: News) -> Step:
    """ME-73: draw up to a full hand. ME-74: a Loader draws three more and chooses cards to give back."""
    seat = int(s.turn)
    loading = bool(s.role[seat] == Role.LOADER)
    wanted = int(s.full_hand) - hand_size(s, seat)
    if loading:
        wanted += LOADER_EXTRA
    taken = 0
    for _ in range(wanted):
        kind = draw_card(s, seat, loading, news)
        if kind >= 0:
            taken += 1
            if loading:
                s.just[kind] += 1
    if loading:
        s.drawn = taken
        s.phase = Phase.RETURN
        tell(news, Event.LOADER_DREW, ALL, seat, taken, 0, 0)
        return Step.ASK
    if taken > 0:
        tell(news, Event.DREW, ALL, seat, taken, 0, 0)
    return next_drawer(s)


@rule
def next_drawer(s: State) -> Step:
    """ME-73: go on to the next seat, once around from the Captain."""
    s.turn = left_of(s, int(s.turn))
    if s.turn == s.captain:
        return Step.NEW_ROUND
    return Step.DRAW


@rule
def return_card(s: State, seat: int, kind: int, news: News) -> Step:
    """ME-74: the Loader gives back a card just drawn; with a full hand left, the next player draws."""
    give_back(s, seat, kind, news)
    if hand_size(s, seat) > s.full_hand:
        return Step.ASK
    s.drawn = 0
    for other in range(KINDS):
        s.just[other] = 0
    return next_drawer(s)


@rule
def new_round(s: State, news: News) -> Step:
    """ME-75: begin the next round under the (new) Captain."""
    s.round_no += 1
    clear_round(s)
    tell(news, Event.ROUND_BEGAN, ALL, s.captain, s.round_no, 0, 0)
    return Step.ASK


@rule
def clear_round(s: State) -> None:
    """ME-75: clear everything that belongs to one round."""
    s.phase = Phase.OFFER
    s.turn = s.captain
    s.offer = NONE
    s.passed = 0
    for seat in range(int(s.seats)):
        s.exit_order[seat] = NONE
        s.role[seat] = NONE
        s.fought[seat] = 0
        s.sold[seat, 0] = NONE
        s.sold[seat, 1] = NONE
    s.course[Course.CAPTAIN] = NONE
    s.course[Course.MUTINEER] = NONE
