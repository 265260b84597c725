"""Observations: what a seat knows, as numbers for a network.

Seats are counted clockwise from the viewer, crew members in their order.
"""

from __future__ import annotations

from quarterdeck.games.mutiny.bank import doubloons_in_play
from quarterdeck.games.mutiny.deals import ROUNDS, candidates_by, may_take
from quarterdeck.games.mutiny.rules import to_act
from quarterdeck.games.mutiny.state import (
    CREW,
    DESTINATIONS,
    EFFECTS,
    NONE,
    RESOURCES,
    SEATS,
    Crew,
    Phase,
    Reading,
    State,
    bribe,
    effect_amount,
    effect_crew,
    effect_resource,
)
from quarterdeck.games.mutiny.targets import second_of
from quarterdeck.games.mutiny.ties import settled_crew
from quarterdeck.kernel.bits import count_bits, has
from quarterdeck.kernel.encode import Block, Numbers, flag, length, near, nothing, one_hot, put
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.ring import clockwise, steps_to

PHASES = len(Phase)
PLAYERS = 4
RANKS = 3
LACKS = 3
PUBLIC_BRIBES = 2  # the first two numbers of a crew member's slots
OF_A_BRIBE = 4
PRIMARY_SHARE = 2  # the index of the primary ability's share among those four
CREW_MEMBER = PUBLIC_BRIBES + OF_A_BRIBE * SEATS
COURSE = RESOURCES * (CREW + SEATS)
SEAT = 7 + LACKS + 5 + 6
TALKS = ROUNDS + 2 + 2 * SEATS
DEAL = 2 + 2 * SEATS
READINGS = len(Reading)

# The scales: which quantity a number of 1 stands for.
DOUBLOONS, RUM, CUTLASSES, TILES, TURNS, MARGIN, TAKEN, AMOUNT = 10, 15, 10, 24, 30, 5, 3, 4

BLOCKS = (
    Block("players", PLAYERS, "2 to 5 (one of them is 1)"),
    Block("phase", PHASES, "bid, offer, pick, move, course, lose, retrieve, over"),
    Block("rank", RANKS, "what is being settled: primary ability, secondary ability, course; none in bid, "
          "retrieve and over"),
    Block("crew member", CREW, "the one that is called or resolved; none in retrieve"),
    Block("tie", CREW, "in offer and pick: the crew member that the tie is about"),
    Block("turn", 1, "its number / 30, at most 1"),
    Block("bank", 1, "rum in it / 15"),
    Block("tiles", 1, "tiles that lie face down / 24"),
    Block("destination", DESTINATIONS, "north, south; none before it is chosen"),
    Block("owed", 1, "doubloons that the seat to act still has to lose / 3"),
    Block("retrieved", 1, "doubloons that the seat to act has taken back / 3"),
    Block("bribes", CREW * CREW_MEMBER, "by crew member: by how much the highest bribe is ahead / 5, at most "
          "1, if one seat alone has it; the viewer's bribe less the best other / 5, −1 to 1; by seat: "
          "doubloons on it / 10, rum on it / 15, the share that the seat has of the primary ability and of "
          "the secondary one as the bribes lie: 1 / n for each of n that are tied"),
    Block("courses", DESTINATIONS * COURSE, "by destination, of the effects still to come: by crew member, "
          "how much rum, doubloons and cutlasses its controller would gain / 4, below zero for a loss; by "
          "seat, how much it would gain / 4 from all crew members that it controls, by its share where "
          "bribes are tied"),
    Block("seats", SEATS * SEAT, "by seat: there is one; unplayed doubloons / 10; doubloons on crew members "
          "/ 10; unplayed rum / 15; cutlasses / 10; cutlasses ahead of the best other / 10; cutlasses that "
          "it still needs to win / 10; whether it needs 1, 2, 3; lookout; to act; tied; has the primary "
          "ability; done with retrieving; has bid; doubloons bid / 10, rum bid / 15, as far as known; has "
          "answered the call for offers or is not asked; rum that it offers, as far as known, / 15; the "
          "highest known offer for picking it / 15"),
    Block("negotiation", TALKS, "in an open one: its round, 1 to 3; whether an offer has changed in this "
          "round; the rum that the lookout asks / 15; by seat: it would be picked for that; by seat: the "
          "secondary ability is promised to it"),
    Block("deals", SEATS * DEAL, "by seat: the rum that it has paid before this pick / 15; of its offer, as "
          "far as known: by seat, whether the offer lets that one be picked; by seat, whether it wants the "
          "secondary ability for that one; whether the lookout may take it"),
    Block("readings", READINGS, "the readings that are played: the winning cutlass of an effect wins at once "
          "(MU-50); the lookout decides a tie for the First Mate in one decision (MU-21); offers are closed "
          "(MU-23); a pick is paid by one offer at most (version 1)"),
)  # fmt: skip
FEATURES = length(BLOCKS)


@rule
def observe(s: State, seat: int, out: Numbers) -> int:
    """Write the observation of a record blanked for `seat` to float32 `out[FEATURES]`; return its length."""
    settling = Phase.BID < s.phase < Phase.RETRIEVE
    tie = s.phase == Phase.OFFER or s.phase == Phase.PICK
    at = one_hot(out, 0, int(s.seats) - 2, PLAYERS)
    at = one_hot(out, at, int(s.phase), PHASES)
    at = one_hot(out, at, int(s.rank) if settling else NONE, RANKS)
    at = one_hot(out, at, int(s.crew), CREW)
    at = one_hot(out, at, settled_crew(s) if tie else NONE, CREW)
    at = put(out, at, min(int(s.turn_no), TURNS) / TURNS)
    at = put(out, at, int(s.bank) / RUM)
    at = put(out, at, count_bits(s.pile) / TILES)
    at = one_hot(out, at, int(s.destination), DESTINATIONS)
    at = put(out, at, int(s.owed) / TAKEN)
    at = put(out, at, int(s.retrieved) / TAKEN)
    bribes = at
    for crew in range(CREW):
        at = observe_bribes(s, seat, crew, out, at)
    for destination in range(DESTINATIONS):
        at = observe_course(s, seat, destination, bribes, out, at)
    acting = to_act(s)
    for other in range(SEATS):
        if other < s.seats:
            one = clockwise(seat, other, int(s.seats))
            at = observe_holdings(s, one, out, at)
            at = observe_part(s, one, acting, out, at)
        else:
            at = nothing(out, at, SEAT)
    at = observe_talks(s, seat, out, at)
    if tie:
        for other in range(SEATS):
            if other < s.seats:
                at = observe_deal(s, seat, clockwise(seat, other, int(s.seats)), out, at)
            else:
                at = nothing(out, at, DEAL)
    else:
        at = nothing(out, at, SEATS * DEAL)
    for which in range(READINGS):
        at = flag(out, at, has(s.readings, which))
    return at


# Bribes


@rule
def observe_bribes(s: State, seat: int, crew: int, out: Numbers, at: int) -> int:
    """The bribes on a crew member, and the abilities that they win as they lie now (MU-20 to MU-22)."""
    # Count the seats of each rank without branches, which a processor couldn't predict.
    most = 0
    for other in range(SEATS):
        most = max(most, bribe(s, crew, other))
    second = 0
    first_seats = 0
    for other in range(SEATS):
        own = bribe(s, crew, other)
        first_seats += int((own == most) & (own > 0))
        second = max(second, own * int(own < most))
    second_seats = 0
    for other in range(SEATS):
        own = bribe(s, crew, other)
        second_seats += int((own == second) & (own > 0))
    alone = first_seats == 1
    mine = bribe(s, crew, seat)
    best_other = second if alone and mine == most else most
    at = put(out, at, near((most - second) / MARGIN, 1.0) if alone else 0.0)
    at = put(out, at, near((mine - best_other) / MARGIN, 1.0))
    first_share = 1.0 / max(first_seats, 1)
    second_share = 1.0 / max(second_seats, 1)
    for other in range(SEATS):
        if other < s.seats:
            one = clockwise(seat, other, int(s.seats))
            own = bribe(s, crew, one)
            leads = (own > 0) & (own == most)
            follows = (own > 0) & (own == second)
            at = put(out, at, int(s.doubloons_on[crew, one]) / DOUBLOONS)
            at = put(out, at, int(s.rum_on[crew, one]) / RUM)
            at = put(out, at, first_share if leads else 0.0)
            # MU-21: if several have the highest bribe, another one of them gets the secondary ability.
            at = put(
                out, at, (second_share if follows else 0.0) if alone else (first_share if leads else 0.0)
            )
        else:
            at = nothing(out, at, OF_A_BRIBE)
    return at


# The chart


@rule
def observe_course(s: State, seat: int, destination: int, bribes: int, out: Numbers, at: int) -> int:
    """What a destination would still bring to controllers (MU-27); the slots of bribes begin at `bribes`."""
    nothing(out, at, COURSE)
    for place in range(EFFECTS):
        if pending(s, destination, place):
            add_effect(s, seat, destination, place, bribes, out, at)
    return at + COURSE


@rule
def pending(s: State, destination: int, place: int) -> bool:
    """Whether this effect of the face-up tile may still be carried out in this turn."""
    if s.effect[destination, place] == 0:
        return False
    if s.destination != NONE:
        return bool(s.destination == destination and place >= s.done)
    return bool(s.phase == Phase.BID or (s.phase < Phase.RETRIEVE and s.crew <= Crew.PILOT))


@rule
def add_effect(s: State, seat: int, destination: int, place: int, bribes: int, out: Numbers, at: int) -> None:
    """Add an effect to the slot of its crew member, and to those of the seats that it concerns.

    While its seat isn't settled, each seat gets the share of the effect that it has of the primary ability.
    """
    code = s.effect[destination, place]
    crew = effect_crew(code)
    resource = effect_resource(code)
    amount = effect_amount(code) / AMOUNT
    out[at + RESOURCES * crew + resource] += amount
    by_seat = at + RESOURCES * CREW + resource
    if s.destination == destination and place < s.settled:
        if s.hit[place] != NONE:
            out[by_seat + RESOURCES * steps_to(seat, int(s.hit[place]), int(s.seats))] += amount
        return
    share = bribes + CREW_MEMBER * crew + PUBLIC_BRIBES + PRIMARY_SHARE
    for other in range(SEATS):
        out[by_seat + RESOURCES * other] += amount * out[share + OF_A_BRIBE * other]


# Seats


@rule
def observe_holdings(s: State, seat: int, out: Numbers, at: int) -> int:
    """A seat's holdings, and how far it is from winning (MU-50)."""
    best_other = 0
    for other in range(int(s.seats)):
        best_other = max(best_other, int(s.cutlasses[other]) * int(other != seat))
    cutlasses = int(s.cutlasses[seat])
    lacks = max(0, int(s.needed) - cutlasses)
    at = put(out, at, 1.0)
    at = put(out, at, int(s.doubloons[seat]) / DOUBLOONS)
    at = put(out, at, (doubloons_in_play(s, seat) - int(s.doubloons[seat])) / DOUBLOONS)
    at = put(out, at, int(s.rum[seat]) / RUM)
    at = put(out, at, cutlasses / CUTLASSES)
    at = put(out, at, (cutlasses - best_other) / CUTLASSES)
    at = put(out, at, lacks / CUTLASSES)
    return one_hot(out, at, lacks - 1, LACKS)


@rule
def observe_part(s: State, seat: int, acting: int, out: Numbers, at: int) -> int:
    """A seat's part in the present decision, and its bid and offer as far as the viewer knows them."""
    waited = steps_to(int(s.lookout), seat, int(s.seats))
    best = 0
    for payer in range(int(s.seats)):
        best = max(best, int(s.offer_rum[payer]) * int(s.offer_for[payer] == seat))
    at = flag(out, at, seat == s.lookout)
    at = flag(out, at, has(acting, seat))
    at = flag(out, at, has(s.tied, seat))
    at = flag(out, at, seat == s.primary)
    at = flag(out, at, s.phase == Phase.RETRIEVE and waited < s.retrievers)
    at = flag(out, at, s.bid_rum[seat] != NONE)
    at = put(out, at, max(int(s.bid_doubloons[seat]), 0) / DOUBLOONS)
    at = put(out, at, max(int(s.bid_rum[seat]), 0) / RUM)
    at = flag(out, at, s.offer_rum[seat] != NONE)
    at = put(out, at, max(int(s.offer_rum[seat]), 0) / RUM)
    return put(out, at, best / RUM)


# Deals


@rule
def observe_talks(s: State, seat: int, out: Numbers, at: int) -> int:
    """The round of an open negotiation, the lookout's price, and the promised second (MU-23)."""
    at = one_hot(out, at, int(s.deal_round) - 1, ROUNDS)
    at = flag(out, at, s.stirred > 0)
    at = put(out, at, int(s.price_rum) / RUM)
    at = one_hot(out, at, seen_from(s, seat, int(s.price_for)), SEATS)
    return one_hot(out, at, seen_from(s, seat, int(s.promised)), SEATS)


@rule
def seen_from(s: State, seat: int, other: int) -> int:
    """How many steps clockwise from the viewer another seat is; NONE for nobody."""
    return NONE if other == NONE else steps_to(seat, other, int(s.seats))


@rule
def observe_deal(s: State, seat: int, payer: int, out: Numbers, at: int) -> int:
    """What a seat has paid, and what its offer is for, as far as the viewer knows it (MU-23)."""
    at = put(out, at, int(s.paid[payer]) / RUM)
    if s.offer_rum[payer] <= 0:
        return nothing(out, at, DEAL - 1)
    target = int(s.offer_for[payer])
    for other in range(SEATS):
        if other < s.seats:
            picked = clockwise(seat, other, int(s.seats))
            at = flag(out, at, has(candidates_by(s, target), picked))
        else:
            at = nothing(out, at, 1)
    at = one_hot(out, at, seen_from(s, seat, second_of(target)), SEATS)
    return flag(out, at, may_take(s, payer))
