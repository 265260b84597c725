"""The value of each pirate's action for me now (CA-40 to CA-52)."""

from __future__ import annotations

from quarterdeck.games.cartagena.heuristics.estimates import DIAZ, VALVERDE, Estimates, on
from quarterdeck.games.cartagena.heuristics.goods import coins, draw, gold_card, one_more
from quarterdeck.games.cartagena.heuristics.outlook import WIN, ahead, is_ordered, to_win
from quarterdeck.games.cartagena.heuristics.trading import buying, selling, swapping
from quarterdeck.games.cartagena.state import (
    GOLDS,
    KINDS,
    MOST_TRADES,
    NONE,
    SAILORS,
    Pirate,
    Saw,
    Side,
    State,
)
from quarterdeck.games.cartagena.supplies import combat_left, gold_left, sate_pays
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule, signed
from quarterdeck.kernel.piles import count

# The usual value of a turn, and the chance that a round passes without an offer to take a side.
A_TURN, MISSED = 2.2, 0.5
# The value of knowing a pair's order, and of knowing a rival's side.
KNOW_PAIR, KNOW_SIDE = 0.5, 0.5
# The value of seeming to change sides, for each rival on the other side who knows mine.
BLUFF = 0.3
# The extra value of a theft for each coin of the victim's wealth.
ENVY = 0.05
# The share of a pair's difference that counts: the margin of a duel may be larger than needed.
USEFUL = 0.75


@rule
def worth_of(s: State, seat: int, pirate: int, estimates: Estimates) -> float:
    """The value of using this pirate's card; 0 for the Ghost."""
    if pirate == Pirate.VALVERDE:
        return gold_card(s, estimates) + coins(s, 1, estimates)
    if pirate == Pirate.DIAZ:
        return better_of_piles(s, seat, estimates)
    if pirate == Pirate.CRACKPOTT:
        return draw(s, seat, 2, estimates)
    if pirate == Pirate.TEMBO:
        return better_of_two(s, seat, estimates)
    if pirate == Pirate.WESSEL_JAN:
        return swapping(s, seat, estimates)
    if pirate == Pirate.NERO:
        return max(selling(s, seat, MOST_TRADES, estimates), buying(s, seat, MOST_TRADES, estimates))
    if pirate == Pirate.PANG:
        return max(draw(s, seat, 1, estimates), coins(s, 1, estimates))
    if pirate == Pirate.SATE:
        return float(estimates.coin) * sate_pays(s)
    return worth_among_people(s, seat, pirate, estimates)


@rule
def worth_among_people(s: State, seat: int, pirate: int, estimates: Estimates) -> float:
    """The value of the pirates that act on other players, sides and sailors."""
    sided = s.side[seat] != NONE
    if pirate == Pirate.CHANG_YE:
        return best_victim(s, seat, estimates)
    if pirate == Pirate.CAMBIVALUTE:
        return sailors(s, estimates)
    if pirate == Pirate.OJO and sided:
        return best_spying(s, seat, estimates)
    if pirate == Pirate.BIJOUX and sided:
        return max(0.0, change(s, seat, estimates))
    if pirate == Pirate.OJO or pirate == Pirate.BIJOUX:
        return conviction(estimates)
    return 0.0


# Cards that are looked at


@rule
def better_of_piles(s: State, seat: int, estimates: Estimates) -> float:
    """CA-41: the expected value of the better of a gold and a combat card."""
    if gold_left(s) == 0 or combat_left(s) == 0:
        return gold_card(s, estimates) + draw(s, seat, 1, estimates)
    more = one_more(hand_size(s, seat), estimates)
    unseen = count(s.gold_pile)
    if unseen == 0:
        return better_than(float(estimates.gold_card * estimates.coin), more, estimates)
    worth = 0.0
    for gold in range(GOLDS):
        better = better_than(float(estimates.coin) * (gold + 1), more, estimates)
        worth += int(s.gold_pile[gold]) / unseen * better
    return worth


@rule
def better_than(gold: float, more: float, estimates: Estimates) -> float:
    """The expected value of the better of `gold` and an unseen combat card, worth `more` plus its effect."""
    worth = 0.0
    for kind in range(KINDS):
        worth += estimates.share[kind] * max(gold, more + float(estimates.effect[kind]))
    return worth


@rule
def better_of_two(s: State, seat: int, estimates: Estimates) -> float:
    """CA-43: the expected value of the better of two combat cards."""
    if combat_left(s) < 2:
        return draw(s, seat, 1, estimates)
    worth = one_more(hand_size(s, seat), estimates)
    for one in range(KINDS):
        for other in range(KINDS):
            better = max(estimates.effect[one], estimates.effect[other])
            worth += estimates.share[one] * estimates.share[other] * better
    return worth


# Other players


@rule
def theft(s: State, victim: int, estimates: Estimates) -> float:
    """CA-47: the value of stealing a coin; from a rival on my side it counts half as much again."""
    if s.coins[victim] == 0:
        return 0.0
    allied = on(int(estimates.best), victim, estimates)
    return float(estimates.coin) * (1 + 0.5 * allied + ENVY * float(estimates.wealth[victim]))


@rule
def best_victim(s: State, seat: int, estimates: Estimates) -> float:
    """CA-47: the value of the best theft."""
    best = 0.0
    for other in range(int(s.seats)):
        if other != seat:
            best = max(best, theft(s, other, estimates))
    return best


@rule
def spying(s: State, other: int, estimates: Estimates) -> float:
    """CA-50: the value of learning an unknown side; it is higher for a rich player's."""
    if s.side[other] != Side.UNKNOWN:
        return 0.0
    belief = float(estimates.belief[other])
    return KNOW_SIDE * 4 * belief * (1 - belief) * (1 + ENVY * float(estimates.wealth[other]))


@rule
def best_spying(s: State, seat: int, estimates: Estimates) -> float:
    """CA-50: the value of the conviction that matters most."""
    best = 0.0
    for other in range(int(s.seats)):
        if other != seat:
            best = max(best, spying(s, other, estimates))
    return best


# Convictions


@rule
def conviction(estimates: Estimates) -> float:
    """CA-49: the value of placing a conviction: it saves a later turn, and the risk of having no side."""
    late = float(MISSED**estimates.rounds_left)
    return A_TURN + WIN * to_win(int(estimates.best), estimates) * late


@rule
def change(s: State, seat: int, estimates: Estimates) -> float:
    """CA-49: the value of changing sides or, if that gains nothing, of seeming to."""
    mine = int(estimates.best)
    gain = WIN * (to_win(1 - mine, estimates) - to_win(mine, estimates))
    return max(gain, 0.0) + bluff(s, seat, estimates)


@rule
def bluff(s: State, seat: int, estimates: Estimates) -> float:
    """CA-49: the value of handling my conviction: rivals who know it no longer do.

    Those who are likely to be on my side may as well know it.
    """
    worth = 0.0
    for other in range(int(s.seats)):
        if other != seat and s.saw[other, seat] == Saw.FRESH_UNKNOWN:
            worth += BLUFF * (1 - on(int(estimates.best), other, estimates))
    return worth


# Sailors


@rule
def standing(difference: float, estimates: Estimates) -> float:
    """The value of a stronger sailor for my side in a duel, scaled by how certain my side is."""
    sure = abs(float(estimates.lean[VALVERDE]) - float(estimates.lean[DIAZ]))
    return USEFUL * difference * sure * float(estimates.strength[int(estimates.best)])


@rule
def sailors(s: State, estimates: Estimates) -> float:
    """CA-51: the value of placing two sailors or, with all placed, of inspecting the best pair."""
    if s.placed < s.pairs:
        return KNOW_PAIR + standing(usual_gap(s), estimates)
    best = 0.0
    for pair in range(int(s.pairs)):
        best = max(best, inspection(s, pair, estimates))
    return best


@rule
def usual_gap(s: State) -> float:
    """The mean difference of two sailors of unknown place."""
    total = 0.0
    unseen = signed(s.sailors)
    two = 0
    for one in range(SAILORS):
        for other in range(one):
            if (unseen >> one) & (unseen >> other) & 1:
                total += one - other
                two += 1
    return total / two if two > 0 else 0.0


@rule
def inspection(s: State, pair: int, estimates: Estimates) -> float:
    """CA-51: the value of inspecting a pair and swapping it if it is against me."""
    if is_ordered(s, pair):
        return standing(2.0 * max(0, -ahead(s, pair, int(estimates.best))), estimates)
    gap = usual_gap(s)
    if s.pair[pair, 0] > 0:
        gap = float(abs(ahead(s, pair, 0)))
    # With probability 1/2 a swap is needed. It gains twice the gap, so that the gap is the expected gain.
    return KNOW_PAIR + standing(gap, estimates)
