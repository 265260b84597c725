"""The voyage (CA-20 to CA-29): the row of cabin doors, turns, and what happens between two rounds."""

from __future__ import annotations

from quarterdeck.games.cartagena import codes
from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.pirates import use_pirate
from quarterdeck.games.cartagena.state import (
    NONE,
    PIRATES,
    ROW,
    STORMS,
    USED_BY,
    Phase,
    Pirate,
    Reading,
    State,
    doors,
    reading,
    row_pirate,
)
from quarterdeck.games.cartagena.steps import Step
from quarterdeck.games.cartagena.supplies import COIN_PILE, note_dry
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.branchless import nth_bit_of, where
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.random import below
from quarterdeck.kernel.ring import left_of
from quarterdeck.kernel.verbs import Ids

ALL_PIRATES = (1 << PIRATES) - 1

# The row of doors


@rule
def lay_row(s: State) -> None:
    """CA-20: turn face down all pirate cards that are in play; the giver begins."""
    s.deck = ALL_PIRATES
    if s.boat != NONE:
        s.deck = ALL_PIRATES & ~(1 << int(s.boat))
    for at in range(ROW):
        s.row[at] = NONE
    s.opened = 0
    s.acted = 0
    s.knocked = 0
    s.phase = Phase.CABINS
    s.turn = s.giver


@rule
def closed_doors(s: State) -> int:
    """The number of face-down cards in the row."""
    return doors(s) - int(s.opened)


@rule
def random_pirate(s: State) -> int:
    """Take a random face-down pirate card."""
    deck = signed(s.deck)
    number = PIRATES - int(s.opened)
    if s.boat != NONE:
        number -= 1
    pirate = nth_bit_of(deck, below(s, number), PIRATES)
    s.deck = deck & ~(1 << pirate)
    return pirate


@rule
def uncover(s: State) -> None:
    """CA-22: open the next door. Its pirate is drawn only now."""
    s.row[int(s.opened)] = random_pirate(s)
    s.opened += 1
    s.knocked = 1


@rule
def mark_used(s: State, at: int, seat: int) -> None:
    """CA-26: mark this card of the row as used."""
    s.row[at] += USED_BY * (1 + seat)


@rule
def available(s: State) -> int:
    """CA-22, CA-23: bit mask of the pirates that the seat to act may use."""
    last = int(s.opened) - 1
    first = last if s.knocked else 0
    mask = 0
    for at in range(first, last + 1):
        if s.row[at] < USED_BY:
            mask |= 1 << int(s.row[at])
    return mask


@rule
def legal_cabins(s: State, out: Ids) -> int:
    """CA-22 to CA-24: use an available card, or open the next door."""
    mask = available(s)
    n = 0
    for pirate in range(PIRATES - 1):
        # Write each id but advance only past legal ones: a branch on a random row can't be predicted.
        out[n] = codes.TAKE + pirate
        n += int(has(mask, pirate))
    out[n] = codes.OPEN
    return n + int(closed_doors(s) > 0)


# A turn


@rule
def begin_turn(s: State, news: News) -> Step:
    """CA-22: begin a turn; if no open pirate may be used, open the next door at once."""
    s.phase = Phase.CABINS
    s.knocked = 0
    if available(s) == 0:
        return knock(s, int(s.turn), news)
    return Step.ASK


@rule
def open_door(s: State, seat: int, news: News) -> Step:
    """CA-22, CA-23: open the next door; the seat declines the available cards."""
    grow_sate(s, seat, news)
    return knock(s, seat, news)


@rule
def knock(s: State, seat: int, news: News) -> Step:
    """CA-22: open the next door for a seat."""
    uncover(s)
    tell(news, Event.OPENED, ALL, seat, s.row[int(s.opened) - 1], closed_doors(s), 0)
    return Step.OPENED


@rule
def after_opening(s: State, news: News) -> Step:
    """CA-23, CA-25: a door has opened; the Ghost, or the pirate behind the last door, is used at once."""
    at = int(s.opened) - 1
    seat = int(s.turn)
    if s.row[at] == Pirate.GHOST:
        mark_used(s, at, seat)
        tell(news, Event.GHOST_MET, ALL, seat, 0, 0, 0)
        return Step.END_TURN
    if closed_doors(s) == 0:
        return use_door(s, seat, at, news)
    return Step.ASK


@rule
def take_card(s: State, seat: int, pirate: int, news: News) -> Step:
    """CA-22: use a face-up card."""
    if pirate != Pirate.SATE:
        grow_sate(s, seat, news)
    at = 0
    while s.row[at] != pirate:
        at += 1
    return use_door(s, seat, at, news)


@rule
def use_door(s: State, seat: int, at: int, news: News) -> Step:
    """CA-21, CA-26: the seat uses this card of the row and carries out its action."""
    pirate = row_pirate(s.row[at])
    mark_used(s, at, seat)
    tell(news, Event.USED, ALL, seat, pirate, 0, 0)
    return use_pirate(s, seat, pirate, news)


@rule
def grow_sate(s: State, seat: int, news: News) -> None:
    """CA-48: if the seat could use Satè and doesn't, lay one more coin on the card, if the supply has one."""
    set_aside = reading(s, Reading.SATE_SET_ASIDE)
    free = int(s.supply) - where(set_aside, 0, int(s.sate))
    if free > 0 and has(available(s), Pirate.SATE):
        s.supply -= int(set_aside)
        s.sate += 1
        tell(news, Event.SATE_GREW, ALL, seat, s.sate, 0, 0)
        note_dry(s, COIN_PILE, int(s.supply), news)


@rule
def pass_turn(s: State) -> None:
    """CA-21: go on to the next seat clockwise."""
    s.acted += 1
    s.turn = left_of(s, int(s.turn))


@rule
def end_turn(s: State) -> Step:
    """CA-21: go on to the next seat, until all have used a card.

    CA-80: without a voyage, until all have chosen a side.
    """
    pass_turn(s)
    if s.dealt != NONE:
        return Step.MUTINY if s.acted == s.seats else Step.ASK
    if s.acted == s.seats:
        return Step.END_ROUND
    return Step.TURN


# Between two rounds


@rule
def end_round(s: State, news: News) -> Step:
    """CA-27, CA-29, CA-48: sail a space for each open door that nobody used; the voyage may end."""
    if s.sate > 0:
        tell(news, Event.SATE_BACK, ALL, NONE, s.sate, 0, 0)
        s.supply += where(reading(s, Reading.SATE_SET_ASIDE), int(s.sate), 0)
        s.sate = 0
    before = int(s.space)
    s.space = min(before + int(s.opened) - int(s.acted), int(s.goal))
    tell(news, Event.SAILED, ALL, NONE, int(s.space) - before, s.space, 0)
    arrived = int(s.space == s.goal)
    dry = int(s.dry)
    if arrived or dry:
        tell(news, Event.VOYAGE_ENDED, ALL, NONE, arrived, dry, 0)
        return Step.MUTINY
    for at in range(STORMS):
        if before < s.storm[at] <= s.space:
            s.storms += 1
            tell(news, Event.STORM_MET, ALL, NONE, s.storm[at], 0, 0)
    return Step.NEW_ROUND


@rule
def new_round(s: State, news: News) -> Step:
    """CA-20, CA-27, CA-28: the left neighbour becomes the giver, and storms strike before any door opens."""
    s.giver = left_of(s, int(s.giver))
    s.round_no += 1
    tell(news, Event.ROUND_BEGAN, ALL, s.giver, s.round_no, 0, 0)
    lay_row(s)
    while s.storms > 0:
        s.storms -= 1
        change_boat(s, news)
    return Step.TURN


@rule
def change_boat(s: State, news: News) -> None:
    """CA-28: a random pirate goes into the lifeboat; the previous one comes back."""
    sick = random_pirate(s)
    tell(news, Event.STORMED, ALL, s.giver, sick, 0, 0)
    if s.boat != NONE:
        s.deck = signed(s.deck) | (1 << int(s.boat))
        tell(news, Event.RETURNED, ALL, s.giver, s.boat, 0, 0)
    s.boat = sick
