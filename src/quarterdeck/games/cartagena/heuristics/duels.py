"""How to fight the duels (CA-62 to CA-68): win those that can be won, lose cheaply those that can't."""

from __future__ import annotations

from math import sqrt

from quarterdeck.games.cartagena.codes import PLAY, PLAY_MASCOT
from quarterdeck.games.cartagena.duels import MASCOTS_PAY_IN, is_fighting
from quarterdeck.games.cartagena.heuristics.estimates import Estimates, on
from quarterdeck.games.cartagena.heuristics.odds import Numbers, likely, race
from quarterdeck.games.cartagena.heuristics.outlook import WIN, foresee_duels
from quarterdeck.games.cartagena.mutiny import total
from quarterdeck.games.cartagena.state import VALUES, State, colour_of, value_of
from quarterdeck.games.cartagena.supplies import hand_size
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids

# What a rival still adds in a round, by how many rounds there have been, and how far that strays.
ADDED = (1.5, 0.8, 0.7)
STRAYS = 1.3
# The variance that is left when nobody else can add anything.
CERTAIN = 0.02
# How far ahead I plan: so many further cards in the same duel.
FURTHER = 3


@rule
def judge_plays(s: State, seat: int, ids: Ids, count: int, worth: Numbers, estimates: Estimates) -> None:
    """What each card, and the mascot where it is allowed, is worth: with the best that may follow."""
    side = int(s.side[seat])
    spread = expect_rivals(s, seat, side, estimates)
    for at in range(count):
        if ids[at] == PLAY_MASCOT:
            pays = s.duel_round == MASCOTS_PAY_IN
            worth[at] = plan(s, seat, 0, 0, 0, bool(pays), spread, estimates)
        else:
            worth[at] = best_plan(s, seat, int(ids[at]) - PLAY, spread, estimates)


@rule
def best_plan(s: State, seat: int, first: int, spread: float, estimates: Estimates) -> float:
    """This card alone, or with further ones of my side's, the strongest first."""
    side = int(s.side[seat])
    own = value_of(first) if colour_of(first) == side else 0
    others = value_of(first) - own
    # CA-65: the mascot brings a coin in the second round only.
    best = plan(s, seat, 1, own, others, bool(s.duel_round + 1 == MASCOTS_PAY_IN), spread, estimates)
    cards = 1
    for value in range(VALUES, 0, -1):
        kind = side * VALUES + value - 1
        more = int(s.hand[seat, kind]) - int(kind == first)
        for _ in range(min(more, 1 + FURTHER - cards)):
            cards += 1
            own += value
            best = max(best, plan(s, seat, cards, own, others, False, spread, estimates))
    return best


@rule
def expect_rivals(s: State, seat: int, side: int, estimates: Estimates) -> float:
    """How far my side is likely to be ahead without me, to `estimates.lead`; returns how far that strays.

    A tie goes to the stronger cards (CA-68).
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
    return sqrt(variance)


@rule
def plan(
    s: State, seat: int, cards: int, own: int, others: int, pays: bool, spread: float, estimates: Estimates
) -> float:
    """To lay so many cards, round by round, and then the mascot: they are worth so much to my own side and to
    the other one. What is left is for the duels to come.
    """
    side = int(s.side[seat])
    left = hand_size(s, seat) - cards
    won = likely(float(estimates.lead) + own - others, spread)
    to_come = foresee_duels(s, side, -float(own), 1, estimates)
    wins, losses = int(s.wins[side]), int(s.wins[1 - side])
    mutiny = won * race(wins + 1, losses, estimates.chances, to_come, left, estimates.ladder)
    mutiny += (1 - won) * race(wins, losses + 1, estimates.chances, to_come, left, estimates.ladder)
    # A win of the mutiny is worth as much as I am likely to be the richest then.
    return WIN * float(estimates.richest[side]) * mutiny + float(estimates.coin) * int(pays)
