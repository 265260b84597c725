"""The highest bribe; ties, which the lookout breaks (MU-21); and closed offers to the lookout (MU-23).

Open negotiations are in deals.py.
"""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.deals import end_negotiation, legal_deals, open_negotiation, pay
from quarterdeck.games.mutiny.events import Event
from quarterdeck.games.mutiny.state import (
    NONE,
    RUM_AT_ONCE,
    Phase,
    Rank,
    Reading,
    State,
    bribe,
    effect_crew,
    reading,
    rum_at_hand,
)
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.kernel.bits import count_bits, has, nth_bit
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.verbs import Ids


@rule
def highest_bribers(s: State, crew: int, but: int) -> int:
    """MU-20, MU-22: bit mask of the seats with the highest bribe above zero, without `but`."""
    most = 1
    mask = 0
    for seat in range(int(s.seats)):
        own = bribe(s, crew, seat)
        if seat != but and own >= most:
            if own > most:
                mask = 0
            most = own
            mask |= 1 << seat
    return mask


@rule
def effect_at(s: State, at: int) -> int:
    """MU-4: an effect of the ship's destination; 0: there is none."""
    return signed(s.effect[int(s.destination), at])


@rule
def settled_crew(s: State) -> int:
    """The crew member that is being settled: the resolved one or, on the course, the next effect's."""
    if s.rank == Rank.COURSE:
        return effect_crew(effect_at(s, int(s.settled)))
    return int(s.crew)


@rule
def settle_among(s: State, mask: int, news: News) -> Step:
    """Settle on the only candidate or on the promised seat (MU-23); otherwise the lookout has to pick."""
    if count_bits(mask) == 1:
        return settle(s, nth_bit(mask, 0), news)
    if s.rank == Rank.SECONDARY and s.promised != NONE:
        return settle(s, int(s.promised), news)
    s.tied = mask
    return Step.TIE


@rule
def settle(s: State, seat: int, news: News) -> Step:
    """MU-20, MU-27: give the seat the ability, or let the effect concern it."""
    if s.rank == Rank.COURSE:
        tell(news, Event.CONTROLS, ALL, seat, settled_crew(s), 0, 0)
        s.hit[int(s.settled)] = seat
        s.settled += 1
        return Step.CONTROL
    s.turn = seat
    if s.rank == Rank.PRIMARY:
        s.primary = seat
        tell(news, Event.PRIMARY, ALL, seat, s.crew, 0, 0)
    else:
        s.promised = NONE
        tell(news, Event.SECONDARY, ALL, seat, s.crew, 0, 0)
    return Step.ABILITY


# Closed offers


@rule
def break_tie(s: State, news: News) -> Step:
    """MU-21, MU-23: ask the other seats that have rum for closed or open offers to the lookout."""
    tell(news, Event.TIED, ALL, s.lookout, settled_crew(s), s.rank, s.tied)
    if not reading(s, Reading.CLOSED_OFFERS):
        return open_negotiation(s)
    for seat in range(int(s.seats)):
        s.offer_rum[seat] = NONE if may_offer(s, seat) else 0
    s.phase = Phase.OFFER
    s.turn = NONE
    return after_offer(s)


@rule
def may_offer(s: State, seat: int) -> bool:
    """MU-23: whether the seat may offer: it isn't the lookout and has unplayed rum."""
    return bool(seat != s.lookout and s.rum[seat] > 0)


@rule
def legal_closed_offers(s: State, seat: int, out: Ids) -> int:
    """MU-23: write the closed offers: none, or 1 to all of the unplayed rum for the pick of a tied player."""
    out[0] = codes.NO_OFFER
    n = 1
    for player in range(int(s.seats)):
        if has(s.tied, player):
            for rum in range(rum_at_hand(s, seat)):
                out[n] = codes.OFFER + RUM_AT_ONCE * player + rum
                n += 1
    return n


@rule
def closed_offer(s: State, seat: int, code: int, news: News) -> Step:
    """MU-23: make the closed offer with action NO_OFFER + `code`; `code` 0 offers nothing."""
    s.offer_rum[seat] = 0
    if code > 0:
        s.offer_rum[seat] = (code - 1) % RUM_AT_ONCE + 1
        s.offer_for[seat] = (code - 1) // RUM_AT_ONCE
    tell(news, Event.OFFER_MADE, seat, seat, s.offer_rum[seat], s.offer_for[seat], 0)
    tell(news, Event.OFFER_CLOSED, ALL, seat, 0, 0, 0)
    step = after_offer(s)
    if s.phase == Phase.PICK:
        show_offers(s, news)
    return step


@rule
def after_offer(s: State) -> Step:
    """MU-23: once all have answered, the lookout picks."""
    for seat in range(int(s.seats)):
        if s.offer_rum[seat] == NONE:
            return Step.ASK
    s.phase = Phase.PICK
    s.turn = s.lookout
    return Step.ASK


@rule
def show_offers(s: State, news: News) -> None:
    """MU-23: show the answers of all seats that were asked."""
    for seat in range(int(s.seats)):
        if may_offer(s, seat):
            tell(news, Event.OFFER_SHOWN, ALL, seat, s.offer_rum[seat], s.offer_for[seat], 0)


# The lookout's pick


@rule
def legal_picks(s: State, out: Ids) -> int:
    """MU-21, MU-23: write the lookout's choices: pick a candidate, take an offer, name a price or wait."""
    one_payment = reading(s, Reading.ONE_PAYMENT)
    n = 0
    for player in range(int(s.seats)):
        if has(s.tied, player):
            out[n] = codes.pick_of(player, NONE)
            n += 1
            for payer in range(int(s.seats)):
                out[n] = codes.pick_of(player, payer)
                n += int(one_payment and s.offer_for[payer] == player)
    return n if one_payment else legal_deals(s, out, n)


@rule
def pick(s: State, seat: int, player: int, payer: int, news: News) -> Step:
    """MU-21: the lookout picks a player.

    In version 1 of the rules the lookout also takes the offer of `payer` (MU-23); NONE: nobody's.
    """
    tell(news, Event.PICKED, ALL, seat, player, settled_crew(s), s.rank)
    if payer != NONE:
        tell(news, Event.DEAL, ALL, seat, payer, s.offer_rum[payer], 0)
        pay(s, seat, payer)
    s.tied = 0
    end_negotiation(s)
    return settle(s, player, news)
