"""Observations: what a seat knows, as numbers for a network.

Seats are counted clockwise from the viewer, places from the ship.
"""

from __future__ import annotations

from quarterdeck.games.meuterer.mutiny import strengths, with_captain, with_mutineer
from quarterdeck.games.meuterer.selling import buys, price, takes
from quarterdeck.games.meuterer.state import (
    ANY,
    HAND,
    KINDS,
    NONE,
    ROLES,
    SEATS,
    SOLD_KINDS,
    Course,
    Phase,
    Rules,
    State,
    sold_kind,
    sold_number,
)
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.encode import Block, Numbers, flag, length, near, nothing, one_hot, part, put
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.ring import clockwise, steps_to

PLAYERS = 2
RULE_SETS = len(Rules)
PIRATES = 3
PHASES = len(Phase)
ROUNDS = 9
OFFERS = 4
PLACES_AHEAD = HAND + 1
PLACE = ANY + 1 + 6
SALE = 3 + SEATS
MUTINY = 5
SEAT = 3 + KINDS + 3 + ROLES + 2 + 2

# The scales: which quantity a number of 1 stands for.
POINTS, AHEAD, TRADE, DOCK, PILE, CONFLICTS = 40, 20, 10, 5, 10, 3

BLOCKS = (
    Block("players", PLAYERS, "3 or 4 (one of them is 1)"),
    Block("rules", RULE_SETS, "english, french, manual"),
    Block("pirates", PIRATES, "off, on, double"),
    Block("rounds left", ROUNDS, "how many rounds come after the present one, 0 to 8"),
    Block("phase", PHASES, "offer, show, mutiny, sell, return, over"),
    Block("turn", SEATS, "whose turn it is"),
    Block("captain", SEATS, "who is Captain"),
    Block("offer", OFFERS, "0 to 3; none before it is made"),
    Block("places", (PLACES_AHEAD + 3) * PLACE, "nine places: the islands 0 to 5 ahead of the ship (a "
          "Captain who keeps so many cards marks this one), the island astern, the Captain's destination, "
          "the Mutineer's; all 0 for a place that does not exist. Of each: what it buys (ruby, salt, wine, "
          "cloth, grain, any); the viewer's cards in hand of that (any: of the kind that the viewer has most "
          "of) / 5; the points for selling most there, alone, tied by two, tied by three / 10 (in manual all "
          "up to here are 0); its dock / 5; whether the pirates lie there"),
    Block("sale", 2 * SOLD_KINDS * SALE, "at the ship's island and at the one astern (manual: at the first "
          "only), by kind, all 0 if it isn't bought there: whether it is bought; the viewer's cards in hand "
          "/ 5; by seat, the cards shown or, once the seat's sale there is decided, the cards sold / 5; the "
          "viewer's number of these less the most of another seat / 5"),
    Block("hand", KINDS, "the viewer's cards / 5"),
    Block("just drawn", KINDS, "the cards that the viewer, as Loader, has just drawn and may give back / 5"),
    Block("unseen", KINDS, "cards whose place the viewer doesn't know / 10"),
    Block("discards", KINDS, "the discards that everybody has seen / 10"),
    Block("gone", ROLES, "in phase show: the action cards that the viewer saw were missing"),
    Block("mutiny", MUTINY, "in phase mutiny, as far as it has been played: strength for the mutiny / 5, "
          "against it / 5, the first less the second / 5; whether the viewer is for it, against it"),
    Block("seats", SEATS * SEAT, "by seat: there is one; points / 40; points ahead of the best other / 20; "
          "cards shown by kind / 5; cards in hand / 5; it has left; how many left before it / 3; its action "
          "card, by role; it has one that the viewer doesn't know; it has none; conflict cards played / 3; "
          "it is done with the mutiny"),
)  # fmt: skip
FEATURES = length(BLOCKS)


@rule
def observe(s: State, seat: int, out: Numbers) -> int:
    """Write the observation of a record blanked for `seat` to float32 `out[FEATURES]`; return its length."""
    seats = int(s.seats)
    at = one_hot(out, 0, seats - 3, PLAYERS)
    at = one_hot(out, at, int(s.rules), RULE_SETS)
    at = one_hot(out, at, int(s.pirates), PIRATES)
    at = one_hot(out, at, int(s.rounds) - int(s.round_no), ROUNDS)
    at = one_hot(out, at, int(s.phase), PHASES)
    at = one_hot(out, at, steps_to(seat, int(s.turn), seats), SEATS)
    at = one_hot(out, at, steps_to(seat, int(s.captain), seats), SEATS)
    at = one_hot(out, at, int(s.offer), OFFERS)
    at = observe_sea(s, seat, out, at)
    at = observe_sale(s, seat, 0, out, at)
    at = observe_sale(s, seat, 1, out, at)
    at = observe_cards(s, seat, out, at)
    at = observe_mutiny(s, seat, out, at)
    for other in range(SEATS):
        if other < seats:
            at = observe_seat(s, clockwise(seat, other, seats), out, at)
        else:
            at = nothing(out, at, SEAT)
    return at


# The islands


@rule
def observe_sea(s: State, seat: int, out: Numbers, at: int) -> int:
    """The islands ahead of the ship, the one astern, and both destinations."""
    place = int(s.ship)
    for _ in range(PLACES_AHEAD):
        at = observe_place(s, seat, place, out, at)
        place = clockwise(place, 1, int(s.islands))
    at = observe_place(s, seat, int(s.astern), out, at)
    at = observe_place(s, seat, int(s.course[Course.CAPTAIN]), out, at)
    return observe_place(s, seat, int(s.course[Course.MUTINEER]), out, at)


@rule
def observe_place(s: State, seat: int, place: int, out: Numbers, at: int) -> int:
    """One island; all zero if there is none."""
    if place == NONE:
        return nothing(out, at, PLACE)
    if s.rules == Rules.MANUAL:
        at = nothing(out, at, PLACE - 2)
    else:
        wanted = buys(s, place)
        fitting = 0
        for kind in range(SOLD_KINDS):
            fits = int((wanted == kind) | (wanted == ANY))
            fitting = max(fitting, fits * int(s.hand[seat, kind]))
        at = one_hot(out, at, wanted, ANY + 1)
        at = put(out, at, part(fitting, HAND))
        for tied in range(1, 4):
            at = put(out, at, part(price(s, place, tied), TRADE))
    at = put(out, at, part(int(s.dock[place]), DOCK))
    return flag(out, at, s.pirates != 0 and place == s.corsair)


@rule
def observe_sale(s: State, seat: int, side: int, out: Numbers, at: int) -> int:
    """What each seat sells or may sell at one active island (`side` 0: the ship's, 1: the one astern)."""
    place = int(s.ship) if side == 0 else int(s.astern)
    manual = s.rules == Rules.MANUAL
    for kind in range(SOLD_KINDS):
        if side == 0 if manual else takes(s, place, kind):
            at = put(out, at, 1.0)
            at = put(out, at, part(int(s.hand[seat, kind]), HAND))
            most = 0
            for other in range(SEATS):
                number = 0
                if other < s.seats:
                    number = on_sale(s, clockwise(seat, other, int(s.seats)), side, kind)
                if other > 0:
                    most = max(most, number)
                at = put(out, at, part(number, HAND))
            at = put(out, at, part(on_sale(s, seat, side, kind) - most, HAND))
        else:
            at = nothing(out, at, SALE)
    return at


@rule
def on_sale(s: State, seat: int, side: int, kind: int) -> int:
    """The number of cards of a kind that a seat sells there or, before it has decided, shows."""
    sold = int(s.sold[seat, side])
    if sold == NONE:
        return int(s.shown[seat, kind])
    return sold_number(sold) if sold_kind(sold) == kind else 0


# Cards, the mutiny, seats


@rule
def observe_cards(s: State, seat: int, out: Numbers, at: int) -> int:
    """The viewer's own cards, the cards of unknown place, and the missing action cards."""
    for kind in range(KINDS):
        at = put(out, at, part(int(s.hand[seat, kind]), HAND))
    for kind in range(KINDS):
        at = put(out, at, part(int(s.just[kind]), HAND))
    for kind in range(KINDS):
        at = put(out, at, part(int(s.pile[kind]), PILE))
    for kind in range(KINDS):
        at = put(out, at, part(int(s.discard[kind]), PILE))
    for role in range(ROLES):
        at = flag(out, at, has(s.gone, role))
    return at


@rule
def observe_mutiny(s: State, seat: int, out: Numbers, at: int) -> int:
    """ME-50, ME-53: the strengths of both sides so far."""
    if s.phase != Phase.MUTINY:
        return nothing(out, at, MUTINY)
    in_favour, against = strengths(s)
    at = put(out, at, part(in_favour, HAND))
    at = put(out, at, part(against, HAND))
    at = put(out, at, part(in_favour - against, HAND))
    at = flag(out, at, with_mutineer(s, seat))
    return flag(out, at, with_captain(s, seat))


@rule
def observe_seat(s: State, seat: int, out: Numbers, at: int) -> int:
    """The public facts about a seat, and its action card as far as the viewer knows it."""
    best = -1000
    for other in range(int(s.seats)):
        if other != seat:
            best = max(best, int(s.score[other]))
    at = put(out, at, 1.0)
    at = put(out, at, part(int(s.score[seat]), POINTS))
    at = put(out, at, near(part(int(s.score[seat]) - best, AHEAD), 2.0))
    for kind in range(KINDS):
        at = put(out, at, part(int(s.shown[seat, kind]), HAND))
    at = put(out, at, part(hand_size(s, seat), HAND))
    at = flag(out, at, s.exit_order[seat] != NONE)
    at = put(out, at, max(int(s.exit_order[seat]), 0) / (SEATS - 1))
    at = one_hot(out, at, int(s.role[seat]), ROLES + 1)
    at = flag(out, at, s.role[seat] == NONE)
    at = put(out, at, part(int(s.fought[seat]), CONFLICTS))
    return flag(out, at, has(s.passed, seat))
