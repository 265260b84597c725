"""How to fight the duels (CA-62 to CA-68): win those that can be won, lose the others cheaply."""

from __future__ import annotations

from math import sqrt

from quarterdeck.games.cartagena.codes import PLAY, PLAY_MASCOT
from quarterdeck.games.cartagena.duels import MASCOTS_PAY_IN, is_fighting
from quarterdeck.games.cartagena.heuristics.estimates import Estimates, on
from quarterdeck.games.cartagena.heuristics.odds import Numbers, likely, race
from quarterdeck.games.cartagena.heuristics.outlook import WIN, foresee_duels
from quarterdeck.games.cartagena.mutiny import total
from quarterdeck.games.cartagena.state import VALUES, State, colour_of, value_of
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids

# By round of the duel: the strength that a rival is likely to add, and its standard deviation.
ADDED = (1.5, 0.8, 0.7)
STRAYS = 1.3
# The variance if no rival can add anything.
CERTAIN = 0.02
# The planning horizon: further cards in the same duel.
FURTHER = 3


@rule
def judge_plays(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """The value of each card, and of the mascot where it is legal, with the best continuation."""
    expect_rivals(s, seat, int(s.side[seat]), estimates)
    for at in range(count):
        if ids[at] != PLAY_MASCOT:
            worth[at] = best_plan(s, seat, int(ids[at]) - PLAY, estimates)
        elif s.duel_round == 1:
            # CA-66: it would cost the game.
            worth[at] = -1.0
        else:
            worth[at] = plan(s, seat, 0, 0, 0, bool(s.duel_round == MASCOTS_PAY_IN), estimates)


@rule
def best_plan(s: State, seat: int, first: int, estimates: Estimates) -> float:
    """The value of this card in the best plan: alone, or followed by my side's cards, strongest first."""
    side = int(s.side[seat])
    own = value_of(first) if colour_of(first) == side else 0
    others = value_of(first) - own
    # CA-65: the mascot brings a coin in the second round only.
    best = plan(s, seat, 1, own, others, bool(s.duel_round + 1 == MASCOTS_PAY_IN), estimates)
    cards = 1
    for value in range(VALUES, 0, -1):
        kind = side * VALUES + value - 1
        more = int(s.hand[seat, kind]) - int(kind == first)
        for _ in range(min(more, 1 + FURTHER - cards)):
            cards += 1
            own += value
            best = max(best, plan(s, seat, cards, own, others, False, estimates))
    return best


@rule
def expect_rivals(s: State, seat: int, side: int, estimates: Estimates) -> None:
    """Write my side's expected lead without me and its standard deviation to `estimates`.

    Half a point stands for the rule that a tie goes to the stronger cards (CA-68).
    """
    added = ADDED[min(int(s.duel_round), len(ADDED)) - 1]
    cards = int(s.strength[side]) - int(s.strength[1 - side])
    estimates.lead = total(s, side) - total(s, 1 - side)
    if cards != 0:
        estimates.lead += 0.5 if cards > 0 else -0.5
    variance = CERTAIN
    for other in range(int(s.seats)):
        if other != seat and is_fighting(s, other) and hand_size(s, other) > 0:
            sure = 2 * on(side, other, estimates) - 1
            estimates.lead += sure * added
            variance += STRAYS**2 + (1 - sure**2) * added**2
    estimates.spread = sqrt(variance)


@rule
def plan(s: State, seat: int, cards: int, own: int, others: int, pays: bool, estimates: Estimates) -> float:
    """The value of laying `cards` cards, one a round, and then the mascot.

    They are worth `own` to my side and `others` to the other one. The rest of the hand is kept for later
    duels.
    """
    side = int(s.side[seat])
    left = hand_size(s, seat) - cards
    won = likely(float(estimates.lead) + own - others, float(estimates.spread))
    to_come = foresee_duels(s, side, -float(own), 1, estimates)
    wins, losses = int(s.wins[side]), int(s.wins[1 - side])
    mutiny = won * race(wins + 1, losses, estimates.chances, to_come, left, estimates.ladder)
    mutiny += (1 - won) * race(wins, losses + 1, estimates.chances, to_come, left, estimates.ladder)
    # A victory of my side counts by my chance to be its richest player.
    return WIN * float(estimates.richest[side]) * mutiny + float(estimates.coin) * int(pays)
