"""The value of combat cards, coins and gold cards for me now, in coins."""

from __future__ import annotations

from quarterdeck.games.cartagena.heuristics.estimates import Estimates
from quarterdeck.games.cartagena.state import KINDS, State, colour_of, value_of
from quarterdeck.games.cartagena.supplies import combat_left, gold_left
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule

# The value of one more combat card of any kind, by the number that I hold: EARLY, with time left to get more,
# and LATE, at the end of the voyage. With fewer than five cards, there may be none for one of the duels
# (CA-66).
EARLY = (1.3, 1.3, 1.3, 1.2, 1.1, 0.7, 0.5, 0.35, 0.2)
LATE = (0.6, 0.8, 1.6, 2.2, 2.2, 0.6, 0.4, 0.2, 0.1)
# With this many rounds left, or more, EARLY alone counts.
SOON = 5.0


@rule
def price_cards(estimates: Estimates) -> None:
    """Compute each combat card's effect in duels, on top of `one_more`, and the mean effect."""
    estimates.any_card = 0.0
    for kind in range(KINDS):
        side = colour_of(kind)
        estimates.effect[kind] = estimates.lean[side] * estimates.strength[side] * value_of(kind)
        estimates.any_card += estimates.effect[kind] * estimates.share[kind]


@rule
def gold_card(s: State, estimates: Estimates) -> float:
    """The value of the top gold card, unseen; 0 if there is none."""
    return float(estimates.coin * estimates.gold_card) if gold_left(s) > 0 else 0.0


@rule
def coins(s: State, number: int, estimates: Estimates) -> float:
    """The value of `number` coins from the supply, as far as it has them."""
    return float(estimates.coin) * min(number, int(s.supply))


@rule
def one_more(held: int, estimates: Estimates) -> float:
    """The value of any combat card, whatever its kind, for a hand of `held` others."""
    at = min(held, len(EARLY) - 1)
    early = min(1.0, float(estimates.rounds_left) / SOON)
    return early * EARLY[at] + (1 - early) * LATE[at]


@rule
def card(kind: int, held: int, estimates: Estimates) -> float:
    """The value of this combat card for a hand of `held` others."""
    return one_more(held, estimates) + float(estimates.effect[kind])


@rule
def draw(s: State, seat: int, number: int, estimates: Estimates) -> float:
    """The value of drawing `number` cards from the combat pile, as far as it has them."""
    have = hand_size(s, seat)
    worth = 0.0
    for at in range(min(number, combat_left(s))):
        worth += one_more(have + at, estimates) + estimates.any_card
    return worth
