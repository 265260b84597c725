"""Phase 5: points for docking, helping and selling (ME-60 to ME-70)."""

from __future__ import annotations

from quarterdeck.games.meuterer.codes import SELL
from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.selling import only_sale, score_island, score_kinds, sell
from quarterdeck.games.meuterer.state import NONE, Course, Phase, Role, Rules, State, Step
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.ring import left_of

MATE_POINTS = 1
CABIN_BOY_POINTS = 2


@rule
def holder(s: State, role: int) -> int:
    """The seat with this action card, or NONE."""
    for seat in range(int(s.seats)):
        if s.role[seat] == role:
            return seat
    return NONE


@rule
def keep_captain(s: State, news: News) -> Step:
    """ME-60: the Captain docks at the Captain's destination; a First Mate gets a point and the offer."""
    captain = int(s.captain)
    dock(s, captain, Course.CAPTAIN, news)
    mate = holder(s, Role.FIRST_MATE)
    if mate != NONE:
        points = MATE_POINTS + int(s.offer)
        s.score[mate] += points
        s.score[captain] -= int(s.offer)
        tell(news, Event.MATE_REWARDED, ALL, mate, points, s.offer, 0)
        if s.offer > 0:
            tell(news, Event.OFFER_PAID, ALL, captain, s.offer, 0, 0)
    return Step.SELL


@rule
def change_captain(s: State, news: News) -> Step:
    """ME-61: the Mutineer docks and becomes Captain; a Cabin Boy scores 2 points."""
    mutineer = holder(s, Role.MUTINEER)
    s.course[Course.CAPTAIN] = NONE
    dock(s, mutineer, Course.MUTINEER, news)
    s.captain = mutineer
    tell(news, Event.BECAME_CAPTAIN, ALL, mutineer, 0, 0, 0)
    boy = holder(s, Role.CABIN_BOY)
    if boy != NONE:
        s.score[boy] += CABIN_BOY_POINTS
        tell(news, Event.CABIN_BOY_REWARDED, ALL, boy, CABIN_BOY_POINTS, 0, 0)
    return Step.SELL


@rule
def dock(s: State, seat: int, whose: int, news: News) -> None:
    """ME-60, ME-61: score the dock figure of the winning destination."""
    place = int(s.course[whose])
    s.score[seat] += s.dock[place]
    tell(news, Event.DOCKED, ALL, seat, s.ring[place], s.dock[place], whose)


@rule
def sell_goods(s: State, news: News) -> Step:
    """ME-62, ME-64, ME-67: sell at the active islands, or by kinds in `manual`.

    The seats sell clockwise from the (new) Captain. Where a seat has only one legal sale, it is made at once.
    """
    if s.rules == Rules.MANUAL:
        score_kinds(s, news)
        return Step.END_POINTS
    s.phase = Phase.SELL
    seat = int(s.captain)
    for _ in range(int(s.seats)):
        if s.sold[seat, 0] == NONE:
            sale = only_sale(s, seat)
            if sale == NONE:
                s.turn = seat
                return Step.ASK
            sell(s, seat, sale - SELL, news)
        seat = left_of(s, seat)
    score_island(s, 0, int(s.ship), news)
    if s.astern != NONE:
        score_island(s, 1, int(s.astern), news)
    return Step.END_POINTS


@rule
def end_points(s: State, news: News) -> Step:
    """ME-70: after the points, end the match if it was the last round."""
    if s.round_no < s.rounds:
        return Step.SAIL
    s.phase = Phase.OVER
    tell(news, Event.GAME_OVER, ALL, NONE, 0, 0, 0)
    best = int(s.score[0])
    for seat in range(1, int(s.seats)):
        best = max(best, int(s.score[seat]))
    for seat in range(int(s.seats)):
        if s.score[seat] == best:
            tell(news, Event.WON, ALL, seat, best, 0, 0)
    return Step.ASK
