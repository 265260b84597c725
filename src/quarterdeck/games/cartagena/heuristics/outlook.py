"""The likely end of the mutiny: the winning side, and whether I am its richest player then (CA-69)."""

from __future__ import annotations

from math import exp, sqrt

from quarterdeck.games.cartagena.heuristics.estimates import DIAZ, VALVERDE, Estimates, on
from quarterdeck.games.cartagena.heuristics.odds import likely, race
from quarterdeck.games.cartagena.mutiny import combat_worth
from quarterdeck.games.cartagena.state import COLOURS, NONE, ORDER_UNKNOWN, State
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule

# The strength that a rival's combat card adds to its side, on average, and the number of duels over which it
# spreads.
PER_CARD, SPENT_IN = 1.4, 4
# Standard deviations of a duel's result: from the players' decisions, and from two unknown sailors.
PLAYERS_DOING, SAILORS_DOING = 3.0, 4.3
# Standard deviations of gold: a constant part, one for each round to come, and one for each hidden card.
GOLD_STRAYS, ROUNDS_GOLD, HIDDEN_GOLD = 0.7, 1.0, 0.5
# The value of a win in coins; and how steeply the chance of choosing a side rises with its advantage.
WIN, RESOLVE = 25.0, 14.0
# The probability that I change a side that I have chosen: only Bijoux allows it.
CHANGES = 0.08
# No side needs more combat cards than there are duels.
ENOUGH = 5


@rule
def look_ahead(s: State, seat: int, estimates: Estimates) -> None:
    """Estimate my chances on either side, the side I shall fight for, and the value of coins and strength."""
    weigh_rivals(s, seat, estimates)
    for side in range(COLOURS):
        estimates.own[side] = combat_worth(s, seat, side)
        estimates.richest[side] = richest(s, seat, side, 0.0, estimates)
        estimates.prevails[side] = prevails(s, side, 0.0, estimates)
    choose_side(s, seat, estimates)
    more = 0.0
    for side in range(COLOURS):
        richer = richest(s, seat, side, 1.0, estimates) - estimates.richest[side]
        more += estimates.lean[side] * estimates.prevails[side] * richer
        gain = (prevails(s, side, 2.0, estimates) - estimates.prevails[side]) * estimates.richest[side] / 2
        estimates.strength[side] = 0.25 + 0.5 * min(1.0, WIN * gain)
    # 1 if my result depends on gold as much as it usually does.
    estimates.coin = 0.5 + 0.5 * min(2.0, WIN * more)


@rule
def weigh_rivals(s: State, seat: int, estimates: Estimates) -> None:
    """Estimate what each rival's combat cards may add to its side, and how uncertain that is."""
    estimates.doubt = 0.0
    for other in range(int(s.seats)):
        estimates.presence[other] = 0.0
        estimates.force[other] = 0.0
        if other != seat:
            estimates.presence[other] = present(s, other, estimates)
            estimates.force[other] = PER_CARD * hand_size(s, other) * estimates.presence[other]
            unsure = 4 * estimates.belief[other] * (1 - estimates.belief[other])
            estimates.doubt += unsure * (estimates.force[other] / SPENT_IN) ** 2


@rule
def present(s: State, other: int, estimates: Estimates) -> float:
    """The probability that a rival takes part in the mutiny (CA-60)."""
    if not has(s.alive, other):
        return 0.0
    if s.side[other] != NONE:
        return 1.0
    return min(0.95, 0.4 * float(estimates.rounds_left))


@rule
def choose_side(s: State, seat: int, estimates: Estimates) -> None:
    """Estimate how likely I am to fight for either side in the end, and which one I would choose now."""
    mine = int(s.side[seat])
    better = to_win(VALVERDE, estimates) - to_win(DIAZ, estimates)
    valverde = 1 / (1 + exp(-RESOLVE * better))
    estimates.best = mine
    if mine == NONE:
        estimates.best = VALVERDE if better >= 0 else DIAZ
    else:
        valverde = CHANGES * valverde + (1 - CHANGES) * int(mine == VALVERDE)
    estimates.lean[VALVERDE] = valverde
    estimates.lean[DIAZ] = 1 - valverde


@rule
def to_win(side: int, estimates: Estimates) -> float:
    """My chance to win on a side if my cards last."""
    return float(estimates.prevails[side] * estimates.richest[side])


@rule
def prevails(s: State, side: int, strength: float, estimates: Estimates) -> float:
    """The chance that a side wins the mutiny with me on it and `strength` added."""
    to_come = foresee_duels(s, side, strength, 0, estimates)
    wins, losses = int(s.wins[side]), int(s.wins[1 - side])
    return race(wins, losses, estimates.chances, to_come, ENOUGH, estimates.ladder)


@rule
def foresee_duels(s: State, side: int, strength: float, later: int, estimates: Estimates) -> int:
    """Write a side's chance in each duel to come to `estimates.chances`; return the number of chances.

    I count as on that side, with `strength` added. The first `later` undecided duels are left out.
    """
    over = int(s.wins[0]) + int(s.wins[1]) + later
    lead = float(estimates.own[side]) + strength
    for other in range(int(s.seats)):
        lead += (2 * on(side, other, estimates) - 1) * estimates.force[other]
    lead /= min(SPENT_IN, max(1, int(s.pairs) - over))
    calm = sqrt(PLAYERS_DOING**2 + estimates.doubt)
    rough = sqrt(calm**2 + SAILORS_DOING**2)
    to_come = max(0, int(s.pairs) - over)
    for at in range(to_come):
        pair = over + at
        if is_ordered(s, pair):
            estimates.chances[at] = likely(lead + ahead(s, pair, side), calm)
        else:
            estimates.chances[at] = likely(lead, rough)
    return to_come


@rule
def is_ordered(s: State, pair: int) -> bool:
    """CA-51: whether I know which of a pair's sailors stands for whom."""
    return bool(pair < s.placed and s.pair[pair, 0] > 0 and not int(s.order[pair]) & ORDER_UNKNOWN)


@rule
def ahead(s: State, pair: int, side: int) -> int:
    """By how much a side's sailor is stronger in a pair whose order I know."""
    return int(s.pair[pair, side]) - int(s.pair[pair, 1 - side])


@rule
def richest(s: State, seat: int, side: int, gold: float, estimates: Estimates) -> float:
    """The chance that nobody on a side is richer than I would be with `gold` more."""
    chance = 1.0
    for other in range(int(s.seats)):
        if other != seat:
            spread = GOLD_STRAYS + ROUNDS_GOLD * sqrt(estimates.rounds_left)
            spread += HIDDEN_GOLD * sqrt(int(s.gold_hidden[other]))
            richer = likely(estimates.wealth[other] - estimates.wealth[seat] - gold, spread)
            chance *= 1 - on(side, other, estimates) * estimates.presence[other] * richer
    return chance
