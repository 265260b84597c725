"""The rules of Meuterer, from top to bottom as the rulebook tells a round."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quarterdeck.games.meuterer.cargo import draw_card, forget_held, give_back, hand_size
from quarterdeck.games.meuterer.codes import CONFLICT, LEAVE, LOTS, OFFER, RETURN, SELL, SHOW, TAKE
from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.pirates import sail_pirates
from quarterdeck.games.meuterer.selling import legal_sales, score_island, score_kinds, sell
from quarterdeck.games.meuterer.state import HAND, KINDS, NONE, ROLES, Course, Good, Phase, Role, Rules, State
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.piles import count, pour
from quarterdeck.kernel.random import below
from quarterdeck.kernel.verbs import Ids

OFFERS = 4
MATE_POINTS = 1
CABIN_BOY_POINTS = 2
LOADER_EXTRA = 3


# Set-up


@rule
def setup(s: State) -> None:
    """ME-10 to ME-13: deal a template, whose options, table and key are set and whose pile holds the whole deck.

    Row 0 of the table is the island where the ship starts (Hochland).
    """
    nest = int(s.corsair)
    rows = count_rows(s)
    # ME-10, ME-11: the start island stays at place 0, the others are drawn at random around it.
    for place in range(1, int(s.islands)):
        swap_places(s, place, place + below(s, rows - place))
    for place in range(int(s.islands), rows):
        s.ring[place] = NONE
    s.captain = below(s, int(s.seats))
    for turn in range(int(s.seats)):
        for _ in range(HAND):
            draw_card(s, (int(s.captain) + turn) % int(s.seats), False, np.zeros((0, 6), np.int16))
    place_pirates(s, nest)
    open_match(s)


@rule
def count_rows(s: State) -> int:
    """How many islands the component table has."""
    rows = 0
    while rows < len(s.ring) and s.ring[rows] != NONE:
        rows += 1
    return rows


@rule
def swap_places(s: State, one: int, other: int) -> None:
    """Two islands change places on the ring."""
    s.ring[one], s.ring[other] = s.ring[other], s.ring[one]
    s.trade[one], s.trade[other] = s.trade[other], s.trade[one]
    s.dock[one], s.dock[other] = s.dock[other], s.dock[one]


@rule
def place_pirates(s: State, nest: int) -> None:
    """ME-13: the pirate ship starts at Piratennest, or opposite the ship where that island isn't in the ring."""
    s.corsair = NONE
    if s.pirates:
        s.corsair = (int(s.ship) + int(s.islands) // 2) % int(s.islands)
        for place in range(int(s.islands)):
            if s.ring[place] == nest:
                s.corsair = place


@rule
def open_match(s: State) -> None:
    """What lies on the table before the first offer."""
    s.astern = NONE
    if s.round_no == 0:
        s.round_no = 1
    clear_round(s)


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


# Who may act, and how


@rule
def to_act(s: State) -> int:
    """Bit mask of the seats that may act: in this game one at a time."""
    if s.phase == Phase.OVER:
        return 0
    return 1 << int(s.turn)


@rule
def over(s: State) -> bool:
    """ME-70."""
    return bool(s.phase == Phase.OVER)


@rule
def scores(s: State, out: NDArray[np.int16]) -> None:
    """Each seat's points so far."""
    for seat in range(int(s.seats)):
        out[seat] = s.score[seat]


@rule
def legal(s: State, seat: int, out: Ids) -> int:
    """The actions of a seat that is to act; of any other seat there are none."""
    if s.phase == Phase.OVER or seat != s.turn:
        return 0
    if s.phase == Phase.OFFER:
        for points in range(OFFERS):
            out[points] = OFFER + points
        return OFFERS
    if s.phase == Phase.SHOW:
        return legal_roles(s, seat, out) if s.exit_order[seat] != NONE else legal_shows(s, seat, out)
    if s.phase == Phase.MUTINY:
        return legal_conflicts(s, seat, out)
    if s.phase == Phase.SELL:
        return legal_sales(s, seat, out)
    return legal_returns(s, seat, out)


@rule
def may_hold(s: State, seat: int, kind: int) -> bool:
    """Whether the seat has a card of this kind, or, in a view that can't tell, may have one."""
    return bool(s.hand[seat, kind] > 0 or (s.hidden[seat] > 0 and s.pile[kind] > 0))


@rule
def legal_shows(s: State, seat: int, out: Ids) -> int:
    """ME-30, ME-31: show a card of the hand, or leave."""
    n = 0
    for kind in range(KINDS):
        if may_hold(s, seat, kind):
            out[n] = SHOW + kind
            n += 1
    out[n] = LEAVE
    return n + 1


@rule
def legal_roles(s: State, seat: int, out: Ids) -> int:
    """ME-34: take one of the action cards that are still there."""
    n = 0
    for role in range(ROLES):
        taken = bool((int(s.gone) >> role) & 1)
        for other in range(int(s.seats)):
            if s.role[other] == role:
                taken = True
        if not taken:
            out[n] = TAKE + role
            n += 1
    return n


@rule
def legal_conflicts(s: State, seat: int, out: Ids) -> int:
    """ME-51: any number of conflict cards from the hand; ME-52 (`manual`): one, or a final pass."""
    most = int(s.hand[seat, Good.CONFLICT])
    if s.hidden[seat] > 0:
        most += min(int(s.hidden[seat]), int(s.pile[Good.CONFLICT]))
    if s.rules == Rules.MANUAL:
        most = min(most, 1)
    most = min(most, HAND)
    for number in range(most + 1):
        out[number] = CONFLICT + number
    return most + 1


@rule
def legal_returns(s: State, seat: int, out: Ids) -> int:
    """ME-74: give back one of the cards just drawn."""
    n = 0
    for kind in range(KINDS):
        unknown = count(s.just) < s.drawn
        if s.just[kind] > 0 or (unknown and may_hold(s, seat, kind)):
            out[n] = RETURN + kind
            n += 1
    return n


@rule
def apply(s: State, seat: int, action: int, news: News) -> None:
    """Carry out a legal action and all that follows from it without a decision."""
    if action < SHOW:
        make_offer(s, action - OFFER, news)
    elif action < LEAVE:
        show(s, seat, action - SHOW, news)
    elif action == LEAVE:
        leave(s, seat, news)
    elif action < CONFLICT:
        take_role(s, seat, action - TAKE, news)
    elif action < SELL:
        fight(s, seat, action - CONFLICT, news)
    elif action < RETURN:
        sell(s, seat, action - SELL, news)
        go_on_selling(s, (seat + 1) % int(s.seats), news)
    else:
        give_back(s, seat, action - RETURN, news)
        # Three cards too many were drawn; back at five the next player draws.
        if hand_size(s, seat) <= HAND:
            s.drawn = 0
            for kind in range(KINDS):
                s.just[kind] = 0
            draw_hands(s, (seat + 1) % int(s.seats), news)


# Phase 1: the offer


@rule
def make_offer(s: State, points: int, news: News) -> None:
    """ME-20: the Captain promises the First Mate 0 to 3 points."""
    s.offer = points
    s.phase = Phase.SHOW
    tell(news, Event.OFFERED, ALL, s.captain, points, 0, 0)


# Phase 2: goods and actions


@rule
def show(s: State, seat: int, kind: int, news: News) -> None:
    """ME-30: a card of the hand goes face up before the player; the pirates sail at once (ME-80)."""
    s.hand[seat, kind] -= 1
    forget_held(s, seat, kind)
    tell(news, Event.SHOWED, ALL, seat, kind, 0, 0)
    if kind == Good.PIRATES:
        sail_pirates(s, seat, news)
    else:
        s.shown[seat, kind] += 1
    next_shower(s, seat, news)


@rule
def leave(s: State, seat: int, news: News) -> None:
    """ME-32 to ME-34: the seat shows nothing more. The Captain sets a course; anyone else now looks at the action cards."""
    order = 0
    for other in range(int(s.seats)):
        if s.exit_order[other] != NONE:
            order += 1
    s.exit_order[seat] = order
    cards = hand_size(s, seat)
    tell(news, Event.LEFT, ALL, seat, cards, 0, 0)
    if seat == s.captain:
        place = (int(s.ship) + cards) % int(s.islands)
        s.course[Course.CAPTAIN] = place
        tell(news, Event.CAPTAIN_BOUND, ALL, seat, s.ring[place], 0, 0)
        next_shower(s, seat, news)


@rule
def take_role(s: State, seat: int, role: int, news: News) -> None:
    """ME-34: one of the action cards still there, face down; the others go back."""
    s.role[seat] = role
    tell(news, Event.CHOSE, seat, seat, role, 0, 0)
    next_shower(s, seat, news)


@rule
def next_shower(s: State, seat: int, news: News) -> None:
    """ME-30: clockwise to the next player still in; when all have left, the actions are revealed."""
    for step in range(1, int(s.seats) + 1):
        other = (seat + step) % int(s.seats)
        if s.exit_order[other] == NONE:
            s.turn = other
            return
    reveal(s, news)


# Phase 3: actions face up


@rule
def holder(s: State, role: int) -> int:
    """The seat that has this action card, or NONE."""
    for seat in range(int(s.seats)):
        if s.role[seat] == role:
            return seat
    return NONE


@rule
def reveal(s: State, news: News) -> None:
    """ME-40: all actions face up; a Mutineer sets a course."""
    for step in range(int(s.seats)):
        seat = (int(s.captain) + step) % int(s.seats)
        if s.role[seat] != NONE:
            tell(news, Event.REVEALED, ALL, seat, s.role[seat], 0, 0)
    mutineer = holder(s, Role.MUTINEER)
    if mutineer == NONE:
        keep_captain(s, news)
        return
    place = (int(s.ship) + hand_size(s, mutineer)) % int(s.islands)
    s.course[Course.MUTINEER] = place
    tell(news, Event.MUTINEER_BOUND, ALL, mutineer, s.ring[place], 0, 0)
    s.phase = Phase.MUTINY
    s.turn = s.captain


# Phase 4: mutiny


@rule
def with_captain(s: State, seat: int) -> bool:
    """ME-50: against the mutiny."""
    return bool(seat == s.captain or s.role[seat] == Role.FIRST_MATE)


@rule
def with_mutineer(s: State, seat: int) -> bool:
    """ME-50: for the mutiny."""
    return bool(s.role[seat] == Role.MUTINEER or s.role[seat] == Role.CABIN_BOY)


@rule
def fight(s: State, seat: int, number: int, news: News) -> None:
    """ME-51, ME-52: conflict cards from the hand; playing none is a pass."""
    s.hand[seat, Good.CONFLICT] -= number
    s.fought[seat] += number
    for _ in range(number):
        forget_held(s, seat, Good.CONFLICT)
    tell(news, Event.FOUGHT, ALL, seat, number, 0, 0)
    if number == 0 or s.rules != Rules.MANUAL:
        s.passed |= 1 << seat
    for step in range(1, int(s.seats) + 1):
        other = (seat + step) % int(s.seats)
        takes_part = with_captain(s, other) or with_mutineer(s, other)
        if takes_part and not (int(s.passed) >> other) & 1:
            s.turn = other
            return
    end_mutiny(s, news)


@rule
def conflicts(s: State, seat: int) -> int:
    """ME-51, ME-54: a player's conflict cards that count; in `french` not those shown in phase 2."""
    number = int(s.fought[seat])
    if s.rules != Rules.FRENCH:
        number += int(s.shown[seat, Good.CONFLICT])
    return number


@rule
def end_mutiny(s: State, news: News) -> None:
    """ME-50, ME-53, ME-55: strength against strength; a tie succeeds."""
    against = 0
    in_favour = 0
    for seat in range(int(s.seats)):
        if with_captain(s, seat):
            against += conflicts(s, seat)
        if with_mutineer(s, seat):
            in_favour += conflicts(s, seat)
    if holder(s, Role.FIRST_MATE) != NONE:
        against += 1
    if in_favour >= against:
        tell(news, Event.MUTINY_WON, ALL, holder(s, Role.MUTINEER), in_favour, against, 0)
        change_captain(s, news)
    else:
        tell(news, Event.MUTINY_LOST, ALL, holder(s, Role.MUTINEER), in_favour, against, 0)
        s.course[Course.MUTINEER] = NONE
        keep_captain(s, news)


# Phase 5: points


@rule
def keep_captain(s: State, news: News) -> None:
    """ME-60: the Captain docks where the Captain wanted to, and pays the First Mate."""
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
    start_selling(s, news)


@rule
def change_captain(s: State, news: News) -> None:
    """ME-61: the Mutineer docks and is Captain from now on; a Cabin Boy has a share."""
    mutineer = holder(s, Role.MUTINEER)
    s.course[Course.CAPTAIN] = NONE
    dock(s, mutineer, Course.MUTINEER, news)
    s.captain = mutineer
    tell(news, Event.BECAME_CAPTAIN, ALL, mutineer, 0, 0, 0)
    boy = holder(s, Role.CABIN_BOY)
    if boy != NONE:
        s.score[boy] += CABIN_BOY_POINTS
        tell(news, Event.CABIN_BOY_REWARDED, ALL, boy, CABIN_BOY_POINTS, 0, 0)
    start_selling(s, news)


@rule
def dock(s: State, seat: int, whose: int, news: News) -> None:
    """ME-60, ME-61: the dock value of the destination that won."""
    place = int(s.course[whose])
    s.score[seat] += s.dock[place]
    tell(news, Event.DOCKED, ALL, seat, s.ring[place], s.dock[place], whose)


@rule
def start_selling(s: State, news: News) -> None:
    """ME-62, ME-67: at the active islands, or by kinds in `manual`."""
    if s.rules == Rules.MANUAL:
        score_kinds(s, news)
        end_points(s, news)
    else:
        s.phase = Phase.SELL
        go_on_selling(s, int(s.captain), news)


@rule
def go_on_selling(s: State, seat: int, news: News) -> None:
    """ME-64: from the (new) Captain clockwise; with one possible sale it is made for the player."""
    options = np.zeros(LOTS, np.int64)
    while s.sold[seat, 0] == NONE:
        if legal_sales(s, seat, options) > 1:
            s.turn = seat
            return
        sell(s, seat, int(options[0]) - SELL, news)
        seat = (seat + 1) % int(s.seats)
    score_island(s, 0, int(s.ship), news)
    if s.astern != NONE:
        score_island(s, 1, int(s.astern), news)
    end_points(s, news)


@rule
def end_points(s: State, news: News) -> None:
    """ME-70: the last round ends here."""
    if s.round_no < s.rounds:
        sail(s, news)
        return
    s.phase = Phase.OVER
    tell(news, Event.GAME_OVER, ALL, NONE, 0, 0, 0)
    best = int(s.score[0])
    for seat in range(1, int(s.seats)):
        best = max(best, int(s.score[seat]))
    for seat in range(int(s.seats)):
        if s.score[seat] == best:
            tell(news, Event.WON, ALL, seat, best, 0, 0)


# Phases 6 to 10: the ship sails


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
    """ME-73, ME-74: up to five cards each from `seat` on clockwise to the Captain; a Loader draws three more and is asked."""
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
        seat = (seat + 1) % int(s.seats)
    s.round_no += 1
    clear_round(s)
    tell(news, Event.ROUND_BEGAN, ALL, s.captain, s.round_no, 0, 0)
