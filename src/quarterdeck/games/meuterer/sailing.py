"""Phases 6 to 10: the ship sails, hands are filled up, the next round begins (ME-71 to ME-75)."""

from __future__ import annotations

from quarterdeck.games.meuterer.cargo import draw_card, hand_size
from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.state import HAND, NONE, Course, Good, Phase, Role, State, left_of
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.piles import pour

LOADER_EXTRA = 3


@rule
def sail(s: State, news: News) -> None:
    """ME-71, ME-72: to the destination that won; shown cards are discarded, those of the mutiny too."""
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
    draw_hands(s, int(s.captain), news)


@rule
def draw_hands(s: State, seat: int, news: News) -> None:
    """ME-73, ME-74: up to five cards each from `seat` on clockwise to the Captain.

    A Loader draws three more and is asked.
    """
    first = seat == s.captain and s.phase != Phase.RETURN
    while first or seat != s.captain:
        first = False
        loading = s.role[seat] == Role.LOADER
        wanted = HAND - hand_size(s, seat)
        if loading:
            wanted += LOADER_EXTRA
        taken = 0
        for _ in range(wanted):
            kind = draw_card(s, seat, bool(loading), news)
            if kind >= 0:
                taken += 1
                if loading:
                    s.just[kind] += 1
        if loading:
            s.drawn = taken
            tell(news, Event.LOADER_DREW, ALL, seat, taken, 0, 0)
            s.phase = Phase.RETURN
            s.turn = seat
            return
        if taken > 0:
            tell(news, Event.DREW, ALL, seat, taken, 0, 0)
        seat = left_of(s, seat)
    s.round_no += 1
    clear_round(s)
    tell(news, Event.ROUND_BEGAN, ALL, s.captain, s.round_no, 0, 0)


@rule
def clear_round(s: State) -> None:
    """ME-75, and all else that a round begins without."""
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
