"""The course of the mutiny (CA-60 to CA-62, CA-68, CA-69): who takes part, duel after duel, and who wins."""

from __future__ import annotations

from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.sailors import random_sailor
from quarterdeck.games.cartagena.state import (
    COLOURS,
    EVERYBODY,
    KINDS,
    NONE,
    Phase,
    Side,
    State,
    colour_of,
    value_of,
)
from quarterdeck.games.cartagena.steps import Step
from quarterdeck.games.cartagena.supplies import gold_worth
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule


@rule
def begin_mutiny(s: State, news: News) -> Step:
    """CA-60, CA-61: seats without a conviction are out; the sailors still on deck take their places."""
    s.turn = NONE
    s.alive = 0
    for seat in range(int(s.seats)):
        if s.side[seat] == NONE:
            tell(news, Event.LEFT_OUT, ALL, seat, 0, 0, 0)
        else:
            s.alive = int(s.alive) | (1 << seat)
    place_sailors(s)
    return Step.DUEL


@rule
def place_sailors(s: State) -> None:
    """CA-61: place the sailors that are still on deck, unseen."""
    for pair in range(int(s.placed), int(s.pairs)):
        for side in range(COLOURS):
            s.pair[pair, side] = random_sailor(s, COLOURS * (int(s.pairs) - pair) - side)
    s.placed = s.pairs


@rule
def begin_duel(s: State, news: News) -> Step:
    """CA-61, CA-62: begin the next pair's duel and show both values, or finish a decided mutiny."""
    if winning_side(s) != NONE:
        return Step.FINISH
    s.duel += 1
    pair = int(s.duel)
    s.seen[pair] = EVERYBODY
    s.order[pair] = EVERYBODY
    s.fighting = s.alive
    s.duel_round = 0
    for side in range(COLOURS):
        s.strength[side] = 0
    tell(news, Event.DUEL_BEGAN, ALL, NONE, pair, s.pair[pair, 0], s.pair[pair, 1])
    return Step.DUEL_ROUND


@rule
def total(s: State, side: int) -> int:
    """CA-63: a side's strength in the present duel: sailor and combat cards."""
    return int(s.pair[int(s.duel), side]) + int(s.strength[side])


@rule
def stronger_side(s: State) -> Side:
    """CA-68: the side that wins the present duel; if the totals are tied, the sums of combat cards decide.

    No two sailors are equal, so these sums differ where the totals are tied.
    """
    ours, theirs = total(s, Side.VALVERDE), total(s, Side.DIAZ)
    if ours == theirs:
        ours, theirs = int(s.strength[Side.VALVERDE]), int(s.strength[Side.DIAZ])
    return Side.VALVERDE if ours > theirs else Side.DIAZ


@rule
def end_duel(s: State, news: News) -> Step:
    """CA-68: end the duel; the stronger side has won it."""
    side = stronger_side(s)
    s.wins[side] += 1
    tell(news, Event.DUEL_WON, ALL, NONE, side, total(s, Side.VALVERDE), total(s, Side.DIAZ))
    return Step.DUEL


@rule
def winning_side(s: State) -> int:
    """CA-69: the side that has won most of the duels, three of five; NONE: neither so far."""
    for side in range(COLOURS):
        if 2 * int(s.wins[side]) > s.pairs:
            return side
    return NONE


@rule
def combat_worth(s: State, seat: int, side: int) -> int:
    """CA-69: the strength of a seat's combat cards of a colour, as far as the record knows them."""
    worth = 0
    for kind in range(KINDS):
        if colour_of(kind) == side:
            worth += value_of(kind) * int(s.hand[seat, kind])
    return worth


@rule
def can_win(s: State, seat: int) -> bool:
    """CA-69: whether a seat can win: still in, and on the winning side."""
    return bool(has(s.alive, seat) and s.side[seat] == winning_side(s))


@rule
def winners_mask(s: State) -> int:
    """CA-69: bit mask of the winning seats; 0: nobody, or nobody yet."""
    side = winning_side(s)
    best = 0
    mask = 0
    for seat in range(int(s.seats)):
        if side != NONE and can_win(s, seat):
            worth = reckoned(s, seat, side)
            if mask == 0 or worth > best:
                best = worth
                mask = 0
            if worth == best:
                mask |= 1 << seat
    return mask


@rule
def reckoned(s: State, seat: int, side: int) -> int:
    """CA-69: a seat's rank as one number: gold first, then its combat cards of this side to break a tie."""
    return gold_worth(s, seat) * 1000 + combat_worth(s, seat, side)


@rule
def finish(s: State, news: News) -> Step:
    """CA-69: show convictions, count gold and end the match."""
    side = winning_side(s)
    s.phase = Phase.OVER
    tell(news, Event.MUTINY_WON, ALL, NONE, side, 0, 0)
    for seat in range(int(s.seats)):
        if s.side[seat] != NONE:
            tell(news, Event.SIDE_SHOWN, ALL, seat, s.side[seat], 0, 0)
    for seat in range(int(s.seats)):
        if can_win(s, seat):
            worth = combat_worth(s, seat, side)
            tell(news, Event.GOLD_COUNTED, ALL, seat, gold_worth(s, seat), worth, 0)
    winners = winners_mask(s)
    for seat in range(int(s.seats)):
        if has(winners, seat):
            tell(news, Event.WON, ALL, seat, gold_worth(s, seat), 0, 0)
    if winners == 0:
        tell(news, Event.NOBODY_WON, ALL, NONE, int(s.alive == 0), 0, 0)
    tell(news, Event.GAME_OVER, ALL, NONE, 0, 0, 0)
    return Step.ASK
