"""Deals with the lookout (MU-23): an open negotiation in rounds, and the offers that the lookout takes.

In each round all other seats with unplayed rum are asked once, clockwise from the lookout's left. Then the
lookout takes any of the offers on the table, and picks, names a price or waits. There are at most `ROUNDS`
rounds, and the lookout can't wait after a round in which nothing changed. So a negotiation has at most
`most_steps` moves.
"""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.events import Event
from quarterdeck.games.mutiny.state import (
    NONE,
    RUM_AT_ONCE,
    SEATS,
    Crew,
    Phase,
    Rank,
    Reading,
    State,
    reading,
    rum_at_hand,
)
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.games.mutiny.targets import BOTH, BUT, both, excluded, first_of, second_of
from quarterdeck.kernel.bits import count_bits, has, nth_bit
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.ring import left_of
from quarterdeck.kernel.verbs import Ids

ROUNDS = 3


@rule
def most_steps(players: int, rounds: int = ROUNDS) -> int:
    """MU-23: the most moves that it takes to break a tie.

    In each round every player but the lookout moves once. The lookout may take an offer of each of them, and
    moves once more.
    """
    return rounds * (2 * (players - 1) + 1)


@rule
def is_open(s: State) -> bool:
    """Whether an open negotiation goes on."""
    return bool(s.deal_round > 0)


@rule
def open_negotiation(s: State) -> Step:
    """MU-23: begin a negotiation, with no offer and no price on the table."""
    for seat in range(int(s.seats)):
        s.offer_rum[seat] = 0
    return next_round(s)


@rule
def next_round(s: State) -> Step:
    """MU-23: begin another round, from the lookout's left on."""
    s.deal_round += 1
    s.stirred = 0
    s.turn = s.lookout
    return next_to_speak(s)


@rule
def next_to_speak(s: State) -> Step:
    """MU-23: ask the next seat clockwise that has rum; the lookout comes last."""
    seat = left_of(s, int(s.turn))
    while seat != s.lookout and s.rum[seat] == 0:
        seat = left_of(s, seat)
    s.turn = seat
    s.phase = Phase.PICK if seat == s.lookout else Phase.OFFER
    return Step.ASK


@rule
def end_negotiation(s: State) -> None:
    """Clear all offers, closed or open, the price, and the record of what was paid."""
    s.deal_round = 0
    s.stirred = 0
    s.price_rum = 0
    s.price_for = NONE
    for seat in range(SEATS):
        s.offer_rum[seat] = NONE
        s.offer_for[seat] = NONE
        s.paid[seat] = 0


# The others


@rule
def legal_open_offers(s: State, seat: int, out: Ids) -> int:
    """MU-23: write the legal actions: an offer, withdrawing the present one, or passing; return how many.

    An offer is any number from 1 to all of the unplayed rum. It is for a tied player; among three or more
    also for anyone but one player; and for who gets which ability, if the same lookout decides on both.
    """
    n = 0
    for player in range(int(s.seats)):
        if has(s.tied, player):
            n = offers_for(s, seat, player, out, n)
    if count_bits(s.tied) > 2:
        for player in range(int(s.seats)):
            if has(s.tied, player):
                n = offers_for(s, seat, BUT + player, out, n)
    if decides_both(s):
        for first in range(int(s.seats)):
            for second in range(int(s.seats)):
                if first != second and has(s.tied, first) and has(s.first_tied, second):
                    n = offers_for(s, seat, both(first, second), out, n)
    out[n] = codes.WITHDRAW
    n += int(s.offer_rum[seat] > 0)
    out[n] = codes.PASS
    return n + 1


@rule
def offers_for(s: State, seat: int, target: int, out: Ids, n: int) -> int:
    """Write the offers for one target from index `n`, except the present one; return the new count."""
    first = codes.offer_of(target, 1)
    present = int(s.offer_rum[seat]) if s.offer_for[seat] == target else 0
    for rum in range(1, rum_at_hand(s, seat) + 1):
        out[n] = first + rum - 1
        n += int(rum != present)
    return n


@rule
def decides_both(s: State) -> bool:
    """MU-23: whether the same lookout will also pick who gets the secondary ability, among several."""
    if s.rank != Rank.PRIMARY or count_bits(s.first_tied) < 3:
        return False
    return bool(s.crew != Crew.FIRST_MATE or reading(s, Reading.FIRST_MATE_AFTER_BOTH))


@rule
def open_offer(s: State, seat: int, action: int, news: News) -> Step:
    """MU-23: lay an offer on the table, in place of an earlier one of this seat."""
    s.offer_rum[seat] = codes.offered_rum(action)
    s.offer_for[seat] = codes.offered_target(action)
    s.stirred = 1
    tell(news, Event.OFFERED, ALL, seat, s.offer_rum[seat], s.offer_for[seat], 0)
    return next_to_speak(s)


@rule
def withdraw(s: State, seat: int, news: News) -> Step:
    """MU-23: take the present offer back."""
    remove_offer(s, seat)
    tell(news, Event.WITHDRAWN, ALL, seat, 0, 0, 0)
    return next_to_speak(s)


@rule
def remove_offer(s: State, seat: int) -> None:
    """Remove the seat's offer, which is withdrawn or taken."""
    s.offer_rum[seat] = 0
    s.offer_for[seat] = NONE
    s.stirred = 1


@rule
def pass_on(s: State, seat: int, news: News) -> Step:
    """MU-23: leave the offer as it is, if there is one."""
    tell(news, Event.PASSED, ALL, seat, 0, 0, 0)
    return next_to_speak(s)


# The lookout


@rule
def legal_deals(s: State, out: Ids, n: int) -> int:
    """MU-23: add the prices to name, the offers to take, and waiting to the `n` picks in `out`."""
    if may_go_on(s):
        most = most_rum_of_others(s)
        for player in range(int(s.seats)):
            if has(s.tied, player):
                for rum in range(most):
                    out[n] = codes.ASK + RUM_AT_ONCE * player + rum
                    n += 1
    for payer in range(int(s.seats)):
        out[n] = codes.TAKE + payer
        n += int(may_take(s, payer))
    out[n] = codes.WAIT
    return n + int(may_go_on(s) and s.stirred > 0)


@rule
def may_go_on(s: State) -> bool:
    """MU-23: whether there can be another round: an open one, with several candidates and others with rum."""
    several = count_bits(s.tied) > 1
    return bool(several and 0 < s.deal_round < ROUNDS and most_rum_of_others(s) > 0)


@rule
def most_rum_of_others(s: State) -> int:
    """The most rum that a seat other than the lookout's can offer."""
    most = 0
    for seat in range(int(s.seats)):
        most = max(most, rum_at_hand(s, seat) * int(seat != s.lookout))
    return most


@rule
def may_take(s: State, payer: int) -> bool:
    """MU-23: whether the payer has an offer on the table that agrees with the offers taken before."""
    if s.offer_rum[payer] <= 0:
        return False
    target = int(s.offer_for[payer])
    if candidates_by(s, target) == 0:
        return False
    return bool(target < BOTH or s.promised == NONE or s.promised == second_of(target))


@rule
def candidates_by(s: State, target: int) -> int:
    """Bit mask of the candidates that are left after a deal with this target."""
    tied = signed(s.tied)
    if excluded(target) != NONE:
        return tied & ~(1 << excluded(target))
    return tied & (1 << first_of(target))


@rule
def take(s: State, seat: int, payer: int, news: News) -> None:
    """MU-23: the lookout takes an offer. It is paid at once and binds."""
    target = int(s.offer_for[payer])
    tell(news, Event.STRUCK, ALL, seat, payer, s.offer_rum[payer], target)
    s.tied = candidates_by(s, target)
    if target >= BOTH:
        s.promised = second_of(target)
    pay(s, seat, payer)
    remove_offer(s, payer)


@rule
def pay(s: State, seat: int, payer: int) -> None:
    """MU-23: move the payer's offered rum to the seat."""
    rum = int(s.offer_rum[payer])
    s.rum[payer] -= rum
    s.rum[seat] += rum
    s.paid[payer] += rum


@rule
def left_to_pick(s: State) -> int:
    """The only candidate left, if no further offer can be taken; NONE if the lookout still has a choice."""
    if count_bits(s.tied) > 1:
        return NONE
    for payer in range(int(s.seats)):
        if may_take(s, payer):
            return NONE
    return nth_bit(signed(s.tied), 0)


@rule
def ask(s: State, seat: int, code: int, news: News) -> Step:
    """MU-23: the lookout names a price, which binds nobody; a new round begins."""
    s.price_rum = code % RUM_AT_ONCE + 1
    s.price_for = code // RUM_AT_ONCE
    tell(news, Event.ASKED, ALL, seat, s.price_rum, s.price_for, 0)
    return next_round(s)


@rule
def wait(s: State, seat: int, news: News) -> Step:
    """MU-23: the lookout waits; a new round begins."""
    tell(news, Event.WAITED, ALL, seat, 0, 0, 0)
    return next_round(s)
