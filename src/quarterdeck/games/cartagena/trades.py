"""Wessel-Jan's swaps and Dean Nero's trades (CA-44, CA-45)."""

from __future__ import annotations

from quarterdeck.games.cartagena import codes
from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.state import KINDS, MOST_TRADES, NONE, Direction, Phase, Pirate, State
from quarterdeck.games.cartagena.steps import Step
from quarterdeck.games.cartagena.supplies import (
    COIN_PILE,
    combat_left,
    draw_combat,
    note_dry,
    put_under,
    take_coins,
)
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.hands import hand_size, may_hold
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids


@rule
def legal_cards(s: State, seat: int, first: int, out: Ids) -> int:
    """Write the ids `first` + kind for all kinds that the seat may hold, as `may_hold`; return how many."""
    n = 0
    for kind in range(KINDS):
        # Write each id but advance only past legal ones: a branch on a random hand can't be predicted.
        out[n] = first + kind
        n += int(may_hold(s, seat, kind))
    return n


@rule
def begin_swaps(s: State, seat: int, news: News) -> Step:
    """CA-44: begin the swaps; a player without combat cards has none."""
    if hand_size(s, seat) == 0:
        tell(news, Event.CAME_TO_NOTHING, ALL, seat, Pirate.WESSEL_JAN, 0, 0)
        return Step.END_TURN
    s.phase = Phase.SWAP
    return Step.ASK


@rule
def legal_swaps(s: State, seat: int, out: Ids) -> int:
    """CA-44: write the legal actions: put one more card under the pile, or stop."""
    n = legal_cards(s, seat, codes.SWAP, out)
    out[n] = codes.DONE
    return n + 1


@rule
def swap(s: State, seat: int, kind: int, news: News) -> Step:
    """CA-44: put a card under the pile; after the third, or the last one in hand, draw as many."""
    s.hand[seat, kind] -= 1
    put_under(s, seat, kind, True)
    s.trades += 1
    tell(news, Event.PUT_UNDER_CARD, seat, seat, kind, 0, 0)
    tell(news, Event.PUT_UNDER, ALL, seat, 0, 0, 0)
    if s.trades == MOST_TRADES or hand_size(s, seat) == 0:
        return finish_trades(s, seat, news)
    return Step.ASK


@rule
def can_sell(s: State, seat: int) -> bool:
    """CA-45: whether the seat can sell a combat card for a coin; everybody can tell."""
    return bool(s.direction != Direction.BUY and s.supply > 0 and hand_size(s, seat) > 0)


@rule
def can_buy(s: State, seat: int) -> bool:
    """CA-45: whether the seat can buy a combat card for a coin."""
    return bool(s.direction != Direction.SELL and s.coins[seat] > 0 and combat_left(s) > 0)


@rule
def begin_trades(s: State, seat: int, news: News) -> Step:
    """CA-45: begin the trades; if neither a sale nor a purchase is possible, the turn ends at once."""
    if not can_sell(s, seat) and not can_buy(s, seat):
        tell(news, Event.CAME_TO_NOTHING, ALL, seat, Pirate.NERO, 0, 0)
        return Step.END_TURN
    s.phase = Phase.TRADE
    return Step.ASK


@rule
def legal_trades(s: State, seat: int, out: Ids) -> int:
    """CA-45: write the legal actions: one more trade in the direction of the first, or stop."""
    n = 0
    if can_sell(s, seat):
        n = legal_cards(s, seat, codes.SELL, out)
    if can_buy(s, seat):
        out[n] = codes.BUY
        n += 1
    out[n] = codes.DONE
    return n + 1


@rule
def sell(s: State, seat: int, kind: int, news: News) -> Step:
    """CA-45: put a combat card under the pile for a coin."""
    s.direction = Direction.SELL
    s.hand[seat, kind] -= 1
    put_under(s, seat, kind, True)
    take_coins(s, seat, 1)
    tell(news, Event.SOLD_CARD, seat, seat, kind, 0, 0)
    tell(news, Event.SOLD, ALL, seat, 0, 0, 0)
    note_dry(s, COIN_PILE, int(s.supply), news)
    return next_trade(s, seat, news)


@rule
def buy(s: State, seat: int, news: News) -> Step:
    """CA-45: pay a coin to the supply for the top combat card."""
    s.direction = Direction.BUY
    s.coins[seat] -= 1
    s.supply += 1
    tell(news, Event.BOUGHT, ALL, seat, 0, 0, 0)
    draw_combat(s, seat, 1, Pirate.NERO, news)
    return next_trade(s, seat, news)


@rule
def next_trade(s: State, seat: int, news: News) -> Step:
    """CA-45: go on to the next trade, at most three and only as long as they can be paid."""
    s.trades += 1
    if s.trades < MOST_TRADES and (can_sell(s, seat) or can_buy(s, seat)):
        return Step.ASK
    return finish_trades(s, seat, news)


@rule
def finish_trades(s: State, seat: int, news: News) -> Step:
    """CA-44, CA-45: for swaps, draw as many cards as were put under the pile; end the turn."""
    if s.phase == Phase.SWAP and s.trades > 0:
        draw_combat(s, seat, int(s.trades), Pirate.WESSEL_JAN, news)
    s.trades = 0
    s.direction = NONE
    return Step.END_TURN
