"""Kuhn poker on our kernel: small enough for exact answers.

H. W. Kuhn 1950: three cards, one chip each in the pot, one bet of a chip; under best play the first seat
loses 1/18 of a chip a game.

A search counts matches won, so chips are turned into a chance to win the match: a half, and a quarter more
or less for each chip.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.encode import Numbers
from quarterdeck.kernel.events import News
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.random import Dice, below, quick_below, quick_word
from quarterdeck.kernel.record import I8, U16, I8s, U64s, record
from quarterdeck.kernel.verbs import Ids, Verbs, implement

UNKNOWN = -1
CARDS = 3
PASS, BET = 0, 1
# What was said so far, as one number: a 1 and then a digit for each PASS or BET.
NOTHING, PASSED, BETTED, PASSED_BETTED = 1, 2, 3, 5


@record
class Kuhn:
    """A position."""

    key: Annotated[U64s, 2]
    counter: U16
    card: Annotated[I8s, 2]
    said: I8
    lot: I8  # 0 to 3: what decides the match once the chips are won


@rule
def setup(s: Kuhn) -> None:
    """Deal two of the three cards."""
    s.said = NOTHING
    s.card[0] = below(s, CARDS)
    s.card[1] = (s.card[0] + 1 + below(s, CARDS - 1)) % CARDS


@rule
def over(s: Kuhn) -> bool:
    """After two passes, or the answer to a bet."""
    return bool(s.said in (4, 6, 7, 10, 11))


@rule
def to_act(s: Kuhn) -> int:
    """The first seat, the second, the first again."""
    if over(s):
        return 0
    return 2 if s.said in (PASSED, BETTED) else 1


@rule
def legal(s: Kuhn, seat: int, out: Ids) -> int:
    """Pass or bet."""
    if not (to_act(s) >> seat) & 1:
        return 0
    out[0] = PASS
    out[1] = BET
    return 2


@rule
def apply(s: Kuhn, _seat: int, action: int, _news: News) -> None:
    """Say it; after the last word the lot is drawn."""
    s.said = 2 * s.said + action
    if over(s):
        s.lot = below(s, 4)


@rule
def blank(s: Kuhn, seat: int) -> None:
    """The other's card is hidden."""
    s.key[0] = 0
    s.key[1] = 0
    s.counter = 0
    for other in range(2):
        if other != seat:
            s.card[other] = UNKNOWN


@rule
def determinize(s: Kuhn, seat: int, dice: Dice) -> None:
    """Deal the other card, or both to a spectator."""
    s.key[0] = quick_word(dice)
    if seat < 0:
        s.card[0] = quick_below(dice, CARDS)
        seat = 0
    s.card[1 - seat] = (s.card[seat] + 1 + quick_below(dice, CARDS - 1)) % CARDS


@rule
def won(s: Kuhn) -> int:
    """Chips that the first seat has won from the second."""
    if s.said == 10:  # pass, bet, pass
        return -1
    if s.said == 6:  # bet, pass
        return 1
    stake = 1 if s.said == 4 else 2
    return stake if s.card[0] > s.card[1] else -stake


@rule
def scores(s: Kuhn, out: NDArray[np.int16]) -> None:
    """Chips won."""
    out[0] = won(s)
    out[1] = -won(s)


@rule
def winners(s: Kuhn) -> int:
    """The first seat if the lot is below 2 + the chips it has won."""
    if not over(s):
        return 0
    return 1 if s.lot < 2 + won(s) else 2


@rule
def observe(s: Kuhn, seat: int, out: Numbers) -> int:
    """The own card and what was said."""
    out[0] = s.card[seat]
    out[1] = s.said
    return 2


VERBS = Verbs(
    setup=setup,
    to_act=to_act,
    legal=legal,
    apply=apply,
    blank=blank,
    determinize=determinize,
    scores=scores,
    over=over,
    winners=winners,
    observe=observe,
)
implement(Kuhn, VERBS)
