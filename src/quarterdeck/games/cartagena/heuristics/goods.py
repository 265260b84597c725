"""What combat cards, coins and gold cards are worth to me now, in coins."""

from __future__ import annotations

from quarterdeck.games.cartagena.heuristics.sight import Sight
from quarterdeck.games.cartagena.state import KINDS, State, colour_of, value_of
from quarterdeck.games.cartagena.supplies import combat_left, gold_left, hand_size
from quarterdeck.kernel.jit import rule

# The worth of one more combat card by how many I have, whatever it shows: early, when there is time to get
# more, and at the end. With fewer than five a duel may come for which I have none (CA-66).
EARLY = (1.3, 1.3, 1.3, 1.2, 1.1, 0.7, 0.5, 0.35, 0.2)
LATE = (0.6, 0.8, 1.6, 2.2, 2.2, 0.6, 0.4, 0.2, 0.1)
# How many rounds before the end it is early.
SOON = 5.0


@rule
def price_cards(sight: Sight) -> None:
    """What each combat card does in duels, beyond being one, and an unseen one on average."""
    sight.any_card = 0.0
    for kind in range(KINDS):
        side = colour_of(kind)
        sight.effect[kind] = sight.lean[side] * sight.strength[side] * value_of(kind)
        sight.any_card += sight.effect[kind] * sight.share[kind]


@rule
def gold_card(s: State, sight: Sight) -> float:
    """The top gold card, unseen; 0 if there is none."""
    return float(sight.coin * sight.gold_card) if gold_left(s) > 0 else 0.0


@rule
def coins(s: State, number: int, sight: Sight) -> float:
    """So many coins from the supply, as far as it goes."""
    return float(sight.coin) * min(number, int(s.supply))


@rule
def one_more(held: int, sight: Sight) -> float:
    """Any combat card beside so many others."""
    at = min(held, len(EARLY) - 1)
    early = min(1.0, float(sight.rounds_left) / SOON)
    return early * EARLY[at] + (1 - early) * LATE[at]


@rule
def card(kind: int, held: int, sight: Sight) -> float:
    """A combat card beside so many others."""
    return one_more(held, sight) + float(sight.effect[kind])


@rule
def draw(s: State, seat: int, number: int, sight: Sight) -> float:
    """So many cards from the combat pile, as far as there are."""
    have = hand_size(s, seat)
    worth = 0.0
    for at in range(min(number, combat_left(s))):
        worth += one_more(have + at, sight) + sight.any_card
    return worth
