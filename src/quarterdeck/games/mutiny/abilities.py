"""The resolution phase: who has which ability (MU-20 to MU-22), and what it does (MU-24 to MU-28).

The Pilot's course is in course.py.
"""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.bank import gain
from quarterdeck.games.mutiny.codes import way_end, way_start
from quarterdeck.games.mutiny.events import Event
from quarterdeck.games.mutiny.retrieval import begin_retrieval, enough_cutlasses
from quarterdeck.games.mutiny.state import (
    CREW,
    NONE,
    SEATS,
    Crew,
    Phase,
    Rank,
    Reading,
    Resource,
    State,
    reading,
)
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.games.mutiny.ties import highest_bribers, settle_among
from quarterdeck.kernel.bits import count_bits
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.verbs import Ids

RUM_TOKEN = 1  # one of the two kinds of `codes.TOKENS`; 0 is a doubloon


@rule
def resolve(s: State, news: News) -> Step:
    """MU-20 to MU-22: find the candidates for the ability, those with the highest or second highest bribe.

    If several were tied for the highest bribe, the rest of them are the candidates for the secondary ability.
    """
    if s.rank == Rank.PRIMARY:
        tell(news, Event.RESOLVED, ALL, NONE, s.crew, 0, 0)
        candidates = highest_bribers(s, int(s.crew), NONE)
        if candidates == 0:
            tell(news, Event.NO_BRIBE, ALL, NONE, s.crew, 0, 0)
            return next_crew_member(s)
        if candidates & (candidates - 1):
            s.first_tied = candidates
    elif s.first_tied:
        candidates = signed(s.first_tied) & ~(1 << int(s.primary))
    else:
        candidates = highest_bribers(s, int(s.crew), int(s.primary))
        if candidates == 0:
            return next_crew_member(s)
    return settle_among(s, candidates, news)


@rule
def carry_out(s: State, news: News) -> Step:
    """MU-24 to MU-28: carry out the ability up to the next decision of its seat."""
    seat = int(s.turn)
    primary = s.rank == Rank.PRIMARY
    if s.crew == Crew.DECK_HAND:
        s.phase = Phase.MOVE
        return Step.ASK
    if s.crew == Crew.PILOT and primary:
        s.phase = Phase.COURSE
        return Step.ASK
    if s.crew == Crew.FIRST_MATE and primary:
        if not keeps_spyglass(s):
            take_spyglass(s, seat, news)
    elif s.crew == Crew.GUNNER or s.crew == Crew.PILOT:
        gain(s, seat, Resource.CUTLASS, 1 + int(primary), int(s.crew), news)
    else:
        if s.crew == Crew.FIRST_MATE:
            take_spyglass(s, int(s.primary), news)
        gain(s, seat, Resource.RUM, 1 + int(primary), int(s.crew), news)
    return Step.NEXT_ABILITY


@rule
def next_ability(s: State, _news: News) -> Step:
    """MU-20: go on to the secondary ability or to the next crew member, unless somebody has won (MU-50)."""
    if enough_cutlasses(s):
        return Step.FINISH
    if s.rank == Rank.SECONDARY:
        return next_crew_member(s)
    s.rank = Rank.SECONDARY
    return Step.RESOLVE


@rule
def next_crew_member(s: State) -> Step:
    """MU-20: after the last crew member the retrieval begins. MU-60: after the last turn the match ends."""
    s.rank = Rank.PRIMARY
    s.primary = NONE
    s.first_tied = 0
    s.crew += 1
    if s.crew < CREW:
        return Step.RESOLVE
    if s.turn_no == s.turns:
        return Step.FINISH
    return begin_retrieval(s)


# The Deck Hand


@rule
def legal_moves(s: State, seat: int, out: Ids) -> int:
    """MU-24: write the legal moves: of any token (secondary ability: an own one), or of none."""
    out[0] = codes.STAY
    n = 1
    for token in range(codes.TOKENS):
        for owner in range(int(s.seats)):
            if s.rank == Rank.PRIMARY or owner == seat:
                first = codes.MOVE + codes.WAYS * (owner + SEATS * token)
                for start in range(CREW):
                    for end in range(CREW - 1):
                        out[n + end] = first + start * (CREW - 1) + end
                    n += (CREW - 1) * int(tokens_on(s, token, start, owner) > 0)
    return n


@rule
def tokens_on(s: State, token: int, crew: int, owner: int) -> int:
    """A seat's doubloons or its rum on a crew member."""
    if token == RUM_TOKEN:
        return int(s.rum_on[crew, owner])
    return int(s.doubloons_on[crew, owner])


@rule
def stay(_s: State, seat: int, news: News) -> Step:
    """MU-24: move no token; moving is voluntary."""
    tell(news, Event.STAYED, ALL, seat, 0, 0, 0)
    return Step.NEXT_ABILITY


@rule
def move_token(s: State, seat: int, code: int, news: News) -> Step:
    """MU-24: move a token; it keeps its owner."""
    token = code // (codes.WAYS * SEATS)
    owner = code // codes.WAYS % SEATS
    route = code % codes.WAYS
    start, end = way_start(route), way_end(route)
    if token == RUM_TOKEN:
        s.rum_on[start, owner] -= 1
        s.rum_on[end, owner] += 1
    else:
        s.doubloons_on[start, owner] -= 1
        s.doubloons_on[end, owner] += 1
    tell(news, Event.MOVED, ALL, seat, owner, token, route)
    return Step.NEXT_ABILITY


# The First Mate


@rule
def keeps_spyglass(s: State) -> bool:
    """MU-21: whether the present lookout still has to pick who is second (the reading “one decision”)."""
    return bool(reading(s, Reading.FIRST_MATE_AFTER_BOTH) and count_bits(s.first_tied) > 2)


@rule
def take_spyglass(s: State, seat: int, news: News) -> None:
    """MU-28: the seat is the lookout, at once."""
    if s.lookout != seat:
        s.lookout = seat
        tell(news, Event.SPYGLASS, ALL, seat, 0, 0, 0)
