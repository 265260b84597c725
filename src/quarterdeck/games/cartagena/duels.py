"""The rounds of a duel (CA-63 to CA-67): cards are laid face down, mixed and shown; mascots bring coins."""

from __future__ import annotations

from quarterdeck.games.cartagena import codes
from quarterdeck.games.cartagena.cards import FIRST_OF_DUEL, FIRST_OF_ROUND, shown_card
from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.mutiny import total
from quarterdeck.games.cartagena.pirates import is_target, steal
from quarterdeck.games.cartagena.state import (
    EVERYBODY,
    KINDS,
    MASCOT,
    NONE,
    Phase,
    Reading,
    Side,
    State,
    colour_of,
    reading,
    value_of,
)
from quarterdeck.games.cartagena.steps import Step
from quarterdeck.games.cartagena.supplies import take_coins
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.hands import hand_size, may_hold
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.ring import left_of
from quarterdeck.kernel.verbs import Ids

MASCOTS_PAY_IN = 2  # the round of a duel in which mascots bring coins

# Laying a card


@rule
def is_fighting(s: State, seat: int) -> bool:
    """Whether the seat is still in the present duel."""
    return has(s.fighting, seat)


@rule
def duel_round(s: State, news: News) -> Step:
    """CA-63, CA-64: begin a round. Seats without a combat card lay the mascot; the others are asked."""
    s.duel_round += 1
    s.phase = Phase.DUEL
    for seat in range(int(s.seats)):
        if is_fighting(s, seat) and hand_size(s, seat) == 0:
            lay(s, seat, MASCOT, news)
    return after_posting(s)


@rule
def legal_plays(s: State, seat: int, out: Ids) -> int:
    """CA-63, CA-64, CA-66: write the cards to lay: combat cards and, where it may be laid, the mascot.

    The mascot may be laid from the second round on, and by a seat without combat cards. A table may allow it
    in the first round as well.
    """
    n = 0
    for kind in range(KINDS):
        # Write each id but advance only past legal ones: a branch on a random hand can't be predicted.
        out[n] = codes.PLAY + kind
        n += int(may_hold(s, seat, kind))
    out[n] = codes.PLAY_MASCOT
    return n + int(may_lay_mascot(s) or hand_size(s, seat) == 0)


@rule
def may_lay_mascot(s: State) -> bool:
    """CA-64, CA-66: whether seats with combat cards may lay the mascot in this round."""
    return bool(s.duel_round > 1 or reading(s, Reading.MASCOT_IN_FIRST_ROUND))


@rule
def lay(s: State, seat: int, card: int, news: News) -> None:
    """CA-63: a seat lays a card or the mascot face down on the ship's deck."""
    s.posted[seat] = card
    tell(news, Event.POSTED_CARD, seat, seat, card, 0, 0)
    tell(news, Event.POSTED, ALL, seat, 0, 0, 0)


@rule
def post(s: State, seat: int, code: int, news: News) -> Step:
    """CA-63: lay the combat card of kind `code` or, if `code` is `KINDS`, the mascot."""
    lay(s, seat, MASCOT if code == KINDS else code, news)
    return after_posting(s)


@rule
def after_posting(s: State) -> Step:
    """CA-63: once all seats in the duel have laid a card, show the cards."""
    for seat in range(int(s.seats)):
        if is_fighting(s, seat) and s.posted[seat] == NONE:
            return Step.ASK
    return Step.SHOW


# Showing the cards


@rule
def show_cards(s: State, news: News) -> Step:
    """CA-63 to CA-66: show and count the cards; then the mascots leave the duel."""
    show_combat_cards(s, news)
    mascots = show_mascots(s, news)
    if s.duel_round == MASCOTS_PAY_IN:
        return pay_mascots(s, mascots, news)
    return next_round(s)


@rule
def show_combat_cards(s: State, news: News) -> None:
    """CA-63: show the combat cards in an order that doesn't tell whose they are; they leave the game."""
    marks = FIRST_OF_ROUND
    if s.duel_round == 1:
        marks += FIRST_OF_DUEL
    for kind in range(KINDS):
        for seat in range(int(s.seats)):
            if s.posted[seat] == kind:
                s.hand[seat, kind] -= 1
                s.strength[colour_of(kind)] += value_of(kind)
                s.trail[int(s.under) + int(s.played)] = shown_card(kind, seat) + marks
                s.played += 1
                marks = 0
                tell(news, Event.CARD_SHOWN, ALL, NONE, kind, 0, 0)
    if marks == 0:
        tell(news, Event.STRENGTH, ALL, NONE, total(s, Side.VALVERDE), total(s, Side.DIAZ), 0)


@rule
def show_mascots(s: State, news: News) -> int:
    """CA-64, CA-66: seats with the mascot leave the duel; in its first round they leave the game.

    Returns the bit mask of these seats. Afterwards no card lies on deck.
    """
    mascots = 0
    for seat in range(int(s.seats)):
        if s.posted[seat] == MASCOT:
            mascots |= 1 << seat
            tell(news, Event.MASCOT_SHOWN, ALL, seat, s.duel_round, 0, 0)
        s.posted[seat] = NONE
    s.fighting = int(s.fighting) & ~mascots
    if s.duel_round == 1:
        s.alive = int(s.alive) & ~mascots
        for seat in range(int(s.seats)):
            if has(mascots, seat):
                left = Event.OUT_OF_CARDS if hand_size(s, seat) == 0 else Event.MASCOT_AT_ONCE
                tell(news, left, ALL, seat, 0, 0, 0)
    return mascots


@rule
def next_round(s: State) -> Step:
    """CA-68: begin the next round, or end the duel if no seat is left in it."""
    s.turn = NONE
    return Step.END_DUEL if s.fighting == 0 else Step.DUEL_ROUND


# Coins for the mascots


@rule
def pay_mascots(s: State, mascots: int, news: News) -> Step:
    """CA-65: a single mascot steals a coin; several are paid from the supply."""
    number = 0
    last = NONE
    for seat in range(int(s.seats)):
        if has(mascots, seat):
            number += 1
            last = seat
    if number == 1:
        return send_mascot(s, last, news)
    if number > 1:
        if s.supply < number:
            give_back_coins(s, news)
        pay_from_supply(s, mascots, news)
    return next_round(s)


@rule
def send_mascot(s: State, seat: int, news: News) -> Step:
    """CA-65: ask whom to rob if there is a choice."""
    number = 0
    target = NONE
    for other in range(int(s.seats)):
        if is_target(s, seat, other):
            number += 1
            target = other
    if number > 1:
        s.phase = Phase.ROB
        s.turn = seat
        return Step.ASK
    if number == 1:
        steal(s, seat, target, 1, news)
    return next_round(s)


@rule
def rob_in_duel(s: State, seat: int, target: int, news: News) -> Step:
    """CA-65: the mascot steals a coin from the chosen player."""
    steal(s, seat, target, 1, news)
    return next_round(s)


@rule
def give_back_coins(s: State, news: News) -> None:
    """CA-67: every player still in who has a coin gives one to the supply."""
    givers = EVERYBODY if reading(s, Reading.ALL_ARE_OPPONENTS) else int(s.alive)
    seat = int(s.first)
    for _ in range(int(s.seats)):
        if has(givers, seat) and s.coins[seat] > 0:
            s.coins[seat] -= 1
            s.supply += 1
            tell(news, Event.COIN_GIVEN_BACK, ALL, seat, 0, 0, 0)
        seat = left_of(s, seat)


@rule
def pay_from_supply(s: State, mascots: int, news: News) -> None:
    """CA-65, CA-67: pay a coin for each mascot, clockwise from the oldest, until the supply is empty."""
    seat = int(s.first)
    for _ in range(int(s.seats)):
        if has(mascots, seat):
            paid = take_coins(s, seat, 1)
            tell(news, Event.MASCOT_PAID, ALL, seat, paid, 0, 0)
        seat = left_of(s, seat)
