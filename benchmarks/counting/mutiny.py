"""Invariants of Mutiny!: every token and tile is in exactly one place; bids, offers and settled effects are
consistent.
"""

from __future__ import annotations

from quarterdeck.games.mutiny.bank import doubloons_in_play
from quarterdeck.games.mutiny.deals import ROUNDS, candidates_by, most_steps
from quarterdeck.games.mutiny.retrieval import MOST_RETRIEVED, all_tiles, nobody_can_bribe
from quarterdeck.games.mutiny.rules import to_act
from quarterdeck.games.mutiny.state import (
    CLOSED,
    CREW,
    DESTINATIONS,
    DOUBLOONS,
    EFFECTS,
    NONE,
    POOL_BYTES,
    SEATS,
    TILES,
    Crew,
    Phase,
    Rank,
    Reading,
    State,
    reading,
)
from quarterdeck.games.mutiny.targets import BUT, TARGETS
from quarterdeck.games.mutiny.tiles import LAST, kept_effect
from quarterdeck.kernel.bits import count_bits
from quarterdeck.kernel.jit import rule, signed

RANKS = len(Rank)
FAULTS = (
    "",
    "rum is lost or doubled",
    "a seat has more doubloons than there are of its colour",
    "a count is negative",
    "a seat that nobody sits on has something",
    "a tile is lost, doubled or changed",
    "a seat is to act that can't, or nobody is",
    "a bid is made that can't be, or at the wrong time",
    "an offer is made that can't be, or at the wrong time",
    "a tie is there at the wrong time, or is none",
    "rum lies on a crew member that has not been called",
    "a decision is asked for at the wrong crew member",
    "what the ship's course brings is not in order",
    "somebody loses or takes back too many doubloons",
    "the match has ended too early, or too late",
)
(
    RUM_LOST,
    TOO_MANY_DOUBLOONS,
    NEGATIVE,
    NO_SUCH_SEAT,
    TILES_WRONG,
    ACTING,
    BID_WRONG,
    OFFER_WRONG,
    TIE_WRONG,
    RUM_TOO_SOON,
    WRONG_CREW,
    COURSE_WRONG,
    DOUBLOONS_WRONG,
    END_WRONG,
) = range(1, 15)


@rule
def find_fault(s: State, made: State, _dealt: bool) -> int:
    """The number of the first fault of a position; 0 if there is none."""
    fault = look_at_tokens(s, made)
    if fault == 0:
        fault = look_at_tiles(s, made)
    if fault == 0:
        fault = look_at_turn(s)
    if fault == 0:
        fault = look_at_bids(s)
    if fault == 0:
        fault = look_at_ties(s)
    if fault == 0:
        fault = look_at_course(s)
    if fault == 0:
        fault = look_at_end(s)
    return fault


@rule
def look_at_tokens(s: State, made: State) -> int:
    """Rum in the bank, with a seat, or on a crew member; doubloons of each colour; and cutlasses."""
    rum = int(s.bank)
    all_rum = int(made.bank)
    for seat in range(SEATS):
        all_rum += int(made.rum[seat])
        own = int(s.doubloons[seat]) + int(s.rum[seat]) + int(s.cutlasses[seat])
        if s.bank < 0 or s.doubloons[seat] < 0 or s.rum[seat] < 0 or s.cutlasses[seat] < 0:
            return NEGATIVE
        rum += int(s.rum[seat])
        for crew in range(CREW):
            if s.doubloons_on[crew, seat] < 0 or s.rum_on[crew, seat] < 0:
                return NEGATIVE
            own += int(s.doubloons_on[crew, seat]) + int(s.rum_on[crew, seat])
            rum += int(s.rum_on[crew, seat])
        if seat >= s.seats and own > 0:
            return NO_SUCH_SEAT
        if doubloons_in_play(s, seat) > DOUBLOONS:
            return TOO_MANY_DOUBLOONS
    return 0 if rum == all_rum else RUM_LOST


@rule
def look_at_tiles(s: State, made: State) -> int:
    """MU-3: one tile is face up, and not also face down."""
    pile = signed(s.pile)
    if not 0 <= s.tile < s.tiles or pile & ~all_tiles(s) or (pile >> int(s.tile)) & 1:
        return TILES_WRONG
    for tile in range(TILES):
        if s.first[tile] != made.first[tile]:
            return TILES_WRONG
    for byte in range(POOL_BYTES):
        if s.pool[byte] != made.pool[byte]:
            return TILES_WRONG
    return look_at_effects(s)


@rule
def look_at_effects(s: State) -> int:
    """MU-4: the effects of the face-up tile are those of the pool."""
    at = signed(s.first[int(s.tile)])
    for destination in range(DESTINATIONS):
        last = False
        for place in range(EFFECTS):
            kept = 0 if last else kept_effect(s, at)
            if s.effect[destination, place] != kept % LAST:
                return TILES_WRONG
            at += int(not last)
            last = last or kept >= LAST
    return 0


@rule
def look_at_turn(s: State) -> int:
    """The seats to act, and the crew member being decided."""
    several = bool(
        s.phase == Phase.BID or (s.phase == Phase.OFFER and s.deal_round == 0) or s.phase == Phase.OVER
    )
    if (s.turn == NONE) != several or not NONE <= s.turn < s.seats or not 0 <= s.lookout < s.seats:
        return ACTING
    if (to_act(s) == 0) != (s.phase == Phase.OVER):
        return ACTING
    if s.phase == Phase.PICK and s.turn != s.lookout:
        return ACTING
    if s.phase == Phase.BID:
        for crew in range(int(s.crew), CREW):
            for seat in range(int(s.seats)):
                if s.rum_on[crew, seat] > 0:
                    return RUM_TOO_SOON
    if s.phase == Phase.MOVE and (s.crew != Crew.DECK_HAND or s.rank == Rank.COURSE):
        return WRONG_CREW
    if (s.phase == Phase.COURSE or s.phase == Phase.LOSE) and s.crew != Crew.PILOT:
        return WRONG_CREW
    if s.phase == Phase.RETRIEVE and s.crew != NONE:
        return WRONG_CREW
    return 0


@rule
def look_at_bids(s: State) -> int:
    """MU-10: bids are made of available tokens, during bidding."""
    for seat in range(SEATS):
        doubloons, rum = int(s.bid_doubloons[seat]), int(s.bid_rum[seat])
        if (doubloons == NONE) != (rum == NONE) or (doubloons == CLOSED) != (rum == CLOSED):
            return BID_WRONG
        if doubloons != NONE and (s.phase != Phase.BID or seat >= s.seats):
            return BID_WRONG
        if doubloons > s.doubloons[seat] or rum > s.rum[seat]:
            return BID_WRONG
    return 0


@rule
def look_at_ties(s: State) -> int:
    """MU-21, MU-23: at least two seats are tied, unless a deal leaves one; offers to the lookout are tokens
    that are there, for one of the tied unless a deal rules that out.
    """
    tied = signed(s.tied)
    tie = bool(s.phase == Phase.OFFER or s.phase == Phase.PICK)
    paid = 0
    for seat in range(SEATS):
        paid += int(s.paid[seat])
    if (tied != 0) != tie or tied >= 1 << int(s.seats) or (count_bits(tied) == 1 and paid == 0):
        return TIE_WRONG
    if not 0 <= s.deal_round <= ROUNDS or (not tie and (s.deal_round != 0 or s.price_rum != 0 or paid != 0)):
        return TIE_WRONG
    for seat in range(SEATS):
        rum = int(s.offer_rum[seat])
        if rum != NONE and (not tie or seat >= s.seats):
            return OFFER_WRONG
        if rum > 0:
            if rum > s.rum[seat] or seat == s.lookout or not 0 <= s.offer_for[seat] < TARGETS:
                return OFFER_WRONG
            if s.deal_round == 0 and s.offer_for[seat] >= BUT:
                return OFFER_WRONG
            if paid == 0 and candidates_by(s, int(s.offer_for[seat])) == 0:
                return OFFER_WRONG
        elif rum != CLOSED and s.offer_for[seat] != NONE:
            return OFFER_WRONG
    return 0


@rule
def look_at_course(s: State) -> int:
    """MU-27, MU-32, MU-40: effects are settled, and then carried out; doubloons are lost and taken back."""
    if s.done > s.settled or s.settled > EFFECTS or (s.destination == NONE and s.settled > 0):
        return COURSE_WRONG
    for effect in range(EFFECTS):
        if s.hit[effect] != NONE and (effect >= s.settled or s.hit[effect] >= s.seats):
            return COURSE_WRONG
    if (s.owed > 0) != (s.phase == Phase.LOSE) or not 0 <= s.retrieved < MOST_RETRIEVED:
        return DOUBLOONS_WRONG
    if s.owed > 0 and doubloons_in_play(s, int(s.turn)) < s.owed:
        return DOUBLOONS_WRONG
    if s.retrieved > 0 and s.phase != Phase.RETRIEVE:
        return DOUBLOONS_WRONG
    return 0


@rule
def look_at_end(s: State) -> int:
    """MU-50, MU-60: the game is over once somebody has enough and the course is finished, or after the last
    turn.
    """
    most = 0
    for seat in range(int(s.seats)):
        most = max(most, int(s.cutlasses[seat]))
    if s.phase == Phase.OVER:
        ended = s.turn_no == s.turns or nobody_can_bribe(s)
        return 0 if most >= s.needed or ended else END_WRONG
    return 0 if most < s.needed or s.phase == Phase.LOSE else END_WRONG


@rule
def is_whole(s: State) -> bool:
    """Whether a position holds no unknown."""
    closed = 0
    for seat in range(int(s.seats)):
        closed += int(s.bid_rum[seat] == CLOSED) + int(s.offer_rum[seat] == CLOSED)
    return closed == 0


@rule
def negotiation(s: State) -> int:
    """A number for the tie that is being broken, different from those before it; 0: there is none."""
    if s.phase != Phase.OFFER and s.phase != Phase.PICK:
        return 0
    place = CREW * signed(s.turn_no) + int(s.crew)
    return 1 + (EFFECTS + 1) * (RANKS * place + int(s.rank)) + int(s.settled)


@rule
def longest(s: State) -> int:
    """MU-23: the most moves before a tie is broken; closed offers are made in one round."""
    return most_steps(int(s.seats), 1 if reading(s, Reading.CLOSED_OFFERS) else ROUNDS)
